//! The state that the sending and the receiving thread of a lane share.

use std::sync::atomic::{AtomicBool, AtomicU64};

/// The state that both threads share. It has a cache line of its own. The sender polls it all the
/// time and must not take away the line that the receiver polls, which the allocator may have
/// placed beside it.
pub(crate) struct Shared {
    /// The number of the latest message that arrived, or [`NOT_READY`] before the receiver waits
    /// for the first one. The receiver stores it after the timestamp. The sender does not send the
    /// next message before it has loaded it.
    pub(crate) arrived: AtomicU64,
    /// Either side has ended. The side that ends stores it. The other side checks it from time to
    /// time, so that a failure does not hang the lane.
    pub(crate) over: AtomicBool,
}

pub(crate) const NOT_READY: u64 = u64::MAX;
