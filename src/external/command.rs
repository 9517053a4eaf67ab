//! A solver that is a command: gets answers from it, and gives up if they do not come.

use super::child::{Child, ReadError, Usage, Waiting};
use super::groups::ProcessGroup;
use super::{answer, quoted};
use crate::escape::escape;
use crate::numbers::{bytes, counted};
use crate::parallel::Stop;
use crate::setters::setters;
use std::io;
use std::path::Path;
use std::process;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The greeting of a persistent command.
const PERSISTENT: &str = "ninefold-solver 1";
const ANY_PERSISTENT: &str = "ninefold-solver ";
/// Bytes for answers: for each line, and in addition.
const LINE: usize = 1024;
const SPARE: usize = 1 << 20;
/// Bytes that a command may print before it has read anything.
const TALKATIVE: usize = 4096;
/// All answers together may take this many times the time-out.
const WHOLE: u32 = 10;

/// The limits for an external solver.
///
/// ```
/// use ninefold::external::ResourceLimits;
/// use std::time::Duration;
/// let limits = ResourceLimits::default().timeout(Duration::from_secs(5)).memory(1 << 30);
/// # drop(limits);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ResourceLimits {
    /// It is given up if it prints nothing for this long, or if one request takes ten times as
    /// long.
    pub timeout: Duration,
    /// It is given up if it has more bytes of memory, if the system tells.
    pub memory: u64,
    /// Whether it runs in its own process group, to be ended with everything that it starts. Use
    /// `false` in a process that is itself ended that way.
    pub own_group: bool,
    /// The request to stop.
    pub stop: Stop,
}

impl Default for ResourceLimits {
    /// 30 seconds, 8 GiB.
    fn default() -> ResourceLimits {
        ResourceLimits {
            timeout: Duration::from_secs(30),
            memory: 8 << 30,
            own_group: true,
            stop: Stop::new(),
        }
    }
}

setters! {
    ResourceLimits {
        timeout: Duration,
        memory: u64,
        own_group: bool,
        stop: Stop,
    }
}

impl ResourceLimits {
    /// The same, as limits for waiting.
    pub(crate) fn waiting(&self) -> Waiting {
        Waiting {
            until: None,
            timeout: self.timeout,
            stop: self.stop.clone(),
            memory: Some(self.memory),
        }
    }

    /// The process group of a solver.
    pub(crate) fn group(&self) -> ProcessGroup {
        match self.own_group {
            true => ProcessGroup::Own,
            false => ProcessGroup::Shared,
        }
    }

    fn timeout_text(&self) -> humantime::FormattedDuration {
        humantime::format_duration(self.timeout)
    }

    fn whole(&self) -> Duration {
        self.timeout.saturating_mul(WHOLE)
    }
}

/// How a command communicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protocol {
    /// It starts for each request, and ends.
    Plain,
    /// It is persistent and waits for requests.
    Persistent,
}

/// Why a command gave no answers, in words: what it did, the line, and its standard error.
pub(crate) type Reason = String;

/// A command whose protocol is known.
#[derive(Debug)]
pub struct Command {
    words: Vec<String>,
    limits: ResourceLimits,
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
    /// answers, or the end of its output.
    pub(crate) wall: Duration,
    /// The resources for the work. For a persistent command, its peaks are those since its start.
    pub(crate) usage: Usage,
}

impl Command {
    /// Starts a command with an empty input, to find out its protocol. Replaces `{limit}` and
    /// `{threads}` in its words.
    ///
    /// # Errors
    /// It cannot run, does not end in time, or prints something other than answers: in words.
    pub fn new(
        words: &[String],
        limit: u64,
        threads: usize,
        limits: &ResourceLimits,
    ) -> Result<Command, Reason> {
        if words.iter().any(|word| word.contains("{puzzle}")) {
            let reason = "{puzzle} is not replaced: its puzzles come on standard input, one a line";
            return Err(reason.to_owned());
        }
        let (limit, threads) = (limit.to_string(), threads.to_string());
        let words = words.iter().map(|word| {
            let word = word.replace("{limit}", &limit);
            word.replace("{threads}", &threads)
        });
        let mut command = Command {
            words: words.collect(),
            limits: limits.clone(),
            protocol: Protocol::Plain,
            running: None,
        };
        command.protocol = command.find_protocol()?;
        Ok(command)
    }

    /// Whether it is persistent.
    #[must_use]
    pub fn is_persistent(&self) -> bool {
        self.protocol == Protocol::Persistent
    }

    fn start(&self) -> Result<Child, Reason> {
        let mut command = process::Command::new(&self.words[0]);
        let child = Child::start(command.args(&self.words[1..]), self.limits.group());
        child.map_err(|error| cannot_run(&self.words[0], &error))
    }

    fn find_protocol(&self) -> Result<Protocol, Reason> {
        let mut child = self.start()?;
        child.close();
        let waiting = self.limits.waiting();
        let until = Instant::now().checked_add(self.limits.timeout);
        let mut text = Vec::new();
        loop {
            match child.block(&waiting, until) {
                Ok((block, _)) => text.extend_from_slice(&block),
                Err(ReadError::Ended(_)) => break,
                Err(ReadError::TimedOut) => {
                    let timeout = self.limits.timeout_text();
                    let printed = match text.is_empty() {
                        true => String::new(),
                        false => format!("; it printed {}", quoted(first_line(&text))),
                    };
                    child.end(Duration::ZERO);
                    return Err(format!(
                        "started with an empty input, it did not end within {timeout} (--timeout){printed}{}",
                        child.last_words()
                    ));
                }
                Err(error) => {
                    return Err(self.gave_up(&mut child, error, "when its input was empty"));
                }
            }
            if text.len() > TALKATIVE {
                child.end(Duration::ZERO);
                break;
            }
        }
        // White space is not an answer: lists that are joined by line feeds end in it.
        if text.trim_ascii().is_empty() {
            if child.wait(self.limits.timeout).is_none() {
                let timeout = self.limits.timeout_text();
                return Err(format!(
                    "started with an empty input, it closed its output and did not end within {timeout} (--timeout)"
                ));
            }
            return left_nothing(&mut child).map(|()| Protocol::Plain);
        }
        let first = first_line(&text);
        let greeting = String::from_utf8_lossy(first);
        if greeting == PERSISTENT && text.trim_ascii_end() == first {
            return left_nothing(&mut child).map(|()| Protocol::Persistent);
        }
        if greeting.starts_with(ANY_PERSISTENT) && greeting != PERSISTENT {
            return Err(format!(
                "it speaks another version: it says {}, not \"{PERSISTENT}\"",
                quoted(first)
            ));
        }
        Err(format!(
            "given an empty input, it prints {}; on standard output belong its answers alone{}",
            quoted(first),
            child.last_words()
        ))
    }

    /// A request for this many puzzles. `text` has their lines.
    pub(crate) fn request(&self, text: &[u8], count: usize, limit: u64) -> Arc<[u8]> {
        match self.protocol {
            Protocol::Plain => text.into(),
            Protocol::Persistent => {
                let mut request = format!("solve {count} {limit}\n").into_bytes();
                request.extend_from_slice(text);
                request.into()
            }
        }
    }

    /// Asks for the answers to `count` puzzles, lines of 81 characters each, with at most `limit`
    /// solutions.
    ///
    /// # Errors
    /// It did not give as many lines: in words.
    pub fn solve(&mut self, text: &[u8], count: usize, limit: u64) -> Result<Reply, Reason> {
        let request = self.request(text, count, limit);
        self.send(&request, count)
    }

    /// Sends a request made by [`Command::request`].
    pub(crate) fn send(&mut self, request: &Arc<[u8]>, count: usize) -> Result<Reply, Reason> {
        let (mut child, before) = match self.protocol {
            Protocol::Plain => (self.start()?, None),
            Protocol::Persistent => {
                let mut child = match self.running.take() {
                    Some(child) => child,
                    None => self.start_persistent()?,
                };
                let before = child.usage();
                (child, Some(before))
            }
        };
        child.order(Arc::clone(request));
        if self.protocol == Protocol::Plain {
            child.close();
        }
        let began = Instant::now();
        let until = began.checked_add(self.limits.whole());
        let (text, last) = self.collect(&mut child, count, until)?;
        left_nothing(&mut child)?;
        let began = match self.protocol {
            Protocol::Plain => child.started(),
            Protocol::Persistent => child.ordered().unwrap_or(began),
        };
        let mut reply = Reply {
            text,
            wall: last.saturating_duration_since(began),
            usage: child.usage(),
        };
        if let Some(before) = before {
            reply.usage = reply.usage.since(before);
            self.running = Some(child);
        }
        Ok(reply)
    }

    fn start_persistent(&self) -> Result<Child, Reason> {
        let mut child = self.start()?;
        match child.line(&self.limits.waiting()) {
            Ok(line) if line.trim_end() == PERSISTENT => Ok(child),
            Ok(line) => {
                child.end(Duration::ZERO);
                let line = quoted(line.as_bytes());
                Err(format!(
                    "it said \"{PERSISTENT}\" before, and now begins with {line}{}",
                    child.last_words()
                ))
            }
            Err(error) => Err(self.gave_up(
                &mut child,
                error,
                &format!("before it said \"{PERSISTENT}\""),
            )),
        }
    }

    /// Takes answers until there are enough. Returns when the last came.
    fn collect(
        &self,
        child: &mut Child,
        count: usize,
        until: Option<Instant>,
    ) -> Result<(Vec<u8>, Instant), Reason> {
        let waiting = self.limits.waiting();
        let most = count.saturating_mul(LINE).saturating_add(SPARE);
        let (mut text, mut lines) = (Vec::new(), 0);
        loop {
            match child.block(&waiting, until) {
                Ok((block, came)) => {
                    lines += memchr::memchr_iter(b'\n', &block).count();
                    text.extend_from_slice(&block);
                    let is_whole = text.ends_with(b"\n");
                    if lines + usize::from(!is_whole) > count {
                        child.end(Duration::ZERO);
                        return Err(too_much(&text, count) + &child.last_words());
                    }
                    if text.len() > most {
                        child.end(Duration::ZERO);
                        return Err(format!(
                            "it printed {} for {}; {}{}",
                            bytes(text.len() as u64),
                            counted(count as u64, "puzzle"),
                            last_line(&text, lines + usize::from(!is_whole)),
                            child.last_words()
                        ));
                    }
                    if self.protocol == Protocol::Persistent && lines == count {
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
        let lines = memchr::memchr_iter(b'\n', &text).count();
        let answered = || {
            format!(
                "after {}; {}",
                answers(lines, count),
                last_line(&text, lines)
            )
        };
        let Some(status) = status else {
            let timeout = self.limits.timeout_text();
            child.end(Duration::ZERO);
            return Err(format!(
                "it closed its output and did not end within {timeout} (--timeout) {}{}",
                answered(),
                child.last_words()
            ));
        };
        // The exit code does not matter: some solvers have one for a puzzle without a solution.
        let killed = status.code().is_none();
        if killed || lines < count || self.protocol == Protocol::Persistent {
            return Err(format!(
                "it ended ({status}) {}{}",
                answered(),
                child.last_words()
            ));
        }
        Ok((text, last))
    }

    /// Ends it, and says why.
    fn gave_up(&self, child: &mut Child, error: ReadError, when: &str) -> Reason {
        let reason = match error {
            ReadError::Ended(_) => match child.wait(self.limits.timeout) {
                Some(status) => format!("it ended ({status}) {when}"),
                None => format!("it closed its output {when}"),
            },
            ReadError::TimedOut => format!(
                "it took too long: nothing came for {}, or not all within {} (--timeout), {when}",
                self.limits.timeout_text(),
                humantime::format_duration(self.limits.whole()),
            ),
            ReadError::Stopped => "stopped".to_owned(),
            ReadError::Failed(error) => format!("its output cannot be read: {error}, {when}"),
            ReadError::TooLarge(has) => format!(
                "it has {} of memory, and may have {} (--solver-memory), {when}",
                bytes(has),
                bytes(self.limits.memory)
            ),
            ReadError::LeftOpen => {
                format!("it ended and left behind a process that keeps its output open, {when}")
            }
        };
        child.end(Duration::ZERO);
        let left = child.end_left().map(|left| format!("; {left}"));
        reason + &left.unwrap_or_default() + &child.last_words()
    }
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
    let is_other = |(line, answer): (&[u8], answer::CommandAnswer<'_>)| {
        answer.solution.is_none() && answer.number.is_none() && !line.starts_with(b"!")
    };
    if let Some(at) = lines(text).take(count).position(is_other) {
        let other = quoted(line(at).unwrap_or_default());
        reason += &format!(", and line {}, {other}, is not an answer", at + 1);
    }
    reason
}

/// The answers on the lines of a reply.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = (&[u8], answer::CommandAnswer<'_>)> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let lines = text.split(|&byte| byte == b'\n');
    lines.map(|line| (line, answer::read(line)))
}
