//! `std::thread::park` with an atomic word that holds the message number. The receiver parks at
//! once, never, or after spinning. The sender always unparks, because it cannot know the receiver's
//! state. `unpark` of an awake thread makes no system call.

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
    /// The latest message. The sender stores it before it unparks the receiver. The receiver loads
    /// it after it was unparked.
    latest: CachePadded<AtomicU64>,
    /// The receiver sets it before it lets the sender start.
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

/// Polls the word; nobody is unparked.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    measure(course, false, move |log, slot| {
        let mut seen = 0;
        log.poll(hint, || Ok(slot.look(&mut seen)))
    })
}

/// Polls the word until the threshold has passed, then parks.
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
