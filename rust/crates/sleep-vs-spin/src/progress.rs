//! The progress of a run: a bar with the time left on a terminal, otherwise a line per lane. It is
//! written to standard error.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::measured::{Measured, NoFigures};
use crate::plan::Plan;
use crate::table::time;

/// The run reports the current lane, and the sender the number of messages.
pub struct Progress {
    form: Form,
    /// Arrivals of one lane.
    per_lane: u64,
    lanes: usize,
    /// Finished lanes.
    done: Mutex<usize>,
}

enum Form {
    Bar(ProgressBar),
    Lines,
    Nothing,
}

impl Progress {
    /// Progress for this many lanes.
    #[must_use]
    pub fn new(plan: &Plan, lanes: usize, quiet: bool) -> Self {
        let per_lane = plan.total();
        let form = if quiet {
            Form::Nothing
        } else if io::stderr().is_terminal() {
            let all = per_lane * lanes as u64;
            // The sender draws, because a timer thread would wake a core of its own.
            let bar =
                ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr_with_hz(5));
            bar.set_style(style(plan.gap));
            Form::Bar(bar)
        } else {
            Form::Lines
        };
        Self {
            form,
            per_lane,
            lanes,
            done: Mutex::new(0),
        }
    }

    /// A lane starts.
    pub fn begin(&self, name: &str) {
        if let Form::Bar(bar) = &self.form {
            bar.set_message(name.to_owned());
        }
    }

    /// This many messages of the lane were sent.
    pub fn arrived(&self, n: u64) {
        if let Form::Bar(bar) = &self.form {
            bar.set_position(self.done() as u64 * self.per_lane + n.min(self.per_lane));
        }
    }

    /// A lane has finished or was skipped.
    pub fn end(&self, measured: &Measured) {
        let number = {
            let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
            *done += 1;
            *done
        };
        let outcome = match &measured.result {
            Ok(figures) => format!("median {}", time(figures.latencies.median())),
            Err(NoFigures::Missing(why)) => format!("not measured: {why}"),
            Err(NoFigures::Failed(why)) => format!("failed: {why}"),
            Err(NoFigures::Interrupted) => "interrupted".to_owned(),
        };
        let name = measured.lane.name();
        match &self.form {
            Form::Bar(bar) => {
                bar.set_position(number as u64 * self.per_lane);
                if number == self.lanes {
                    bar.finish_and_clear();
                }
            }
            Form::Lines => {
                // The reader may have closed the terminal. The figures matter more.
                let _ = writeln!(io::stderr(), "[{number}/{}] {name}: {outcome}", self.lanes);
            }
            Form::Nothing => {}
        }
    }

    fn done(&self) -> usize {
        *self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn style(gap: Duration) -> ProgressStyle {
    let template = "{bar:24} {percent:>3} %  {left} left  {msg}";
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key(
            "left",
            move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
                let messages = state.len().unwrap_or_default().saturating_sub(state.pos());
                let left = time_left(messages, state.per_sec(), gap);
                let _ = write!(out, "{}:{:02}", left.as_secs() / 60, left.as_secs() % 60);
            },
        )
}

/// No message takes less than the gap. At the start, before the speed is known, the gap is the best
/// estimate.
fn time_left(messages: u64, per_second: f64, gap: Duration) -> Duration {
    let least = gap.as_secs_f64() * messages as f64;
    let seconds = if per_second > 0.0 {
        least.max(messages as f64 / per_second)
    } else {
        least
    };
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

/// The text for a list of lanes.
#[must_use]
pub fn list(rows: &[(String, String, Option<String>)]) -> String {
    let width = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, summary, absent) in rows {
        let _ = write!(text, "{name:width$}  {summary}");
        if let Some(why) = absent {
            let _ = write!(text, " ({why})");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_never_less_than_the_gaps() {
        let gap = Duration::from_millis(100);
        assert_eq!(time_left(100, 0.0, gap), Duration::from_secs(10));
        assert_eq!(time_left(100, 1000.0, gap), Duration::from_secs(10));
        assert_eq!(time_left(100, 5.0, gap), Duration::from_secs(20));
        assert_eq!(time_left(0, 5.0, gap), Duration::ZERO);
    }

    #[test]
    fn a_list_has_its_summaries_below_each_other() {
        let rows = [
            ("a".to_owned(), "one".to_owned(), None),
            (
                "long".to_owned(),
                "two".to_owned(),
                Some("not here".to_owned()),
            ),
        ];
        assert_eq!(list(&rows), "a     one\nlong  two (not here)\n");
    }
}
