//! A futex: a word that holds the message number and a flag for a sleeping receiver. The sender
//! makes a system call only if the flag is set.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crossbeam_utils::CachePadded;
use rustix::io::Errno;
use rustix::thread::futex::{self, Flags};

use crate::course::{Course, Outcome};
use crate::receiver::{Hint, Receiver};

/// The receiver sleeps or is about to. The other bits hold the latest message.
const ASLEEP: u32 = 1;

#[derive(Default)]
struct Word(CachePadded<AtomicU32>);

impl Word {
    /// Swaps the number in. The thread that takes [`ASLEEP`] out of the word must wake the
    /// receiver.
    fn send(&self, n: u64) -> io::Result<()> {
        let n = u32::try_from(n)
            .ok()
            .filter(|n| n.leading_zeros() > 0)
            .ok_or_else(|| io::Error::other("a futex counts to 2147483647 only"))?;
        if self.0.swap(n << 1, Ordering::AcqRel) & ASLEEP != 0 {
            futex::wake(&self.0, Flags::PRIVATE, 1)?;
        }
        Ok(())
    }

    fn look(&self, seen: &mut u32) -> Option<u64> {
        let latest = self.0.load(Ordering::Acquire) >> 1;
        let is_new = latest != *seen;
        *seen = latest;
        is_new.then_some(u64::from(latest))
    }

    /// Sleeps unless there is a new message.
    fn park(&self, seen: u32) -> io::Result<()> {
        let (awake, asleep) = (seen << 1, seen << 1 | ASLEEP);
        // Failure means that a message has arrived, or that the flag is already set.
        if let Err(found) =
            self.0
                .compare_exchange(awake, asleep, Ordering::AcqRel, Ordering::Acquire)
            && found != asleep
        {
            return Ok(());
        }
        match futex::wait(&self.0, Flags::PRIVATE, asleep, None) {
            // The word changed before the kernel read it, or a signal arrived.
            Ok(()) | Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(err) => Err(err.into()),
        }
    }
}

fn measure(
    course: &Course<'_>,
    receive: impl FnOnce(&mut Receiver, &Word) -> io::Result<()> + Send + 'static,
) -> Outcome {
    let word = Arc::new(Word::default());
    let at_sender = Arc::clone(&word);
    course.measure(move |n| at_sender.send(n), move |log| receive(log, &word))
}

/// Sleeps until the word has changed.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    measure(course, |log, word| {
        let mut seen = 0;
        log.each(|| {
            loop {
                if let Some(n) = word.look(&mut seen) {
                    return Ok(n);
                }
                word.park(seen)?;
            }
        })
    })
}

/// Polls the word.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    measure(course, move |log, word| {
        let mut seen = 0;
        log.poll(hint, || Ok(word.look(&mut seen)))
    })
}

/// Polls the word until the threshold has passed, then sleeps.
pub(super) fn parking(course: &Course<'_>, threshold: Duration) -> Outcome {
    measure(course, move |log, word| {
        let seen = std::cell::Cell::new(0);
        log.spin_then_park(
            threshold,
            || {
                let mut before = seen.get();
                let found = word.look(&mut before);
                seen.set(before);
                Ok(found)
            },
            || word.park(seen.get()),
        )
    })
}
