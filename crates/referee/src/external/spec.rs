//! Parses `NAME=TARGET`.

use super::program_file::{find_program, is_program};
use ninefold::engine::ENGINES;
use ninefold_files::escape::escape;
use std::path::{Path, PathBuf};

/// The endings of the names of shared libraries.
const LIBRARIES: [&str; 3] = ["so", "dylib", "dll"];

/// An external solver, with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverSpec {
    /// Its name, which must not be an engine's.
    pub name: String,
    /// The specified revision, if any.
    pub revision: Option<String>,
    /// The command or library.
    pub target: Target,
    /// The target, as given.
    pub typed: String,
}

/// The target of a solver.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// A shared library with the interface of `ninefold_solver.h`.
    Library(PathBuf),
    /// A program and its arguments.
    Command(Vec<String>),
}

/// Whether a character may be in the name of a solver.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_.+".contains(c)
}

impl SolverSpec {
    /// Parses `NAME=TARGET` or `NAME@REVISION=TARGET`. Splits a command into words as a shell does,
    /// but runs no shell.
    ///
    /// ```
    /// use ninefold_referee::external::{SolverSpec, Target};
    /// let spec = SolverSpec::parse("mine=./solve --limit {limit}")?;
    /// let words = ["./solve", "--limit", "{limit}"].map(str::to_owned);
    /// assert_eq!(spec.target, Target::Command(words.to_vec()));
    /// let spec = SolverSpec::parse("other=./libother.so")?;
    /// assert_eq!(spec.target, Target::Library("./libother.so".into()));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// Why it is none, in words.
    pub fn parse(text: &str) -> Result<SolverSpec, String> {
        let no_pair = || {
            let text = escape(text);
            format!("'{text}' is not NAME=TARGET, such as mine=./mine or mine=./libmine.so")
        };
        let (name, typed) = text.split_once('=').ok_or_else(no_pair)?;
        let (name, revision) = match name.split_once('@') {
            Some((name, revision)) => (name, Some(revision.trim())),
            None => (name, None),
        };
        let name = name.trim();
        let typed = typed.trim();
        if name.is_empty() || typed.is_empty() {
            return Err(no_pair());
        }
        if !name.chars().all(is_of_name) || name == "all" {
            return Err(format!(
                "'{}' cannot be the name of a solver: use letters, digits and - _ . +",
                escape(name)
            ));
        }
        if revision.is_some_and(str::is_empty) {
            return Err(format!("the revision of solver '{name}' is empty"));
        }
        if ENGINES.iter().any(|engine| engine.name == name) {
            return Err(format!(
                "'{name}' is the name of an engine: give the solver another one"
            ));
        }
        let words = shlex::split(typed).ok_or_else(|| {
            format!("the command of solver '{name}' has a quote that is not closed, or ends in a backslash")
        })?;
        let target = match &words[..] {
            // A comment, or two quotes with nothing between them.
            [] => return Err(no_pair()),
            [first, ..] if first.is_empty() => return Err(no_pair()),
            [path] if is_library(Path::new(path)) => Target::Library(PathBuf::from(path)),
            _ => Target::Command(words),
        };
        Ok(SolverSpec {
            name: name.to_owned(),
            revision: revision.map(str::to_owned),
            target,
            typed: typed.to_owned(),
        })
    }

    /// The solver that a text names without `NAME=`: a library, a program, or a command whose
    /// program is there. It is called after its file, or after the script that it runs. `None` if
    /// the text is nothing that can be run, such as a file of puzzles.
    #[must_use]
    pub fn bare(text: &str, others: &[SolverSpec]) -> Option<SolverSpec> {
        let path = Path::new(text);
        let typed = if !path.is_file() {
            text.to_owned()
        } else if is_library(path) || is_program(path) {
            shlex::try_quote(text).ok()?.into_owned()
        } else {
            return None;
        };
        let words = shlex::split(&typed)?;
        if !is_library(path) && find_program(Path::new(words.first()?)).is_err() {
            return None;
        }
        let unnamed = SolverSpec::parse(&format!("solver={typed}")).ok()?;
        let file = unnamed.files().pop()?;
        let stem = file.file_stem()?.to_string_lossy();
        let stem: String = stem
            .chars()
            .map(|c| if is_of_name(c) { c } else { '-' })
            .collect();
        let mut taken: Vec<&str> = vec!["all"];
        taken.extend(ENGINES.iter().map(|engine| engine.name));
        taken.extend(others.iter().map(|other| &*other.name));
        let mut name = stem.clone();
        let mut number = 1;
        while taken.contains(&&*name) {
            number += 1;
            name = format!("{stem}-{number}");
        }
        Some(SolverSpec { name, ..unnamed })
    }

    /// Checks that no two of them have the same name.
    ///
    /// # Errors
    /// Which two have, in words.
    pub fn distinct(specs: &[SolverSpec]) -> Result<(), String> {
        let twice = specs.iter().enumerate().find(|(i, spec)| {
            let before = specs[..*i].iter();
            before.into_iter().any(|other| other.name == spec.name)
        });
        twice.map_or(Ok(()), |(_, spec)| {
            Err(format!(
                "two solvers are called '{}': give one another name",
                spec.name
            ))
        })
    }

    /// Whether it is a shared library.
    #[must_use]
    pub fn is_library(&self) -> bool {
        matches!(self.target, Target::Library(_))
    }

    /// Whether the command's words have this placeholder, `limit` or `threads`.
    #[must_use]
    pub fn names(&self, what: &str) -> bool {
        let place = format!("{{{what}}}");
        let Target::Command(words) = &self.target else {
            return false;
        };
        words.iter().any(|word| word.contains(&place))
    }
}

/// Whether a file is a library by its name.
pub(crate) fn is_library(path: &Path) -> bool {
    let kind = path.extension().and_then(|kind| kind.to_str());
    kind.is_some_and(|kind| LIBRARIES.contains(&kind.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        SolverSpec::parse(text).expect_err(text)
    }

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let spec = SolverSpec::parse(r#" a.b-1 = 'my solver' "x y"\ z --n={limit} "#).unwrap();
        let words = ["my solver", "x y z", "--n={limit}"].map(str::to_owned);
        assert_eq!(spec.target, Target::Command(words.to_vec()));
        assert_eq!(spec.name, "a.b-1");
        assert!(spec.names("limit") && !spec.names("threads") && !spec.is_library());
        // A program that takes a library is a command.
        assert!(!SolverSpec::parse("a=./run lib.so").unwrap().is_library());
        assert!(SolverSpec::parse("a='./my lib.DLL'").unwrap().is_library());
    }

    #[test]
    fn what_is_no_solver_is_refused() {
        for none in ["mine", "=./a", "mine=", "mine=   ", "mine=''", "mine=# no"] {
            assert!(refused(none).contains("NAME=TARGET"), "{none}");
        }
        for name in ["a b=x", "a,b=x", "lanes/avx2=x", "all=x", "\u{1b}[m=x"] {
            let error = refused(name);
            assert!(error.contains("cannot be the name") && !error.contains('\x1b'));
        }
        assert!(refused("mrv=./a").contains("'mrv' is the name of an engine"));
        assert!(refused("a='x").contains("solver 'a' has a quote"));
    }

    #[cfg(unix)]
    #[test]
    fn what_can_be_run_is_a_solver_and_a_file_of_puzzles_is_none() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str, mode: u32| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            path.to_str().unwrap().to_owned()
        };
        // Some file systems have every file executable.
        let puzzles = file("puzzles.txt", "53..7....6..195....\n", 0o777);
        let script = file("my solver", "#!/bin/sh\n", 0o755);
        let argument = file("sudoku.py", "print()\n", 0o644);
        let library = file("libmrv.so", "", 0o644);
        assert_eq!(SolverSpec::bare(&puzzles, &[]), None);
        assert_eq!(SolverSpec::bare("/no/such/file", &[]), None);
        assert_eq!(SolverSpec::bare("no-such-program --fast", &[]), None);
        let first = SolverSpec::bare(&script, &[]).unwrap();
        assert_eq!(first.name, "my-solver");
        assert_eq!(first.target, Target::Command(vec![script.clone()]));
        let second = SolverSpec::bare(&script, &[first]).unwrap();
        assert_eq!(second.name, "my-solver-2");
        let python = SolverSpec::bare(&format!("sh '{argument}' --fast"), &[]).unwrap();
        assert_eq!(python.name, "sudoku");
        let library = SolverSpec::bare(&library, &[]).unwrap();
        assert!(library.is_library() && library.name == "libmrv");
    }

    #[test]
    fn two_of_the_same_name_are_refused() {
        let [a, b] = ["a=./a", "b=./b"].map(|text| SolverSpec::parse(text).unwrap());
        assert_eq!(SolverSpec::distinct(&[a.clone(), b]), Ok(()));
        let twice = SolverSpec::distinct(&[a.clone(), a]);
        assert!(twice.unwrap_err().contains("'a'"));
    }
}
