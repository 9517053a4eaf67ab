//! Cases that are measured outside this process: a command, or a library in a worker of
//! its own, so that neither takes the results with it.

use super::copies::Copies;
use super::corpus::Corpus;
use super::judge::{Claimed, Truth};
use super::paired::Runner;
use super::prepared::SampleTimes;
use super::record::{Answers, Outside, Row};
use super::worker::{Worker, WorkerError};
use crate::foreign::command::{self, Command, Reply};
use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Puzzles of one request, at most, unless the corpus has more.
const MOST_PUZZLES: usize = 1_000_000;
/// So many times as long as starting it should the work of a sample take.
const OF_START_UP: u32 = 4;
/// How often starting is timed before it is known how long it takes.
const STARTS: usize = 3;
/// How often a sample is tried whose start alone took longer.
const TRIES: usize = 8;

/// Someone who is measured from outside.
pub(super) enum Guest {
    Command(Box<CommandGuest>),
    Library(Box<LibraryGuest>),
}

impl Guest {
    /// Takes one sample: nanoseconds of one pass.
    pub(super) fn sample(&mut self, corpus: &Corpus) -> Result<f64, String> {
        match self {
            Guest::Command(guest) => guest.sample(corpus),
            Guest::Library(guest) => guest.sample(),
        }
    }

    /// Forgets what it knows of samples so far: they are not kept.
    pub(super) fn forget(&mut self) {
        let outside = match self {
            Guest::Command(guest) => &mut guest.outside,
            Guest::Library(guest) => &mut guest.outside,
        };
        outside.start_up_ns.clear();
        outside.cpu_ns.clear();
    }

    /// Writes down what is known of it, beside its samples.
    pub(super) fn describe(&self, row: &mut Row) {
        match self {
            Guest::Command(guest) => {
                row.answers = guest.answers;
                row.repeats = guest.repeats as u64;
                row.outside = Some(guest.outside.clone());
            }
            Guest::Library(guest) => {
                let known = &guest.known;
                row.answers = known.answers;
                row.repeats = known.repeats;
                row.outside = Some(guest.outside.clone());
                // One that does not count leaves all at 0.
                if known.counters.guesses > 0 {
                    (row.counters, row.guesses) = (known.counters, known.guesses.clone());
                }
            }
        }
    }
}

/// Starts a process that has loaded a library, for samples of at least this time.
pub(super) type Load = Box<dyn Fn(Duration) -> Result<Worker, WorkerError>>;

/// A library, loaded by another process for each sample.
pub(super) struct LibraryGuest {
    load: Load,
    copies: Rc<Copies>,
    /// What the first process said of it.
    known: Row,
    outside: Outside,
}

impl LibraryGuest {
    /// Has the corpus solved once, every answer judged, and finds out how often the corpus must be
    /// repeated for a sample of this time.
    pub(super) fn new(
        load: Load,
        sample: Duration,
        copies: Rc<Copies>,
        outside: Outside,
    ) -> Result<LibraryGuest, String> {
        let worker = load(sample).map_err(|error| reason(&copies, error))?;
        Ok(LibraryGuest {
            known: worker.record().rows[0].clone(),
            load,
            copies,
            outside,
        })
    }

    fn sample(&mut self) -> Result<f64, String> {
        let take = || {
            // How long a pass takes is known.
            let mut worker = (self.load)(Duration::ZERO)?;
            worker.sample_with_cpu(0, Some(self.known.repeats as usize))
        };
        let (nanos, cpu) = take().map_err(|error| reason(&self.copies, error))?;
        self.outside.cpu_ns.extend(cpu);
        Ok(nanos)
    }
}

/// What went wrong with a worker, without the name of its program.
fn reason(copies: &Copies, error: WorkerError) -> String {
    copies.named(match error {
        WorkerError::Broken { reason, .. } | WorkerError::Refused { reason, .. } => reason,
        other => other.to_string(),
    })
}

/// A command.
pub(super) struct CommandGuest {
    /// Shared by all cases of one that stays up.
    command: Rc<RefCell<Command>>,
    truth: Arc<Truth>,
    request: Arc<[u8]>,
    repeats: usize,
    /// The request for one puzzle; none for one that stays up.
    start: Option<Arc<[u8]>>,
    /// One pass of answers, which was judged.
    judged: Vec<u8>,
    answers: Answers,
    limit: u64,
    /// Whether the next sample begins with the one puzzle.
    start_first: bool,
    outside: Outside,
}

impl CommandGuest {
    /// Has the corpus solved once, judges every answer, and finds out how often the
    /// corpus must be repeated.
    pub(super) fn new(
        command: Rc<RefCell<Command>>,
        corpus: &Corpus,
        limit: u64,
        truth: Arc<Truth>,
        sample: RangeInclusive<Duration>,
        outside: Outside,
    ) -> Result<CommandGuest, String> {
        let stays_up = command.borrow().stays_up();
        let one = |puzzle: usize| {
            let request = command.borrow().request(corpus.text(puzzle, 1), 1, limit);
            (!stays_up).then_some(request)
        };
        let mut guest = CommandGuest {
            request: Arc::default(),
            start: one(truth.easy),
            command,
            truth,
            repeats: 1,
            judged: Vec::new(),
            answers: Answers::default(),
            limit,
            start_first: true,
            outside,
        };
        guest.repeat(corpus, 1);
        let reply = guest.ask(corpus)?;
        guest.judged = reply.text;
        guest.find_repeats(corpus, reply.wall, &sample)?;
        Ok(guest)
    }

    /// Makes the request for so many passes.
    fn repeat(&mut self, corpus: &Corpus, repeats: usize) {
        self.repeats = repeats;
        let text = corpus.lines().repeat(repeats);
        let count = corpus.len() * repeats;
        self.request = self.command.borrow().request(&text, count, self.limit);
    }

    /// Has all passes solved, and every answer judged.
    fn ask(&mut self, corpus: &Corpus) -> Result<Reply, String> {
        let count = corpus.len() * self.repeats;
        let reply = self.command.borrow_mut().ask(&self.request, count)?;
        self.note(&reply);
        self.judge(corpus, &reply.text)?;
        Ok(reply)
    }

    /// Has one puzzle solved: what starting takes.
    fn ask_one(&mut self, corpus: &Corpus, start: &Arc<[u8]>) -> Result<Reply, String> {
        let reply = self.command.borrow_mut().ask(start, 1)?;
        self.note(&reply);
        let said = command::lines(&reply.text).next();
        let easy = self.truth.easy;
        let judged = said.map_or(Ok(0), |(line, answer)| {
            self.judge_one(corpus, easy, line, answer)
        });
        match judged {
            Ok(_) => Ok(reply),
            Err(reason) => Err(format!("with one puzzle alone: {reason}")),
        }
    }

    fn note(&mut self, reply: &Reply) {
        let outside = &mut self.outside;
        outside.peak_bytes = outside.peak_bytes.max(reply.usage.peak);
        outside.threads = outside.threads.max(reply.usage.threads);
    }

    fn judge_one(
        &self,
        corpus: &Corpus,
        puzzle: usize,
        line: &[u8],
        answer: crate::foreign::Answer<'_>,
    ) -> Result<u64, String> {
        let said = Claimed {
            number: answer.number,
            solution: answer.solution,
            line,
        };
        self.truth.judge(corpus, puzzle, &said)
    }

    /// Judges the answers of all passes, but for a pass that says what a judged one said.
    fn judge(&mut self, corpus: &Corpus, text: &[u8]) -> Result<(), String> {
        let length = self.judged.len();
        let same = length > 0
            && text.len() == length * self.repeats
            && text.chunks(length).all(|pass| pass == self.judged);
        if same {
            return Ok(());
        }
        let n = corpus.len();
        let mut answers = Answers::default();
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

    /// Finds out how many passes make a sample that tells more of the work than of the
    /// start, and takes so long as a sample should and may.
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
                starts.push(self.ask_one(corpus, &start)?.wall);
            }
            starts.sort_unstable();
            start_up = starts[STARTS / 2];
        }
        let wanted = (*sample.start()).max((start_up * OF_START_UP).min(*sample.end()));
        let mut wall = first;
        loop {
            let work = wall.saturating_sub(start_up);
            // A single puzzle is all taken off.
            let nothing_left = self.start.is_some() && corpus.len() * self.repeats == 1;
            if !nothing_left && work >= wanted.mul_f64(0.8) || self.repeats >= most {
                return Ok(());
            }
            let factor = wanted.as_secs_f64() / work.as_secs_f64().max(1e-9);
            // What was short may have been mere noise.
            let repeats = (self.repeats as f64 * factor.clamp(2.0, 64.0)).ceil() as usize;
            self.repeat(corpus, repeats.min(most));
            wall = self.ask(corpus)?.wall;
        }
    }

    fn sample(&mut self, corpus: &Corpus) -> Result<f64, String> {
        for _ in 0..TRIES {
            let (taken, start_up) = self.take(corpus)?;
            let passes = match start_up {
                // One puzzle is in what was taken off.
                Some(_) => self.repeats as f64 - 1.0 / corpus.len() as f64,
                None => self.repeats as f64,
            };
            if taken.wall.is_zero() || passes <= 0.0 {
                continue;
            }
            let nanos = |time: Duration| time.as_nanos() as f64;
            let outside = &mut self.outside;
            outside.start_up_ns.extend(start_up.map(nanos));
            outside
                .cpu_ns
                .extend(taken.cpu.map(|cpu| nanos(cpu) / passes));
            return Ok(nanos(taken.wall) / passes);
        }
        Err(format!(
            "its work cannot be told from its start: {TRIES} times, starting it for one puzzle took longer than \
             solving {} (let it stay up, or measure more puzzles)",
            corpus.len() * self.repeats
        ))
    }

    /// What the work took, and the start, which is taken off.
    fn take(&mut self, corpus: &Corpus) -> Result<(SampleTimes, Option<Duration>), String> {
        let Some(start) = self.start.clone() else {
            let reply = self.ask(corpus)?;
            let taken = SampleTimes {
                wall: reply.wall,
                cpu: reply.usage.cpu,
            };
            return Ok((taken, None));
        };
        let (all, one) = if self.start_first {
            let one = self.ask_one(corpus, &start)?;
            (self.ask(corpus)?, one)
        } else {
            let all = self.ask(corpus)?;
            (all, self.ask_one(corpus, &start)?)
        };
        self.start_first = !self.start_first;
        let cpu = all.usage.cpu.zip(one.usage.cpu);
        let taken = SampleTimes {
            wall: all.wall.saturating_sub(one.wall),
            cpu: cpu.map(|(all, one)| all.saturating_sub(one)),
        };
        Ok((taken, Some(one.wall)))
    }
}
