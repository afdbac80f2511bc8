//! A pipe: a blocking read, or a non-blocking read in a loop.

use std::io::{self, Write};

use crate::course::{Course, Outcome};
use crate::message;

/// Waits in a read.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    let (mut receiver, mut sender) = io::pipe()?;
    course.measure(
        move |n| sender.write_all(&message::encode(n)),
        move |log| log.each(|| message::read(&mut receiver)),
    )
}

/// Calls a non-blocking read in a loop.
#[cfg(unix)]
pub(super) fn spinning(course: &Course<'_>, hint: crate::receiver::Hint) -> Outcome {
    use std::io::Read;

    let (mut receiver, mut sender) = io::pipe()?;
    crate::platform::never_block(&receiver)?;
    let mut parts = message::Parts::default();
    course.measure(
        move |n| sender.write_all(&message::encode(n)),
        move |log| log.poll(hint, || parts.take(|into| receiver.read(into))),
    )
}
