//! The cases of plans: each answers all its puzzles once, and every answer is judged.

use super::children::Children;
use super::plan::Plan;
use super::samples::{SampleTimes, write_samples};
use crate::bench::corpus::Corpus;
use crate::bench::error::{CaseError, MeasureError};
use crate::bench::judge::ReferenceAnswers;
use crate::bench::outcome::SideOutcome;
use crate::bench::record::{AnswerCounts, Case, CorpusInfo, ExternalDetails, Record, ResultRow};
use crate::escape::escape;
use crate::external::command::{self, Reply};
use crate::numbers::count;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Each request of the first pass has at most this many times the puzzles of the one before.
const GROWTH: usize = 32;
/// The share of the time-out that such a request may be planned to take. So one that runs into the time-out
/// is a failure.
const SHARE: f64 = 0.1;
/// A later request may take this many times as long as the first pass lets expect.
pub(super) const PATIENCE: u32 = 20;
/// A search for the puzzle that fails gives a process at least this long.
const LEAST: Duration = Duration::from_secs(2);

/// The right answers for a corpus, by its place and the limit of solutions.
type References = HashMap<(usize, u64), Rc<ReferenceAnswers>>;

/// Cases, their results so far, and their processes.
#[derive(Debug)]
pub(in crate::bench) struct Bench<'a> {
    pub(super) corpora: &'a [Corpus],
    /// What the record says of them. The forms of fresh puzzles follow from their hashes.
    pub(in crate::bench) infos: Vec<CorpusInfo>,
    /// The cases of all plans, one plan after the other.
    pub(in crate::bench) cases: Vec<CaseRunner<'a>>,
    /// The processes of each plan.
    pub(super) children: Vec<Children<'a>>,
    /// The last text, and what it is of.
    pub(super) text: Option<((usize, usize, usize, u64), Corpus)>,
}

/// A case and its results.
#[derive(Debug)]
pub(in crate::bench) struct CaseRunner<'a> {
    pub(super) plan: &'a Plan,
    /// The number of its plan.
    side: usize,
    pub(in crate::bench) corpus: usize,
    pub(super) reference: Rc<ReferenceAnswers>,
    pub(in crate::bench) row: ResultRow,
    pub(in crate::bench) outcome: SideOutcome,
    /// Whether it failed, or what it is compared with.
    pub(in crate::bench) is_left_out: bool,
    /// Puzzles of a pass in the samples.
    pub(in crate::bench) puzzles: usize,
    /// Nanoseconds that a puzzle takes, and the start of a command that starts for each request, as far as known. The
    /// latter serves `paired` to choose sizes.
    pub(in crate::bench) puzzle_ns: f64,
    pub(in crate::bench) start_ns: f64,
    /// How many times as long they take on this machine, which others use: for `paired`, too.
    pub(super) slowdown: f64,
    /// Whether its process has got a warm-up.
    pub(super) is_warm: bool,
    /// Those that count.
    pub(in crate::bench) samples: Vec<SampleTimes>,
    /// The time of each sample, and that in which its threads were busy, all together.
    pub(super) busy: Vec<(Duration, Duration)>,
}

impl<'a> Bench<'a> {
    /// Finds the right answers. Nothing is started yet.
    ///
    /// # Errors
    /// Any [`MeasureError`].
    pub(in crate::bench) fn new(
        plans: &[&'a Plan],
        corpora: &'a [Corpus],
    ) -> Result<Bench<'a>, MeasureError> {
        let mut references = References::new();
        let mut cases = Vec::new();
        for (side, &plan) in plans.iter().enumerate() {
            for case in &plan.cases {
                cases.push(CaseRunner::new(plan, side, case, corpora, &mut references)?);
            }
        }
        Ok(Bench {
            corpora,
            infos: corpora.iter().map(Corpus::info).collect(),
            cases,
            children: plans.iter().map(|plan| Children::new(plan)).collect(),
            text: None,
        })
    }

    /// Starts the processes of a round anew.
    pub(in crate::bench) fn begin_round(&mut self) {
        for (side, children) in self.children.iter_mut().enumerate() {
            let cases = self.cases.iter().filter(|runner| runner.side == side);
            let live = cases.filter(|runner| !runner.is_left_out);
            children.renew(live.map(|runner| &runner.row.case));
        }
        self.cases
            .iter_mut()
            .for_each(|runner| runner.is_warm = false);
    }

    /// Leaves a case out from now on, with that of the other side, if there is one.
    ///
    /// # Errors
    /// It is no fault of the solver.
    pub(in crate::bench) fn fail(
        &mut self,
        i: usize,
        error: CaseError,
    ) -> Result<(), MeasureError> {
        if let CaseError::Other(error) = error {
            return Err(error);
        }
        let in_plan = self.cases.len() / self.children.len();
        let both = self.cases.iter_mut().skip(i % in_plan).step_by(in_plan);
        both.for_each(|runner| runner.is_left_out = true);
        self.cases[i].outcome = SideOutcome::Failed(error);
        Ok(())
    }

    /// Whether a case has a command that starts for each request. Starts its process.
    pub(super) fn is_plain(&mut self, i: usize) -> Result<bool, CaseError> {
        let CaseRunner { side, row, .. } = &self.cases[i];
        Ok(!self.children[*side].of(&row.case)?.is_persistent())
    }

    /// Lets the process of a case end by itself.
    pub(super) fn end(&mut self, i: usize) {
        let CaseRunner { side, row, .. } = &self.cases[i];
        self.children[*side].end(&row.case);
    }

    /// Makes a case answer its first puzzle.
    ///
    /// # Errors
    /// Its solver cannot be started, or answers nothing.
    pub(super) fn try_first(&mut self, i: usize) -> Result<(), CaseError> {
        let corpus = self.corpora[self.cases[i].corpus].clone();
        self.ask(i, &corpus, &corpus.part(0, 1)).map(drop)
    }

    fn ask(
        &mut self,
        i: usize,
        corpus: &Corpus,
        asked: &Corpus,
    ) -> Result<(Reply, AnswerCounts), CaseError> {
        let timeout = self.cases[i].plan.limits.timeout;
        let reply = self.send(i, asked, 1, timeout);
        reply.map_err(|error| self.find(i, corpus, asked, error))
    }

    /// Makes a case answer all its puzzles, in requests that grow. Returns how many it answered before `until`.
    ///
    /// # Errors
    /// A wrong answer, or none, with its puzzle.
    pub(in crate::bench) fn first_pass(
        &mut self,
        i: usize,
        until: Option<Instant>,
    ) -> Result<usize, CaseError> {
        let corpus = self.corpora[self.cases[i].corpus].clone();
        let is_plain = self.is_plain(i)?;
        let timeout = self.cases[i].plan.limits.timeout;
        let (mut answered, mut size, mut start_up) = (0, 1, None);
        let [mut work, mut all_wall, mut all_quiet] = [Duration::ZERO; 3];
        while answered < corpus.len() && until.is_none_or(|until| Instant::now() < until) {
            let asked = corpus.part(answered, size);
            let (reply, answers) = self.ask(i, &corpus, &asked)?;
            let quiet = reply.quiet(self.cases[i].row.case.threads);
            let start_up = *start_up.get_or_insert(match is_plain && asked.len() < corpus.len() {
                true => quiet,
                false => Duration::ZERO,
            });
            work += quiet.saturating_sub(start_up);
            all_wall += reply.wall;
            all_quiet += quiet;
            answered += asked.len();
            let runner = &mut self.cases[i];
            add(&mut runner.row.answers, &answers);
            runner.row.counters.add(&reply.counters);
            runner.puzzle_ns = work.as_nanos() as f64 / answered as f64;
            runner.start_ns = start_up.as_nanos() as f64;
            runner.slowdown = all_wall.as_secs_f64() / all_quiet.as_secs_f64().max(1e-9);
            let planned =
                SHARE * timeout.as_secs_f64() * asked.len() as f64 / reply.wall.as_secs_f64();
            size = (planned as usize).clamp(1, size * GROWTH);
        }
        Ok(answered)
    }

    /// Sends puzzles to the process of a case, and judges every answer.
    pub(super) fn send(
        &mut self,
        i: usize,
        asked: &Corpus,
        passes: usize,
        timeout: Duration,
    ) -> Result<(Reply, AnswerCounts), CaseError> {
        let runner = &self.cases[i];
        let case = &runner.row.case;
        let child = self.children[runner.side].of(case)?;
        child.limits.timeout = timeout;
        let kind = child.kind();
        let reply = child.solve(asked.lines(), asked.len(), case.limit, passes);
        let reply = reply.map_err(|reason| runner.plan.failure(reason));
        let judged = reply.and_then(|reply| {
            let answers = runner.judge(asked, &reply)?;
            Ok((reply, answers))
        });
        match &judged {
            Ok((Reply { usage, .. }, _)) => {
                if let Some(external) = &mut self.cases[i].row.external {
                    kind.clone_into(&mut external.kind);
                    external.peak_bytes = external.peak_bytes.max(usage.peak);
                    external.threads = external.threads.max(usage.threads);
                }
            }
            Err(_) => self.children[runner.side].restart(case),
        }
        judged
    }

    /// Adds the puzzle to the failure of a request: the last of the shortest part from its start that fails, too. A
    /// solver that fails on the first puzzle and on the next one alone fails on all.
    fn find(&mut self, i: usize, corpus: &Corpus, asked: &Corpus, error: CaseError) -> CaseError {
        let CaseError::Failed(reason) = error else {
            return error;
        };
        let timeout = self.cases[i].plan.limits.timeout;
        let mut fails = |asked: &Corpus, timeout| {
            let CaseRunner { side, row, .. } = &self.cases[i];
            self.children[*side].restart(&row.case);
            self.send(i, asked, 1, timeout).err()
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
                Some(error @ CaseError::Other(_)) => return error,
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

    /// The records of all plans with the samples so far, without those of a round that was stopped, and the idle share of
    /// who makes the wall clock decide. Failed cases have no row.
    pub(in crate::bench) fn records(&self) -> (Vec<Record>, Option<f64>) {
        let live = || self.cases.iter().filter(|runner| !runner.is_left_out);
        let rounds = live().map(|runner| runner.samples.len()).min().unwrap_or(0);
        let mut rows: Vec<ResultRow> = live().map(|runner| runner.row.clone()).collect();
        let samples = live().map(|runner| &runner.samples[..rounds]);
        let idle = write_samples(rows.iter_mut().zip(samples).collect());
        let mut rows: Vec<_> = live().map(|runner| runner.side).zip(rows).collect();
        let plans = self.children.iter().map(|children| children.plan);
        let record = |(side, plan): (usize, &Plan)| {
            let rows = rows.extract_if(.., |(of, _)| *of == side);
            let rows: Vec<ResultRow> = rows.map(|(_, row)| row).collect();
            let used = |info: &&CorpusInfo| rows.iter().any(|row| row.case.corpus == info.name);
            let corpora = self.infos.iter().filter(used).cloned().collect();
            plan.record(rounds, corpora, rows)
        };
        (plans.enumerate().map(record).collect(), idle)
    }
}

impl<'a> CaseRunner<'a> {
    fn new(
        plan: &'a Plan,
        side: usize,
        case: &Case,
        corpora: &[Corpus],
        references: &mut References,
    ) -> Result<CaseRunner<'a>, MeasureError> {
        let mut names = corpora.iter().map(Corpus::name);
        let corpus = names.position(|name| name == case.corpus);
        let corpus = corpus.expect("each case is of one of the corpora");
        let puzzles = corpora[corpus].len();
        assert!(puzzles > 0, "each corpus has puzzles");
        let key = (corpus, case.limit);
        let reference = match references.get(&key) {
            Some(reference) => Rc::clone(reference),
            None => {
                let found = ReferenceAnswers::find(&corpora[corpus], case.limit);
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
            case: case.clone(),
            ..ResultRow::default()
        };
        Ok(CaseRunner {
            plan,
            side,
            corpus,
            reference,
            row,
            outcome: SideOutcome::Measured,
            is_left_out: false,
            puzzles,
            puzzle_ns: 0.0,
            start_ns: 0.0,
            slowdown: 1.0,
            is_warm: false,
            samples: Vec::new(),
            busy: Vec::new(),
        })
    }

    /// Judges the answers to puzzles.
    fn judge(&self, asked: &Corpus, reply: &Reply) -> Result<AnswerCounts, CaseError> {
        let mut answers = AnswerCounts::default();
        let is_engine = self.row.external.is_none();
        for (i, claimed) in command::lines(&reply.text).enumerate() {
            if is_engine && claimed.line.starts_with(b"gave up") {
                answers.gave_up += 1;
                continue;
            }
            let judged = self.reference.judge(asked, i, &claimed);
            let number = judged.map_err(CaseError::Wrong)?;
            match number {
                0 if is_engine && claimed.line.starts_with(b"refused") => answers.refused += 1,
                0 => answers.none += 1,
                _ => answers.solved += 1,
            }
            let limit = self.row.case.limit;
            answers.multiple += u64::from(limit > 1 && number >= limit);
        }
        Ok(answers)
    }
}

fn add(to: &mut AnswerCounts, more: &AnswerCounts) {
    to.solved += more.solved;
    to.multiple += more.multiple;
    to.none += more.none;
    to.gave_up += more.gave_up;
    to.refused += more.refused;
}
