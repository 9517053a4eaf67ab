//! Runs the program and checks its results.
#![allow(dead_code, unreachable_pub)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The first 48 puzzles of the built-in sample.
pub fn sample() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/sample.txt");
    let text = std::fs::read_to_string(path).expect("the sample is there");
    text.lines()
        .take(48)
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// How a run ended.
#[derive(Debug, Default)]
pub struct Finished {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Finished {
    fn from(output: Output) -> Finished {
        Finished {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Finished {
    /// Refused or failed with this code, in one line with all of `words`.
    #[track_caller]
    pub fn failed(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "{word}: {}", self.stderr);
        }
        assert!(self.stderr.starts_with("ninefold: "), "{}", self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
    }

    /// Ended with this code, these rows, and no message.
    #[track_caller]
    pub fn printed(&self, code: i32, rows: &str) {
        assert_eq!((self.code, &*self.stderr), (Some(code), ""));
        if self.stdout != rows {
            // Not both whole: they may be long.
            assert_eq!(self.stdout.lines().count(), rows.lines().count());
            let differs = self.stdout.lines().zip(rows.lines()).find(|(a, b)| a != b);
            panic!("{differs:?}");
        }
    }

    /// Standard error as JSON.
    #[track_caller]
    pub fn report(&self) -> serde_json::Value {
        serde_json::from_str(&self.stderr).expect(&self.stderr)
    }
}

/// The program, without environment variables that would change its behaviour.
pub fn ninefold() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ninefold"));
    for variable in ["NINEFOLD_THREADS", "NINEFOLD_BACKEND", "NO_COLOR"] {
        command.env_remove(variable);
    }
    command
}

/// Runs with these arguments and this standard input.
pub fn run(args: &[&str], stdin: &str) -> Finished {
    feed(ninefold().args(args), stdin)
}

/// Runs a command with this standard input.
pub fn feed(command: &mut Command, stdin: &str) -> Finished {
    output(command, stdin.as_bytes()).into()
}

/// The output of a command for these bytes on its standard input.
pub fn output(command: &mut Command, stdin: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("standard input is a pipe");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // The program may end without reading it all.
            let _ = pipe.write_all(stdin);
        });
        child.wait_with_output().expect("the program ends")
    })
}

/// The same command, run by a shell that first does something else: sets a limit, closes a stream.
pub fn limited(first: &str, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(format!("{first} && exec \"$0\" \"$@\""));
    shell.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    shell
}

/// Says why a test, or a part of it, was skipped.
pub fn skipped(why: &str) {
    // Straight to the handle, which the test harness does not capture.
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("a test").to_owned();
    let _ = writeln!(std::io::stderr(), "skipped: {name}: {why}");
}

/// Waits for something that must come. The time only ends a wait that would never end: no machine
/// is that slow.
#[track_caller]
pub fn wait_for(what: &str, mut come: impl FnMut() -> bool) {
    let start = Instant::now();
    while !come() {
        assert!(start.elapsed() < Duration::from_secs(120), "no {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// A directory that is removed when the test ends.
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    pub fn new() -> Scratch {
        Scratch(tempfile::tempdir().expect("a directory can be made"))
    }

    /// A path in it, as text.
    pub fn path(&self, name: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        path.to_str().expect("the path is text").to_owned()
    }

    /// Writes a file and gives its path.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).expect("a file can be written");
        path
    }

    /// The program in it, with these arguments, which are split as a shell does.
    pub fn command(&self, args: &str) -> Command {
        let mut command = ninefold();
        let args = shlex::split(args).expect("every quote is closed");
        command.args(args).current_dir(self.0.path());
        command
    }

    /// Runs the program in it, with these arguments and nothing on standard input.
    pub fn run(&self, args: &str) -> Finished {
        feed(&mut self.command(args), "")
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect(name)
    }

    /// Whether an unfinished output has any rows.
    pub fn has_rows(&self) -> bool {
        let names = self.names();
        let part = names.iter().find(|name| name.ends_with(".part"));
        part.is_some_and(|part| std::fs::metadata(self.path(part)).is_ok_and(|m| m.len() > 0))
    }

    /// The names of the files in it.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the directory is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// Whether `rows` answers `puzzles`, line by line.
pub fn assert_right(puzzles: &str, rows: &str) {
    assert_eq!(puzzles.lines().count(), rows.lines().count());
    for (puzzle, row) in puzzles.lines().zip(rows.lines()) {
        let puzzle = puzzle.as_bytes().try_into().expect("81 cells");
        let row = row.as_bytes().try_into().expect("81 digits");
        assert_eq!(ninefold::grid::check::check(puzzle, row), Ok(()));
    }
}
