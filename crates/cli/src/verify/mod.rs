//! `ninefold verify`: checks answers.

mod words;

use crate::args::{
    FindingsArgs, FormatArgs, SolverArgs, ThreadArgs, TimeoutArgs, choice, with_exit_codes,
};
use crate::bench::own_program;
use crate::failure::Failure;
use crate::inputs::noted;
use crate::mapping::mapping;
use crate::memory;
use crate::outputs::{Outputs, is_one_file};
use crate::select::read_corpus;
use crate::{signals, stdio};
use clap::{Args, ValueHint};
use ninefold::Stop;
use ninefold_files::escape::escape;
use ninefold_files::format::answers::{self, AnswerOptions, Answers};
use ninefold_files::format::{self, Kind, Opened, OutputFormat, without_blanks};
use ninefold_files::input::{self, Source};
use ninefold_files::metrics::trailer::Trailer;
use ninefold_files::pipeline::{PipelineError, Tally, Verification, verify};
use ninefold_referee::external::{SolverSpec, Supervised, Target};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use words::{alignment, describe, describe_known, unaligned};

const EXAMPLES: &str = "\
Examples:
  ninefold verify puzzles.txt answers.txt          who is wrong, and where?
  ninefold verify solved.csv                       both columns in one table
  ./mine < puzzles.txt | ninefold verify puzzles.txt -
  ninefold verify puzzles.txt --solver mine=./mine";

const NOTES: &str = "\
More examples:
  ninefold verify puzzles.txt solved.csv --answer-column solved
  tdoku-solve < puzzles.txt | ninefold verify puzzles.txt -
  ninefold verify puzzles.txt --solver 'mine=./solve --fast'
  ninefold verify puzzles.txt answers.txt --trailer run.log
  cat part-*.txt | ninefold verify puzzles.txt - --trailer log-01 --trailer log-02

The answers may be in any format that 'solve' writes, or any with an answer on each line.
The report begins with the format. The k-th answer belongs to the k-th line of the puzzles
that is neither blank nor a comment nor a header. A row that begins with '!', a number,
and words for no solution (None, null, unsolvable, ...) are claims. They are counted
separately. If there are more or fewer answers than puzzles, the exit code is 2. The
guide's chapter on judging has the details.

With --solver, Ninefold runs a command instead of reading answers. The command gets the
puzzles as lines on its standard input, and prints a line for each ('ninefold bench --help').";

const USAGE: &str = "ninefold verify [OPTIONS] <PUZZLES> <ANSWERS>
       ninefold verify [OPTIONS] <PUZZLES> --solver <NAME=COMMAND>
       ninefold verify [OPTIONS] <TABLE>";

/// Check any solver's answers, in any format, with the independent checker.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES), override_usage = USAGE)]
pub(crate) struct VerifyArgs {
    /// The puzzles ('-' for standard input), or a table that also has the answers.
    #[arg(value_hint = ValueHint::FilePath)]
    puzzles: PathBuf,
    /// The answers, in the order of the puzzles.
    #[arg(value_name = "ANSWERS", value_hint = ValueHint::FilePath)]
    solutions: Option<PathBuf>,
    /// The answers' format [default: recognised].
    #[arg(long, value_name = "FORMAT")]
    #[arg(value_parser = choice(OutputFormat::ALL, OutputFormat::name))]
    #[arg(conflicts_with = "named")]
    answer_format: Option<OutputFormat>,
    /// The column of the solutions [default: recognised].
    ///
    /// It is a CSV column or a member of JSON lines.
    #[arg(long, value_name = "NAME", conflicts_with = "named")]
    answer_column: Option<String>,
    /// Compare with the checksum in FILE ('solve --trailer').
    ///
    /// FILE holds what 'solve --trailer' printed on standard error. For several shards, pass it
    /// once for each, in order.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    trailer: Vec<PathBuf>,
    /// Name at most N wrong lines.
    #[arg(long, value_name = "N", default_value_t = 100)]
    show: usize,
    /// Print nothing, and tell the result by the exit code.
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    solvers: SolverArgs,
    #[command(flatten)]
    patience: TimeoutArgs,
    #[command(flatten)]
    findings: FindingsArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Checks the answers and shows wrong ones. The exit code says whether there are any.
pub(crate) fn run(args: &VerifyArgs) -> Result<u8, Failure> {
    let solver = solver(args)?;
    memory::request(args.threads.count()?, args.format.open_options().chunk_size)?;
    let inputs = inputs(args, solver.is_some())?;
    let output = if args.quiet {
        None
    } else {
        Some(Outputs::new(false, &inputs).open(None)?)
    };
    refuse_one_file(args)?;
    let expected = trailer(&args.trailer)?;
    let tally = Tally::default();
    let puzzles = puzzles(args)?;
    let is_specified = puzzles.is_specified;
    let wanted = expected.is_some().then_some(&tally);
    let mut is_beside = false;
    // Why the file is no table of answers.
    let mut no_table = None;
    let answers = match (solver, &args.solutions) {
        (Some(solver), _) => answers_of(&solver, args, wanted)?,
        (None, Some(path)) => answers(path, args, wanted)?,
        (None, None) => match answers_in_table(&puzzles, args, wanted) {
            Ok(Some(answers)) => answers,
            Err(why) if args.answer_format.is_some() || args.answer_column.is_some() => {
                return Err(why);
            }
            not_there => {
                is_beside = true;
                no_table = not_there.err();
                solutions_beside(args, wanted)?
            }
        },
    };
    let label = answers.label.clone();
    let threads = args.threads.count()?;
    let found = verify(puzzles, answers, threads, args.show, &Stop::new());
    let found = found.map_err(|error| match error {
        PipelineError::Input(error) => Failure::input(error),
        error => Failure::io(error),
    })?;
    if is_beside && found.right + found.wrong + found.known.not_comparable == 0 {
        return Err(match no_table {
            Some(why) if found.without_blanks == 0 => why,
            _ => without_solutions(&args.puzzles, &found),
        });
    }
    let whole = expected.is_none_or(|expected| expected == tally.trailer());
    if let Some(output) = output {
        let mut text = report(args, &label, &found, is_beside);
        if let Some(expected) = expected.filter(|_| !whole) {
            let _ = writeln!(text, "trailer: expected {expected}");
            let _ = writeln!(text, "         found    {}", tally.trailer());
        }
        output.put(text.as_bytes())?;
    }
    if !found.is_aligned() {
        return Err(Failure::refused(unaligned(&found)));
    }
    // A solution in the place of its puzzle is the right answer to itself.
    let are_puzzles = found.without_blanks == 0 || is_specified;
    Ok(args.findings.code(whole && found.is_clean() && are_puzzles))
}

/// Refuses a file that is compared with itself.
fn refuse_one_file(args: &VerifyArgs) -> Result<(), Failure> {
    let Some(solutions) = &args.solutions else {
        return Ok(());
    };
    if args.answer_column.is_some() || !is_one_file(&args.puzzles, solutions) {
        return Ok(());
    }
    let path = escape(&args.puzzles);
    let has_both = answers(solutions, args, None).is_ok_and(|answers| answers.has_puzzles);
    let way_out = if has_both {
        format!(": ninefold verify {path} compares its puzzles with its solutions")
    } else {
        String::new()
    };
    Err(Failure::refused(format!(
        "{path} is both the puzzles and the answers{way_out}"
    )))
}

fn open(path: &Path, args: &VerifyArgs) -> Result<Box<dyn Source>, Failure> {
    let options = args.format.open_options().mmap(mapping());
    input::open(path, &options).map_err(Failure::input)
}

/// All files that are read. Refuses those that cannot be.
fn inputs(args: &VerifyArgs, has_solver: bool) -> Result<Vec<PathBuf>, Failure> {
    let stdin = Path::new("-");
    if args.puzzles == stdin && args.solutions.as_deref().is_none_or(|path| path == stdin) {
        return Err(Failure::refused(if has_solver {
            "the puzzles for a solver cannot be standard input, because they are read twice: save them in a file"
        } else {
            "puzzles and solutions cannot both be standard input: save one in a file"
        }));
    }
    let mut inputs = args.trailer.clone();
    inputs.push(args.puzzles.clone());
    inputs.extend(args.solutions.clone());
    for path in &inputs {
        stdio::check_input(path)?;
    }
    Ok(inputs)
}

/// What was found, for people.
fn report(args: &VerifyArgs, label: &str, found: &Verification, is_beside: bool) -> String {
    let mut text = format!("answers: {label}; {}\n", alignment(found));
    describe(found, &mut text);
    // Beside the puzzles, they are the answers.
    let is_known = args.solutions.is_some() || args.answer_column.is_some();
    if is_known || is_beside && found.known.not_comparable > 0 {
        describe_known(found, &mut text);
    }
    text
}

fn puzzles(args: &VerifyArgs) -> Result<Opened, Failure> {
    let options = args.format.options()?;
    let opened = format::open(open(&args.puzzles, args)?, &options);
    let noted = opened.map(|opened| noted(opened, args.quiet));
    noted.map_err(Failure::input)
}

/// The solver whose answers to check, if one is specified.
fn solver(args: &VerifyArgs) -> Result<Option<SolverSpec>, Failure> {
    let mut solvers = args.solvers.solvers()?;
    let why = match (solvers.len(), &args.solutions) {
        (0, _) => return Ok(None),
        (1, None) => return Ok(solvers.pop()),
        (_, None) => "verify checks one solver at a time",
        (_, Some(_)) => "name a file of answers or a solver, not both",
    };
    Err(Failure::refused(why))
}

/// Runs a solver on all puzzles, and returns its answers.
fn answers_of(
    spec: &SolverSpec,
    args: &VerifyArgs,
    tally: Option<&Tally>,
) -> Result<Answers, Failure> {
    signals::end_at_once()?;
    let failed = |reason: String| Failure::io(format!("{}: {reason}", spec.name));
    let Target::Command(words) = &spec.target else {
        return Err(Failure::refused(
            "verify runs commands; a library's answers are checked when 'ninefold bench' measures it",
        ));
    };
    let options = args.format.open_options();
    let format = args.format.options()?;
    let corpus = read_corpus(
        &args.puzzles,
        spec.name.clone(),
        usize::MAX,
        &options,
        &format,
    )?;
    let limits = args.solvers.limits(args.patience.timeout, Stop::new());
    let solver = Supervised::command(&own_program()?, words, 1, args.threads.count()?, &limits);
    let reply =
        solver.and_then(|mut solver| solver.solve(corpus.lines(), corpus.len(), limits.timeout));
    let text = reply.map_err(failed)?.text;
    let text = match tally {
        None => each_an_answer(&text),
        Some(_) => text,
    };
    let text = io::Cursor::new(text);
    let source =
        input::open_reader(&spec.name, Box::new(text), &options).map_err(Failure::input)?;
    let source = tallied(source, tally);
    Ok(Answers::of_lines(source, format!("solver {}", spec.name)))
}

/// The lines of a solver, with its empty ones in words: each line is an answer, while a file may
/// have blank lines between its answers.
fn each_an_answer(text: &[u8]) -> Vec<u8> {
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let lines = lines.map(|line| {
        if line.trim_ascii().is_empty() {
            b"!none\n"
        } else {
            line
        }
    });
    lines.collect::<Vec<&[u8]>>().concat()
}

fn answers(path: &Path, args: &VerifyArgs, tally: Option<&Tally>) -> Result<Answers, Failure> {
    answers_in(path, args, args.format.column.clone(), tally)
}

/// The answers in a file, whose puzzles may stand in this column of it.
fn answers_in(
    path: &Path,
    args: &VerifyArgs,
    column: Option<String>,
    tally: Option<&Tally>,
) -> Result<Answers, Failure> {
    let options = AnswerOptions::default()
        .format(args.answer_format)
        .solution(args.answer_column.clone())
        .puzzle(column);
    let source = tallied(open(path, args)?, tally);
    answers::open(source, &options).map_err(Failure::input)
}

/// A source whose rows are counted by a tally, if there is one.
fn tallied(source: Box<dyn Source>, tally: Option<&Tally>) -> Box<dyn Source> {
    match tally {
        Some(tally) => tally.of(source),
        None => source,
    }
}

/// The answers in the table of the puzzles, or on their lines, where claims may stand, too. `None`
/// if the file is neither, or has none.
fn answers_in_table(
    puzzles: &Opened,
    args: &VerifyArgs,
    tally: Option<&Tally>,
) -> Result<Option<Answers>, Failure> {
    let is_table = matches!(puzzles.kind, Kind::Csv | Kind::Jsonl | Kind::Line);
    if !is_table && args.answer_format.is_none() {
        return Ok(None);
    }
    let column = puzzles.column().map(str::to_owned);
    let found = answers_in(&args.puzzles, args, column, tally)?;
    Ok(Some(found).filter(|answers| answers.has_puzzles))
}

/// The solutions beside the puzzles, as the reader of the puzzles finds them.
fn solutions_beside(args: &VerifyArgs, tally: Option<&Tally>) -> Result<Answers, Failure> {
    let source = tallied(open(&args.puzzles, args)?, tally);
    let opened = format::open(source, &args.format.options()?).map_err(Failure::input)?;
    Ok(Answers::beside(opened, args.answer_column.clone()))
}

fn without_solutions(path: &Path, found: &Verification) -> Failure {
    let path = escape(path);
    let way_out = match without_blanks(found.without_blanks, found.puzzles) {
        // No answers fit puzzles of which some are solutions.
        Some(full) => format!(
            " ({full}). A full grid that is a solution belongs beside, above or below its puzzle, or in \
             a file of its own"
        ),
        None => format!(": ninefold verify {path} ANSWERS, or --solver NAME=COMMAND"),
    };
    Failure::refused(format!(
        "{path}: its puzzles have no solutions beside them{way_out}"
    ))
}

/// What is wrong with a file.
fn about(file: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::io(format!("{}: {error}", escape(file)))
}

/// The trailers in all files, joined.
fn trailer(files: &[PathBuf]) -> Result<Option<Trailer>, Failure> {
    let mut all: Option<Trailer> = None;
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| about(file, &error))?;
        let part = Trailer::find_all(&text).map_err(|error| about(file, &error))?;
        all.get_or_insert_default().append(&part);
    }
    Ok(all)
}
