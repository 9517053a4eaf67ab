//! `ninefold transform`: makes corpora from corpora.

use super::args::{EngineArgs, FindingsArgs, with_exit_codes};
use super::corpus_run::{BesideArgs, CorpusArgs, beside_left_out};
use super::failure::Failure;
use super::messages::eprint;
use clap::Args;
use ninefold_files::corpus::transform::{Change, Changed, Transform, transform};
use ninefold_files::format::Beside;
use ninefold_files::numbers::{count, counted};

const EXAMPLES: &str = "\
Examples:
  ninefold transform --isomorph --seed 3 puzzles.txt -o others.txt
  ninefold transform --dedupe all.txt -o distinct.txt
  ninefold transform --minimize puzzles.txt -o minimal.txt
  ninefold transform --canonical puzzles.csv -o canonical.csv";

const NOTES: &str = "\
More examples:
  ninefold transform --isomorph --seed 7 puzzles.txt -o equivalent.txt
  ninefold transform --canonical --bare puzzles.txt | sort -u
  ninefold transform --minimize easy.txt -o minimal.txt
  ninefold transform --isomorph --bare puzzles.csv | shuf -n 1000

Two puzzles are equivalent if one becomes the other by relabelling digits, permuting
rows in a band, columns in a stack, bands and stacks, and transposing. A puzzle has
3,359,232 x 9! forms, or fewer if it has symmetries. If its clues clash, --canonical
and --dedupe take it as it is.

Comments, blank lines and tables (csv, JSON lines) are kept. The new puzzle replaces
the old one. If a column, a member or (with --keep-tail) the text beside a puzzle
holds its solution, the solution of the new puzzle replaces it. All else stays, also
wrong solutions, which the report names. Comments among boards are left out.

--dedupe takes about 80 bytes of memory for each different puzzle. If that is too
much, use --canonical --bare and sort -u.

Ninefold leaves out lines without a puzzle and reports their number. Then the exit code
is 1. The same seed gives the same file with any number of threads.";

/// Change a corpus: isomorphs, canonical form, minimal puzzles, no duplicates.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES),
    override_usage = "ninefold transform [OPTIONS] <CHANGE> [INPUT]...")]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) what: WhatArgs,
    /// The same seed gives the same result.
    #[arg(short, long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) beside: BesideArgs,
    #[command(flatten)]
    pub(crate) corpus: CorpusArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    findings: FindingsArgs,
}

/// The change: one of these.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct WhatArgs {
    /// Replace each puzzle by a random equivalent one.
    ///
    /// Digits are relabelled, rows, columns, bands and stacks permuted, and the puzzle is
    /// possibly transposed.
    #[arg(long)]
    pub(crate) isomorph: bool,
    /// Replace each puzzle by its first equivalent form.
    ///
    /// The order is that of text, with blanks before digits.
    #[arg(long)]
    pub(crate) canonical: bool,
    /// Keep the first of equivalent puzzles.
    #[arg(long)]
    pub(crate) dedupe: bool,
    /// Remove clues that are not needed, in random order.
    ///
    /// Puzzles without exactly one solution are left out.
    #[arg(long)]
    pub(crate) minimize: bool,
}

impl WhatArgs {
    fn change(&self) -> Change {
        match self {
            WhatArgs { isomorph: true, .. } => Change::Isomorph,
            WhatArgs { dedupe: true, .. } => Change::Dedupe,
            WhatArgs { minimize: true, .. } => Change::Minimize,
            _ => Change::Canonical,
        }
    }
}

/// Transforms the corpus. The exit code is 1 if lines or puzzles were left out, or if a line states
/// a wrong solution.
pub(crate) fn run(args: &TransformArgs) -> Result<u8, Failure> {
    let beside = args.beside.kept();
    let (engine, options) = args.engine.choice()?;
    let job = Transform::new(args.what.change())
        .seed(args.seed)
        .engine(engine)
        .options(options)
        .beside(beside);
    let threads = args.engine.threads()?;
    let (sources, mut run) = args.corpus.open(threads, job.one_table())?;
    let (progress, stop) = (run.progress.clone(), run.stop.clone());
    let job = job.threads(run.threads);
    let output = &mut run.output;
    let mut sink = |text: &[u8]| output.write(text);
    let done = transform(&job, sources, &mut sink, &progress, &stop);
    let changed = run.end(done)?;
    if !args.corpus.quiet {
        eprint(&report(&changed, beside, args.beside.bare));
    }
    Ok(args
        .findings
        .code(changed.read.is_clean() && changed.ambiguous == 0))
}

fn report(changed: &Changed, beside: Beside, bare: bool) -> String {
    let mut text = format!(
        "{} read, {} written\n",
        counted(changed.read.puzzles, "puzzle"),
        count(changed.written)
    );
    if let Some(left_out) = changed.read.left_out() {
        text.push_str(&format!("{left_out}: left out\n"));
    }
    text.push_str(&changed.read.account());
    if !bare && changed.read.drops(beside, true) {
        text.push_str(beside_left_out(&changed.read, beside));
    }
    if changed.ambiguous > 0 {
        let puzzles = counted(changed.ambiguous, "puzzle");
        text.push_str(&format!(
            "{puzzles} without exactly one solution: left out\n"
        ));
    }
    text
}
