//! Identifies the build of an external solver.

use super::printed::cannot_run;
use super::program_file::{find_program, is_in_path};
use super::spec::{SolverSpec, Target};
use ninefold_files::escape::escape;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Digits of a revision.
const DIGITS: usize = 12;
/// The endings of the names of files that an interpreter runs.
const SCRIPTS: [&str; 14] = [
    "class", "exs", "jar", "jl", "js", "lua", "mjs", "php", "pl", "py", "r", "rb", "sh", "ts",
];

/// Distinguishes the builds of an external solver.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolverIdentity {
    /// The author's name of the build. `NAME@REVISION=TARGET` specifies it. Otherwise the commit
    /// that is checked out in the folder of the solver's file, of which nobody knows whether the
    /// file was built from it. `None` if that folder is in no repository, and for a program that
    /// was found in `PATH` and runs no script.
    pub revision: Option<String>,
    /// The subject of that commit.
    pub subject: Option<String>,
    /// SHA-256 of the solver's file in hexadecimal. If a command names several files (for example,
    /// an interpreter and a script), the SHA-256 of their hashes in order. `None` if one of them
    /// cannot be read.
    pub sha256: Option<String>,
}

impl SolverSpec {
    /// The files that are run or loaded: the library or the program, and its script. That is the
    /// first argument that is no option, if the program is in a folder of `PATH`, and so an
    /// interpreter, or if the argument has the name of a script. Other arguments are data: they may
    /// change while the solver works, and may lie in somebody else's folder.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let (program, script) = self.program_and_script();
        program.into_iter().chain(script).collect()
    }

    fn program_and_script(&self) -> (Option<PathBuf>, Option<PathBuf>) {
        let words = match &self.target {
            Target::Library(path) => return (Some(path.clone()), None),
            Target::Command(words) => words,
        };
        let program = words.first().map(Path::new);
        let Some(program) = program.and_then(|program| find_program(program).ok()) else {
            return (None, None);
        };
        let mut arguments = words.iter().skip(1);
        let script = arguments.find(|argument| !argument.starts_with('-'));
        let script = script.map(PathBuf::from).filter(|script| script.is_file());
        let script = script.filter(|script| is_in_path(&program) || is_script(script));
        (Some(program), script)
    }

    /// The file of the author's own: the script, or else a program that is not in a folder of
    /// `PATH`.
    fn own_file(&self) -> Option<PathBuf> {
        let (program, script) = self.program_and_script();
        script.or_else(|| program.filter(|program| !is_in_path(program)))
    }

    /// Checks that its program or library is there, so that a misspelt name is found before
    /// anything is measured.
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

    /// Reads the solver's files, and asks git for the commit in its folder.
    #[must_use]
    pub fn identity(&self) -> SolverIdentity {
        let commit = self.own_file().and_then(|file| commit_beside(&file));
        let (revision, subject) = commit.unzip();
        SolverIdentity {
            revision: self.revision.clone().or(revision),
            subject,
            sha256: sha256_of(&self.files()).ok(),
        }
    }

    /// [`SolverIdentity::sha256`] alone, without asking git.
    #[must_use]
    pub fn sha256(&self) -> Option<String> {
        sha256_of(&self.files()).ok()
    }
}

/// Whether a file is a script by its name.
fn is_script(path: &Path) -> bool {
    let kind = path.extension().and_then(|kind| kind.to_str());
    kind.is_some_and(|kind| SCRIPTS.contains(&kind.to_ascii_lowercase().as_str()))
}

/// The SHA-256 of bytes, as 64 hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sha256_of(files: &[PathBuf]) -> io::Result<String> {
    let hashes: io::Result<Vec<String>> = files
        .iter()
        .map(|file| Ok(sha256(&fs::read(file)?)))
        .collect();
    match &hashes?[..] {
        [] => Err(io::ErrorKind::NotFound.into()),
        [one] => Ok(one.clone()),
        several => Ok(sha256(several.concat().as_bytes())),
    }
}

/// The commit that is checked out in a file's folder, and its subject. It looks at the commit
/// alone: neither at the work tree, for which a repository's settings may name programs, nor at
/// signatures. A commit that is not there is not fetched.
fn commit_beside(file: &Path) -> Option<(String, String)> {
    let file = std::path::absolute(file).ok()?;
    let output = Command::new("git")
        .args(["-c", "protocol.allow=never", "rev-list", "--max-count=1"])
        .args(["--format=%s", "HEAD", "--"])
        .current_dir(file.parent()?)
        .env("GIT_NO_LAZY_FETCH", "1")
        // Hooks have these set for their own repository.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_PREFIX")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    let (revision, subject) = said.strip_prefix("commit ")?.split_once('\n')?;
    let revision = revision.get(..DIGITS)?.to_owned();
    output
        .status
        .success()
        .then(|| (revision, subject.trim().to_owned()))
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
    fn a_script_counts_beside_an_interpreter_that_is_not_in_path() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let program = path("python");
        fs::write(&program, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        for (name, is_run) in [
            ("sudoku.py", true),
            ("Solver.JAR", true),
            ("table.txt", false),
        ] {
            let argument = path(name);
            fs::write(&argument, "data").unwrap();
            let words = [&program, &argument].map(|word| word.to_str().unwrap());
            let typed = format!("a='{}' -u '{}'", words[0], words[1]);
            let spec = SolverSpec::parse(&typed).unwrap();
            // Other arguments of the author's program are data.
            let own = if is_run { &argument } else { &program };
            assert_eq!(spec.own_file().as_ref(), Some(own), "{name}");
            assert_eq!(spec.files().contains(&argument), is_run, "{name}");
        }
    }

    /// A repository in a folder, with its commands.
    fn repository(folder: &Path) -> Option<impl Fn(&[&str]) -> bool> {
        let folder = folder.to_owned();
        let git = move |args: &[&str]| {
            let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
            let mut git = Command::new("git");
            let done = git.args(identity).args(args).current_dir(&folder).output();
            done.is_ok_and(|done| done.status.success())
        };
        git(&["init", "--quiet"]).then_some(git)
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
        let trap = format!("#!/bin/sh\n: >'{}'\n", ran.to_str().unwrap());
        let trap = program("trap", &trap);
        let solver = program("solve", "#!/bin/sh\n");
        let Some(git) = repository(folder.path()) else {
            return;
        };
        fs::write(folder.path().join(".gitattributes"), "* filter=trap\n").unwrap();
        assert!(git(&["add", "solve"]) && git(&["commit", "--quiet", "-m", "one"]));
        for (name, value) in [
            ("core.fsmonitor", &*trap),
            ("filter.trap.clean", &trap),
            ("gpg.program", &trap),
            ("log.showSignature", "true"),
            ("core.pager", &trap),
            ("core.sshCommand", &trap),
            ("remote.origin.url", &format!("ext::{trap}")),
            ("remote.origin.promisor", "true"),
            ("remote.origin.partialclonefilter", "blob:none"),
            ("protocol.ext.allow", "always"),
        ] {
            assert!(git(&["config", name, value]));
        }
        fs::write(&solver, "#!/bin/sh\n# changed\n").unwrap();
        let found = identity(&format!("a='{solver}'"));
        assert_eq!(found.subject.as_deref(), Some("one"));
        assert!(!ran.exists());
        // The check can fail: others run it.
        assert!(git(&["describe", "--always", "--dirty"]) && ran.exists());
        fs::remove_file(&ran).unwrap();
        // A commit that is not there is not fetched.
        let objects = folder.path().join(".git/objects");
        fs::rename(&objects, folder.path().join(".git/gone")).unwrap();
        fs::create_dir_all(objects.join("pack")).unwrap();
        assert_eq!(identity(&format!("a='{solver}'")).revision, None);
        assert!(!ran.exists());
        let _ = git(&["log", "-1"]);
        assert!(ran.exists(), "others fetch it");
    }

    #[test]
    fn the_revision_is_the_commit_in_the_folder_of_the_authors_own_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lib.so");
        fs::write(&path, "abc").unwrap();
        let typed = format!("a='{}'", path.to_str().unwrap());
        assert_eq!(identity(&typed).revision, None);
        let Some(git) = repository(folder.path()) else {
            return;
        };
        assert!(git(&["add", "."]) && git(&["commit", "--quiet", "-m", "one"]));
        let found = identity(&typed);
        assert_eq!(found.revision.map(|revision| revision.len()), Some(DIGITS));
        assert_eq!(found.subject.as_deref(), Some("one"));
        // A script's is its own, and not that of what runs it.
        let script = folder.path().join("solve.sh");
        fs::write(&script, "echo").unwrap();
        let own = |typed: &str| SolverSpec::parse(typed).unwrap().own_file();
        let typed = format!("a=sh '{}'", script.to_str().unwrap());
        assert_eq!(own(&typed), Some(script));
        assert_eq!(own("a=sh -c 'echo'"), None);
    }
}
