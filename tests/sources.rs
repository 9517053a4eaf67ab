//! What the sources keep to: the order of imports and no circles, one meaning for each name, and
//! a list of all places with unsafe code. It reads the text, because neither rustc nor clippy has
//! such a rule.

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

/// A module, or something in one, by the names on the way from its package.
type Place = Vec<String>;

/// The paths in code, such as `super::a::B`, with groups of imports written out.
fn paths(code: &str) -> Vec<Place> {
    let mut paths = Vec::new();
    let mut groups: Vec<Place> = Vec::new();
    let mut path = Place::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
        let (name, after) = rest.split_at(rest.find(|c| !is_of_name(c)).unwrap_or(rest.len()));
        if name.is_empty() {
            if first == '}' {
                groups.pop();
            }
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if path.is_empty() {
            path = groups.last().cloned().unwrap_or_default();
        }
        path.push(name.to_owned());
        rest = after;
        if let Some(group) = rest.strip_prefix("::{") {
            groups.push(std::mem::take(&mut path));
            rest = group;
        } else if let Some(longer) = rest.strip_prefix("::") {
            rest = longer;
        } else {
            paths.push(std::mem::take(&mut path));
        }
    }
    paths
}

/// The module of a file, by its path in its package.
fn module_of(file: &str) -> Place {
    let path = file.strip_suffix(".rs").unwrap();
    let mut module: Place = path.split('/').map(str::to_owned).collect();
    module.pop_if(|name| ["mod", "lib", "main"].contains(&name.as_str()));
    module
}

/// What a path in a module means, if it begins in the package.
fn meaning(module: &Place, path: &Place) -> Option<Place> {
    let supers = path.iter().take_while(|name| *name == "super").count();
    let (from, rest) = match path[0].as_str() {
        "crate" => (&[][..], &path[1..]),
        "self" => (&module[..], &path[1..]),
        "super" => (
            &module[..module.len().checked_sub(supers)?],
            &path[supers..],
        ),
        _ => return None,
    };
    Some([from, rest].concat())
}

/// What the file of a folder passes on, and the file or folder that it is from.
fn passed_on(modules: &BTreeMap<Place, &str>) -> BTreeMap<Place, String> {
    let mut passed_on = BTreeMap::new();
    for (module, code) in modules {
        let imports = code.split(';').filter_map(|part| part.rsplit_once("use "));
        for path in imports.flat_map(|(_, import)| paths(import)) {
            let from = [&module[..], &path[..1]].concat();
            if path.len() > 1 && modules.contains_key(&from) {
                let name = [&module[..], &path[path.len() - 1..]].concat();
                passed_on.insert(name, path[0].clone());
            }
        }
    }
    passed_on
}

/// The files and folders of a folder, and which others of them each uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The uses within each folder.
fn uses(modules: &BTreeMap<Place, &str>) -> BTreeMap<Place, Uses> {
    let passed_on = passed_on(modules);
    let mut uses: BTreeMap<Place, Uses> = BTreeMap::new();
    for (module, code) in modules {
        for used in paths(code).iter().filter_map(|path| meaning(module, path)) {
            let common = module.iter().zip(&used).take_while(|(a, b)| a == b).count();
            let (Some(own), Some(name)) = (module.get(common), used.get(..=common)) else {
                continue;
            };
            let file = match passed_on.get(name) {
                Some(file) => file,
                None if modules.contains_key(name) => &name[common],
                None => continue,
            };
            let folder = uses.entry(module[..common].to_vec()).or_default();
            let of_own = folder.entry(own.clone()).or_default();
            if file != own {
                of_own.insert(file.clone());
            }
        }
    }
    uses
}

/// The folders of a package in which files, or folders, use each other in a circle, and those.
fn circles(package: &[(&str, &str)]) -> Vec<String> {
    let modules = package.iter().map(|(file, code)| (module_of(file), *code));
    let mut circles = Vec::new();
    for (folder, mut files) in uses(&modules.collect()) {
        loop {
            // Who uses nobody that is left is in no circle, nor is who is used by nobody.
            let left: BTreeSet<String> = files.keys().cloned().collect();
            let used: BTreeSet<String> = files.values().flatten().cloned().collect();
            files.retain(|own, uses| used.contains(own) && !uses.is_disjoint(&left));
            if files.len() == left.len() {
                break;
            }
        }
        if !files.is_empty() {
            let files: Vec<String> = files.into_keys().collect();
            circles.push(format!("{}: {}", folder.join("/"), files.join(", ")));
        }
    }
    circles
}

#[test]
fn no_files_of_a_folder_use_each_other_in_a_circle() {
    for package in PACKAGES {
        let sources = sources(&[package]);
        let files: Vec<(&str, &str)> = sources
            .iter()
            .map(|(path, code)| (path.split_once("src/").unwrap().1, code.as_str()))
            .collect();
        assert!(files.len() > 10, "{package}");
        assert_eq!(circles(&files), [""; 0], "{package}");
    }
    let lib = ("lib.rs", "mod a; mod b; pub use b::B;");
    for (files, found) in [
        (&[lib, ("a.rs", "use super::b::B;"), ("b.rs", "")][..], ""),
        (
            &[lib, ("a.rs", "use super::b;"), ("b.rs", "use crate::a;")],
            ": a, b",
        ),
        (
            &[lib, ("a.rs", "use crate::B;"), ("b.rs", "super::a::f()")],
            ": a, b",
        ),
        (
            &[
                ("f/mod.rs", ""),
                ("f/a.rs", "use super::{b::B, c};"),
                ("f/c.rs", ""),
                ("f/b.rs", "use crate::f::c::C;"),
            ],
            "",
        ),
        (
            &[
                ("f/mod.rs", ""),
                ("f/a.rs", "use super::{b::B, c};"),
                ("f/b.rs", ""),
                ("f/c/mod.rs", ""),
                ("f/c/d.rs", "use super::super::a::{A, Z};"),
            ],
            "f: a, c",
        ),
    ] {
        assert_eq!(circles(files).concat(), found, "{files:?}");
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
