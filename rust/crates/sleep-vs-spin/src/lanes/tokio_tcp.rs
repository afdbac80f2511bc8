//! TCP over loopback, without delay, by tokio: an awaited read, or `try_read` in a
//! loop. The sender's end is a blocking socket of the standard library.

use std::io::Write;

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

use super::{look_and_yield, runtime, std_tcp};
use crate::course::{Course, Outcome};
use crate::message::{self, Parts};
use crate::receiver::Hint;

/// Awaits `read_exact`.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    let (mut sender, receiver) = std_tcp::pair()?;
    receiver.set_nonblocking(true)?;
    course.measure(
        move |n| sender.write_all(&message::encode(n)),
        move |log| {
            runtime()?.block_on(async {
                let mut receiver = TcpStream::from_std(receiver)?;
                let mut bytes = [0; message::SIZE];
                while log.wants_more() {
                    receiver.read_exact(&mut bytes).await?;
                    log.arrived(message::decode(bytes))?;
                }
                Ok(())
            })
        },
    )
}

/// Calls `try_read` in a loop.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    let (mut sender, receiver) = std_tcp::pair()?;
    receiver.set_nonblocking(true)?;
    course.measure(
        move |n| sender.write_all(&message::encode(n)),
        move |log| {
            runtime()?.block_on(async {
                let receiver = TcpStream::from_std(receiver)?;
                let mut parts = Parts::default();
                look_and_yield(log, hint, || parts.take(|into| receiver.try_read(into))).await
            })
        },
    )
}
