//! What the sources keep to: the order of imports, one meaning for each name, and a list of all
//! places with unsafe code. It reads the text, because neither rustc nor clippy has such a rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders with the sources of the four packages.
const PACKAGES: [&str; 4] = [
    "src",
    "crates/files/src",
    "crates/referee/src",
    "crates/cli/src",
];

/// In each package except the program, a folder, or a file beside the folders, imports only from
/// those before it. Cargo keeps the packages in order.
const ORDERS: [&[&str]; 3] = [
    &[
        "setters", "simd", "grid", "lines", "solver", "parallel", "kernel", "proofs", "engine",
        "front", "corpus",
    ],
    &[
        "escape", "numbers", "tasks", "parallel", "input", "format", "metrics", "pipeline",
        "corpus",
    ],
    &["external", "bench", "html"],
];

/// The code of each file of these packages without comments and test modules, by its path from the
/// root.
fn sources(packages: &[&str]) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = packages.iter().map(|package| root.join(package)).collect();
    let mut sources = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() && name != "tests" {
                folders.push(path);
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                let text = text.split("mod tests {").next().unwrap();
                let code = text.lines().map(|line| line.split("//").next().unwrap());
                let code = code.collect::<Vec<_>>().join("\n");
                let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                sources.insert(name.replace('\\', "/"), code);
            }
        }
    }
    sources
}

/// The imports of the code that point the wrong way.
fn wrong_imports(path: &str, code: &str) -> Vec<String> {
    let (package, in_package) = path.split_once("src/").unwrap();
    let folder = format!("{package}src");
    let package = PACKAGES.iter().position(|known| *known == folder).unwrap();
    let place = |name: &str| ORDERS[package].iter().position(|known| *known == name);
    let own = in_package.split(['/', '.']).next().unwrap();
    if own == "lib" {
        return Vec::new();
    }
    let Some(own) = place(own) else {
        return vec![format!("{path} has no place in the order")];
    };
    let used = code.split("crate::").skip(1).filter_map(|rest| {
        let name = rest
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()?;
        (name.is_empty() || place(name)? > own).then(|| format!("{path}: crate::{name}"))
    });
    used.collect()
}

#[test]
fn imports_point_one_way() {
    let sources = sources(&PACKAGES[..3]);
    assert!(sources.contains_key("src/kernel/lanes/search.rs"));
    assert!(sources.contains_key("crates/files/src/pipeline/run.rs"));
    assert!(sources.contains_key("crates/referee/src/bench/worker.rs"));
    let wrong = sources
        .iter()
        .flat_map(|(path, code)| wrong_imports(path, code));
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
    for (path, code, wrong) in [
        ("src/kernel/mrv.rs", "use crate::grid::Row;", 0),
        ("src/grid/row.rs", "fn f() { crate::kernel::solve() }", 1),
        ("src/grid/row.rs", "use crate::{kernel, front};", 1),
        ("crates/referee/src/external/a.rs", "use crate::bench;", 1),
        ("crates/referee/src/html/a.rs", "use crate::bench;", 0),
        ("crates/files/src/input/a.rs", "use crate::format;", 1),
        ("crates/files/src/format/a.rs", "use crate::input;", 0),
        ("src/new.rs", "", 1),
    ] {
        assert_eq!(wrong_imports(path, code).len(), wrong, "{path}: {code}");
    }
}

/// The type that a line begins to define, if others see it.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = rest
        .strip_prefix('(')
        .map_or(Some(rest), |rest| Some(rest.split_once(')')?.1))?;
    let (kind, rest) = rest.trim_start().split_once(' ')?;
    let is_type = ["struct", "enum", "trait", "type", "union"].contains(&kind);
    let name = rest.split(|c: char| !c.is_alphanumeric()).next();
    name.filter(|name| is_type && !name.is_empty())
}

#[test]
fn no_two_public_types_have_the_same_name() {
    let sources = sources(&PACKAGES);
    let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, code) in &sources {
        for name in code.lines().filter_map(public_type) {
            // Two definitions for different systems in one file count as one.
            types.entry(name).or_default().insert(path);
        }
    }
    for name in ["Puzzle", "SolveArgs", "BatchSolver", "Supervised"] {
        assert!(types.contains_key(name), "{name}");
    }
    types.retain(|_, files| files.len() > 1);
    assert!(types.is_empty(), "{types:#?}");
}

#[test]
fn security_names_each_place_with_unsafe_code() {
    let mut sources = sources(&PACKAGES);
    sources.retain(|_, code| {
        let mut words = ["allow(unsafe_code)", "expect(unsafe_code)"].iter();
        words.any(|word| code.contains(word))
    });
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("SECURITY.md"));
    let text = text.unwrap();
    let listed = text
        .lines()
        .filter_map(|line| line.strip_prefix("- `")?.split('`').next());
    let listed: Vec<&str> = listed.filter(|name| name.contains('/')).collect();
    let is_in = |file: &str, place: &str| file == place || file.starts_with(&format!("{place}/"));
    for file in sources.keys() {
        let is_listed = listed.iter().any(|place| is_in(file, place));
        assert!(is_listed, "{file} is not listed");
    }
    for place in listed {
        let has_some = sources.keys().any(|file| is_in(file, place));
        assert!(has_some, "{place} has none any more");
    }
}
