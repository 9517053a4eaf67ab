//! The cases of a plan: each is checked once on all its puzzles, and then gives samples.

use super::children::{Children, SolverKind};
use super::plan::{MeasureProgress, Plan};
use crate::bench::corpus::Corpus;
use crate::bench::error::{CaseError, MeasureError};
use crate::bench::judge::{ClaimedAnswer, ReferenceAnswers};
use crate::bench::paired::{PairedRunner, SampleTimes};
use crate::bench::record::{
    AnswerCounts, Case, CaseFailure, CorpusInfo, ExternalDetails, Method, Record, ResultRow,
    SCHEMA, VERSION,
};
use crate::bench::worker::WorkUsed;
use crate::bench::{environment, stats};
use crate::escape::escape;
use crate::external::command::{self, Reply};
use crate::numbers::count;
use crate::solver::Counters;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Each request of the first pass has at most this many times the puzzles of the one before.
const GROWTH: usize = 32;
/// The share of the time-out that such a request may be planned to take. So one that runs into the time-out
/// is a failure.
const SHARE: f64 = 0.1;
/// A later request may take this many times as long as the first pass lets expect.
const PATIENCE: u32 = 20;
/// A search for the puzzle that fails gives a process at least this long.
const LEAST: Duration = Duration::from_secs(2);
/// Maximum number of puzzles of a sample, unless the corpus has more: for solvers that get each of them, and for
/// engines, which get passes.
const MOST_PUZZLES: usize = 1_000_000;
const MOST_OF_ENGINES: usize = 4_000_000;
/// The work of a sample should take this many times as long as start-up.
const OF_START_UP: u32 = 4;
/// How often to time start-up before its time is known.
const STARTS: usize = 3;
/// How often to try a sample whose start-up alone took longer.
const TRIES: usize = 8;

/// The numbers of texts that no kept sample has: of warm-ups, of the search for a sample's length, of start-ups.
const WARM_UP: u64 = 1 << 40;
const SIZE: u64 = 2 << 40;
const START: u64 = 3 << 40;

/// The right answers for a corpus, by its place and the limit of solutions.
type References = HashMap<(usize, u64), Rc<ReferenceAnswers>>;

/// Cases, their results so far, and their processes.
#[derive(Debug)]
pub struct Bench<'a> {
    plan: &'a Plan,
    corpora: &'a [Corpus],
    /// What the record says of them. The forms of fresh puzzles follow from their hashes.
    infos: Vec<CorpusInfo>,
    pub(super) cases: Vec<CaseRunner>,
    children: Children<'a>,
    /// The last text, and what it is of.
    text: Option<((usize, usize, usize, u64), Corpus)>,
    /// The cases whose process has got a warm-up.
    warm: HashSet<usize>,
}

/// A case and its results.
#[derive(Debug)]
pub(super) struct CaseRunner {
    pub(super) case: Case,
    corpus: usize,
    reference: Rc<ReferenceAnswers>,
    pub(super) row: ResultRow,
    pub(super) failure: Option<CaseFailure>,
    /// Puzzles of a pass in the samples.
    puzzles: usize,
    /// Nanoseconds that a puzzle takes, and the start of a command that starts for each request, as far as known.
    puzzle_ns: f64,
    start_ns: f64,
    /// Whether the next sample begins with the run of one puzzle.
    start_first: bool,
    /// Samples taken in pairs.
    taken: u64,
}

/// What to send besides the puzzles.
#[derive(Clone, Copy)]
struct SendOptions {
    passes: usize,
    timeout: Duration,
}

/// Judged answers.
struct Judged {
    reply: Reply,
    used: Option<WorkUsed>,
    answers: AnswerCounts,
}

impl Judged {
    /// The time of the work.
    fn wall(&self) -> Duration {
        let used = self.used.as_ref();
        used.map_or(self.reply.wall, |used| Duration::from_nanos(used.wall_ns))
    }
}

impl<'a> Bench<'a> {
    /// Finds the right answers. Nothing is started yet.
    ///
    /// # Errors
    /// Any [`MeasureError`].
    pub fn new(plan: &'a Plan, corpora: &'a [Corpus]) -> Result<Bench<'a>, MeasureError> {
        let mut references = References::new();
        let cases = plan.cases.iter();
        let cases = cases.map(|case| CaseRunner::new(plan, case, corpora, &mut references));
        Ok(Bench {
            plan,
            corpora,
            infos: corpora.iter().map(Corpus::info).collect(),
            cases: cases.collect::<Result<_, _>>()?,
            children: Children::new(plan),
            text: None,
            warm: HashSet::new(),
        })
    }

    /// The number of cases.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether there are no cases.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Notes that a case failed, and leaves it out from now on.
    pub(super) fn leave_out(
        &mut self,
        i: usize,
        error: &CaseError,
        progress: &mut dyn MeasureProgress,
    ) {
        let failure = CaseFailure {
            case: self.cases[i].case.clone(),
            reason: error.to_string(),
            refused: matches!(error, CaseError::Refused(_)),
        };
        progress.failed(&failure);
        self.cases[i].failure = Some(failure);
    }

    /// Starts the processes of a round anew.
    pub(super) fn begin_round(&mut self) {
        let live = self.cases.iter().filter(|runner| runner.failure.is_none());
        let live = live.map(|runner| &runner.case);
        self.children.renew(live, self.plan.restarts);
        self.warm.clear();
    }

    /// Makes a case answer all its puzzles, in requests that grow. Returns how many it answered before `until`.
    ///
    /// # Errors
    /// A wrong answer, or none, with its puzzle.
    pub fn first_pass(&mut self, i: usize, until: Option<Instant>) -> Result<usize, CaseError> {
        let corpus = self.corpora[self.cases[i].corpus].clone();
        let kind = self.children.of(&self.cases[i].case)?.1;
        let timeout = self.plan.limits.timeout;
        let (mut answered, mut size, mut start_up) = (0, 1, None);
        let mut work = Duration::ZERO;
        while answered < corpus.len() && until.is_none_or(|until| Instant::now() < until) {
            let asked = corpus.part(answered, size);
            let once = SendOptions { passes: 1, timeout };
            let judged = match self.send(i, &asked, once) {
                Err(error) => return Err(self.find(i, &corpus, &asked, error)),
                Ok(judged) => judged,
            };
            let wall = judged.wall();
            let start_up = *start_up.get_or_insert(match kind {
                SolverKind::Plain if asked.len() < corpus.len() => wall,
                _ => Duration::ZERO,
            });
            work += wall.saturating_sub(start_up);
            answered += asked.len();
            let runner = &mut self.cases[i];
            add(&mut runner.row.answers, &judged.answers);
            if let Some(used) = &judged.used {
                runner.row.counters.add(&used.counters);
            }
            runner.puzzle_ns = work.as_nanos() as f64 / answered as f64;
            runner.start_ns = start_up.as_nanos() as f64;
            let planned = SHARE * timeout.as_secs_f64() * asked.len() as f64 / wall.as_secs_f64();
            size = (planned as usize).clamp(1, size * GROWTH);
        }
        Ok(answered)
    }

    /// Finds out how often to repeat a pass of `puzzles` puzzles, so that a sample takes long enough.
    ///
    /// # Errors
    /// The solver failed.
    pub fn set_size(
        &mut self,
        i: usize,
        puzzles: usize,
        min_sample: Duration,
    ) -> Result<(), CaseError> {
        let runner = &mut self.cases[i];
        runner.puzzles = puzzles.min(self.corpora[runner.corpus].len());
        let kind = self.children.of(&self.cases[i].case)?.1;
        let mut start_up = Duration::ZERO;
        if kind == SolverKind::Plain {
            let starts = (0..STARTS as u64).map(|nth| self.start_up(i, SIZE + nth));
            let mut starts = starts
                .map(|start| start.map(|reply| reply.wall))
                .collect::<Result<Vec<_>, _>>()?;
            starts.sort_unstable();
            start_up = starts[STARTS / 2];
        }
        let longest = self.plan.longest_sample();
        let wanted = min_sample.max((start_up * OF_START_UP).min(longest));
        let most = match kind {
            SolverKind::Engine => MOST_OF_ENGINES,
            _ => MOST_PUZZLES,
        };
        let runner = &mut self.cases[i];
        let most = (most / runner.puzzles).max(1);
        let expected = runner.puzzle_ns * runner.puzzles as f64;
        // Subtracting a single puzzle leaves nothing.
        let fewest = 1 + usize::from(kind == SolverKind::Plain && runner.puzzles == 1);
        let mut repeats = fewest;
        for number in SIZE.. {
            repeats = repeats.min(most);
            self.cases[i].row.repeats = repeats as u64;
            if repeats == 1 && expected >= wanted.as_nanos() as f64 {
                break;
            }
            let work = self.timed(i, number)?.wall().saturating_sub(start_up);
            let runner = &mut self.cases[i];
            runner.puzzle_ns = work.as_nanos() as f64 / (runner.puzzles * repeats) as f64;
            if work >= wanted.mul_f64(0.8) || repeats >= most {
                break;
            }
            let factor = wanted.as_secs_f64() / work.as_secs_f64().max(1e-9);
            // A short time may have been noise.
            repeats = (repeats as f64 * factor.clamp(2.0, 64.0)).ceil() as usize;
        }
        Ok(())
    }

    /// The nanoseconds that a puzzle of a case takes, as far as known.
    #[must_use]
    pub fn puzzle_ns(&self, i: usize) -> f64 {
        self.cases[i].puzzle_ns
    }

    /// The expected time of a sample of `puzzles` puzzles that takes at least `min_sample`.
    #[must_use]
    pub fn expected(&self, i: usize, puzzles: usize, min_sample: Duration) -> Duration {
        let CaseRunner {
            puzzle_ns,
            start_ns,
            ..
        } = self.cases[i];
        let work = puzzle_ns * puzzles as f64;
        let work = work
            .max(min_sample.as_nanos() as f64)
            .max(start_ns * f64::from(OF_START_UP));
        Duration::from_nanos((work + 2.0 * start_ns) as u64)
    }

    /// The passes of a sample.
    #[must_use]
    pub fn repeats(&self, i: usize) -> u64 {
        self.cases[i].row.repeats
    }

    /// Makes the samples of a case have `repeats` passes.
    pub fn set_repeats(&mut self, i: usize, repeats: u64) {
        self.cases[i].row.repeats = repeats;
    }

    /// Forgets what the first pass counted.
    pub fn forget_counts(&mut self, i: usize) {
        let row = &mut self.cases[i].row;
        row.answers = AnswerCounts::default();
        row.counters = Counters::default();
    }

    /// The puzzles of a case, all of them.
    #[must_use]
    pub fn puzzles(&self, i: usize) -> usize {
        self.corpora[self.cases[i].corpus].len()
    }

    /// The place of a case's corpus.
    #[must_use]
    pub fn corpus(&self, i: usize) -> usize {
        self.cases[i].corpus
    }

    /// The corpora, with the number of puzzles that the samples taken in pairs had, if not all.
    #[must_use]
    pub fn measured(&self) -> Vec<CorpusInfo> {
        let info = |(i, corpus): (usize, &Corpus)| {
            let of = self.cases.iter().filter(|runner| runner.corpus == i);
            let measured = of
                .map(|runner| runner.puzzles * runner.taken as usize)
                .min();
            let measured = measured.filter(|&measured| measured < corpus.len());
            CorpusInfo {
                measured: measured.map(|measured| measured as u64),
                ..self.infos[i].clone()
            }
        };
        self.corpora.iter().enumerate().map(info).collect()
    }

    /// The number that the forms of a corpus's fresh puzzles follow from.
    fn hash(&self, corpus: usize) -> Option<u64> {
        let hash = &self.infos[corpus].sha256[..16];
        let hash = || u64::from_str_radix(hash, 16).expect("it is in hexadecimal");
        self.plan.fresh.then(hash)
    }

    /// The text of sample `number` of a case: `passes` passes.
    fn text(&mut self, i: usize, number: u64, passes: usize) -> Corpus {
        let CaseRunner {
            corpus, puzzles, ..
        } = self.cases[i];
        let key = (corpus, puzzles, passes, number);
        if let Some((_, text)) = self.text.as_ref().filter(|(of, _)| *of == key) {
            return text.clone();
        }
        let hash = self.hash(corpus);
        let part = self.corpora[corpus].spread(puzzles, number as usize);
        let text = part.fresh(passes, hash, number);
        self.text = Some((key, text.clone()));
        text
    }

    /// Sends the puzzles of a sample.
    fn timed(&mut self, i: usize, number: u64) -> Result<Judged, CaseError> {
        let repeats = self.cases[i].row.repeats as usize;
        self.send_passes(i, number, repeats)
    }

    fn send_passes(&mut self, i: usize, number: u64, repeats: usize) -> Result<Judged, CaseError> {
        let kind = self.children.of(&self.cases[i].case)?.1;
        let (passes, of_text) = match kind {
            SolverKind::Engine => (repeats, 1),
            _ => (1, repeats),
        };
        let asked = self.text(i, number, of_text);
        let expected = self.cases[i].puzzle_ns * (asked.len() * passes) as f64;
        let expected = Duration::from_nanos(expected as u64);
        let options = SendOptions {
            passes,
            timeout: self.plan.limits.timeout.max(expected * PATIENCE),
        };
        self.send(i, &asked, options)
    }

    /// Takes sample `number` of a case.
    pub(super) fn sample(&mut self, i: usize, number: u64) -> Result<SampleTimes, CaseError> {
        let kind = self.children.of(&self.cases[i].case)?.1;
        let repeats = self.cases[i].row.repeats as f64;
        if kind == SolverKind::Plain {
            return self.sample_plain(i, number);
        }
        // Long passes warm themselves up.
        if (repeats > 1.0 || self.plan.restarts) && self.warm.insert(i) {
            self.send_passes(i, WARM_UP + number, 1)?;
        }
        let judged = self.timed(i, number)?;
        let (wall, usage) = (judged.wall(), judged.reply.usage);
        let (cpu, idle) = match &judged.used {
            Some(used) => (used.cpu_ns.map(Duration::from_nanos), None),
            None => (usage.cpu, usage.idle(wall)),
        };
        Ok(SampleTimes::of_passes(wall, cpu, idle, repeats))
    }

    /// A sample of a plain command: it solves all passes, and one puzzle, in alternating order. The difference is
    /// the work.
    fn sample_plain(&mut self, i: usize, number: u64) -> Result<SampleTimes, CaseError> {
        let CaseRunner { puzzles, row, .. } = &self.cases[i];
        let (puzzles, repeats) = (*puzzles, row.repeats as usize);
        for attempt in 0..TRIES as u64 {
            let number = number + (attempt << 48);
            let runner = &mut self.cases[i];
            runner.start_first = !runner.start_first;
            let (all, one) = if runner.start_first {
                let all = self.timed(i, number)?.reply;
                (all, self.start_up(i, number)?)
            } else {
                let one = self.start_up(i, number)?;
                (self.timed(i, number)?.reply, one)
            };
            let wall = all.wall.saturating_sub(one.wall);
            // The one puzzle is part of what is subtracted.
            let passes = repeats as f64 - 1.0 / puzzles as f64;
            if wall.is_zero() || passes <= 0.0 {
                continue;
            }
            let usage = all.usage.since(one.usage);
            return Ok(SampleTimes {
                start_up_ns: Some(one.wall.as_nanos() as f64),
                ..SampleTimes::of_passes(wall, usage.cpu, usage.idle(wall), passes)
            });
        }
        Err(CaseError::Failed(format!(
            "its work cannot be told from its start: {TRIES} times, starting it for one puzzle took longer than \
             solving {} (use the persistent protocol, or measure more puzzles)",
            puzzles * repeats
        )))
    }

    /// Makes a plain command solve one easy puzzle.
    fn start_up(&mut self, i: usize, number: u64) -> Result<Reply, CaseError> {
        let CaseRunner {
            corpus, reference, ..
        } = &self.cases[i];
        let hash = self.hash(*corpus);
        let one = self.corpora[*corpus].part(reference.easy, 1);
        let once = SendOptions {
            passes: 1,
            timeout: self.plan.limits.timeout,
        };
        match self.send(i, &one.fresh(1, hash, START + number), once) {
            Err(CaseError::Wrong(reason)) => {
                Err(CaseError::Wrong(format!("with one puzzle alone: {reason}")))
            }
            judged => Ok(judged?.reply),
        }
    }

    /// Sends puzzles to the process of a case, and judges every answer.
    fn send(
        &mut self,
        i: usize,
        asked: &Corpus,
        options: SendOptions,
    ) -> Result<Judged, CaseError> {
        let runner = &self.cases[i];
        let (child, kind) = self.children.of(&runner.case)?;
        let (count, limit) = (asked.len(), runner.case.limit);
        let request = child.request(asked.lines(), count, limit, options.passes);
        child.set_timeout(options.timeout);
        let judged = match child.send(&request, asked.len()) {
            Ok(reply) => runner.judge(kind, asked, reply),
            Err(reason) => Err(match self.plan.stop.is_stopped() {
                true => CaseError::Stopped,
                false => CaseError::Failed(self.plan.copies.named(reason)),
            }),
        };
        match judged {
            Ok(judged) => {
                if let Some(external) = &mut self.cases[i].row.external {
                    let usage = judged.reply.usage;
                    kind.name().clone_into(&mut external.kind);
                    external.peak_bytes = external.peak_bytes.max(usage.peak);
                    external.threads = external.threads.max(usage.threads);
                }
                Ok(judged)
            }
            Err(error) => {
                self.children.restart(&self.cases[i].case);
                Err(error)
            }
        }
    }

    /// Adds the puzzle to the failure of a request: the last of the shortest part from its start that fails, too. A
    /// solver that fails on the first puzzle and on the next one alone fails on all.
    fn find(&mut self, i: usize, corpus: &Corpus, asked: &Corpus, error: CaseError) -> CaseError {
        let CaseError::Failed(reason) = error else {
            return error;
        };
        let timeout = self.plan.limits.timeout;
        let mut fails = |asked: &Corpus, timeout| {
            self.children.restart(&self.cases[i].case);
            let once = SendOptions { passes: 1, timeout };
            self.send(i, asked, once).err()
        };
        if asked.len() == 1 && asked.place(0) == 0 {
            let next = corpus.part(1, 1);
            if next.is_empty() || fails(&next, timeout).is_some() {
                return CaseError::Failed(reason);
            }
        }
        let (mut good, mut bad, mut took) = (0, asked.len(), Duration::ZERO);
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            let began = Instant::now();
            let timeout = (took * PATIENCE).max(LEAST).min(timeout);
            match fails(&asked.part(0, middle), timeout) {
                Some(CaseError::Stopped) => return CaseError::Stopped,
                Some(_) => bad = middle,
                None => (good, took) = (middle, began.elapsed()),
            }
        }
        // Perhaps it was not the puzzle, but what came before.
        if bad > 1 && bad == asked.len() && fails(asked, timeout).is_none() {
            return CaseError::Failed(reason);
        }
        CaseError::Failed(format!(
            "puzzle {} of {}: {reason}\n  puzzle  {}",
            count(asked.number(bad - 1) as u64),
            escape(asked.name()),
            String::from_utf8_lossy(asked.puzzle(bad - 1))
        ))
    }

    /// The record of the samples so far. Failed cases have no row.
    pub(super) fn record(&self, method: Method) -> Record {
        let failures = self.cases.iter().filter_map(|case| case.failure.clone());
        let live = self.cases.iter().filter(|runner| runner.failure.is_none());
        let rows: Vec<ResultRow> = live.map(|runner| runner.row.clone()).collect();
        let used = |info: &&CorpusInfo| rows.iter().any(|row| row.case.corpus == info.name);
        Record {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            date: environment::date(),
            build: self.plan.build.clone(),
            machine: environment::machine(),
            method,
            corpora: self.infos.iter().filter(used).cloned().collect(),
            failures: failures.collect(),
            rows,
        }
    }
}

impl PairedRunner for Bench<'_> {
    type Error = CaseError;

    fn record(&self) -> Record {
        Bench::record(self, self.plan.method(0))
    }

    fn renew(&mut self) -> Result<(), CaseError> {
        self.begin_round();
        Ok(())
    }

    fn sample(&mut self, case: usize) -> Result<SampleTimes, CaseError> {
        self.cases[case].taken += 1;
        let number = self.cases[case].taken;
        Bench::sample(self, case, number)
    }
}

impl CaseRunner {
    fn new(
        plan: &Plan,
        case: &Case,
        corpora: &[Corpus],
        references: &mut References,
    ) -> Result<CaseRunner, MeasureError> {
        let corpus = corpora
            .iter()
            .position(|corpus| corpus.name() == case.corpus);
        let corpus = corpus.ok_or_else(|| MeasureError::NoCorpus(case.corpus.clone()))?;
        let puzzles = corpora[corpus].len();
        if puzzles == 0 {
            return Err(MeasureError::NoPuzzles(case.corpus.clone()));
        }
        let key = (corpus, case.limit);
        let reference = match references.get(&key) {
            Some(reference) => Rc::clone(reference),
            None => {
                let found = ReferenceAnswers::find(&corpora[corpus], case.limit, plan.guess_limit);
                let found = Rc::new(found.map_err(MeasureError::Reference)?);
                references.insert(key, Rc::clone(&found));
                found
            }
        };
        let external = plan.solver(case).map(|spec| ExternalDetails {
            target: spec.typed.clone(),
            ..ExternalDetails::default()
        });
        let row = ResultRow {
            puzzles: puzzles as u64,
            repeats: 1,
            external,
            ..ResultRow::unmeasured(case.clone())
        };
        Ok(CaseRunner {
            case: case.clone(),
            corpus,
            reference,
            row,
            failure: None,
            puzzles,
            puzzle_ns: 0.0,
            start_ns: 0.0,
            start_first: true,
            taken: 0,
        })
    }

    /// Adds a kept sample.
    pub(super) fn keep(&mut self, times: &SampleTimes) {
        self.row.samples_ns.push(times.wall_ns);
        if let Some(external) = &mut self.row.external {
            external.cpu_ns.extend(times.cpu_ns);
            external.start_up_ns.extend(times.start_up_ns);
        }
        if let Ok(median) = stats::median(&self.row.samples_ns) {
            self.puzzle_ns = median / self.row.puzzles as f64;
        }
    }

    /// Judges the answers to puzzles.
    fn judge(&self, kind: SolverKind, asked: &Corpus, reply: Reply) -> Result<Judged, CaseError> {
        let mut answers = AnswerCounts::default();
        let is_engine = kind == SolverKind::Engine;
        for (i, (line, answer)) in command::lines(&reply.text).enumerate() {
            if is_engine && line.starts_with(b"gave up") {
                answers.gave_up += 1;
                continue;
            }
            let claimed = ClaimedAnswer {
                number: answer.number,
                solution: answer.solution,
                line,
            };
            let number = self
                .reference
                .judge(asked, i, &claimed)
                .map_err(CaseError::Wrong)?;
            match number {
                0 if is_engine && line.starts_with(b"refused") => answers.refused += 1,
                0 => answers.none += 1,
                _ => answers.solved += 1,
            }
            let limit = self.case.limit;
            answers.multiple += u64::from(limit > 1 && number >= limit);
        }
        let used = reply.used.as_ref().map(|used| {
            let used = used.strip_prefix("used ").unwrap_or_default();
            serde_json::from_str(used)
                .map_err(|error| CaseError::Failed(format!("what it used: {error}")))
        });
        Ok(Judged {
            used: used.transpose()?,
            reply,
            answers,
        })
    }
}

impl SolverKind {
    /// The name in a record.
    fn name(self) -> &'static str {
        match self {
            SolverKind::Engine => "engine",
            SolverKind::Library => "library",
            SolverKind::Persistent => "stays-up",
            SolverKind::Plain => "command",
        }
    }
}

fn add(to: &mut AnswerCounts, more: &AnswerCounts) {
    to.solved += more.solved;
    to.multiple += more.multiple;
    to.none += more.none;
    to.gave_up += more.gave_up;
    to.refused += more.refused;
}
