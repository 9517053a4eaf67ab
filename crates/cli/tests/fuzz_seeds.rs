//! The properties of the fuzz targets hold for their seeds, including everything that a fuzzer has
//! found.

#[path = "../../../fuzz/src/lib.rs"]
#[allow(unreachable_pub)]
mod properties;

use std::fs;
use std::path::{Path, PathBuf};

fn seeds(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let entries = fs::read_dir(folder.join(target)).expect("every target has seeds");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_property_holds_of_its_seeds() {
    for (target, property) in properties::PROPERTIES {
        property(b"");
        let seeds = seeds(target);
        assert!(!seeds.is_empty(), "{target} has no seeds");
        for path in seeds {
            let bytes = fs::read(&path).expect("a seed can be read");
            let done = std::panic::catch_unwind(|| property(&bytes));
            assert!(done.is_ok(), "{target} does not hold of {path:?}");
        }
    }
}

#[test]
fn every_folder_of_seeds_has_its_property() {
    let names = properties::PROPERTIES.iter().map(|(name, _)| *name);
    let names: std::collections::BTreeSet<&str> = names.collect();
    let folders = seeds("");
    let folders = folders.iter().map(|path| path.file_name().unwrap());
    assert!(folders.eq(names), "{:?}", properties::PROPERTIES);
}
