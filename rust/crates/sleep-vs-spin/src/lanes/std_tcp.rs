//! TCP over loopback, without delay (`TCP_NODELAY`), by `std::net`: a blocking
//! read, or a non-blocking read in a loop.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};

use crate::course::{Course, Outcome};
use crate::message::{self, Parts};
use crate::receiver::Hint;

/// A connected pair: the sender's end and the receiver's end.
pub(super) fn pair() -> io::Result<(TcpStream, TcpStream)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let sender = TcpStream::connect(listener.local_addr()?)?;
    let (receiver, _) = listener.accept()?;
    sender.set_nodelay(true)?;
    receiver.set_nodelay(true)?;
    Ok((sender, receiver))
}

/// Waits in a read.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    let (mut sender, mut receiver) = pair()?;
    course.measure(
        move |n| sender.write_all(&message::encode(n)),
        move |log| log.each(|| message::read(&mut receiver)),
    )
}

/// Calls a non-blocking read in a loop.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    let (mut sender, mut receiver) = pair()?;
    receiver.set_nonblocking(true)?;
    let mut parts = Parts::default();
    course.measure(
        move |n| sender.write_all(&message::encode(n)),
        move |log| log.poll(hint, || parts.take(|into| receiver.read(into))),
    )
}
