//! A solver that is a command: gets answers from it, and gives up if they do not come.

use super::answer::{self, CommandAnswer};
use super::child::{Child, ReadError};
use super::limits::ResourceLimits;
use super::quoted;
use super::usage::{Usage, WorkUsed};
use crate::escape::escape;
use crate::numbers::{bytes, counted};
use crate::solver::Counters;
use std::io;
use std::path::Path;
use std::process;
use std::time::{Duration, Instant};

/// The greeting of a persistent command.
const PERSISTENT: &str = "ninefold-solver 1";
/// The greeting of our worker.
pub(crate) const WORKER_GREETING: &str = "ninefold-solver 2";
/// Bytes for answers: for each line, and in addition.
const LINE: usize = 1024;
const SPARE: usize = 1 << 20;
/// A word with this gets each puzzle in its place.
const PUZZLE: &str = "{puzzle}";
/// Bytes that a command may print before it has read anything.
const TALKATIVE: usize = 4096;
/// How long a command that has failed may take to end, so that its status is known.
const LATE: Duration = Duration::from_secs(2);

/// How a command communicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protocol {
    /// It starts for each request, and ends.
    Plain,
    /// It is persistent and waits for requests.
    Persistent,
    /// The same, as our worker does it.
    Worker,
}

/// Why a command gave no answers, in words: what it did, the line, and its standard error.
pub(crate) type Reason = String;

/// A command whose protocol is known.
#[derive(Debug)]
pub struct Command {
    words: Vec<String>,
    /// It is given up if it exceeds them.
    pub(crate) limits: ResourceLimits,
    protocol: Protocol,
    /// The process of a persistent command.
    running: Option<Child>,
}

/// A reply of the command.
#[derive(Debug)]
pub struct Reply {
    /// As many lines as puzzles. The last may lack its end.
    pub text: Vec<u8>,
    /// From the first byte of the request, or the start of the process, to the last byte of the
    /// answers, or the end of its output. A worker says what the work alone took.
    pub(crate) wall: Duration,
    /// The resources for the work. For a persistent command, its peaks are those since its start.
    pub(crate) usage: Usage,
    /// What a worker counted in one pass.
    pub(crate) counters: Counters,
}

impl Reply {
    /// Takes off the last line, in which a worker says what the work took.
    fn take_used(&mut self) -> Result<(), Reason> {
        let end = self.text.len().saturating_sub(1);
        let start = memchr::memrchr(b'\n', &self.text[..end]).map_or(0, |at| at + 1);
        let line = self.text.split_off(start);
        let used = line.strip_prefix(b"used ").unwrap_or_default();
        let used: WorkUsed =
            serde_json::from_slice(used).map_err(|error| format!("what it used: {error}"))?;
        self.wall = Duration::from_nanos(used.wall_ns);
        self.usage.cpu = used.cpu_ns.map(Duration::from_nanos);
        self.usage.queued = used.queued_ns.map(Duration::from_nanos);
        self.usage.instructions = used.instructions;
        self.counters = used.counters;
        Ok(())
    }

    /// The time of the work without that in which its thread waited for a CPU, if it has one thread: as long as
    /// it would take on a quiet machine.
    pub(crate) fn quiet(&self, threads: usize) -> Duration {
        let queued = self.usage.queued.filter(|_| threads == 1);
        let quiet = self.wall.saturating_sub(queued.unwrap_or_default());
        // If it has more threads than asked for, they wait for longer than it takes.
        quiet.max(self.usage.cpu.unwrap_or_default().min(self.wall))
    }
}

impl Command {
    /// Starts a command with an empty input, to find out its protocol. Replaces `{limit}` and
    /// `{threads}` in its words. With `{puzzle}`, it starts for each puzzle.
    ///
    /// # Errors
    /// It cannot run, does not end in time, or prints something other than answers: in words.
    pub fn new(
        words: &[String],
        limit: u64,
        threads: usize,
        limits: &ResourceLimits,
    ) -> Result<Command, Reason> {
        let (limit, threads) = (limit.to_string(), threads.to_string());
        let words = words.iter().map(|word| {
            let word = word.replace("{limit}", &limit);
            word.replace("{threads}", &threads)
        });
        let mut words: Vec<String> = words.collect();
        if words.iter().any(|word| word.contains(PUZZLE)) {
            words = for_each_puzzle(&words);
        }
        let mut command = Command::of(words, limits, Protocol::Plain);
        command.protocol = command.find_protocol()?;
        Ok(command)
    }

    /// Starts a worker, and waits until it is ready.
    pub(crate) fn worker(words: Vec<String>, limits: &ResourceLimits) -> Result<Command, Reason> {
        let mut command = Command::of(words, limits, Protocol::Worker);
        command.running = Some(command.start_persistent()?);
        Ok(command)
    }

    fn of(words: Vec<String>, limits: &ResourceLimits, protocol: Protocol) -> Command {
        Command {
            words,
            limits: limits.clone(),
            protocol,
            running: None,
        }
    }

    /// Whether it is persistent.
    #[must_use]
    pub fn is_persistent(&self) -> bool {
        self.protocol != Protocol::Plain
    }

    /// What it is in a record. A worker of a record has a library.
    pub(crate) fn kind(&self) -> &'static str {
        match self.protocol {
            Protocol::Plain => "command",
            Protocol::Persistent => "persistent",
            Protocol::Worker => "library",
        }
    }

    /// Ends its process, if it runs. The next request starts another one.
    pub(crate) fn restart(&mut self) {
        self.running = None;
    }

    /// Closes the input of its process, if it runs, and waits until that has ended.
    pub(crate) fn end(&mut self) {
        if let Some(mut child) = self.running.take() {
            child.orders.close();
            child.wait(self.limits.timeout);
        }
    }

    fn start(&self) -> Result<Child, Reason> {
        let mut command = process::Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        let child = Child::start(command);
        child.map_err(|error| cannot_run(&self.words[0], &error))
    }

    fn find_protocol(&self) -> Result<Protocol, Reason> {
        let mut child = self.start()?;
        child.orders.close();
        let until = Instant::now().checked_add(self.limits.timeout);
        let mut text = Vec::new();
        while text.len() <= TALKATIVE {
            match child.block(&self.limits, until) {
                Ok((block, _)) => text.extend_from_slice(&block),
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
                let over = ReadError::Ended(Instant::now());
                return Err(self.gave_up(&mut child, over, "with an empty input"));
            }
            return left_nothing(&mut child).map(|()| Protocol::Plain);
        }
        let first = first_line(&text);
        let greeting = String::from_utf8_lossy(first);
        if greeting == PERSISTENT && text.trim_ascii_end() == first {
            return left_nothing(&mut child).map(|()| Protocol::Persistent);
        }
        Err(format!(
            "it prints {} for an empty input, but only answers belong on standard output{}",
            quoted(first),
            child.last_words()
        ))
    }

    /// Asks for the answers to `count` puzzles, lines of 81 characters each, with at most `limit` solutions. `passes` is
    /// for a worker alone.
    ///
    /// # Errors
    /// It did not give as many lines: in words.
    pub fn solve(
        &mut self,
        text: &[u8],
        count: usize,
        limit: u64,
        passes: usize,
    ) -> Result<Reply, Reason> {
        let first = match self.protocol {
            Protocol::Plain => String::new(),
            Protocol::Persistent => format!("solve {count} {limit}\n"),
            Protocol::Worker => format!("solve {count} {limit} {passes}\n"),
        };
        let is_persistent = self.is_persistent();
        let (mut child, before) = if is_persistent {
            let mut child = match self.running.take() {
                Some(child) => child,
                None => self.start_persistent()?,
            };
            if child.has_printed() {
                return Err("it printed something before it got its puzzles".to_owned());
            }
            let before = self.usage(&mut child);
            (child, before)
        } else {
            (self.start()?, Usage::default())
        };
        let request = [first.as_bytes(), text].concat();
        child.orders.give(request);
        if !is_persistent {
            child.orders.close();
        }
        let began = Instant::now();
        let until = began.checked_add(self.limits.whole());
        let (text, last) = self.collect(&mut child, count, until)?;
        left_nothing(&mut child)?;
        let began = if is_persistent {
            child.orders.started().unwrap_or(began)
        } else {
            child.started
        };
        let mut reply = Reply {
            text,
            wall: last.saturating_duration_since(began),
            usage: self.usage(&mut child),
            counters: Counters::default(),
        };
        if is_persistent {
            reply.usage = reply.usage.since(before);
            self.running = Some(child);
        }
        if self.protocol == Protocol::Worker {
            reply.take_used()?;
        }
        Ok(reply)
    }

    /// The resources that a command has used so far. A worker tells what it uses.
    fn usage(&self, child: &mut Child) -> Usage {
        match self.protocol {
            Protocol::Worker => Usage::default(),
            Protocol::Plain | Protocol::Persistent => child.usage(),
        }
    }

    fn start_persistent(&self) -> Result<Child, Reason> {
        let mut child = self.start()?;
        let greeting = match self.protocol {
            Protocol::Worker => WORKER_GREETING,
            Protocol::Plain | Protocol::Persistent => PERSISTENT,
        };
        let (mut text, until) = (Vec::new(), Instant::now().checked_add(self.limits.timeout));
        while !text.contains(&b'\n') && text.len() <= TALKATIVE {
            match child.block(&self.limits, until) {
                Ok((block, _)) => text.extend(block),
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
            return Err(reason);
        }
        let (line, words) = (quoted(first_line(&text)), child.last_words());
        Err(format!(
            "it begins with {line}, not with \"{greeting}\"{words}"
        ))
    }

    /// Takes answers until there are enough. Returns when the last came.
    fn collect(
        &self,
        child: &mut Child,
        count: usize,
        until: Option<Instant>,
    ) -> Result<(Vec<u8>, Instant), Reason> {
        let most = count.saturating_mul(LINE).saturating_add(SPARE);
        // A worker adds what it used.
        let wanted = count + usize::from(self.protocol == Protocol::Worker);
        let (mut text, mut lines) = (Vec::new(), 0);
        loop {
            match child.block(&self.limits, until) {
                Ok((block, came)) => {
                    lines += memchr::memchr_iter(b'\n', &block).count();
                    text.extend_from_slice(&block);
                    let is_whole = text.ends_with(b"\n");
                    if self.is_persistent() && lines + usize::from(!is_whole) > wanted {
                        child.finish();
                        return Err(too_much(&text, count) + &child.last_words());
                    }
                    if text.len() > most {
                        child.finish();
                        return Err(format!(
                            "it printed {} for {}; {}{}",
                            bytes(text.len() as u64),
                            counted(count as u64, "puzzle"),
                            last_line(&text, lines + usize::from(!is_whole)),
                            child.last_words()
                        ));
                    }
                    if self.is_persistent() && lines == wanted {
                        return Ok((text, came));
                    }
                }
                Err(ReadError::Ended(over)) => return self.end_of(child, text, count, over),
                Err(error) => {
                    let done = lines + usize::from(!text.is_empty() && !text.ends_with(b"\n"));
                    let when = format!("after {}", answers(done, count));
                    let line = last_line(&text, done);
                    return Err(self.gave_up(child, error, &format!("{when}; {line}")));
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
        over: Instant,
    ) -> Result<(Vec<u8>, Instant), Reason> {
        let seen = Instant::now();
        let status = child.wait(self.limits.timeout);
        // A program that closes its output and continues to work is not done.
        let late = seen.elapsed() > Duration::from_millis(5);
        let last = if late { Instant::now() } else { over };
        if !text.is_empty() && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        if let Some(reason) = refusal(&text).filter(|_| self.protocol == Protocol::Worker) {
            return Err(reason);
        }
        let lines = memchr::memchr_iter(b'\n', &text).count();
        // The exit code does not matter: some solvers have one for a puzzle without a solution.
        let is_complete = status.is_some_and(|status| status.code().is_some()) && lines >= count;
        if is_complete && !self.is_persistent() {
            if lines == count {
                return Ok((text, last));
            }
            // Boards have several lines.
            let rows = answer::as_lines(&text).unwrap_or_default();
            let boards = memchr::memchr_iter(b'\n', &rows).count();
            if boards == count {
                return Ok((rows, last));
            }
            return Err(match boards {
                1.. if boards < count => format!(
                    "it printed {} for {}",
                    counted(boards as u64, "answer"),
                    counted(count as u64, "puzzle")
                ),
                _ => too_much(&text, count) + &child.last_words(),
            });
        }
        let (answers, line) = (answers(lines, count), last_line(&text, lines));
        let when = format!("after {answers}; {line}");
        Err(self.gave_up(child, ReadError::Ended(over), &when))
    }

    /// Ends it, and says why.
    fn gave_up(&self, child: &mut Child, error: ReadError, when: &str) -> Reason {
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
        reason + &left.unwrap_or_default() + &child.last_words()
    }
}

/// The words of a shell that runs a command for each line of its input.
fn for_each_puzzle(words: &[String]) -> Vec<String> {
    let quoted = |word: &String| {
        let parts = word.split(PUZZLE);
        let parts = parts.map(|part| shlex::try_quote(part).expect("no argument has a zero byte"));
        parts.collect::<Vec<_>>().join("\"$puzzle\"")
    };
    let words: Vec<String> = words.iter().map(quoted).collect();
    let words = words.join(" ");
    let script = format!("while read -r puzzle; do {words} </dev/null; done");
    ["sh", "-c", &script].map(str::to_owned).to_vec()
}

/// Why a worker refuses, if its text is a refusal.
fn refusal(text: &[u8]) -> Option<Reason> {
    serde_json::from_slice(text.strip_prefix(b"failed ")?).ok()
}

/// Why a program cannot be run, in words.
pub(super) fn cannot_run(program: &str, error: &io::Error) -> Reason {
    // A shell would search its path, and not this folder.
    let is_here = error.kind() == io::ErrorKind::NotFound
        && !program.contains('/')
        && Path::new(program).is_file();
    let meant = match is_here {
        true => format!(" (did you mean ./{}?)", escape(program)),
        false => String::new(),
    };
    format!(
        "cannot be run: {}: {error}{meant}",
        quoted(program.as_bytes())
    )
}

/// Refuses a solver that leaves a process running, which would disturb the next measurement.
fn left_nothing(child: &mut Child) -> Result<(), Reason> {
    match child.end_left() {
        Some(left) => Err(left + &child.last_words()),
        None => Ok(()),
    }
}

fn answers(done: usize, count: usize) -> String {
    format!("{done} of {}", counted(count as u64, "answer"))
}

fn first_line(text: &[u8]) -> &[u8] {
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The last line of output, which has the number `lines`.
fn last_line(text: &[u8], lines: usize) -> String {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    match (text.rsplit(|&byte| byte == b'\n').next(), lines) {
        (_, 0) | (None, _) => "it printed nothing".to_owned(),
        (Some(line), _) => format!("line {lines} is {}", quoted(line)),
    }
}

/// Describes the surplus line, and an earlier line that may be the reason: a banner.
fn too_much(text: &[u8], count: usize) -> Reason {
    let line = |at: usize| text.split(|&byte| byte == b'\n').nth(at);
    let mut reason = format!(
        "it printed more than the {} for {}: line {} is {}",
        counted(count as u64, "answer"),
        counted(count as u64, "puzzle"),
        count + 1,
        quoted(line(count).unwrap_or_default())
    );
    let is_other = |answer: CommandAnswer<'_>| {
        answer.solution.is_none() && answer.number.is_none() && !answer.line.starts_with(b"!")
    };
    if let Some(at) = lines(text).take(count).position(is_other) {
        let other = quoted(line(at).unwrap_or_default());
        reason += &format!(", and line {}, {other}, is not an answer", at + 1);
    }
    reason
}

/// The answers on the lines of a reply.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = CommandAnswer<'_>> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.split(|&byte| byte == b'\n').map(answer::read)
}
