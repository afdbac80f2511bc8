//! An unbounded crossbeam channel: `recv`, or `try_recv` in a loop. `recv` itself spins and yields
//! for some microseconds before it sleeps.

use std::io;

use crossbeam_channel::TryRecvError;

use crate::course::{Course, Outcome};
use crate::message::ended;
use crate::receiver::Hint;

/// Waits in `recv`.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    let (sender, receiver) = crossbeam_channel::unbounded();
    course.measure(
        move |n| sender.send(n).map_err(io::Error::other),
        move |log| log.each(|| receiver.recv().map_err(ended)),
    )
}

/// Calls `try_recv` in a loop.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    let (sender, receiver) = crossbeam_channel::unbounded();
    course.measure(
        move |n| sender.send(n).map_err(io::Error::other),
        move |log| {
            log.poll(hint, || match receiver.try_recv() {
                Ok(n) => Ok(Some(n)),
                Err(TryRecvError::Empty) => Ok(None),
                Err(err @ TryRecvError::Disconnected) => Err(ended(err)),
            })
        },
    )
}
