//! The receiving side: the ways of waiting that lanes use, and the record of each arrival.

use std::hint;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crossbeam_utils::CachePadded;

use crate::plan::Plan;
use crate::platform::thread_cpu;
use crate::shared::Shared;

/// The number of polls after which a spinning receiver checks whether the sender has ended.
const LOOKS: u32 = 4096;
/// The number of polls after which a receiver that spins for a while reads the clock.
const GLANCES: u32 = 16;

/// Whether a spinning receiver executes the pause hint. The hint gives way to a sibling on the same
/// core and saves power. It takes as long as a few or a hundred instructions, depending on the
/// processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Poll again at once.
    Bare,
    /// [`std::hint::spin_loop`] between two polls.
    Pause,
}

/// The result of the receiving side.
pub(crate) struct Received {
    pub(crate) instants: Vec<Instant>,
    pub(crate) wall: Duration,
    pub(crate) cpu: Duration,
}

/// Records arrivals. Used on the receiving thread.
pub struct Receiver {
    shared: Arc<CachePadded<Shared>>,
    total: u64,
    warm_up: u64,
    arrived: u64,
    instants: Vec<Instant>,
    /// The time of the last arrival of the warm-up, and the processor time then.
    began: Option<(Instant, Duration)>,
    ended: Option<(Instant, Duration)>,
}

impl Receiver {
    pub(crate) fn new(plan: &Plan, shared: Arc<CachePadded<Shared>>) -> Self {
        Self {
            shared,
            total: plan.total(),
            warm_up: plan.warm_up,
            arrived: 0,
            instants: Vec::with_capacity(usize::try_from(plan.total()).unwrap_or_default()),
            began: None,
            ended: None,
        }
    }

    /// Whether another message is expected. The first call lets the sender start.
    pub fn wants_more(&mut self) -> bool {
        if self.arrived == 0 {
            self.shared.arrived.store(0, Ordering::Release);
        }
        self.arrived < self.total
    }

    /// Records the arrival of a message. Call it first.
    ///
    /// # Errors
    ///
    /// When it is not the expected message: one was lost, duplicated or overtaken.
    #[inline]
    pub fn arrived(&mut self, n: u64) -> io::Result<()> {
        let now = Instant::now();
        let due = self.arrived + 1;
        if n != due {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("message {n} arrived where {due} was due: one was lost, or came twice"),
            ));
        }
        self.arrived = n;
        self.instants.push(now);
        if n == self.warm_up {
            self.began = Some((now, thread_cpu()?));
        }
        if n == self.total {
            self.ended = Some((now, thread_cpu()?));
        }
        self.shared.arrived.store(n, Ordering::Release);
        Ok(())
    }

    /// Takes all messages from a function that waits for the next one.
    ///
    /// # Errors
    ///
    /// Errors of `next` and of [`Receiver::arrived`].
    pub fn each(&mut self, mut next: impl FnMut() -> io::Result<u64>) -> io::Result<()> {
        while self.wants_more() {
            let n = next()?;
            self.arrived(n)?;
        }
        Ok(())
    }

    /// Takes all messages from a function that polls for the next one. It calls the function in a
    /// loop.
    ///
    /// # Errors
    ///
    /// Errors of `look` and of [`Receiver::arrived`], and the end of the sender.
    pub fn poll(
        &mut self,
        hint: Hint,
        look: impl FnMut() -> io::Result<Option<u64>>,
    ) -> io::Result<()> {
        // Two loops, so that the one without the hint has no branch for it.
        match hint {
            Hint::Bare => self.spin::<false>(look),
            Hint::Pause => self.spin::<true>(look),
        }
    }

    fn spin<const PAUSE: bool>(
        &mut self,
        mut look: impl FnMut() -> io::Result<Option<u64>>,
    ) -> io::Result<()> {
        while self.wants_more() {
            let mut looks: u32 = 0;
            let n = loop {
                if let Some(n) = look()? {
                    break n;
                }
                if PAUSE {
                    hint::spin_loop();
                }
                looks = looks.wrapping_add(1);
                if looks.is_multiple_of(LOOKS) {
                    self.go_on()?;
                }
            };
            self.arrived(n)?;
        }
        Ok(())
    }

    /// Takes all messages. For each it spins with the pause hint until the threshold has passed,
    /// then sleeps in `park` until the message arrives. It calls `look` again after `park`, which
    /// may return early.
    ///
    /// # Errors
    ///
    /// Errors of `look`, of `park` and of [`Receiver::arrived`].
    pub fn spin_then_park(
        &mut self,
        threshold: Duration,
        mut look: impl FnMut() -> io::Result<Option<u64>>,
        mut park: impl FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        while self.wants_more() {
            let began = Instant::now();
            let mut looks: u32 = 0;
            let mut patient = true;
            let n = loop {
                if let Some(n) = look()? {
                    break n;
                }
                if !patient {
                    park()?;
                    continue;
                }
                hint::spin_loop();
                looks = looks.wrapping_add(1);
                patient = !looks.is_multiple_of(GLANCES) || began.elapsed() < threshold;
            };
            self.arrived(n)?;
        }
        Ok(())
    }

    /// Fails when the sender has ended, because nothing will arrive any more. Lanes with their own
    /// spin loop call it from time to time.
    ///
    /// # Errors
    ///
    /// When the sender has ended.
    pub fn go_on(&self) -> io::Result<()> {
        if self.shared.over.load(Ordering::Acquire) {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                format!("the sender ended before message {}", self.arrived + 1),
            ));
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> io::Result<Received> {
        match (self.began, self.ended) {
            (Some((began, cpu_before)), Some((ended, cpu_after))) => Ok(Received {
                instants: self.instants,
                wall: ended.saturating_duration_since(began),
                cpu: cpu_after.saturating_sub(cpu_before),
            }),
            _ => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                format!(
                    "the receiver ended after {} of {} messages",
                    self.arrived, self.total
                ),
            )),
        }
    }
}
