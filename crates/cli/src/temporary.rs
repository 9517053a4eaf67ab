//! Temporary files beside the files that they become: `.NAME.xxxxxx.part`.
//!
//! A run holds a lock on each of its temporary files for as long as it lives. So the next run that
//! writes the same file recognises those of a killed run: they have the name, and their lock is
//! free.

use ninefold::claims;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;
use tempfile::NamedTempFile;

const SUFFIX: &str = ".part";
/// Random characters in a name.
const RANDOM: usize = 6;
/// Maximum bytes of the target's name in the temporary name. So a file system that allows one name
/// (255 bytes, 143 on some) also allows the other.
const LONGEST: usize = 120;
/// How often to try to remove a folder and to lock the list, and the pause between tries.
const TRIES: usize = 10;
const PAUSE: Duration = Duration::from_millis(20);

/// The temporary files and folders of this process, so that a signal can remove them.
static LIVE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn live() -> MutexGuard<'static, Vec<PathBuf>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a temporary file for `target`. Removes those that dead runs left for it, unless
/// `is_input` says that the run reads them.
pub(crate) fn create(target: &Path, is_input: &dyn Fn(&Path) -> bool) -> io::Result<NamedTempFile> {
    let prefix = prefix(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    // Opened here, like any file of the user: a file that `tempfile` opens has mode 0600, and its
    // errors name the temporary file, which the user does not know.
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create_new(true);
    let mut live = live();
    let file = loop {
        let directory = super::output::directory(target);
        let file = builder.make_in(directory, |path| options.open(path))?;
        if claims::claim(file.as_file(), file.path()) {
            break file;
        }
    };
    live.retain(|path| path.exists());
    live.push(file.path().to_owned());
    drop(live);
    remove_dead(target, &prefix, &file, is_input);
    Ok(file)
}

/// Makes something that has a temporary folder, which a signal that ends this process also removes.
pub(crate) fn noted<T>(make: impl FnOnce() -> T, folder: impl Fn(&T) -> Option<&Path>) -> T {
    let mut live = live();
    let result = make();
    live.extend(folder(&result).map(Path::to_owned));
    result
}

/// Removes the temporary files of this process and ends it.
pub(crate) fn end(code: u8) -> ! {
    // The lock stays held to the end, so no other file is made. Its holder may be the thread that
    // ends, because memory for the list was refused, or may wait for that one. Then the next run
    // removes the files.
    let live = (0..TRIES).find_map(|_| match LIVE.try_lock() {
        Ok(live) => Some(live),
        Err(TryLockError::Poisoned(live)) => Some(live.into_inner()),
        Err(TryLockError::WouldBlock) => {
            thread::sleep(PAUSE);
            None
        }
    });
    for path in live.iter().flat_map(|live| live.iter()) {
        if fs::remove_file(path).is_err() {
            // Another thread may still add a file to the folder, but not for long.
            let _ = (0..TRIES).find(|_| fs::remove_dir_all(path).is_ok());
        }
    }
    std::process::exit(i32::from(code))
}

/// `.NAME.`, with as much of the name as fits.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut ends = (0..=LONGEST.min(name.len())).rev();
    let end = ends.find(|&end| name.is_char_boundary(end));
    format!(".{}.", &name[..end.unwrap_or(0)])
}

/// Whether this is exactly the form of a temporary name.
#[cfg(unix)]
fn has_name(name: &str, prefix: &str) -> bool {
    let random = name
        .strip_prefix(prefix)
        .and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes the files that dead runs left for this target. Files that cannot be examined stay.
#[cfg(unix)]
fn remove_dead(target: &Path, prefix: &str, own: &NamedTempFile, is_input: &dyn Fn(&Path) -> bool) {
    let Ok(entries) = fs::read_dir(super::output::directory(target)) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let path = entry.path();
        if !name.to_str().is_some_and(|name| has_name(name, prefix)) || is_input(&path) {
            continue;
        }
        // `--resume` continues the part of a run with a checkpoint.
        let has_checkpoint = || path.with_extension("ckpt").exists();
        if let Some(_held) = claims::unclaimed(&path, own.as_file()).filter(|_| !has_checkpoint()) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(not(unix))]
fn remove_dead(_: &Path, _: &str, _: &NamedTempFile, _: &dyn Fn(&Path) -> bool) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn names_are_exact_and_not_too_long() {
        assert_eq!(prefix(Path::new("a/out.txt")), ".out.txt.");
        for letter in ["a", "ä", "数"] {
            let prefix = prefix(Path::new(&letter.repeat(240 / letter.len())));
            assert!(
                (LONGEST - 2..=LONGEST + 2).contains(&prefix.len()),
                "{prefix}"
            );
        }
        assert!(has_name(".out.Ab3xyz.part", ".out."));
        for other in [
            ".out.Ab3xy.part",
            ".out.Ab3xyzz.part",
            ".out.Ab3.yz.part",
            ".out.Ab3xyz.part.",
            "out.Ab3xyz.part",
            ".out2.Ab3xyz.part",
        ] {
            assert!(!has_name(other, ".out."), "{other}");
        }
    }

    #[test]
    fn what_is_dead_is_removed_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let kept = [
            ".out.short.part",
            ".out.input0.part",
            ".out.locked.part",
            ".out.ckeckp.part",
            ".out.ckeckp.ckpt",
            ".other.abcdef.part",
            "target",
        ];
        for name in kept.iter().chain(&[".out.abcdef.part", ".out.ABC123.part"]) {
            fs::write(path(name), "rows").unwrap();
        }
        std::os::unix::fs::symlink("target", path(".out.linked.part")).unwrap();
        fs::create_dir(path(".out.direct.part")).unwrap();
        let locked = fs::File::open(path(".out.locked.part")).unwrap();
        locked.lock().unwrap();
        let is_input = |path: &Path| path.ends_with(".out.input0.part");
        let own = create(&path("out"), &is_input).unwrap();
        let other = create(&path("out"), &is_input).unwrap();
        let mut left: Vec<String> = fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        let of = |file: &NamedTempFile| {
            file.path()
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        };
        let mut expected: Vec<String> = kept.iter().map(|name| (*name).to_owned()).collect();
        expected.extend([".out.linked.part", ".out.direct.part"].map(str::to_owned));
        expected.extend([of(&own), of(&other)]);
        expected.sort();
        assert_eq!(left, expected);
    }
}
