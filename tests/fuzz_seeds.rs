//! The properties of the fuzz targets hold for their seeds, including everything that a fuzzer has
//! found.
#![cfg(all(feature = "measure", feature = "zstd-c"))]

#[path = "../fuzz/src/lib.rs"]
#[allow(unreachable_pub)]
mod properties;

use std::fs;
use std::path::{Path, PathBuf};

fn seeds(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let entries = fs::read_dir(folder.join(target)).expect("every target has seeds");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
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
            assert!(
                done.is_ok(),
                "{target} does not hold of {}",
                path.to_string_lossy()
            );
        }
    }
}

#[test]
fn every_folder_of_seeds_has_its_property() {
    let mut names: Vec<&str> = properties::PROPERTIES
        .iter()
        .map(|(name, _)| *name)
        .collect();
    names.sort_unstable();
    let folders: Vec<String> = seeds("")
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(folders, names);
}
