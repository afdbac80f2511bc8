//! The specification beside the model: bookkeeping that loom does not see. It changes in the same
//! step as the operation that it records, because loom switches threads only before its own
//! operations.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A token was sent although nobody is about to sleep.
pub const AN_AWAKE_LOOP_IS_WOKEN: &str = "an awake loop is woken";
/// The token of an earlier wake-up was still in the channel.
pub const A_SEND_WOULD_BLOCK: &str = "a send would block";
/// More tokens were sent than things published.
pub const A_WAKE_UP_WITHOUT_WORK: &str = "a wake-up without work";
/// At Prepare or at the end there was a token.
pub const A_TOKEN_IS_LEFT_OVER: &str = "a token is left over";
/// At Prepare or at the end the word said waiting.
pub const THE_FLAG_IS_LEFT_OVER: &str = "the flag is left over";
/// A task was lost, duplicated, overtaken or overwritten.
pub const OUT_OF_ORDER: &str = "out of order";
/// The queue was reported empty while it held an accepted task.
pub const EMPTY_IS_WRONG: &str = "empty is wrong";
/// A push was accepted after the queue was closed.
pub const ACCEPTED_AFTER_THE_END: &str = "accepted after the end";
/// The queue was closed while it held a task, or not closed while empty.
pub const CLOSE_IF_EMPTY_IS_WRONG: &str = "close if empty is wrong";
/// Loom's message when all threads wait: a wake-up was lost.
pub const A_WAKE_UP_IS_LOST: &str = "deadlock";
/// Loom's message when two threads access non-atomic memory at the same time.
pub const A_DATA_RACE: &str = "Causality violation";

/// Fails the execution with the name of the violated property.
pub fn must(holds: bool, property: &str) {
    assert!(holds, "{property}");
}

/// The state of the event count.
#[derive(Default)]
pub(crate) struct Wakes {
    /// Things published for which no token has been sent yet.
    pub(crate) owed: usize,
    /// Tokens in the channel.
    pub(crate) tokens: usize,
    /// The sleeper is between Prepare and the end of Cancel or Wait.
    pub(crate) drowsy: bool,
}

/// The queue as a plain queue. Each operation changes it at its decisive step.
#[derive(Default)]
pub(crate) struct Order {
    pub(crate) accepted: VecDeque<usize>,
    pub(crate) closed: bool,
}

/// Ignores poison: loom reports the panic of a failed execution.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
