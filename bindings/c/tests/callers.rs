//! Compiles and runs the examples of the guide: a program in C, and some lines of Python.
#![cfg(unix)]

use ninefold::grid::check::check;
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of the libraries that Cargo built for this test.
fn built() -> PathBuf {
    let test = env::current_exe().expect("this test has a path");
    test.parent().expect("and lies in a folder").to_owned()
}

fn text(path: PathBuf) -> String {
    path.into_os_string()
        .into_string()
        .expect("a path in UTF-8")
}

fn output(command: &mut Command) -> String {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// Compiles `solve.c` with these arguments.
fn solve_in_c(name: &str, arguments: &[String]) -> PathBuf {
    in_c("solve.c", name, arguments)
}

/// Compiles a program of this folder with these arguments.
fn in_c(source: &str, name: &str, arguments: &[String]) -> PathBuf {
    let program = built().join(format!("callers-{name}"));
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include");
    let mut compile = Command::new(env::var_os("CC").unwrap_or("cc".into()));
    compile.args(["-Wall", "-Wextra", "-Werror", "-std=c99", "-I", include]);
    compile.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(source));
    output(compile.args(arguments).arg("-o").arg(&program));
    program
}

/// Lines of a data set.
fn lines(name: &str) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets");
    let text = fs::read_to_string(format!("{folder}/{name}.txt")).unwrap();
    text.lines().map(String::from).collect()
}

/// What `solve.c` prints for these puzzles, up to two solutions of each.
fn answers(program: &Path, puzzles: &[String], end: &str) -> Vec<String> {
    let input = program.with_extension(format!("in{}", end.len()));
    fs::write(&input, puzzles.join(end)).unwrap();
    let input = File::open(input).unwrap();
    let answers = output(Command::new(program).arg("2").stdin(input));
    answers.lines().map(String::from).collect()
}

/// It solves puzzles with one solution, however their lines end; the last one does not.
fn solves(program: &Path, puzzles: &[String]) {
    for end in ["\n", "\r\n"] {
        let answers = answers(program, puzzles, end);
        assert_eq!(answers.len(), puzzles.len());
        for (puzzle, answer) in puzzles.iter().zip(answers) {
            let (solutions, row) = answer.split_once(' ').expect("a number and a row");
            assert_eq!(solutions, "1");
            let puzzle = puzzle.as_bytes();
            let row = row.as_bytes();
            let right = check(puzzle.try_into().unwrap(), row.try_into().unwrap());
            assert_eq!(right, Ok(()));
        }
    }
}

#[test]
fn c_with_the_shared_library() {
    let folder = text(built());
    let run_time = format!("-Wl,-rpath,{folder}");
    let arguments = ["-L".into(), folder, "-lninefold_solver".into(), run_time];
    solves(&solve_in_c("shared", &arguments), &lines("sample"));
}

#[test]
fn c_with_the_static_library() {
    let library = text(built().join("libninefold_solver.a"));
    let more = ["-lpthread", "-ldl", "-lm"].map(String::from);
    let program = solve_in_c("static", &[&[library], &more[..]].concat());
    solves(&program, &lines("sample"));
}

/// Each frame has its answer, also where all solutions would take longer than anyone has.
#[test]
fn a_game_in_c_never_waits() {
    let library = text(built().join("libninefold_solver.a"));
    let more = ["-lpthread", "-ldl", "-lm"].map(String::from);
    let program = in_c("game.c", "game", &[&[library], &more[..]].concat());
    let puzzle = lines("easy")[0].clone();
    let clash = format!("11{}", ".".repeat(79));
    let letters = "q".repeat(81);
    let none = format!("12345678.........9{}", ".".repeat(63));
    let boards = [".".repeat(81), puzzle, clash, letters, none, ".".repeat(81)];
    let expected = [
        "not known in time",
        "one solution",
        "two digits clash",
        "not a board",
        "no solution",
        "not known in time",
    ];
    assert_eq!(answers(&program, &boards, "\n"), expected);
}

/// The library that solver authors start from.
#[test]
fn c_with_the_example_of_a_library() {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/library.c");
    let program = solve_in_c("example", &["-O2".into(), library.into()]);
    solves(&program, &lines("easy")[..20]);
    let clash = format!("11{}", ".".repeat(79));
    let several = ".".repeat(81);
    let answers = answers(&program, &[clash, several], "\n");
    assert_eq!(answers[0], "0 -");
    assert!(answers[1].starts_with("2 1234567894567891237891"));
}

/// Without Python it is skipped, with a line that says so.
#[test]
fn python_with_the_shared_library() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no python3");
        return;
    }
    let page = include_str!("../../../docs/src/c.md");
    let code = page
        .split_once("```python\n")
        .and_then(|(_, rest)| rest.split_once("```"));
    let library = format!("libninefold_solver{}", env::consts::DLL_SUFFIX);
    let library = text(built().join(library));
    let (code, _) = code.expect("a block of Python");
    let code = code.replace("target/release/libninefold_solver.so", &library);
    let answer = output(Command::new("python3").args(["-c", &code]));
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(answer, format!("1 {solution}\n"));
}
