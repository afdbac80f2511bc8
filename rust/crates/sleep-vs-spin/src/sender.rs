//! The sending side: it decides when to send the next message.

use std::hint;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_utils::CachePadded;

use crate::plan::Plan;
use crate::shared::{NOT_READY, Shared};

/// The shortest gap that the sender sleeps through. A shorter sleep takes some 50 us to 1 ms longer
/// than requested.
const SLEEPABLE: Duration = Duration::from_millis(1);

/// The number of polls after which a spinning sender yields its core. On a single core, the
/// receiver could not run otherwise.
const POLLS: u32 = 10_000;

/// The longest time between two polls that counts towards a late message.
const LONGEST_LOOK: Duration = Duration::from_millis(20);

/// Why the sender stopped before its last message arrived.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// Sending this message failed. 0 is the time before the first message.
    Io(u64, io::Error),
    /// This message took too long.
    Lost(u64),
    /// The receiver ended before this message arrived.
    Over(u64),
    /// The user ended the run.
    Interrupted,
}

pub(crate) struct Sender<'a> {
    plan: &'a Plan,
    shared: Arc<CachePadded<Shared>>,
    progress: Arc<dyn Fn(u64) + Send + Sync>,
    /// Progress is reported each time this many messages were sent.
    stride: u64,
}

impl<'a> Sender<'a> {
    pub(crate) fn new(
        plan: &'a Plan,
        shared: Arc<CachePadded<Shared>>,
        progress: Arc<dyn Fn(u64) + Send + Sync>,
    ) -> Self {
        let tenth = Duration::from_millis(100).as_nanos() / plan.gap.as_nanos().max(1);
        Self {
            plan,
            shared,
            progress,
            stride: u64::try_from(tenth).unwrap_or(u64::MAX).clamp(1, 10_000),
        }
    }

    /// Sends all messages and returns the send time of each.
    pub(crate) fn run(
        self,
        mut send: impl FnMut(u64) -> io::Result<()>,
    ) -> Result<Vec<Instant>, Stopped> {
        let total = self.plan.total();
        let mut sent = Vec::with_capacity(usize::try_from(total).unwrap_or_default());
        for n in 1..=total {
            self.rest(n - 1)?;
            // Recorded only after the send. The first access to a page of the list is a page fault,
            // which takes longer than many a message.
            let now = Instant::now();
            send(n).map_err(|err| Stopped::Io(n, err))?;
            sent.push(now);
        }
        self.until_arrived(total)?;
        (self.progress)(total);
        Ok(sent)
    }

    /// Returns when message `n` has arrived and the gap after it has passed. For 0, it waits for
    /// the receiver to be ready.
    fn rest(&self, n: u64) -> Result<(), Stopped> {
        let tell = n.is_multiple_of(self.stride);
        let gap = self.plan.gap_after(n);
        if gap < SLEEPABLE {
            self.until_arrived(n)?;
            if tell {
                (self.progress)(n);
            }
            let arrived = Instant::now();
            while arrived.elapsed() < gap {
                hint::spin_loop();
            }
            return Ok(());
        }
        loop {
            // The receiver is waking just now. Reporting progress costs time, so do it here, well
            // before the next message.
            let first = if tell { gap / 4 } else { Duration::ZERO };
            thread::sleep(first);
            if tell {
                (self.progress)(n);
            }
            thread::sleep(gap - first);
            if self.has_arrived(n) {
                return self.interrupted();
            }
            // The message is late: wait for it, and then for the gap again.
            self.until_arrived(n)?;
        }
    }

    fn until_arrived(&self, n: u64) -> Result<(), Stopped> {
        self.interrupted()?;
        let mut looked = Instant::now();
        let mut waited = Duration::ZERO;
        let mut polls: u32 = 0;
        while !self.has_arrived(n) {
            hint::spin_loop();
            polls += 1;
            if polls < POLLS {
                continue;
            }
            polls = 0;
            // The receiver stores `arrived` before `over`. A sender that sees `over` also sees the
            // last arrival.
            if self.shared.over.load(Ordering::Acquire) && !self.has_arrived(n) {
                return Err(Stopped::Over(n));
            }
            // Time in which this thread did not run does not count towards the message, because the
            // whole process may have been stopped.
            let now = Instant::now();
            waited += (now - looked).min(LONGEST_LOOK);
            looked = now;
            if waited > self.plan.patience {
                return Err(Stopped::Lost(n));
            }
            self.interrupted()?;
            thread::yield_now();
        }
        Ok(())
    }

    fn has_arrived(&self, n: u64) -> bool {
        let arrived = self.shared.arrived.load(Ordering::Acquire);
        arrived != NOT_READY && arrived >= n
    }

    fn interrupted(&self) -> Result<(), Stopped> {
        if self.plan.interrupted.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        Ok(())
    }
}
