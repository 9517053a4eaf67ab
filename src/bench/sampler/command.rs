//! A command: an external solver that reads puzzles and prints answers.

use super::{SampleTimes, Sampler};
use crate::bench::corpus::Corpus;
use crate::bench::error::MeasureError;
use crate::bench::judge::{ClaimedAnswer, ReferenceAnswers};
use crate::bench::record::{AnswerCounts, ExternalDetails, ResultRow};
use crate::external::child::Usage;
use crate::external::command::{self, Command, Reply};
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Puzzles of the first request, if a corpus has many.
const FEW: usize = 32;
/// Maximum number of puzzles of one request, unless the corpus has more.
const MOST_PUZZLES: usize = 1_000_000;
/// The work of a sample should take this many times as long as start-up.
const OF_START_UP: u32 = 4;
/// How often to time start-up before its time is known.
const STARTS: usize = 3;
/// How often to try a sample whose start-up alone took longer.
const TRIES: usize = 8;

/// A command.
pub(in crate::bench) struct CommandSolver {
    /// Shared by all cases of a persistent command.
    command: Rc<RefCell<Command>>,
    reference: Arc<ReferenceAnswers>,
    request: Arc<[u8]>,
    repeats: usize,
    /// The request for one puzzle. `None` for a persistent command.
    start: Option<Arc<[u8]>>,
    /// The answers of one pass, which were judged.
    judged: Vec<u8>,
    answers: AnswerCounts,
    limit: u64,
    /// Whether the next sample begins with the run of one puzzle.
    start_first: bool,
    external: ExternalDetails,
}

impl CommandSolver {
    /// A command that was not asked yet.
    pub(in crate::bench) fn new(
        command: Rc<RefCell<Command>>,
        corpus: &Corpus,
        limit: u64,
        reference: Arc<ReferenceAnswers>,
        external: ExternalDetails,
    ) -> CommandSolver {
        let is_persistent = command.borrow().is_persistent();
        let one = |puzzle: usize| {
            let request = command.borrow().request(corpus.text(puzzle, 1), 1, limit);
            (!is_persistent).then_some(request)
        };
        CommandSolver {
            request: Arc::default(),
            start: one(reference.easy),
            command,
            reference,
            repeats: 1,
            judged: Vec::new(),
            answers: AnswerCounts::default(),
            limit,
            start_first: true,
            external,
        }
    }

    /// Asks for a few puzzles if there are many more: so a wrong solver is found at once and
    /// does not solve the whole corpus first.
    pub(in crate::bench) fn first_look(&mut self, corpus: &Corpus) -> Result<(), String> {
        if corpus.len() < 4 * FEW {
            return Ok(());
        }
        let few = corpus.first(FEW);
        self.repeat(&few, 1);
        self.solve_all(&few).map(drop)
    }

    /// Makes it solve the corpus once, judges every answer, and finds out how often to repeat the
    /// corpus.
    pub(in crate::bench) fn prepare(
        &mut self,
        corpus: &Corpus,
        sample: RangeInclusive<Duration>,
    ) -> Result<(), String> {
        self.repeat(corpus, 1);
        let reply = self.solve_all(corpus)?;
        self.judged = reply.text;
        self.find_repeats(corpus, reply.wall, &sample)
    }

    /// Makes the request for this many passes.
    fn repeat(&mut self, corpus: &Corpus, repeats: usize) {
        self.repeats = repeats;
        let text = corpus.lines().repeat(repeats);
        let count = corpus.len() * repeats;
        self.request = self.command.borrow().request(&text, count, self.limit);
    }

    /// Makes it solve all passes, and judges every answer.
    fn solve_all(&mut self, corpus: &Corpus) -> Result<Reply, String> {
        let count = corpus.len() * self.repeats;
        let reply = self.command.borrow_mut().send(&self.request, count)?;
        self.record_usage(&reply);
        self.judge(corpus, &reply.text)?;
        Ok(reply)
    }

    /// Makes it solve one puzzle, to measure start-up.
    fn solve_one(&mut self, corpus: &Corpus, start: &Arc<[u8]>) -> Result<Reply, String> {
        let reply = self.command.borrow_mut().send(start, 1)?;
        self.record_usage(&reply);
        let first = command::lines(&reply.text).next();
        let easy = self.reference.easy;
        let judged = first.map_or(Ok(0), |(line, answer)| {
            self.judge_one(corpus, easy, line, answer)
        });
        match judged {
            Ok(_) => Ok(reply),
            Err(reason) => Err(format!("with one puzzle alone: {reason}")),
        }
    }

    fn record_usage(&mut self, reply: &Reply) {
        let external = &mut self.external;
        external.peak_bytes = external.peak_bytes.max(reply.usage.peak);
        external.threads = external.threads.max(reply.usage.threads);
    }

    fn judge_one(
        &self,
        corpus: &Corpus,
        puzzle: usize,
        line: &[u8],
        answer: crate::external::CommandAnswer<'_>,
    ) -> Result<u64, String> {
        let claimed = ClaimedAnswer {
            number: answer.number,
            solution: answer.solution,
            line,
        };
        self.reference.judge(corpus, puzzle, &claimed)
    }

    /// Judges the answers of all passes. A pass with the same text as a judged one needs no
    /// judging.
    fn judge(&mut self, corpus: &Corpus, text: &[u8]) -> Result<(), String> {
        let length = self.judged.len();
        let same = length > 0
            && text.len() == length * self.repeats
            && text.chunks(length).all(|pass| pass == self.judged);
        if same {
            return Ok(());
        }
        let n = corpus.len();
        let mut answers = AnswerCounts::default();
        for (i, (line, answer)) in command::lines(text).enumerate() {
            let number = self.judge_one(corpus, i % n, line, answer)?;
            if i < n {
                answers.none += u64::from(number == 0);
                answers.solved += u64::from(number > 0);
                answers.multiple += u64::from(self.limit > 1 && number >= self.limit);
            }
        }
        self.answers = answers;
        Ok(())
    }

    /// Finds out how many passes make a sample in which the work dominates start-up, and that takes
    /// as long as a sample should and may.
    fn find_repeats(
        &mut self,
        corpus: &Corpus,
        first: Duration,
        sample: &RangeInclusive<Duration>,
    ) -> Result<(), String> {
        let most = (MOST_PUZZLES / corpus.len()).max(1);
        let mut start_up = Duration::ZERO;
        if let Some(start) = self.start.clone() {
            let mut starts = Vec::new();
            for _ in 0..STARTS {
                starts.push(self.solve_one(corpus, &start)?.wall);
            }
            starts.sort_unstable();
            start_up = starts[STARTS / 2];
        }
        let wanted = (*sample.start()).max((start_up * OF_START_UP).min(*sample.end()));
        let mut wall = first;
        loop {
            let work = wall.saturating_sub(start_up);
            // Subtracting a single puzzle leaves nothing.
            let nothing_left = self.start.is_some() && corpus.len() * self.repeats == 1;
            if !nothing_left && work >= wanted.mul_f64(0.8) || self.repeats >= most {
                return Ok(());
            }
            let factor = wanted.as_secs_f64() / work.as_secs_f64().max(1e-9);
            // A short time may have been noise.
            let repeats = (self.repeats as f64 * factor.clamp(2.0, 64.0)).ceil() as usize;
            self.repeat(corpus, repeats.min(most));
            wall = self.solve_all(corpus)?.wall;
        }
    }

    fn take_sample(&mut self, corpus: &Corpus) -> Result<SampleTimes, String> {
        let Some(start) = self.start.clone() else {
            let reply = self.solve_all(corpus)?;
            return Ok(self.times(reply.wall, reply.usage, self.repeats as f64));
        };
        for _ in 0..TRIES {
            let (all, one) = self.solve_all_and_one(corpus, &start)?;
            let wall = all.wall.saturating_sub(one.wall);
            // The one puzzle is part of what is subtracted.
            let passes = self.repeats as f64 - 1.0 / corpus.len() as f64;
            if wall.is_zero() || passes <= 0.0 {
                continue;
            }
            let start_up = one.wall.as_nanos() as f64;
            self.external.start_up_ns.push(start_up);
            return Ok(self.times(wall, all.usage.since(one.usage), passes));
        }
        Err(format!(
            "its work cannot be told from its start: {TRIES} times, starting it for one puzzle took longer than \
             solving {} (use the persistent protocol, or measure more puzzles)",
            corpus.len() * self.repeats
        ))
    }

    /// The times of one of the passes of a sample.
    fn times(&mut self, wall: Duration, usage: Usage, passes: f64) -> SampleTimes {
        let mut times = SampleTimes::of_passes(wall, usage.cpu, passes);
        let idle = usage.idle(wall);
        times.idle_ns = idle.map(|idle| idle.as_nanos() as f64 / passes);
        self.external.cpu_ns.extend(times.cpu_ns);
        times
    }

    /// Makes it solve all passes, and one puzzle, in alternating order.
    fn solve_all_and_one(
        &mut self,
        corpus: &Corpus,
        start: &Arc<[u8]>,
    ) -> Result<(Reply, Reply), String> {
        self.start_first = !self.start_first;
        if self.start_first {
            let all = self.solve_all(corpus)?;
            return Ok((all, self.solve_one(corpus, start)?));
        }
        let one = self.solve_one(corpus, start)?;
        Ok((self.solve_all(corpus)?, one))
    }
}

impl Sampler for CommandSolver {
    fn sample(&mut self, corpus: &Corpus) -> Result<SampleTimes, MeasureError> {
        self.take_sample(corpus).map_err(MeasureError::External)
    }

    fn describe(&self, row: &mut ResultRow) {
        row.answers = self.answers;
        row.repeats = self.repeats as u64;
        row.external = Some(self.external.clone());
    }

    fn forget(&mut self) {
        self.external.start_up_ns.clear();
        self.external.cpu_ns.clear();
    }
}
