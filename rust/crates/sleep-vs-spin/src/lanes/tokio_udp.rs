//! UDP over loopback by tokio: an awaited `recv`, or `try_recv` in a loop. The
//! sender's end is a blocking socket of the standard library.

use tokio::net::UdpSocket;

use super::{look_and_yield, runtime, std_udp};
use crate::course::{Course, Outcome};
use crate::message;
use crate::receiver::Hint;

/// Awaits `recv`.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    let (sender, receiver) = std_udp::pair()?;
    receiver.set_nonblocking(true)?;
    course.measure(
        move |n| std_udp::send(&sender, n),
        move |log| {
            runtime()?.block_on(async {
                let receiver = UdpSocket::from_std(receiver)?;
                let mut bytes = [0; message::SIZE];
                while log.wants_more() {
                    let length = receiver.recv(&mut bytes).await?;
                    log.arrived(message::datagram(bytes, length)?)?;
                }
                Ok(())
            })
        },
    )
}

/// Calls `try_recv` in a loop.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    let (sender, receiver) = std_udp::pair()?;
    receiver.set_nonblocking(true)?;
    course.measure(
        move |n| std_udp::send(&sender, n),
        move |log| {
            runtime()?.block_on(async {
                let receiver = UdpSocket::from_std(receiver)?;
                let mut bytes = [0; message::SIZE];
                look_and_yield(log, hint, || {
                    message::unless_it_would_block(receiver.try_recv(&mut bytes))?
                        .map(|length| message::datagram(bytes, length))
                        .transpose()
                })
                .await
            })
        },
    )
}
