//! `std::thread::park` beside an atomic word that holds the number: parked at
//! once, never, or after a while. The sender always unparks, as it must where it
//! cannot know; `unpark` of a thread that is awake is no system call.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Thread};
use std::time::Duration;

use crossbeam_utils::CachePadded;

use crate::course::{Course, Outcome};
use crate::receiver::{Hint, Receiver};

#[derive(Default)]
struct Slot {
    /// The latest message. The sender stores it before it unparks; the receiver
    /// loads it after it was unparked.
    latest: CachePadded<AtomicU64>,
    /// Set by the receiver before it lets the sender begin.
    receiver: OnceLock<Thread>,
}

impl Slot {
    fn look(&self, seen: &mut u64) -> Option<u64> {
        let latest = self.latest.load(Ordering::Acquire);
        let is_new = latest != *seen;
        *seen = latest;
        is_new.then_some(latest)
    }
}

fn measure(
    course: &Course<'_>,
    unparks: bool,
    receive: impl FnOnce(&mut Receiver, &Slot) -> io::Result<()> + Send + 'static,
) -> Outcome {
    let slot = Arc::new(Slot::default());
    let at_sender = Arc::clone(&slot);
    course.measure(
        move |n| {
            at_sender.latest.store(n, Ordering::Release);
            if unparks && let Some(receiver) = at_sender.receiver.get() {
                receiver.unpark();
            }
            Ok(())
        },
        move |log| {
            slot.receiver.get_or_init(thread::current);
            receive(log, &slot)
        },
    )
}

/// Parks until the word has changed.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    measure(course, true, |log, slot| {
        let mut seen = 0;
        log.each(|| {
            loop {
                if let Some(n) = slot.look(&mut seen) {
                    return Ok(n);
                }
                thread::park();
            }
        })
    })
}

/// Looks at the word again and again; nobody is unparked.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    measure(course, false, move |log, slot| {
        let mut seen = 0;
        log.poll(hint, || Ok(slot.look(&mut seen)))
    })
}

/// Looks at the word until the threshold has passed, then parks.
pub(super) fn parking(course: &Course<'_>, threshold: Duration) -> Outcome {
    measure(course, true, move |log, slot| {
        let mut seen = 0;
        log.spin_then_park(
            threshold,
            || Ok(slot.look(&mut seen)),
            || {
                thread::park();
                Ok(())
            },
        )
    })
}
