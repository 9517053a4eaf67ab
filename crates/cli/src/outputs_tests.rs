//! The output, looked at from outside.

use super::*;

fn open(path: &Path, force: bool, inputs: &[PathBuf]) -> Result<Output, Failure> {
    Outputs::new(force, inputs).open(Some(path))
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out");
    let mut output = open(&path, false, &[]).unwrap();
    output.write(b"half").unwrap();
    drop(output);
    assert!(names(directory.path()).is_empty());

    let mut output = open(&path, false, &[]).unwrap();
    output.write(b"whole\n").unwrap();
    output.commit().unwrap();
    assert_eq!(names(directory.path()), ["out"]);
    assert_eq!(fs::read(&path).unwrap(), b"whole\n");
}

#[test]
fn a_file_that_appears_meanwhile_is_not_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out");
    let mut output = open(&path, false, &[]).unwrap();
    output.write(b"mine").unwrap();
    fs::write(&path, "theirs").unwrap();
    assert_eq!(output.commit().unwrap_err().code, 3);
    assert_eq!(fs::read(&path).unwrap(), b"theirs");
    assert_eq!(names(directory.path()), ["out"]);
}

#[cfg(unix)]
#[test]
fn no_two_outputs_are_one_file() {
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::write(path("old"), "").unwrap();
    fs::hard_link(path("old"), path("hard")).unwrap();
    symlink("new", path("dangling")).unwrap();
    symlink(".", path("here")).unwrap();
    for (one, other) in [
        ("old", "hard"),
        ("new", "new"),
        ("new", "dangling"),
        ("here/new", "new"),
    ] {
        let mut outputs = Outputs::new(true, &[]);
        let first = outputs.open(Some(&path(one))).unwrap();
        let refused = outputs.open(Some(&path(other))).unwrap_err();
        assert_eq!(refused.code, 2, "{one} {other}");
        assert!(refused.message.contains("as output"), "{}", refused.message);
        assert!(outputs.take_own("--state", &path(other)).is_err());
        drop(first);
    }
    // The null device may be several outputs at once.
    let mut outputs = Outputs::new(false, &[]);
    for _ in 0..2 {
        outputs.open(Some(Path::new("/dev/null"))).unwrap();
    }
    assert!(outputs.take_own("--state", Path::new("/dev/null")).is_err());
    assert_eq!(names(directory.path()), ["dangling", "hard", "here", "old"]);
}
