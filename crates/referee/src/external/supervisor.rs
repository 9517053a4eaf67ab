//! The supervisor: this program as the process that starts one solver and accounts for it, as
//! `ninefold supervise`.
//!
//! Each solver has one of its own. Processes that leave their parents are left to the supervisor,
//! so all below it are the solver's, whatever they do: their CPU time counts, and they end with it.
//! It puts them into a control group, where it may make one. When the process that started the
//! supervisor has gone, even by `kill -9`, its input ends; then it ends the solver and itself.
//!
//! Both sides speak lines of JSON: an [`Order`], which its puzzles follow if it has some, and the
//! [`Done`], which its answers follow.

use super::cgroup::Cgroup;
use super::limits::ResourceLimits;
use super::piped::{Piped, ProgramInput};
use super::session::Session;
use super::work::{Asked, SolverKind, Trouble, Work};
use ninefold::Stop;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often to check for a stop while it works.
const LOOK: Duration = Duration::from_millis(10);
/// How long a supervisor may take to end its solver.
const ENDING: Duration = Duration::from_secs(10);

/// The solver to start, and its limits.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SolverStart {
    /// Program and arguments.
    pub(crate) words: Vec<String>,
    /// The kind of a worker. A command shows its own.
    pub(crate) worker: Option<SolverKind>,
    pub(crate) timeout: Duration,
    pub(crate) memory: u64,
}

/// What a supervisor is asked to do.
#[derive(Debug, Serialize, Deserialize)]
enum Order {
    /// Start a solver, in place of the one before.
    Open(SolverStart),
    /// Time its start.
    TimeStart,
    /// Solve the puzzles that follow, with this time-out.
    Solve(Asked, Duration),
    /// End its process. The next request starts another.
    Close,
    /// Let its process end by itself.
    End,
}

/// What came of an order.
#[derive(Debug, Serialize, Deserialize)]
enum Done {
    /// This kind of solver was started, in a control group or not.
    Opened(SolverKind, bool),
    /// Its start took this much CPU time.
    Started(Duration),
    /// This came of the work. So many bytes of answers follow.
    Solved(Work, usize),
    /// Nothing more to say.
    Ended,
    /// It failed.
    Failed(Trouble),
}

/// Does what it is asked for, until there is no more to do.
///
/// # Errors
/// The process that asks has gone, or sent something else.
pub fn supervise(orders: impl BufRead + Send + 'static, done: &mut dyn Write) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let group = Cgroup::enter().map(Rc::new);
    let stop = Stop::new();
    let (send, received) = channel();
    let stopped = stop.clone();
    thread::spawn(move || {
        let read = read_orders(orders, &send);
        // Whoever asks has gone, or must be told.
        stopped.stop();
        if let Err(error) = read {
            let _ = send.send(Err(error));
        }
    });
    let mut session = None;
    for order in received {
        let (order, text) = order?;
        let (said, answers) = match follow(order, &text, &mut session, &stop, group.as_ref()) {
            Ok(done) => done,
            Err(trouble) => (Done::Failed(trouble), Vec::new()),
        };
        serde_json::to_writer(&mut *done, &said)?;
        done.write_all(b"\n")?;
        done.write_all(&answers)?;
        done.flush()?;
    }
    Ok(())
}

/// An order, and its puzzles.
type OrderText = (Order, Vec<u8>);

fn read_orders(mut from: impl BufRead, send: &Sender<io::Result<OrderText>>) -> io::Result<()> {
    loop {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let order: Order = serde_json::from_str(&line)?;
        let mut text = Vec::new();
        if let Order::Solve(Asked { count, .. }, _) = order {
            text.resize(count * 82, 0);
            from.read_exact(&mut text)?;
        }
        if send.send(Ok((order, text))).is_err() {
            return Ok(());
        }
    }
}

fn follow(
    order: Order,
    text: &[u8],
    session: &mut Option<Session>,
    stop: &Stop,
    group: Option<&Rc<Cgroup>>,
) -> Result<(Done, Vec<u8>), Trouble> {
    if let Order::Open(start) = order {
        let limits = ResourceLimits {
            timeout: start.timeout,
            memory: start.memory,
            stop: stop.clone(),
        };
        // The one before ends first. It was the same solver.
        let before = session.take();
        let claim = before.map(|session| session.claim).unwrap_or_default();
        let opened = Session::new(start.words, start.worker, limits, group.cloned(), claim);
        let session = session.insert(opened);
        session.open()?;
        return Ok((Done::Opened(session.kind, group.is_some()), Vec::new()));
    }
    let Some(session) = session else {
        return Err(Trouble::from("there is no solver".to_owned()));
    };
    let done = match order {
        Order::TimeStart => Done::Started(session.time_start()?),
        Order::Solve(asked, timeout) => {
            session.limits.timeout = timeout;
            let (answers, work) = session.solve(text, asked)?;
            return Ok((Done::Solved(work, answers.len()), answers));
        }
        Order::Close => {
            session.close();
            Done::Ended
        }
        Order::End | Order::Open(_) => {
            session.end();
            Done::Ended
        }
    };
    Ok((done, Vec::new()))
}

/// A solver that runs under a supervisor of its own. Dropping it ends both.
#[derive(Debug)]
pub struct Supervised {
    piped: Piped,
    stop: Stop,
    /// What it said and nobody has read.
    said: Vec<u8>,
    pub(crate) kind: SolverKind,
    /// Whether its processes are in a control group of their own.
    pub(crate) in_group: bool,
}

/// The answers to a request, and what they took.
#[derive(Debug)]
pub struct Reply {
    /// As many lines as puzzles. The last may lack its end.
    pub text: Vec<u8>,
    pub(crate) work: Work,
}

impl Supervised {
    /// Starts a command, `{limit}` and `{threads}` in its words replaced, and finds out its
    /// protocol. `program` is this program, whose process supervises.
    ///
    /// # Errors
    /// It cannot run, does not end in time, or prints something other than answers: in words.
    pub fn command(
        program: &Path,
        words: &[String],
        limit: u64,
        threads: usize,
        limits: &ResourceLimits,
    ) -> Result<Supervised, String> {
        let start = SolverStart {
            words: filled(words, limit, threads),
            worker: None,
            timeout: limits.timeout,
            memory: limits.memory,
        };
        Supervised::open(program, start, &limits.stop).map_err(|trouble| trouble.reason)
    }

    /// Starts a supervisor and a solver.
    pub(crate) fn open(
        program: &Path,
        start: SolverStart,
        stop: &Stop,
    ) -> Result<Supervised, Trouble> {
        let mut command = Command::new(program);
        command.arg("supervise");
        let piped = Piped::start(command, ProgramInput::Orders, false);
        let piped = piped
            .map_err(|error| Trouble::from(format!("its supervisor cannot be started: {error}")))?;
        let mut started = Supervised {
            piped,
            stop: stop.clone(),
            said: Vec::new(),
            kind: SolverKind::Plain,
            in_group: false,
        };
        started.reopen(start)?;
        Ok(started)
    }

    /// Starts a solver in place of the one before.
    pub(crate) fn reopen(&mut self, start: SolverStart) -> Result<(), Trouble> {
        match self.order(&Order::Open(start), &[])? {
            Done::Opened(kind, in_group) => {
                (self.kind, self.in_group) = (kind, in_group);
                Ok(())
            }
            other => Err(unexpected(&other)),
        }
    }

    /// Starts it anew. Returns the CPU time of that.
    pub(crate) fn time_start(&mut self) -> Result<Duration, Trouble> {
        match self.order(&Order::TimeStart, &[])? {
            Done::Started(took) => Ok(took),
            other => Err(unexpected(&other)),
        }
    }

    /// Ends its process. The next request starts another.
    pub(crate) fn close(&mut self) -> Result<(), Trouble> {
        self.order(&Order::Close, &[]).map(drop)
    }

    /// Lets its process end by itself.
    pub(crate) fn end(&mut self) -> Result<(), Trouble> {
        self.order(&Order::End, &[]).map(drop)
    }

    /// Asks for the answers to `count` puzzles, lines of 81 characters each, with at most one
    /// solution each.
    ///
    /// # Errors
    /// It did not give as many lines: in words.
    pub fn solve(&mut self, text: &[u8], count: usize, timeout: Duration) -> Result<Reply, String> {
        let asked = Asked {
            count,
            limit: 1,
            passes: 1,
            most_cpu: None,
            is_sample: false,
            reserve: None,
        };
        self.ask(text, asked, timeout)
            .map_err(|trouble| trouble.reason)
    }

    /// Asks for the answers to puzzles.
    pub(crate) fn ask(
        &mut self,
        text: &[u8],
        asked: Asked,
        timeout: Duration,
    ) -> Result<Reply, Trouble> {
        match self.order(&Order::Solve(asked, timeout), text)? {
            Done::Solved(work, bytes) => {
                let text = self.bytes(bytes)?;
                Ok(Reply { text, work })
            }
            other => Err(unexpected(&other)),
        }
    }

    fn order(&mut self, order: &Order, text: &[u8]) -> Result<Done, Trouble> {
        let mut line = serde_json::to_vec(order).expect("it is JSON");
        line.push(b'\n');
        line.extend_from_slice(text);
        self.piped.give(line);
        let end = loop {
            match memchr::memchr(b'\n', &self.said) {
                Some(end) => break end + 1,
                None => self.listen()?,
            }
        };
        let line = self.bytes(end)?;
        let done = serde_json::from_slice(&line);
        match done.map_err(|error| Trouble::from(format!("its supervisor: {error}")))? {
            Done::Failed(trouble) => Err(trouble),
            done => Ok(done),
        }
    }

    /// The next bytes that it says.
    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Trouble> {
        while self.said.len() < count {
            self.listen()?;
        }
        let rest = self.said.split_off(count);
        Ok(std::mem::replace(&mut self.said, rest))
    }

    fn listen(&mut self) -> Result<(), Trouble> {
        loop {
            if self.stop.is_stopped() {
                return Err(Trouble::from("stopped".to_owned()));
            }
            match self.piped.next(LOOK) {
                Some(block) if block.bytes.is_empty() => {
                    let words = self.piped.last_words();
                    return Err(Trouble::from(format!("its supervisor ended{words}")));
                }
                Some(block) => {
                    self.said.extend(block.bytes);
                    return Ok(());
                }
                None => {}
            }
        }
    }
}

impl Drop for Supervised {
    fn drop(&mut self) {
        self.piped.close();
        let since = Instant::now();
        while matches!(self.piped.process.try_wait(), Ok(None)) {
            if since.elapsed() > ENDING {
                let _ = self.piped.process.kill();
            }
            // It may wait until somebody reads what it still says.
            let _ = self.piped.next(Duration::ZERO);
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn unexpected(done: &Done) -> Trouble {
    Trouble::from(format!("its supervisor says {done:?}"))
}

/// The words of a command with its limit and threads.
pub(crate) fn filled(words: &[String], limit: u64, threads: usize) -> Vec<String> {
    let limit = limit.to_string();
    let threads = threads.to_string();
    let words = words.iter().map(|word| {
        let word = word.replace("{limit}", &limit);
        word.replace("{threads}", &threads)
    });
    words.collect()
}
