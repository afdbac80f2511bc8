//! One lane's measurement: a sending and a receiving thread, what they share, and
//! what comes out of them.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_utils::CachePadded;

use crate::cores::{Pins, pin};
use crate::receiver::Receiver;
use crate::sender::{Sender, Stopped};

/// A gap that the sender sleeps through is at least this long: a shorter sleep
/// takes as long as the system likes, some 50 us to 1 ms more than it was asked.
pub const SLEEPABLE: Duration = Duration::from_millis(1);

/// The longest gap of the warm-up, the same as that of the lanes in Go.
const WARM_UP_GAP: Duration = Duration::from_millis(1);

/// How long a message may be on its way before the lane is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a receiver may take to end when the sender has. One that sleeps on
/// something that has no end of its own (a datagram that was lost) does not.
const FAREWELL: Duration = Duration::from_secs(2);

/// What is to be measured, the same for all lanes of a run.
#[derive(Clone)]
pub struct Plan {
    /// Counted arrivals, at least one.
    pub iterations: u64,
    /// How long the sender waits before each message.
    pub gap: Duration,
    /// Arrivals before them that are not counted.
    pub warm_up: u64,
    /// Cores for the two threads.
    pub pins: Option<Pins>,
    /// Set by somebody else to end the measurement early.
    pub interrupted: Arc<AtomicBool>,
    /// How long a message may be on its way.
    pub patience: Duration,
}

impl Plan {
    /// A plan with as many uncounted arrivals as fit into 10 ms, 200 at most: enough
    /// for caches and the branch predictor. They come at the gap or, where that is
    /// long, each millisecond.
    #[must_use]
    pub fn new(iterations: u64, gap: Duration) -> Self {
        let fitting = Duration::from_millis(10).as_nanos() / gap.min(WARM_UP_GAP).as_nanos().max(1);
        Self {
            iterations,
            gap,
            warm_up: u64::try_from(fitting).unwrap_or(u64::MAX).min(200),
            pins: None,
            interrupted: Arc::default(),
            patience: PATIENCE,
        }
    }

    /// How long to wait after message `n`.
    pub(crate) fn gap_after(&self, n: u64) -> Duration {
        if n < self.warm_up {
            self.gap.min(WARM_UP_GAP)
        } else {
            self.gap
        }
    }

    /// All arrivals of a lane.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.warm_up + self.iterations
    }
}

/// What the two threads share. Its line of memory is its own: the sender looks at it
/// all the time, and is not to take the line away that the receiver looks at, which
/// the allocator may have put right beside it.
pub(crate) struct Shared {
    /// The number of the latest message that arrived, [`NOT_READY`] before the
    /// receiver waits for the first. The receiver stores it after the timestamp;
    /// the sender loads it and does not send before it knows it.
    pub(crate) arrived: AtomicU64,
    /// Either side has ended. Stored by the one that ends; the other one looks
    /// now and then, so that a failure does not hang the lane.
    pub(crate) over: AtomicBool,
}

pub(crate) const NOT_READY: u64 = u64::MAX;

/// What a lane measured.
#[derive(Debug)]
pub struct Arrivals {
    /// From the sender's timestamp to the receiver's, in the order of arrival,
    /// without the warm-up.
    pub latencies: Vec<Duration>,
    /// From the last arrival of the warm-up to the last one of all.
    pub wall: Duration,
    /// The receiving thread's processor time over the same time.
    pub cpu: Duration,
}

/// Why a lane has no figures.
#[derive(Debug)]
pub enum Failure {
    /// Something went wrong while doing what the text says.
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
    /// Lanes use `?` while they open their primitive.
    fn from(err: io::Error) -> Self {
        Self::Io("opening the lane".to_owned(), err)
    }
}

/// What a lane's functions return.
pub type Outcome = Result<Arrivals, Failure>;

/// What one lane's function is given: a plan, and whom to tell how far it is.
pub struct Course<'a> {
    plan: &'a Plan,
    progress: Arc<dyn Fn(u64) + Send + Sync>,
}

impl<'a> Course<'a> {
    /// The sender calls `progress` with the number of messages so far, in the gap
    /// between two of them and at most ten times a second.
    pub fn new(plan: &'a Plan, progress: Arc<dyn Fn(u64) + Send + Sync>) -> Self {
        Self { plan, progress }
    }

    /// Runs `send` on the sending thread once for each message, with numbers from
    /// 1, and `receive` on the receiving thread, which takes all of them to the
    /// [`Receiver`] that it is given. Both are dropped where they ran: what they
    /// own is the channel, and its end reaches the other side.
    ///
    /// # Errors
    ///
    /// What went wrong on either side. The sides' threads have ended then, unless
    /// the receiver sleeps where nothing can wake it.
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
            // Failure means that nobody waits any more.
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

    /// Makes one outcome of both sides'. When both have failed, one failure follows
    /// from the other: a receiver that says that the channel has ended was told so
    /// by the sender's end, and any other failure of its own comes first.
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

/// What the receiving side leaves.
pub(crate) struct Received {
    pub(crate) instants: Vec<Instant>,
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
}

/// Tells the other side that this one has ended, also by a panic.
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
        .map(drop) // a receiver that cannot be woken is left behind
        .map_err(|err| Failure::Io(format!("starting the {name}"), err))
}
