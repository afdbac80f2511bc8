//! tokio's unbounded channel: awaited, or polled.

use std::io;

use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::mpsc::unbounded_channel;

use super::runtime;
use crate::course::{Course, Outcome};
use crate::message::ended;
use crate::receiver::Hint;

/// Awaits `recv`.
pub(super) fn sleeping(course: &Course<'_>) -> Outcome {
    let (sender, mut receiver) = unbounded_channel();
    course.measure(
        move |n| sender.send(n).map_err(io::Error::other),
        move |log| {
            runtime()?.block_on(async {
                while log.wants_more() {
                    let n = receiver.recv().await.ok_or(io::ErrorKind::UnexpectedEof)?;
                    log.arrived(n)?;
                }
                Ok(())
            })
        },
    )
}

/// Calls `try_recv` in a loop, within the runtime.
pub(super) fn spinning(course: &Course<'_>, hint: Hint) -> Outcome {
    let (sender, mut receiver) = unbounded_channel();
    course.measure(
        move |n| sender.send(n).map_err(io::Error::other),
        move |log| {
            runtime()?.block_on(async {
                log.poll(hint, || match receiver.try_recv() {
                    Ok(n) => Ok(Some(n)),
                    Err(TryRecvError::Empty) => Ok(None),
                    Err(err @ TryRecvError::Disconnected) => Err(ended(err)),
                })
            })
        },
    )
}
