//! A pair of Unix stream sockets: a blocking read, or a non-blocking read in a
//! loop.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use crate::course::{Course, Outcome};
use crate::message::{self, Parts};
use crate::receiver::Hint;

/// Waits in a read.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    let (mut sender, mut receiver) = UnixStream::pair()?;
    course.measure(
        move |n| sender.write_all(&message::encode(n)),
        move |log| log.each(|| message::read(&mut receiver)),
    )
}

/// Calls a non-blocking read in a loop.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    let (mut sender, mut receiver) = UnixStream::pair()?;
    receiver.set_nonblocking(true)?;
    let mut parts = Parts::default();
    course.measure(
        move |n| sender.write_all(&message::encode(n)),
        move |log| log.poll(hint, || parts.take(|into| receiver.read(into))),
    )
}
