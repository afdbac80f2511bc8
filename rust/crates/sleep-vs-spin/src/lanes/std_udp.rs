//! UDP over loopback by `std::net`: a blocking `recv`, or a non-blocking one in a
//! loop.

use std::io;
use std::net::{Ipv4Addr, UdpSocket};

use crate::course::{Course, Outcome};
use crate::message;
use crate::receiver::Hint;

/// Two connected sockets, the sender's and the receiver's.
pub(super) fn pair() -> io::Result<(UdpSocket, UdpSocket)> {
    let sender = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    let receiver = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    sender.connect(receiver.local_addr()?)?;
    receiver.connect(sender.local_addr()?)?;
    Ok((sender, receiver))
}

pub(super) fn send(socket: &UdpSocket, n: u64) -> io::Result<()> {
    socket.send(&message::encode(n)).map(drop)
}

fn receive(socket: &UdpSocket) -> io::Result<u64> {
    let mut bytes = [0; message::SIZE];
    let length = socket.recv(&mut bytes)?;
    message::datagram(bytes, length)
}

/// Waits in `recv`.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    let (sender, receiver) = pair()?;
    course.measure(
        move |n| send(&sender, n),
        move |log| log.each(|| receive(&receiver)),
    )
}

/// Calls a non-blocking receive in a loop.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    let (sender, receiver) = pair()?;
    receiver.set_nonblocking(true)?;
    course.measure(
        move |n| send(&sender, n),
        move |log| log.poll(hint, || message::unless_it_would_block(receive(&receiver))),
    )
}
