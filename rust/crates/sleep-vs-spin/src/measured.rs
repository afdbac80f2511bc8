//! The outcome of a lane: its figures, or why it has none.

use crate::lanes::Lane;
use crate::latencies::Latencies;

/// The outcome of a lane.
pub struct Measured {
    /// The lane.
    pub lane: Lane,
    /// The result.
    pub result: Result<Figures, NoFigures>,
}

/// The figures of a lane.
pub struct Figures {
    /// In ascending order.
    pub latencies: Latencies,
    /// Seconds from the first counted arrival to the last.
    pub wall_seconds: f64,
    /// The receiving thread's processor time over the same time.
    pub cpu_seconds: f64,
}

impl Figures {
    /// Processor seconds of the receiving thread per second.
    #[must_use]
    pub fn cores(&self) -> f64 {
        if self.wall_seconds > 0.0 {
            self.cpu_seconds / self.wall_seconds
        } else {
            0.0
        }
    }
}

/// Why a lane has no figures.
#[derive(Debug)]
pub enum NoFigures {
    /// It was skipped: the platform does not have it, or it would be meaningless.
    Missing(String),
    /// It failed.
    Failed(String),
    /// The user ended the run first.
    Interrupted,
}
