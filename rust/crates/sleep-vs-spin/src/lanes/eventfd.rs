//! An eventfd: a blocking read, or a non-blocking read in a loop. A message adds its number to the
//! event's count, and a read takes the count. So a missed message shows in the sum.

use std::io;
use std::sync::Arc;

use rustix::event::{EventfdFlags, eventfd};
use rustix::fd::OwnedFd;

use crate::course::{Course, Outcome};
use crate::message;
use crate::receiver::Hint;

fn send(event: &OwnedFd, n: u64) -> io::Result<()> {
    rustix::io::write(event, &n.to_ne_bytes())?;
    Ok(())
}

fn receive(event: &OwnedFd) -> io::Result<u64> {
    let mut bytes = [0; message::SIZE];
    rustix::io::retry_on_intr(|| rustix::io::read(event, &mut bytes))?;
    Ok(u64::from_ne_bytes(bytes))
}

fn open(flags: EventfdFlags) -> io::Result<(Arc<OwnedFd>, Arc<OwnedFd>)> {
    let event = Arc::new(eventfd(0, flags | EventfdFlags::CLOEXEC)?);
    Ok((Arc::clone(&event), event))
}

/// Waits in a read.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    let (sender, receiver) = open(EventfdFlags::empty())?;
    course.measure(
        move |n| send(&sender, n),
        move |log| log.each(|| receive(&receiver)),
    )
}

/// Calls a non-blocking read in a loop.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    let (sender, receiver) = open(EventfdFlags::NONBLOCK)?;
    course.measure(
        move |n| send(&sender, n),
        move |log| log.poll(hint, || message::unless_it_would_block(receive(&receiver))),
    )
}
