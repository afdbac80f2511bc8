//! A run: measures the lanes one after the other, even if some fail.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::course::{Course, Failure};
use crate::lanes::Lane;
use crate::latencies::Latencies;
use crate::measured::{Figures, Measured, NoFigures};
use crate::plan::Plan;
use crate::progress::Progress;

/// Measures the lanes in order. `cores` is the number of cores that may be used at the same time.
pub fn run(
    lanes: &[Lane],
    plan: &Plan,
    cores: usize,
    force: bool,
    progress: &Arc<Progress>,
) -> Vec<Measured> {
    lanes
        .iter()
        .map(|&lane| {
            let result = if plan.interrupted.load(Ordering::Relaxed) {
                Err(NoFigures::Interrupted)
            } else if let Some(why) = refusal(&lane, cores, force) {
                Err(NoFigures::Missing(why))
            } else {
                progress.begin(&lane.name());
                measure(&lane, plan, progress)
            };
            let measured = Measured { lane, result };
            progress.end(&measured);
            measured
        })
        .collect()
}

/// Why a lane is skipped.
#[must_use]
pub fn refusal(lane: &Lane, cores: usize, force: bool) -> Option<String> {
    if let Some(why) = lane.absent() {
        return Some(why.to_owned());
    }
    (lane.spins() && cores < 2 && !force).then(|| {
        format!(
            "a spinning receiver needs a core beside the sender's, and {cores} is usable: it would measure the scheduler; --force measures it all the same"
        )
    })
}

fn measure(lane: &Lane, plan: &Plan, progress: &Arc<Progress>) -> Result<Figures, NoFigures> {
    let told = Arc::clone(progress);
    let course = Course::new(plan, Arc::new(move |n| told.arrived(n)));
    // A lane may panic while it opens its primitive. The others continue.
    let arrivals = catch_unwind(AssertUnwindSafe(|| lane.measure(&course)))
        .unwrap_or(Err(Failure::Panicked("lane")))
        .map_err(|failure| match failure {
            Failure::Interrupted => NoFigures::Interrupted,
            other => NoFigures::Failed(other.to_string()),
        })?;
    let latencies = Latencies::new(&arrivals.latencies)
        .filter(|l| l.count() == plan.iterations)
        .ok_or_else(|| {
            NoFigures::Failed(format!(
                "{} arrivals were noted instead of {}",
                arrivals.latencies.len(),
                plan.iterations
            ))
        })?;
    Ok(Figures {
        latencies,
        wall_seconds: arrivals.wall.as_secs_f64(),
        cpu_seconds: arrivals.cpu.as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(name: &str) -> Lane {
        Lane::all().into_iter().find(|l| l.name() == name).unwrap()
    }

    #[test]
    fn a_spinning_lane_is_refused_on_a_single_core() {
        let why = refusal(&lane("std-mpsc-spin-pause"), 1, false).unwrap();
        assert!(why.contains("--force"), "{why}");
        assert_eq!(refusal(&lane("std-mpsc-spin"), 1, true), None);
        assert_eq!(refusal(&lane("std-mpsc-spin"), 2, false), None);
        assert_eq!(refusal(&lane("std-mpsc-sleep"), 1, false), None);
        assert_eq!(refusal(&lane("park-spin10us"), 1, false), None);
    }
}
