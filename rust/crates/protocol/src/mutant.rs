//! The steps that can be omitted or moved.

/// A step that is missing or in the wrong place. The name in the Promela models is in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutant {
    /// Nothing is changed.
    None,
    /// All operations acquire and release, without a common order.
    AcquireReleaseOnly,

    // The event count.
    /// The sleeper does not check again after Prepare (NO_RECHECK).
    NoRecheck,
    /// The sleeper checks before Prepare instead of after it (FLAG_LATE).
    FlagLate,
    /// The producer notifies before its work is visible (NOTIFY_FIRST).
    NotifyFirst,
    /// Notify claims the flag and sends nothing (NO_SEND).
    NoSend,
    /// Notify sends even if nobody sleeps (NOTIFY_ALWAYS).
    NotifyAlways,
    /// A producer notifies twice for one thing (NOTIFY_TWICE).
    NotifyTwice,
    /// Notify clears the flag by a store instead of a swap (NOTIFY_PLAIN_STORE).
    NotifyPlainStore,
    /// Notify sends, then clears the flag (NOTIFY_SENDS_BEFORE_CLAIM).
    NotifySendsBeforeClaim,
    /// Cancel clears the flag by a store (CANCEL_PLAIN_STORE).
    CancelPlainStore,
    /// Cancel leaves a token after it has lost the swap (CANCEL_LEAVES_TOKEN).
    CancelLeavesToken,
    /// A visitor wakes the sleeper before it is done (VISIT_SENDS_FIRST).
    VisitSendsFirst,

    // The queue.
    /// The lock is found free, then stored (LOCK_IN_TWO_STEPS).
    LockInTwoSteps,
    /// The store that releases the lock has no order (RELEASE_WITHOUT_ORDER).
    ReleaseWithoutOrder,
    /// A push sets the word after it has released the lock (SET_AFTER_UNLOCK).
    SetAfterUnlock,
    /// A swap clears the word after it has released the lock (CLEARED_OUTSIDE_LOCK).
    ClearedOutsideLock,
    /// A swap clears the word although it has left tasks (CLEARED_WITH_CHUNKS).
    ClearedWithChunks,
    /// A swap takes the tasks that were pushed last (SWAP_TAKES_THE_LAST_CHUNK).
    SwapTakesTheLastChunk,
    /// A swap before all tasks of the last one were taken (SWAP_FORGETS_RUN).
    SwapForgetsRun,
    /// A push reads whether the queue is closed before it has the lock (CLOSED_READ_EARLY).
    ClosedReadEarly,
    /// CloseIfEmpty checks, then closes (CLOSE_IF_EMPTY_TWO_STEPS).
    CloseIfEmptyTwoSteps,
    /// CloseIfEmpty does not check what was swapped (CLOSE_IF_EMPTY_SKIPS_RUN).
    CloseIfEmptySkipsRun,
}
