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
    /// A push fills an empty slot by a store (PUSH_WITHOUT_CAS).
    PushWithoutCas,
    /// The empty mark is the same in all lives (LIFE_MARKER_REUSED).
    LifeMarkerReused,
    /// A taken slot is cleared to the mark of the same life (CLEARED_TO_SAME_LIFE).
    ClearedToSameLife,
    /// The hint is written before the slot is filled (HINT_EARLY).
    HintEarly,
    /// The hint passes the end mark (HINT_PAST_END).
    HintPastEnd,
    /// The tail moves before the next life is linked (TAIL_BEFORE_NEXT).
    TailBeforeNext,
    /// Only the push that linked a life moves the tail (NO_HELP).
    NoHelp,
    /// An array is recycled with a slot that was not taken (RECYCLED_EARLY).
    RecycledEarly,
    /// An array is recycled although not all slots are cleared (RECYCLED_UNCLEARED).
    RecycledUncleared,
    /// The end mark goes to the next segment (END_SKIPS_SEGMENT).
    EndSkipsSegment,
    /// CloseIfEmpty checks, then stores (CLOSE_IF_EMPTY_TWO_STEPS).
    CloseIfEmptyTwoSteps,
    /// The check of the front stops at the end of a segment (RECHECK_MISSES_NEXT_SEGMENT).
    RecheckMissesNextSegment,
}
