//! Each public type has a unique name, so a reader never has to ask which one is meant.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Names that may stand for the same thing in several places: one for each vector of the lane
/// engine, and one for each way to build zstd.
const EXCEPTIONS: [&str; 2] = ["Packing", "Zstd"];

/// Adds the files that define each type that is visible outside its module.
fn add_types(folder: &Path, types: &mut BTreeMap<String, Vec<String>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_types(&path, types);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let mut names: Vec<&str> = text.lines().filter_map(public_type).collect();
            names.sort_unstable();
            // Two definitions for different systems in one file count as one.
            names.dedup();
            for name in names {
                let file = path.to_string_lossy().into_owned();
                types.entry(name.to_owned()).or_default().push(file);
            }
        }
    }
}

/// The name of the type that a line begins to define.
fn public_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = match rest.strip_prefix('(') {
        Some(restricted) => restricted.split_once(')')?.1,
        None => rest,
    };
    let (kind, rest) = rest.trim_start().split_once(' ')?;
    if !["struct", "enum", "trait", "type", "union"].contains(&kind) {
        return None;
    }
    rest.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

#[test]
fn no_two_types_have_the_same_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut types = BTreeMap::new();
    add_types(&root.join("src"), &mut types);
    add_types(&root.join("crates/cli/src"), &mut types);
    assert!(types.contains_key("Puzzle") && types.contains_key("SolveArgs"));
    for name in EXCEPTIONS {
        let files = types.remove(name).unwrap_or_default();
        assert!(files.len() > 1, "{name} is no exception");
    }
    let twice: Vec<_> = types.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
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
}
