//! The measurement of one lane: runs a sending and a receiving thread and combines their results.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_utils::CachePadded;

use crate::cores::pin;
use crate::plan::Plan;
use crate::receiver::{Received, Receiver};
use crate::sender::{Sender, Stopped};
use crate::shared::{NOT_READY, Shared};

/// The time limit for the receiver to end after the sender has. A receiver does not end if it
/// sleeps on something that has no end (a datagram that was lost).
const FAREWELL: Duration = Duration::from_secs(2);

/// The result of a lane.
#[derive(Debug)]
pub struct Arrivals {
    /// The time from the sender's timestamp to the receiver's, in the order of arrival, without the
    /// warm-up.
    pub latencies: Vec<Duration>,
    /// The time from the last arrival of the warm-up to the last arrival.
    pub wall: Duration,
    /// The receiving thread's processor time over the same time.
    pub cpu: Duration,
}

/// Why a lane has no figures.
#[derive(Debug)]
pub enum Failure {
    /// An operation failed; the text names it.
    Io(String, io::Error),
    /// A message took longer than [`Plan::patience`]; 0 is the receiver's start.
    Lost(u64, Duration),
    /// The thread panicked.
    Panicked(&'static str),
    /// The user ended the run.
    Interrupted,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(what, err) => write!(f, "{what}: {err}"),
            Self::Lost(0, patience) => write!(
                f,
                "the receiver was not ready within {} s",
                patience.as_secs_f64()
            ),
            Self::Lost(n, patience) => write!(
                f,
                "message {n} did not arrive within {} s",
                patience.as_secs_f64()
            ),
            Self::Panicked(who) => write!(f, "the {who} panicked; its message is above"),
            Self::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    /// Lets lanes use `?` while they open their primitive.
    fn from(err: io::Error) -> Self {
        Self::Io("opening the lane".to_owned(), err)
    }
}

/// The result of a lane's functions.
pub type Outcome = Result<Arrivals, Failure>;

/// The input of a lane's function: a plan, and the receiver of its progress.
pub struct Course<'a> {
    plan: &'a Plan,
    progress: Arc<dyn Fn(u64) + Send + Sync>,
}

impl<'a> Course<'a> {
    /// The sender calls `progress` with the number of messages so far, in the gap between two
    /// messages and at most ten times a second.
    pub fn new(plan: &'a Plan, progress: Arc<dyn Fn(u64) + Send + Sync>) -> Self {
        Self { plan, progress }
    }

    /// Runs `send` on the sending thread once for each message, with numbers from 1. Runs `receive`
    /// on the receiving thread, which passes all messages to the given [`Receiver`]. Both closures
    /// are dropped on the thread where they ran. They own the channel, so the other side sees its
    /// end.
    ///
    /// # Errors
    ///
    /// The failure of either side. Both threads have ended then, unless the receiver sleeps where
    /// nothing can wake it.
    pub fn measure<S, R>(&self, send: S, receive: R) -> Outcome
    where
        S: FnMut(u64) -> io::Result<()> + Send + 'static,
        R: FnOnce(&mut Receiver) -> io::Result<()> + Send + 'static,
    {
        let shared = Arc::new(CachePadded::new(Shared {
            arrived: AtomicU64::new(NOT_READY),
            over: AtomicBool::new(false),
        }));
        let cores = self.plan.pins;

        let (result, received) = mpsc::channel();
        let (plan, common) = (self.plan.clone(), Arc::clone(&shared));
        spawn("receiver", move || {
            let _over = Over(Arc::clone(&common));
            let mut receiver = Receiver::new(&plan, common);
            let outcome = pin(cores.map(|c| c.receiver))
                .and_then(|()| receive(&mut receiver))
                .and_then(|()| receiver.finish());
            // Failure means that the other side no longer waits.
            let _ = result.send(outcome);
        })?;

        let (result, sent) = mpsc::channel();
        let (plan, common) = (self.plan.clone(), Arc::clone(&shared));
        let progress = Arc::clone(&self.progress);
        spawn("sender", move || {
            let _over = Over(Arc::clone(&common));
            let outcome = pin(cores.map(|c| c.sender))
                .map_err(|err| Stopped::Io(0, err))
                .and_then(|()| Sender::new(&plan, common, progress).run(send));
            let _ = result.send(outcome);
        })?;

        let sent = sent.recv().map_err(|_| Failure::Panicked("sender"))?;
        let received = received.recv_timeout(FAREWELL);
        self.judge(sent, received)
    }

    /// Combines the outcomes of both sides. If both have failed, one failure caused the other. A
    /// receiver that reports a closed channel only saw the sender's end. Any other failure of the
    /// receiver takes precedence.
    fn judge(
        &self,
        sent: Result<Vec<Instant>, Stopped>,
        received: Result<io::Result<Received>, mpsc::RecvTimeoutError>,
    ) -> Outcome {
        let of_its_own = |err: &io::Error| err.kind() != io::ErrorKind::UnexpectedEof;
        match (sent, received) {
            (Err(Stopped::Interrupted), _) => Err(Failure::Interrupted),
            (_, Err(mpsc::RecvTimeoutError::Disconnected)) => Err(Failure::Panicked("receiver")),
            (_, Ok(Err(err))) if of_its_own(&err) => Err(Failure::Io("receiving".into(), err)),
            (Err(Stopped::Io(0, err)), _) => Err(Failure::Io("starting the sender".into(), err)),
            (Err(Stopped::Io(n, err)), _) => Err(Failure::Io(format!("sending message {n}"), err)),
            (Err(Stopped::Lost(n)), _) => Err(Failure::Lost(n, self.plan.patience)),
            (_, Ok(Err(err))) => Err(Failure::Io("receiving".into(), err)),
            (Err(Stopped::Over(n)), _) => Err(Failure::Lost(n, self.plan.patience)),
            (Ok(sent), Err(mpsc::RecvTimeoutError::Timeout)) => {
                Err(Failure::Lost(sent.len() as u64, self.plan.patience))
            }
            (Ok(sent), Ok(Ok(received))) => {
                let latencies = sent
                    .iter()
                    .zip(&received.instants)
                    .skip(usize::try_from(self.plan.warm_up).unwrap_or(usize::MAX))
                    .map(|(sent, arrived)| arrived.saturating_duration_since(*sent))
                    .collect();
                Ok(Arrivals {
                    latencies,
                    wall: received.wall,
                    cpu: received.cpu,
                })
            }
        }
    }
}

/// Notifies the other side that this one has ended, also after a panic.
struct Over(Arc<CachePadded<Shared>>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Release);
    }
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(body)
        .map(drop) // a receiver that cannot be woken is leaked
        .map_err(|err| Failure::Io(format!("starting the {name}"), err))
}
