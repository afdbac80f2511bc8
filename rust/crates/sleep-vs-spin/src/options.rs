//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use crate::cores::Pins;

/// Measures how much later a receiver acts when it slept than when it busy-waited.
///
/// A sender waits for the gap, takes a timestamp and sends. The receiver takes a
/// second timestamp on arrival. Without --lane it measures the founding document's
/// twelve lanes, which takes about two minutes.
#[derive(Debug, Parser)]
#[command(version, about, long_about, after_help = EXIT_CODES)]
pub struct Options {
    /// Number of counted arrivals per lane
    #[arg(long, value_name = "N", default_value_t = 99, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub iterations: u64,

    /// Time between an arrival and the next message: 1us, 50us, 10ms, 1s
    #[arg(long, value_name = "DURATION", default_value = "100ms", value_parser = parse_gap)]
    pub gap: Duration,

    /// Measure the lanes with this name. * stands for any letters. Can be repeated
    #[arg(long = "lane", value_name = "GLOB")]
    pub lanes: Vec<String>,

    /// Keep the sender and the receiver on one core each: the last two cores, or the named ones
    #[arg(long, value_name = "SENDER,RECEIVER", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = parse_pins)]
    pub pin: Option<PinChoice>,

    /// Measure spinning lanes also when fewer than two cores are usable
    #[arg(long)]
    pub force: bool,

    /// Also write a tournament document to this file. With - it goes to the standard output, and
    /// no table is printed
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// List all lanes, and measure none
    #[arg(long)]
    pub list: bool,

    /// Print no progress
    #[arg(long)]
    pub quiet: bool,
}

const EXIT_CODES: &str = "\
Exit code: 0 when every lane that can run here was measured. 1 when a lane failed or \
none could be measured; the other lanes are measured. 2 when the options are wrong. \
130 when interrupted, after printing and writing what was measured until then.";

/// The cores that --pin uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinChoice {
    /// The last two.
    Last,
    /// The given cores.
    Cores(Pins),
}

fn parse_pins(text: &str) -> Result<PinChoice, String> {
    if text.is_empty() {
        return Ok(PinChoice::Last);
    }
    let core = |text: &str| text.trim().parse::<usize>().ok();
    text.split_once(',')
        .and_then(|(sender, receiver)| {
            Some(PinChoice::Cores(Pins {
                sender: core(sender)?,
                receiver: core(receiver)?,
            }))
        })
        .ok_or_else(|| "give two core numbers, the sender's first: --pin=0,1".to_owned())
}

/// The longest gap. Latencies up to a minute are recorded.
const LONGEST: Duration = Duration::from_secs(60);

fn parse_gap(text: &str) -> Result<Duration, String> {
    let gap = humantime::parse_duration(text)
        .map_err(|err| format!("{err}; write it as in 50us, 10ms or 1s"))?;
    if gap.is_zero() || gap > LONGEST {
        return Err("the gap is between 1ns and 60s".to_owned());
    }
    Ok(gap)
}

/// Writes a duration in the largest unit of which it is a whole number, in a form that Go reads:
/// 100ms, 50us.
#[must_use]
pub fn go_duration(d: Duration) -> String {
    let nanos = d.as_nanos();
    let (unit, name) = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")]
        .into_iter()
        .find(|(unit, _)| nanos.is_multiple_of(*unit))
        .unwrap_or((1, "ns"));
    format!("{}{name}", nanos / unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Options::command().debug_assert();
    }

    #[test]
    fn the_defaults_are_the_founding_documents() {
        let options = Options::try_parse_from(["sleep-vs-spin"]).unwrap();
        assert_eq!(options.iterations, 99);
        assert_eq!(options.gap, Duration::from_millis(100));
        assert_eq!(options.pin, None);
    }

    #[test]
    fn pins_are_two_cores_or_none() {
        let pin = |arg| Options::try_parse_from(["sleep-vs-spin", arg]).map(|o| o.pin);
        assert_eq!(pin("--pin").unwrap(), Some(PinChoice::Last));
        assert_eq!(
            pin("--pin=3,1").unwrap(),
            Some(PinChoice::Cores(Pins {
                sender: 3,
                receiver: 1
            }))
        );
        assert!(pin("--pin=3").is_err());
        assert!(pin("--pin=a,b").is_err());
    }

    #[test]
    fn gaps_are_written_as_they_are_read() {
        for text in ["1us", "50us", "1ms", "100ms", "1s", "1500us", "7ns"] {
            assert_eq!(go_duration(parse_gap(text).unwrap()), text);
        }
        for text in ["0s", "61s", "10", "-1ms", "soon"] {
            assert!(parse_gap(text).is_err(), "{text} was accepted");
        }
    }
}
