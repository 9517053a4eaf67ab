//! Imports point one way: down the list of folders, and never in a circle of files.
//!
//! The test reads the sources as text. It ignores comments, strings and test modules. A name that a
//! `mod.rs` re-exports counts as a name of the original file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Each folder of `src`, and each file beside them, imports only from those before it in this list.
/// The program, `crates/cli/src`, imports from all of them.
const ORDER: [&str; 20] = [
    "setters", "escape", "numbers", "simd", "grid", "solver", "parallel", "lines", "kernel",
    "engine", "front", "input", "format", "metrics", "pipeline", "corpus", "external", "bench",
    "report", "cli",
];

/// Text of each module, by its path below `src`, or below `crates/cli/src` with `cli` before it
/// (`cli::solve::args`).
type Sources = BTreeMap<String, String>;

#[test]
fn imports_point_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Sources::new();
    read(&root.join("src"), "", &mut sources);
    read(&root.join("crates/cli/src"), "cli", &mut sources);
    for known in ["kernel::lanes::search", "cli", "cli::solve::args"] {
        assert!(sources.contains_key(known), "found {sources:?}");
    }
    let wrong = faults(&sources);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn read(folder: &Path, path: &str, sources: &mut Sources) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap().path();
        let name = entry.file_stem().unwrap().to_str().unwrap();
        let below = if path.is_empty() {
            name.to_owned()
        } else {
            format!("{path}::{name}")
        };
        let is_test = name == "tests" || name.ends_with("_tests");
        if entry.is_dir() {
            read(&entry, &below, sources);
        } else if entry.extension().is_some_and(|kind| kind == "rs") && !is_test {
            let module = if ["mod", "main"].contains(&name) {
                path.to_owned()
            } else {
                below
            };
            sources.insert(module, code(&fs::read_to_string(&entry).unwrap()));
        }
    }
}

/// A text without comments, strings, and test modules.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let skipped = match next {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => quoted(rest),
            '\'' if rest.starts_with("'\"'") => 3,
            _ => 0,
        };
        if skipped == 0 {
            code.push(next);
        }
        rest = &rest[skipped.max(next.len_utf8())..];
    }
    while let Some(at) = code.find("mod tests {") {
        let open = at + code[at..].find('{').unwrap();
        code.replace_range(at..open + closed(&code[open..]), "");
    }
    code
}

/// Bytes of the text in quotes at the beginning.
fn quoted(text: &str) -> usize {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Bytes up to the brace that closes the one at the beginning.
fn closed(text: &str) -> usize {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// All imports that point the wrong way.
fn faults(sources: &Sources) -> Vec<String> {
    let imports: BTreeMap<&str, BTreeSet<String>> = sources
        .keys()
        .filter(|module| *module != "lib")
        .map(|module| (module.as_str(), imports(module, sources)))
        .collect();
    let place = |module: &str| {
        let folder = module.split("::").next().unwrap();
        let place = ORDER.iter().position(|known| *known == folder);
        place.ok_or_else(|| format!("{folder} has no place in the order"))
    };
    let mut wrong = BTreeSet::new();
    for (module, used) in &imports {
        for other in used {
            match (place(module), place(other)) {
                (Ok(own), Ok(others)) if others > own => {
                    wrong.insert(format!("{module} imports {other}, which stands above it"));
                }
                (Err(lost), _) | (_, Err(lost)) => drop(wrong.insert(lost)),
                _ => {}
            }
        }
        if let Some(way) = circle(module, &imports) {
            wrong.insert(format!("a circle: {}", way.join(" -> ")));
        }
    }
    wrong.into_iter().collect()
}

/// A shortest path from a module back to itself, if it is the first of its circle by name.
fn circle(module: &str, imports: &BTreeMap<&str, BTreeSet<String>>) -> Option<Vec<String>> {
    let mut ways = vec![vec![module.to_owned()]];
    let mut seen = BTreeSet::new();
    while let Some(way) = (!ways.is_empty()).then(|| ways.remove(0)) {
        for next in imports.get(way.last()?.as_str()).into_iter().flatten() {
            let longer = [&way[..], std::slice::from_ref(next)].concat();
            if next == module {
                let first = way.iter().min()? == module;
                return first.then_some(longer);
            }
            if seen.insert(next.clone()) {
                ways.push(longer);
            }
        }
    }
    None
}

/// The modules whose items a module names, except itself.
fn imports(module: &str, sources: &Sources) -> BTreeSet<String> {
    let text = without_handed_on(&sources[module]);
    let used = paths(&text).into_iter();
    let used = used.filter_map(|path| absolute(module, &path, sources));
    let used = used.map(|path| definer(&path, sources));
    used.filter(|other| other != module && other != "lib" && !other.is_empty())
        .collect()
}

/// The text without re-exports for the modules above: `pub use`.
fn without_handed_on(text: &str) -> String {
    let handed_on = |item: &&str| !uses(item).is_some_and(|(public, _)| public);
    text.split_inclusive(';').filter(handed_on).collect()
}

/// If an item ends in a `use`: whether it is public, and what it names.
fn uses(item: &str) -> Option<(bool, &str)> {
    let at = item.rfind("use ")?;
    let before = item[..at].trim_end();
    let is_word = item[..at].chars().last().is_none_or(char::is_whitespace);
    let public = before.ends_with("pub") || before.ends_with(')');
    is_word.then_some((public, &item[at..]))
}

/// Every path of two names or more. Those in braces are listed one by one.
fn paths(text: &str) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let name = rest.find(|c: char| !(c.is_alphanumeric() || "_:".contains(c)));
        let name = &rest[..name.unwrap_or(rest.len())];
        if name.is_empty() {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        at += name.len();
        if name.ends_with("::") && text[at..].starts_with('{') {
            let length = closed(&text[at..]);
            grouped(name, &text[at + 1..at + length - 1], &mut found);
            at += length;
        } else if name.contains("::") {
            found.insert(split(name));
        }
    }
    found
}

fn split(path: &str) -> Vec<String> {
    let names = path.split("::").filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

/// The paths that begin with `start` and continue with the items of a group.
fn grouped(start: &str, items: &str, found: &mut BTreeSet<Vec<String>>) {
    let (mut depth, mut from) = (0, 0);
    for (at, byte) in items.bytes().chain(*b",").enumerate() {
        depth += i32::from(byte == b'{') - i32::from(byte == b'}');
        if byte != b',' || depth != 0 {
            continue;
        }
        let item = items[from..at].trim();
        from = at + 1;
        match item.split_once('{') {
            Some((more, inner)) => {
                grouped(&format!("{start}{more}"), &inner[..inner.len() - 1], found)
            }
            None if item.is_empty() => {}
            None => {
                let name = item.split_whitespace().next().unwrap_or_default();
                let name = if name == "self" { "" } else { name };
                found.insert(split(&format!("{start}{name}")));
            }
        }
    }
}

/// A path from the root, if it belongs to this crate.
fn absolute(module: &str, path: &[String], sources: &Sources) -> Option<Vec<String>> {
    let mut base = if module.is_empty() {
        Vec::new()
    } else {
        split(module)
    };
    let mut rest = path;
    match path[0].as_str() {
        "crate" => {
            base.truncate(usize::from(base.first().is_some_and(|root| root == "cli")));
            rest = &path[1..];
        }
        "ninefold" => (base, rest) = (Vec::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        // A child of this module, named without more.
        name if sources.contains_key(&[&base[..], &[name.to_owned()]].concat().join("::")) => {}
        _ => return None,
    }
    Some([&base[..], rest].concat())
}

/// The module that defines the item of a path.
fn definer(path: &[String], sources: &Sources) -> String {
    let known = (0..=path.len()).rev().map(|length| &path[..length]);
    let module = known
        .map(|path| path.join("::"))
        .find(|path| sources.contains_key(path));
    let module = module.unwrap_or_default();
    let Some(name) = path.get(split(&module).len()) else {
        return module;
    };
    let named = sources.get(&module).map(|text| named(text));
    let from = named
        .into_iter()
        .flatten()
        .find(|path| path.last() == Some(name));
    let from = from.and_then(|path| absolute(&module, &path, sources));
    let from = from.filter(|from| from != path);
    from.map_or(module, |path| definer(&path, sources))
}

/// The names in a module from elsewhere: modules below it may use them.
fn named(text: &str) -> BTreeSet<Vec<String>> {
    let items = text.split_inclusive(';').filter_map(uses);
    items.flat_map(|(_, named)| paths(named)).collect()
}

#[test]
fn what_is_planted_is_found() {
    let faults_of = |files: &[(&str, &str)]| {
        let sources = files
            .iter()
            .map(|(path, text)| ((*path).to_owned(), code(text)));
        faults(&sources.collect())
    };
    let good = [
        ("grid", "pub use check::check; mod check;"),
        (
            "grid::check",
            "//! See crate::kernel::solve.\npub fn check() {}",
        ),
        (
            "kernel",
            "use crate::grid::{self, check}; const A: &str = \"crate::bench::b\";",
        ),
        ("cli", "mod a; mod b; use a::A; fn f() { b::run() }"),
        (
            "cli::a",
            "pub struct A; #[cfg(test)]\nmod tests { use crate::b; }",
        ),
        (
            "cli::b",
            "use super::a::{A as Other}; use ninefold::grid; /// [`crate::c`]\npub fn run() {}",
        ),
    ];
    assert_eq!(faults_of(&good), [""; 0]);
    let planted = |path: &str, text: &str| {
        let mut files = good.to_vec();
        files.retain(|(other, _)| *other != path);
        faults_of(&[&files[..], &[(path, text)]].concat())
    };
    assert_eq!(
        planted("grid::check", "use crate::{kernel::solve as s, grid};"),
        [
            "a circle: grid::check -> kernel -> grid::check",
            "grid::check imports kernel, which stands above it",
        ]
    );
    assert_eq!(
        planted("cli::a", "fn f() -> super::b::B { todo!() }"),
        ["a circle: cli::a -> cli::b -> cli::a"]
    );
    assert_eq!(
        planted("cli::b", "use crate::f;"),
        ["a circle: cli -> cli::b -> cli"]
    );
    assert_eq!(
        planted("new", "use crate::grid::check;"),
        ["new has no place in the order"]
    );
}
