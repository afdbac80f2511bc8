//! The measurement settings.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::cores::Pins;

/// The longest gap of the warm-up, the same as that of the lanes in Go.
const WARM_UP_GAP: Duration = Duration::from_millis(1);

/// The time limit for a message. After it the lane is abandoned.
const PATIENCE: Duration = Duration::from_secs(10);

/// The measurement settings, the same for all lanes of a run.
#[derive(Clone)]
pub struct Plan {
    /// Counted arrivals, at least one.
    pub iterations: u64,
    /// How long the sender waits before each message.
    pub gap: Duration,
    /// Number of uncounted arrivals before them.
    pub warm_up: u64,
    /// Cores for the two threads.
    pub pins: Option<Pins>,
    /// Set by another thread to end the measurement early.
    pub interrupted: Arc<AtomicBool>,
    /// The time limit for a message.
    pub patience: Duration,
}

impl Plan {
    /// A plan with as many uncounted arrivals as fit into 10 ms, 200 at most. That is enough for
    /// caches and the branch predictor. They arrive at the gap, or each millisecond if the gap is
    /// long.
    #[must_use]
    pub fn new(iterations: u64, gap: Duration) -> Self {
        let fitting = Duration::from_millis(10).as_nanos() / gap.min(WARM_UP_GAP).as_nanos().max(1);
        Self {
            iterations,
            gap,
            warm_up: u64::try_from(fitting).unwrap_or(u64::MAX).min(200),
            pins: None,
            interrupted: Arc::default(),
            patience: PATIENCE,
        }
    }

    /// The time to wait after message `n`.
    pub(crate) fn gap_after(&self, n: u64) -> Duration {
        if n < self.warm_up {
            self.gap.min(WARM_UP_GAP)
        } else {
            self.gap
        }
    }

    /// All arrivals of a lane.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.warm_up + self.iterations
    }
}
