//! SECURITY.md names each place with `unsafe` code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Adds the files below a folder that allow unsafe code.
fn add_unsafe(folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_unsafe(&path, root, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            if text.contains("allow(unsafe_code)") || text.contains("expect(unsafe_code)") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap();
                found.insert(name.replace('\\', "/"));
            }
        }
    }
}

#[test]
fn each_place_with_unsafe_code_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    for folder in ["src", "crates/cli/src"] {
        add_unsafe(&root.join(folder), root, &mut found);
    }
    assert!(found.len() > 5, "{found:?}");
    let text = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let listed = text.lines().filter_map(|line| line.strip_prefix("- `"));
    let listed: Vec<&str> = listed
        .filter_map(|line| line.split_once('`'))
        .map(|(name, _)| name)
        .collect();
    for name in &found {
        let is_listed = |place: &&str| name == *place || name.starts_with(&format!("{place}/"));
        assert!(
            listed.iter().any(is_listed),
            "SECURITY.md does not list {name}"
        );
    }
    for place in listed.iter().filter(|place| place.contains('/')) {
        let is_found = found
            .iter()
            .any(|name| name == place || name.starts_with(&format!("{place}/")));
        assert!(is_found, "{place} has no unsafe code any more");
    }
}
