//! `ninefold transform`: makes corpora from corpora.

use super::args::{EngineArgs, size, with_exit_codes};
use super::corpus_run::{BesideArgs, CorpusArgs};
use super::failure::{self, Failure};
use super::messages::eprint;
use clap::Args;
use ninefold::corpus::transform::{Change, Changed, Transform, transform};
use ninefold::format::Beside;
use ninefold::numbers::{count, counted};

const EXAMPLES: &str = "\
Examples:
  ninefold transform --isomorph --seed 3 puzzles.txt -o others.txt
  ninefold transform --dedupe all.txt -o distinct.txt
  ninefold transform --minimize puzzles.txt -o minimal.txt
  ninefold transform --sample 1000 big.txt -o few.txt";

const NOTES: &str = "\
More examples:
  ninefold transform --isomorph --seed 7 puzzles.txt -o equivalent.txt
  ninefold transform --canonical --bare puzzles.txt | sort -u
  ninefold transform --dedupe --memory 4G big.txt -o once.txt
  ninefold transform --minimize easy.txt -o minimal.txt
  ninefold transform --sample 1000 big.txt | ninefold transform --shuffle

Two puzzles are equivalent if one becomes the other by relabelling digits, permuting
rows in a band, columns in a stack, bands and stacks, and transposing. A puzzle has
3,359,232 x 9! forms, or fewer if it has symmetries. If its clues clash, --canonical
and --dedupe take it as it is.

--isomorph, --canonical and --minimize keep comments, blank lines and tables (csv,
JSON lines). The new puzzle replaces the old one. If a column, a member or (with
--keep-tail) the text beside a puzzle holds its solution, the solution of the new
puzzle replaces it. All else stays, wrong solutions too. Comments among boards of
several lines are left out, and reported. --dedupe, --shuffle and --sample write only
the puzzles.

Ninefold leaves out lines without a puzzle and reports their number. Then the exit code
is 1. The same seed gives the same file with any number of threads.";

/// Change a corpus: isomorphs, canonical form, minimal puzzles, order, sample.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = with_exit_codes(NOTES),
    override_usage = "ninefold transform [OPTIONS] <CHANGE> [INPUT]...")]
pub(crate) struct TransformArgs {
    #[command(flatten)]
    pub(crate) what: WhatArgs,
    /// The same seed gives the same result.
    #[arg(short, long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Memory for --dedupe and --shuffle.
    ///
    /// The rest goes to temporary files in TMPDIR.
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = size)]
    pub(crate) memory: u64,
    #[command(flatten)]
    pub(crate) beside: BesideArgs,
    #[command(flatten)]
    pub(crate) corpus: CorpusArgs,
    #[command(flatten)]
    engine: EngineArgs,
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
    /// Put the puzzles in random order.
    #[arg(long)]
    pub(crate) shuffle: bool,
    /// Keep N puzzles, chosen at random, in their order.
    #[arg(long, value_name = "N", value_parser = parse_sample)]
    pub(crate) sample: Option<usize>,
}

fn parse_sample(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("a sample has at least one puzzle".to_owned()),
        Ok(count) => Ok(count),
        Err(_) => Err("expected an integer".to_owned()),
    }
}

impl WhatArgs {
    /// The name of the option.
    fn name(&self) -> &'static str {
        match self.change() {
            Change::Isomorph => "--isomorph",
            Change::Dedupe => "--dedupe",
            Change::Minimize => "--minimize",
            Change::Shuffle => "--shuffle",
            Change::Sample(_) => "--sample",
            _ => "--canonical",
        }
    }

    fn change(&self) -> Change {
        match self {
            WhatArgs { isomorph: true, .. } => Change::Isomorph,
            WhatArgs { dedupe: true, .. } => Change::Dedupe,
            WhatArgs { minimize: true, .. } => Change::Minimize,
            WhatArgs { shuffle: true, .. } => Change::Shuffle,
            WhatArgs {
                sample: Some(count),
                ..
            } => Change::Sample(*count),
            _ => Change::Canonical,
        }
    }
}

impl TransformArgs {
    /// What to keep besides the puzzles.
    fn beside(&self) -> Result<Beside, Failure> {
        match (self.what.change().keeps_lines(), self.beside.kept()) {
            (true, kept) => Ok(kept),
            (false, Beside::Tails) => Err(Failure::refused(format!(
                "--keep-tail: {} writes only the puzzles; --isomorph, --canonical and --minimize keep lines",
                self.what.name()
            ))),
            _ => Ok(Beside::Nothing),
        }
    }
}

/// Transforms the corpus. The exit code is 1 if lines or puzzles were left out.
pub(crate) fn run(args: &TransformArgs) -> Result<u8, Failure> {
    if args.memory < 1 << 20 {
        return Err(Failure::refused("--memory: less than 1M"));
    }
    let beside = args.beside()?;
    let engine = args.engine.engine()?;
    let job = Transform::new(args.what.change())
        .seed(args.seed)
        .engine(engine)
        .options(args.engine.options(engine)?)
        .memory(usize::try_from(args.memory).unwrap_or(usize::MAX))
        .beside(beside);
    let threads = args.engine.threads()?;
    let (sources, mut run) = args.corpus.open(None, threads, job.alike())?;
    let (progress, stop) = (run.progress.clone(), run.stop.clone());
    let job = job.threads(run.threads);
    let output = &mut run.output;
    let mut sink = |text: &[u8]| output.write(text);
    let done = transform(&job, sources, &mut sink, &progress, &stop);
    let changed = run.end(done)?;
    if !args.corpus.quiet {
        eprint(&report(&changed, beside, args.beside.bare));
    }
    Ok(if changed.read.malformed == 0 && changed.ambiguous == 0 {
        0
    } else {
        failure::NEGATIVE
    })
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
    let dropped = changed.read.dropped(beside, true);
    if let Some(dropped) = dropped.filter(|_| !bare) {
        text.push_str(&format!("{dropped}\n"));
    }
    if changed.ambiguous > 0 {
        let puzzles = counted(changed.ambiguous, "puzzle");
        let have = if changed.ambiguous == 1 {
            "has"
        } else {
            "have"
        };
        text.push_str(&format!(
            "{puzzles} {have} not exactly one solution: left out\n"
        ));
    }
    text
}
