//! Each public type has a unique name, so a reader never has to ask which one is meant. No name is a
//! private word.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Names that may stand for the same thing in several places: one for each vector of the lane
/// engine.
const EXCEPTIONS: [&str; 1] = ["Packing"];

/// Words that this project once had for what the field has a word for. No type, function or module
/// has such a name.
const PRIVATE: &str = "
    Apart Ask Begun Claimed Crew Done Errand Guest Heavy Known Liar Look Made Maker Manner Named Outside
    Passage Room Said Seen Share Silence Standing Standings Stretch Teams Terms Told Truth Walk Way Who
    ask begun dead documents errand foreign guest made note outside passage room said settled shown some
    standard standing standings stays_up stretch stuck tell terms told";

/// The sources of the library and of the program, by path.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("crates/cli/src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push((path.to_string_lossy().into_owned(), text));
            }
        }
    }
    sources
}

/// The name of the type that a line begins to define, if it is visible outside its module.
fn public_type(line: &str) -> Option<&str> {
    let (kind, name) = definition(line)?;
    let is_type = ["struct", "enum", "trait", "type", "union"].contains(&kind);
    (is_type && line.trim_start().starts_with("pub")).then_some(name)
}

/// The keyword and the name of the type, function or module that a line begins to define.
fn definition(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let rest = line.strip_prefix("pub").unwrap_or(line);
    let rest = match rest.strip_prefix('(') {
        Some(restricted) => restricted.split_once(')')?.1,
        None => rest,
    };
    let mut words = rest.split_whitespace();
    let kind = words.find(|word| !["async", "const", "unsafe"].contains(word))?;
    if !["fn", "mod", "struct", "enum", "trait", "type", "union"].contains(&kind) {
        return None;
    }
    let name = words.next()?;
    let name = name
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    // A macro names what it defines elsewhere.
    (!name.is_empty()).then_some((kind, name))
}

#[test]
fn no_two_types_have_the_same_name() {
    let sources = sources();
    let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, text) in &sources {
        for name in text.lines().filter_map(public_type) {
            // Two definitions for different systems in one file count as one.
            types.entry(name).or_default().insert(file);
        }
    }
    assert!(types.contains_key("Puzzle") && types.contains_key("SolveArgs"));
    for name in EXCEPTIONS {
        let files = types.remove(name).unwrap_or_default();
        assert!(files.len() > 1, "{name} is no exception");
    }
    let twice: Vec<_> = types.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn no_definition_has_a_private_word_as_its_name() {
    let words: Vec<&str> = PRIVATE.split_whitespace().collect();
    let mut found = Vec::new();
    for (file, text) in &sources() {
        let names = text.lines().filter_map(definition);
        let private = names.filter(|(_, name)| words.contains(name));
        found.extend(private.map(|(kind, name)| format!("{file}: {kind} {name}")));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn definitions_are_found() {
    for (line, name) in [
        ("pub struct Puzzle([u8; CELLS]);", Some("Puzzle")),
        ("    pub(in crate::bench) trait Sampler {", Some("Sampler")),
        ("pub(super) enum Round<'a> {", Some("Round")),
        ("pub type Row = [u8; 82];", Some("Row")),
        ("pub fn structure() {", None),
        ("struct Private;", None),
        ("pub use grid::Puzzle;", None),
    ] {
        assert_eq!(public_type(line), name, "{line}");
    }
    for (line, found) in [
        ("mod foreign;", Some(("mod", "foreign"))),
        (
            "    pub(super) const fn told(&self) -> String {",
            Some(("fn", "told")),
        ),
        ("struct Room<T> {", Some(("struct", "Room"))),
        ("/// fn told", None),
        ("const ROOM: usize = 1;", None),
    ] {
        assert_eq!(definition(line), found, "{line}");
    }
}
