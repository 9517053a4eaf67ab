//! Compiles and runs the examples of the guide: a program in C, and some lines of Python.
#![cfg(unix)]

use ninefold::grid::check::check;
use std::env;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The folder of the libraries that Cargo built for this test.
fn built() -> PathBuf {
    let test = env::current_exe().expect("this test has a path");
    let folder = test.parent().expect("and lies in a folder");
    folder.to_owned()
}

fn output(command: &mut Command) -> String {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).expect("text")
}

/// Compiles `solve.c` with these arguments, and solves a data set with it.
fn solve_in_c(name: &str, arguments: &[String]) {
    let program = built().join(format!("callers-{name}"));
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/../../include");
    let mut compile = Command::new(env::var_os("CC").unwrap_or("cc".into()));
    compile.args(["-Wall", "-Wextra", "-Werror", "-std=c99", "-I", include]);
    compile.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/solve.c"));
    output(compile.args(arguments).arg("-o").arg(&program));

    let puzzles = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/sample.txt");
    let answers = output(
        Command::new(program)
            .arg("2")
            .stdin(File::open(puzzles).unwrap()),
    );
    let puzzles = fs::read_to_string(puzzles).unwrap();
    assert_eq!(answers.lines().count(), puzzles.lines().count());
    for (puzzle, answer) in puzzles.lines().zip(answers.lines()) {
        let (solutions, row) = answer.split_once(' ').expect("a number and a row");
        assert_eq!(solutions, "1");
        let (puzzle, row) = (puzzle.as_bytes(), row.as_bytes());
        assert_eq!(
            check(puzzle.try_into().unwrap(), row.try_into().unwrap()),
            Ok(())
        );
    }
}

#[test]
fn c_with_the_shared_library() {
    let folder = built()
        .into_os_string()
        .into_string()
        .expect("a path in UTF-8");
    let run_time = format!("-Wl,-rpath,{folder}");
    solve_in_c(
        "shared",
        &["-L".into(), folder, "-lninefold_solver".into(), run_time],
    );
}

#[test]
fn c_with_the_static_library() {
    let library = built().join("libninefold_solver.a");
    let library = library
        .into_os_string()
        .into_string()
        .expect("a path in UTF-8");
    let more = ["-lpthread", "-ldl", "-lm"].map(String::from);
    solve_in_c("static", &[&[library], &more[..]].concat());
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
    let library = built().join(library).into_os_string().into_string();
    let (code, _) = code.expect("a block of Python");
    let code = code.replace(
        "target/release/libninefold_solver.so",
        &library.expect("a path in UTF-8"),
    );
    let answer = output(Command::new("python3").args(["-c", &code]));
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(answer, format!("1 {solution}\n"));
}
