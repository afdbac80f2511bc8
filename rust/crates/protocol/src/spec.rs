//! What must be true, beside the model: bookkeeping that loom does not see. It is
//! changed in the same step as the operation that it follows, since loom switches
//! threads only before an operation of its own.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A token is sent when nobody is about to sleep.
pub const AN_AWAKE_LOOP_IS_WOKEN: &str = "an awake loop is woken";
/// The token of an earlier wake-up is still there.
pub const A_SEND_WOULD_BLOCK: &str = "a send would block";
/// More tokens than things published.
pub const A_WAKE_UP_WITHOUT_WORK: &str = "a wake-up without work";
/// At Prepare or at the end there is a token.
pub const A_TOKEN_IS_LEFT_OVER: &str = "a token is left over";
/// At Prepare or at the end the word says waiting.
pub const THE_FLAG_IS_LEFT_OVER: &str = "the flag is left over";
/// A task was lost, doubled, overtaken or overwritten.
pub const OUT_OF_ORDER: &str = "out of order";
/// The answer "empty" while a task was accepted.
pub const EMPTY_IS_WRONG: &str = "empty is wrong";
/// A push filled a slot of a life that its array is not in.
pub const FILLED_IN_ANOTHER_LIFE: &str = "filled in another life";
/// A push was accepted after the end mark.
pub const ACCEPTED_AFTER_THE_END: &str = "accepted after the end";
/// The queue was closed while something was in it, or not closed while empty.
pub const CLOSE_IF_EMPTY_IS_WRONG: &str = "close if empty is wrong";
/// A life begins with a slot that is not empty.
pub const RECYCLED_WITH_TASKS: &str = "recycled with tasks";
/// What loom says when all threads wait: a wake-up is lost.
pub const A_WAKE_UP_IS_LOST: &str = "deadlock";
/// What loom says when a thread goes on for ever without getting anywhere.
pub const NOT_LOCK_FREE: &str = "exceeded maximum number of branches";
/// What loom says when two threads meet at memory that is not atomic.
pub const A_DATA_RACE: &str = "Causality violation";

/// Fails the execution with the name of the property that it breaks.
pub fn must(holds: bool, property: &str) {
    assert!(holds, "{property}");
}

/// What is known of the event count.
#[derive(Default)]
pub(crate) struct Wakes {
    /// Things published that no token was sent for yet.
    pub(crate) owed: usize,
    /// Tokens in the channel.
    pub(crate) tokens: usize,
    /// The sleeper is between Prepare and the end of Cancel or Wait.
    pub(crate) drowsy: bool,
}

/// The queue as a plain queue, which each operation changes at its decisive step.
#[derive(Default)]
pub(crate) struct Order {
    pub(crate) accepted: VecDeque<usize>,
    pub(crate) closed: bool,
}

/// Panics of a failed execution are passed on by loom, not by poisoned locks.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
