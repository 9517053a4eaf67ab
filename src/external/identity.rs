//! Identifies the build of an external solver.

use super::command::cannot_run;
use super::spec::{SolverSpec, Target};
use crate::escape::escape;
use crate::numbers::hex;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The system's number of this error, on Unix and on Windows.
const NO_FILE: i32 = 2;

/// Distinguishes the builds of an external solver.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolverIdentity {
    /// The author's name of the build. `NAME@REVISION=TARGET` specifies it. Otherwise it is the
    /// output of `git describe --always --dirty` in the folder of the solver's file. `None` if that
    /// folder is in no repository.
    pub revision: Option<String>,
    /// The subject of the commit that is checked out there.
    pub subject: Option<String>,
    /// SHA-256 of the solver's file in hexadecimal. If a command names several files (for example,
    /// an interpreter and a script), the SHA-256 of their hashes in order. `None` if one of them
    /// cannot be read.
    pub sha256: Option<String>,
}

impl SolverSpec {
    /// The files that are run or loaded: the library or the program. A program in a folder of `PATH`
    /// counts as an interpreter, and its first argument that is no option as its script. Other arguments are
    /// data: they may change while the solver works, and may lie in somebody else's folder.
    pub fn files(&self) -> Vec<PathBuf> {
        let words = match &self.target {
            Target::Library(path) => return vec![path.clone()],
            Target::Command(words) => words,
        };
        let Some(program) = words.first().map(Path::new) else {
            return Vec::new();
        };
        let Ok(file) = find_program(program) else {
            return Vec::new();
        };
        let mut arguments = words.iter().skip(1);
        let script = arguments.find(|argument| !argument.starts_with('-'));
        let script = script.map(PathBuf::from).filter(|script| script.is_file());
        let is_interpreter = path_folders().any(|folder| file.parent() == Some(&folder));
        let script = script.filter(|_| is_interpreter);
        [file].into_iter().chain(script).collect()
    }

    /// Checks that its program or library is there, so that a misspelt name is found before anything is measured.
    ///
    /// # Errors
    /// There is none, or it may not be run: in words.
    pub fn check_file(&self) -> Result<(), String> {
        match &self.target {
            Target::Library(path) => fs::metadata(path)
                .map(drop)
                .map_err(|error| format!("{}: cannot be loaded: {error}", escape(path))),
            // Windows also looks in other places.
            Target::Command(words) if cfg!(unix) => {
                let found = find_program(Path::new(&words[0]));
                found
                    .map(drop)
                    .map_err(|error| cannot_run(&words[0], &error))
            }
            Target::Command(_) => Ok(()),
        }
    }

    /// Reads the solver's files, and asks git for their revision unless it is specified.
    #[must_use]
    pub fn identity(&self) -> SolverIdentity {
        let files = self.files();
        // The script first, because interpreters may be in a repository of their own.
        let ask = |question: &[&str]| files.iter().rev().find_map(|file| git(file, question));
        let describe = ["describe", "--always", "--dirty", "--abbrev=12"];
        SolverIdentity {
            revision: self.revision.clone().or_else(|| ask(&describe)),
            subject: ask(&["log", "-1", "--format=%s"]),
            sha256: sha256_of(&files).ok(),
        }
    }

    /// [`SolverIdentity::sha256`] alone, without asking git.
    #[must_use]
    pub fn sha256(&self) -> Option<String> {
        sha256_of(&self.files()).ok()
    }
}

/// The executable file of a program: the given path, or the first of that name in `PATH`.
///
/// # Errors
/// There is none.
pub(crate) fn find_program(program: &Path) -> io::Result<PathBuf> {
    let is_path = program.components().count() > 1 || program.has_root();
    let mut files: Vec<PathBuf> = match is_path {
        true => vec![program.to_owned()],
        // Windows also looks in other places.
        false if cfg!(unix) => path_folders().map(|folder| folder.join(program)).collect(),
        false => Vec::new(),
    };
    files.retain(|file| file.is_file());
    let Some(any) = files.first() else {
        return Err(io::Error::from_raw_os_error(NO_FILE));
    };
    let first = files.iter().find(|file| may_be_run(file));
    let none = || io::Error::other(format!("{} is not executable (chmod +x)", escape(any)));
    first.cloned().ok_or_else(none)
}

fn path_folders() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.into_iter()
}

#[cfg(unix)]
fn may_be_run(file: &Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn may_be_run(_: &Path) -> bool {
    true
}

fn sha256_of(files: &[PathBuf]) -> io::Result<String> {
    let hashes: io::Result<Vec<String>> = files
        .iter()
        .map(|file| Ok(hex(&Sha256::digest(fs::read(file)?))))
        .collect();
    match &hashes?[..] {
        [] => Err(io::ErrorKind::NotFound.into()),
        [one] => Ok(one.clone()),
        several => Ok(hex(&Sha256::digest(several.concat()))),
    }
}

/// What git says about a file's folder.
fn git(file: &Path, question: &[&str]) -> Option<String> {
    let file = std::path::absolute(file).ok()?;
    let output = Command::new("git")
        // A repository's settings may name programs for these.
        .args(["-c", "core.fsmonitor=false"])
        .args(["-c", "core.hooksPath=/dev/null"])
        .args(question)
        .current_dir(file.parent()?)
        // It only reads: the index stays unchanged for anyone who works there.
        .env("GIT_OPTIONAL_LOCKS", "0")
        // Hooks have these set for their own repository.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_PREFIX")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let said = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !said.is_empty()).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(typed: &str) -> SolverIdentity {
        SolverSpec::parse(typed).unwrap().identity()
    }

    #[test]
    fn a_file_is_told_by_its_hash_and_a_given_revision_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lib.so");
        let typed = path.to_str().unwrap();
        fs::write(&path, "abc").unwrap();
        let found = identity(&format!("a@v1.2-dirty='{typed}'"));
        assert_eq!(found.revision.as_deref(), Some("v1.2-dirty"));
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(found.sha256.as_deref(), Some(abc));
        fs::write(&path, "abd").unwrap();
        let other = identity(&format!("a='{typed}'"));
        assert!(other.sha256.is_some() && other.sha256 != found.sha256);
        fs::remove_file(&path).unwrap();
        assert_eq!(identity(&format!("a='{typed}'")).sha256, None);
    }

    #[cfg(unix)]
    #[test]
    fn a_script_counts_beside_what_runs_it() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("solve.sh");
        let typed = format!("a=sh '{}' --fast", script.to_str().unwrap());
        let mut found = Vec::new();
        for text in ["echo 1", "echo 2", "echo 1"] {
            fs::write(&script, text).unwrap();
            found.push(identity(&typed).sha256.unwrap());
        }
        assert_eq!(found[0], found[2]);
        assert_ne!(found[0], found[1]);
        let files = SolverSpec::parse(&typed).unwrap().files();
        assert_eq!((files.len(), &files[1]), (2, &script));
        assert_ne!(Some(&found[0]), identity("a=sh").sha256.as_ref());
        // Arguments of the author's program are data.
        for program in [
            "./solve".to_owned(),
            format!("'{}'", script.to_str().unwrap()),
        ] {
            let data = SolverSpec::parse(&format!("a={program} Cargo.toml")).unwrap();
            assert!(!data.files().contains(&PathBuf::from("Cargo.toml")));
        }
    }

    #[cfg(unix)]
    #[test]
    fn git_runs_nothing_that_a_repository_names() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let ran = folder.path().join("ran");
        let monitor = program(
            "monitor",
            &format!("#!/bin/sh\n: >'{}'\n", ran.to_str().unwrap()),
        );
        let solver = program("solve", "#!/bin/sh\n");
        let git = |args: &[&str]| {
            let mut done = Command::new("git");
            done.args(["-c", "user.name=a", "-c", "user.email=a@b"])
                .args(args);
            let done = done.current_dir(folder.path()).output();
            done.is_ok_and(|done| done.status.success())
        };
        if !git(&["init", "--quiet"]) {
            return;
        }
        assert!(git(&["add", "solve"]) && git(&["commit", "--quiet", "-m", "one"]));
        assert!(git(&["config", "core.fsmonitor", &monitor]));
        assert!(identity(&format!("a='{solver}'")).revision.is_some());
        assert!(!ran.exists());
        // The check can fail: without the options, git runs it.
        assert!(git(&["describe", "--always", "--dirty"]) && ran.exists());
    }

    #[test]
    fn git_names_what_lies_in_a_repository() {
        let folder = tempfile::tempdir().unwrap();
        let git = |args: &[&str]| {
            let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
            let done = Command::new("git")
                .args(identity)
                .args(args)
                .current_dir(folder.path())
                .output();
            done.is_ok_and(|done| done.status.success())
        };
        let path = folder.path().join("lib.so");
        fs::write(&path, "abc").unwrap();
        let typed = format!("a='{}'", path.to_str().unwrap());
        assert_eq!(identity(&typed).revision, None);
        if !git(&["init", "--quiet"]) {
            return;
        }
        assert!(git(&["add", "."]) && git(&["commit", "--quiet", "-m", "one"]));
        assert!(git(&["tag", "-a", "v1", "-m", "v1"]));
        let found = identity(&typed);
        assert_eq!(found.revision.as_deref(), Some("v1"));
        assert_eq!(found.subject.as_deref(), Some("one"));
        fs::write(&path, "abd").unwrap();
        assert_eq!(identity(&typed).revision.as_deref(), Some("v1-dirty"));
    }
}
