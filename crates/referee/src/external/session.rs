//! A conversation with a solver: gets answers from it, and gives up if they do not come. This is
//! the part of the supervisor ([`super::supervisor`]) that knows the protocols.

use super::answer;
use super::cgroup::Cgroup;
use super::child::{Child, ReadError};
use super::claim::Claim;
use super::limits::ResourceLimits;
use super::piped::{Arrival, ProgramInput};
use super::printed::{answers, cannot_run, first_line, last_line, refusal, take_used, too_much};
use super::quoted;
use super::tree::MANY;
use super::usage::Usage;
use super::work::{Asked, SolverKind, Trouble, Work};
use ninefold_files::numbers::{bytes, counted};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::process;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The greeting of a persistent command.
const PERSISTENT: &str = "ninefold-solver 1";
/// The greeting of our worker.
pub const WORKER_GREETING: &str = "ninefold-solver 2";
/// Bytes of a puzzle's line.
const PUZZLE: usize = 82;
/// Bytes of the line before them, at most.
const FIRST: usize = 64;
/// Bytes for answers: for each line, and in addition.
const LINE: usize = 1024;
const SPARE: usize = 1 << 20;
/// Bytes that a command may print before it has read anything.
const TALKATIVE: usize = 4096;
/// How long a command that has failed may take to end, so that its status is known.
const LATE: Duration = Duration::from_secs(2);
/// How long a process may take to end after its output.
const CLOSING: Duration = Duration::from_millis(5);
/// A solver that ran or waited for a CPU for this share of a time worked all that time.
const WORKS: f64 = 0.5;

/// The answers to a request.
struct Collected {
    text: Vec<u8>,
    /// The arrival of the last of them.
    last: Arrival,
}

impl Collected {
    /// The work on them since a moment.
    fn work_since(&self, began: Instant, usage: Usage) -> Work {
        let wall = self.last.came.saturating_duration_since(began);
        Work::new(wall, self.last.late, usage)
    }
}

/// A solver, and its process if it has one.
#[derive(Debug)]
pub(super) struct Session {
    words: Vec<String>,
    pub(super) limits: ResourceLimits,
    pub(super) kind: SolverKind,
    group: Option<Rc<Cgroup>>,
    running: Option<Child>,
    /// What its workers say of all requests.
    pub(super) claim: Claim,
}

impl Session {
    /// A command whose protocol is not known yet, or a worker.
    pub(super) fn new(
        words: Vec<String>,
        worker: Option<SolverKind>,
        limits: ResourceLimits,
        group: Option<Rc<Cgroup>>,
        claim: Claim,
    ) -> Session {
        Session {
            words,
            limits,
            kind: worker.unwrap_or(SolverKind::Plain),
            group,
            running: None,
            claim,
        }
    }

    /// Starts a command with an empty input, to find out its protocol. Starts a worker, and waits
    /// until it is ready.
    pub(super) fn open(&mut self) -> Result<(), Trouble> {
        if self.kind.is_worker() {
            self.running = Some(self.start_persistent()?);
        } else {
            self.kind = self.find_kind()?.0;
        }
        Ok(())
    }

    /// Starts it anew, and returns the CPU time until it is ready: for a plain command, with an
    /// empty input until it ends.
    pub(super) fn time_start(&mut self) -> Result<Duration, Trouble> {
        if self.kind == SolverKind::Plain {
            return self.find_kind().map(|(_, took)| took);
        }
        self.running = None;
        let mut child = self.start_persistent()?;
        let took = child.usage().cpu.unwrap_or(child.piped.started.elapsed());
        self.running = Some(child);
        Ok(took)
    }

    /// Ends the process, if it runs. The next request starts another one.
    pub(super) fn close(&mut self) {
        self.running = None;
    }

    /// Closes the input of its process, if it runs, and waits until that has ended.
    pub(super) fn end(&mut self) {
        if let Some(mut child) = self.running.take() {
            child.piped.close();
            child.wait(self.limits.timeout);
        }
    }

    fn start(&self, input: ProgramInput) -> Result<Child, Trouble> {
        let mut command = process::Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        let child = Child::start(command, input, self.group.as_ref());
        child.map_err(|error| cannot_run(&self.words[0], &error).into())
    }

    /// Starts a command with an empty input. Returns its kind, and the CPU time of a plain one.
    fn find_kind(&self) -> Result<(SolverKind, Duration), Trouble> {
        let mut child = self.start(ProgramInput::Orders)?;
        child.piped.close();
        let until = Instant::now().checked_add(self.limits.timeout);
        let mut text = Vec::new();
        while text.len() <= TALKATIVE {
            match child.block(&self.limits, until, None) {
                Ok(block) => text.extend_from_slice(&block.bytes),
                Err(ReadError::Ended(_)) => break,
                Err(error) => {
                    let lines = usize::from(!text.is_empty());
                    let when = format!("with an empty input; {}", last_line(&text, lines));
                    return Err(self.gave_up(&mut child, error, &when));
                }
            }
        }
        // White space is not an answer: lists that are joined by line feeds end in it.
        if text.trim_ascii().is_empty() {
            if child.wait(self.limits.timeout).is_none() {
                let never = ReadError::Ended(Arrival::now());
                return Err(self.gave_up(&mut child, never, "with an empty input"));
            }
            let took = child.usage().cpu.unwrap_or(child.piped.started.elapsed());
            check_processes(&mut child)?;
            return Ok((SolverKind::Plain, took));
        }
        let first = first_line(&text);
        let greeting = String::from_utf8_lossy(first);
        if greeting == PERSISTENT && text.trim_ascii_end() == first {
            check_processes(&mut child)?;
            return Ok((SolverKind::Persistent, Duration::ZERO));
        }
        Err(Trouble::from(format!(
            "it prints {} for an empty input, but only answers belong on standard output: print the rest on standard error{}",
            quoted(first),
            child.piped.last_words()
        )))
    }

    /// Asks for the answers to puzzles, lines of 81 characters each.
    ///
    /// # Errors
    /// It did not give as many lines.
    pub(super) fn solve(&mut self, text: &[u8], asked: Asked) -> Result<(Vec<u8>, Work), Trouble> {
        if self.kind == SolverKind::Plain {
            return self.solve_plain(text, asked);
        }
        let mut child = match self.running.take() {
            Some(child) => child,
            None => self.start_persistent()?,
        };
        // A request that its input can hold waits there in one piece. A worker reads the whole one
        // before its clock starts.
        let most = match child.piped.holds {
            Some(holds) if self.kind == SolverKind::Persistent => (holds - FIRST) / PUZZLE,
            _ => usize::MAX,
        };
        let mut answers = Vec::new();
        let mut all = Work {
            usage: Usage::nothing(),
            idle: Some(Duration::ZERO),
            ..Work::default()
        };
        for part in text.chunks(most.saturating_mul(PUZZLE)) {
            let count = match most {
                usize::MAX => asked.count,
                _ => part.len() / PUZZLE,
            };
            let part = self.request(&mut child, part, Asked { count, ..asked }, &mut answers)?;
            all.add(part);
        }
        self.running = Some(child);
        Ok((answers, all))
    }

    /// Starts a command that gets its puzzles from a file, and takes the answers.
    fn solve_plain(&mut self, text: &[u8], asked: Asked) -> Result<(Vec<u8>, Work), Trouble> {
        let file = input_file(text).map_err(|error| {
            Trouble::from(format!("its puzzles cannot be written to a file: {error}"))
        })?;
        let mut child = self.start(ProgramInput::File(file))?;
        let began = child.piped.started;
        let reply = self.collect(&mut child, asked, Usage::nothing())?;
        check_processes(&mut child)?;
        let work = reply.work_since(began, child.usage());
        Ok((reply.text, work))
    }

    /// Sends one request to a process, and adds the answers to others.
    fn request(
        &mut self,
        child: &mut Child,
        text: &[u8],
        asked: Asked,
        answers: &mut Vec<u8>,
    ) -> Result<Work, Trouble> {
        if child.piped.has_printed() {
            let early = "it printed something before it got its puzzles";
            return Err(Trouble::from(early.to_owned()));
        }
        let Asked {
            count,
            limit,
            passes,
            is_sample,
            reserve,
            ..
        } = asked;
        let mut first = format!("solve {count} {limit}");
        if self.kind.is_worker() {
            first += &format!(" {passes}");
            if let Some(count) = reserve {
                first += &format!(" {count}");
            }
        }
        first.push('\n');
        let before = child.usage();
        let asked_at = Instant::now();
        child.piped.give([first.as_bytes(), text].concat());
        let mut reply = self.collect(child, asked, before)?;
        let usage = child.usage().since(before);
        check_processes(child)?;
        let began = child.piped.ordered().unwrap_or(asked_at);
        let mut work = reply.work_since(began, usage);
        if self.kind.is_worker() {
            let used = take_used(&mut reply.text)?;
            match self.kind {
                SolverKind::Library => self.claim.compare(&mut work, used, count, is_sample)?,
                _ => work.take(used),
            }
        }
        answers.extend_from_slice(&reply.text);
        Ok(work)
    }

    fn start_persistent(&mut self) -> Result<Child, Trouble> {
        let mut child = self.start(ProgramInput::Orders)?;
        let greeting = if self.kind.is_worker() {
            WORKER_GREETING
        } else {
            PERSISTENT
        };
        let mut text = Vec::new();
        let until = Instant::now().checked_add(self.limits.timeout);
        while !text.contains(&b'\n') && text.len() <= TALKATIVE {
            match child.block(&self.limits, until, None) {
                Ok(block) => text.extend(block.bytes),
                Err(error) => {
                    let when = format!("before it said \"{greeting}\"");
                    return Err(self.gave_up(&mut child, error, &when));
                }
            }
        }
        if text.trim_ascii_end() == greeting.as_bytes() {
            return Ok(child);
        }
        child.finish();
        if let Some(reason) = refusal(&text) {
            return Err(reason.into());
        }
        let line = quoted(first_line(&text));
        let words = child.piped.last_words();
        let reason = format!("it begins with {line}, not with \"{greeting}\"{words}");
        Err(reason.into())
    }

    /// Takes answers until there are enough. The process had used so much when it was asked.
    fn collect(
        &self,
        child: &mut Child,
        asked: Asked,
        before: Usage,
    ) -> Result<Collected, Trouble> {
        let count = asked.count;
        let most_cpu = asked.most_cpu.zip(before.cpu);
        let most_cpu = most_cpu.map(|(most, before)| before + most);
        let most = count.saturating_mul(LINE).saturating_add(SPARE);
        let is_persistent = self.kind != SolverKind::Plain;
        // A worker adds what it used.
        let wanted = count + usize::from(self.kind.is_worker());
        let mut text = Vec::new();
        let mut lines = 0;
        let mut last = Arrival::now();
        let began = last.came;
        let until = began.checked_add(self.limits.whole());
        loop {
            match child.block(&self.limits, until, most_cpu) {
                Ok(block) => {
                    lines += memchr::memchr_iter(b'\n', &block.bytes).count();
                    text.extend_from_slice(&block.bytes);
                    last = block.arrival.after(last, text.len());
                    let is_whole = text.ends_with(b"\n");
                    if is_persistent && lines + usize::from(!is_whole) > wanted {
                        child.finish();
                        let reason = too_much(&text, count) + &child.piped.last_words();
                        return Err(reason.into());
                    }
                    if text.len() > most {
                        child.finish();
                        return Err(Trouble::from(format!(
                            "it printed {} for {}; {}{}",
                            bytes(text.len() as u64),
                            counted(count as u64, "puzzle"),
                            last_line(&text, lines + usize::from(!is_whole)),
                            child.piped.last_words()
                        )));
                    }
                    if is_persistent && lines == wanted {
                        return Ok(Collected { text, last });
                    }
                }
                Err(ReadError::Ended(end)) => {
                    let last = end.after(last, text.len());
                    return self.end_of(child, text, count, last);
                }
                Err(error) => {
                    let done = lines + usize::from(!text.is_empty() && !text.ends_with(b"\n"));
                    let when = format!("after {}", answers(done, count));
                    let line = last_line(&text, done);
                    let worked = match error {
                        ReadError::TimedOut => worked(child, before, began.elapsed()),
                        ReadError::UsedUp => Some((child.usage().since(before), began.elapsed())),
                        _ => None,
                    };
                    let trouble = self.gave_up(child, error, &format!("{when}; {line}"));
                    let worked = worked.map(Box::new);
                    return Err(Trouble { worked, ..trouble });
                }
            }
        }
    }

    /// Its output has ended. Returns the answers, if they are complete.
    fn end_of(
        &self,
        child: &mut Child,
        mut text: Vec<u8>,
        count: usize,
        last: Arrival,
    ) -> Result<Collected, Trouble> {
        let seen = Instant::now();
        let before = child.usage();
        let status = child.wait(self.limits.timeout);
        // A program that closes its output and continues to work is not done.
        let took = seen.elapsed();
        let works_on = took > CLOSING && worked(child, before, took).is_some();
        let last = if works_on { Arrival::now() } else { last };
        if !text.is_empty() && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        if let Some(reason) = refusal(&text).filter(|_| self.kind.is_worker()) {
            return Err(reason.into());
        }
        let lines = memchr::memchr_iter(b'\n', &text).count();
        // The exit code does not matter: some solvers have one for a puzzle without a solution.
        let is_complete = status.is_some_and(|status| status.code().is_some()) && lines >= count;
        if is_complete && self.kind == SolverKind::Plain {
            if lines == count {
                return Ok(Collected { text, last });
            }
            // Boards have several lines.
            let rows = answer::as_lines(&text).unwrap_or_default();
            let boards = memchr::memchr_iter(b'\n', &rows).count();
            if boards == count {
                let text = rows;
                return Ok(Collected { text, last });
            }
            let reason = match boards {
                1.. if boards < count => format!(
                    "it printed {} for {}",
                    counted(boards as u64, "answer"),
                    counted(count as u64, "puzzle")
                ),
                _ => too_much(&text, count) + &child.piped.last_words(),
            };
            return Err(reason.into());
        }
        let answers = answers(lines, count);
        let line = last_line(&text, lines);
        let when = format!("after {answers}; {line}");
        Err(self.gave_up(child, ReadError::Ended(last), &when))
    }

    /// Ends it, and says why.
    fn gave_up(&self, child: &mut Child, error: ReadError, when: &str) -> Trouble {
        let is_time_out = matches!(error, ReadError::TimedOut);
        let reason = match error {
            ReadError::Ended(_) => match child.wait(self.limits.timeout.min(LATE)) {
                Some(status) => format!("it ended ({status}) {when}"),
                None => format!("it closed its output and did not end {when}"),
            },
            ReadError::TimedOut => format!(
                "it took too long: nothing came for {}, or not all within {} (--timeout), {when}",
                self.limits.timeout_text(),
                humantime::format_duration(self.limits.whole()),
            ),
            ReadError::UsedUp => format!("it used more CPU time than there is {when}"),
            ReadError::Stopped => "stopped".to_owned(),
            ReadError::TooLarge(has) => format!(
                "it uses {} of memory, but may use {} (--solver-memory), {when}",
                bytes(has),
                bytes(self.limits.memory)
            ),
            ReadError::LeftOpen => {
                format!("it ended, but left a process that keeps its output open, {when}")
            }
        };
        child.finish();
        let left = child.end_left().map(|left| format!("; {left}"));
        let reason = reason + &left.unwrap_or_default() + &child.piped.last_words();
        Trouble {
            is_time_out,
            ..Trouble::from(reason)
        }
    }
}

/// What a solver has used since an earlier moment, if it worked all the time.
fn worked(child: &mut Child, before: Usage, took: Duration) -> Option<(Usage, Duration)> {
    let used = child.usage().since(before);
    let busy = used.cpu? + used.queued.unwrap_or_default();
    (busy >= took.mul_f64(WORKS)).then_some((used, took))
}

/// A file with this text, which has no name any more.
fn input_file(text: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(text)?;
    file.rewind()?;
    Ok(file)
}

/// Refuses a solver that leaves a process running, which would disturb the next measurement, and
/// one that has more processes than can be accounted for.
fn check_processes(child: &mut Child) -> Result<(), Trouble> {
    if child.has_too_many() {
        let reason = format!("it has more than {MANY} processes, too many to account for");
        return Err(reason.into());
    }
    match child.end_left() {
        Some(left) => Err(Trouble::from(left + &child.piped.last_words())),
        None => Ok(()),
    }
}
