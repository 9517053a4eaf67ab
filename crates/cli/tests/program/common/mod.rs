//! Runs the program and checks its results.
#![allow(dead_code, unreachable_pub)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_ninefold");

/// The folder of the sources.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

pub const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";
pub const ANSWER: &str =
    "143628579572139468986754231391542786468917352725863914237481695619275843854396127";

pub fn puzzles(lines: usize) -> String {
    format!("{PUZZLE}\n").repeat(lines)
}

pub fn answers(lines: usize) -> String {
    format!("{ANSWER}\n").repeat(lines)
}

/// The first 48 puzzles of the built-in sample.
pub fn sample() -> String {
    dataset("sample", 48)
}

/// The first lines of a data set.
pub fn dataset(name: &str, lines: usize) -> String {
    let text = std::fs::read_to_string(format!("{ROOT}/datasets/{name}.txt"));
    let text = text.expect("it is committed");
    text.lines()
        .take(lines)
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// Cells in nine rows, with one text between cells and another between rows.
pub fn board(cells: &str, cell: &str, row: &str) -> String {
    let cells: Vec<String> = cells.chars().map(String::from).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| row.join(cell)).collect();
    rows.join(row)
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
    /// Ended with this code, and its rows and messages have all of `words`.
    #[track_caller]
    pub fn ended(&self, code: i32, words: &[&str]) -> &Finished {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        for word in words {
            let found = self.stdout.contains(word) || self.stderr.contains(word);
            assert!(found, "{word}: {}{}", self.stdout, self.stderr);
        }
        self
    }

    /// Did its work, whatever it found.
    #[track_caller]
    pub fn worked(&self) -> &Finished {
        self.ended(
            self.code
                .filter(|code| [0, 1, 4].contains(code))
                .unwrap_or(0),
            &[],
        )
    }

    /// Refused or failed with this code, in one line with all of `words`.
    #[track_caller]
    pub fn failed(&self, code: i32, words: &[&str]) {
        self.ended(code, &[]);
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
    let mut command = Command::new(PROGRAM);
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

/// `solve` with these arguments and this text on standard input.
pub fn solve(args: &str, text: &str) -> Finished {
    feed(ninefold().arg("solve").args(args.split_whitespace()), text)
}

/// The output of a command for these bytes on its standard input.
pub fn output(command: &mut Command, stdin: &[u8]) -> Output {
    // Shown where the test fails.
    println!("{command:?}");
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

/// A run with all of its streams as pipes.
pub fn start(mut command: Command) -> Child {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("it starts")
}

/// Runs a tool. Returns whether it succeeded.
pub fn tool(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Sends a signal.
pub fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(tool("kill", &[&format!("-{name}"), &id]));
}

/// Waits until a process has ended.
#[track_caller]
pub fn gone(pid: &str) {
    wait_for(&format!("end of {pid}"), || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/stat"));
        !tool("kill", &["-0", pid]) || status.is_ok_and(|status| status.contains(") Z "))
    });
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

pub fn gzip(text: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(text).unwrap();
    writer.finish().unwrap()
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

/// The lines of a table, each as an array of its cells.
pub fn table<const N: usize>(text: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| {
        let cells: Vec<&str> = line.splitn(N, '|').map(str::trim).collect();
        cells.try_into().expect("a cell for each column")
    })
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

    /// Runs each line of a table: exit code, arguments, and words that its rows and messages have,
    /// between `&`.
    #[track_caller]
    pub fn check(&self, runs: &str) {
        for [code, args, words] in table(runs) {
            let words: Vec<&str> = words.split(" & ").collect();
            self.run(args).ended(code.parse().unwrap(), &words);
        }
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect(name)
    }

    /// A file of JSON.
    pub fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.read(name)).expect(name)
    }

    /// Writes a shell script and gives its path.
    #[cfg(unix)]
    pub fn script(&self, name: &str, text: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.file(name, &format!("#!/bin/sh\n{text}\n"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
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
