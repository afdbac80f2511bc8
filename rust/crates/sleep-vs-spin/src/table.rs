//! The founding document's table. For each primitive it has the average, the median, the minimum
//! and the maximum of each lane, and how much faster than sleeping the other lanes are.

use std::fmt::Write as _;

use crate::lanes::Mode;
use crate::measured::{Figures, Measured, NoFigures};

/// Width of the first column.
const LABEL: usize = 22;

/// Writes nanoseconds with a unit and three significant digits.
#[must_use]
pub fn time(nanos: f64) -> String {
    let (value, unit) = match nanos {
        n if n < 1e3 => return format!("{n:.0} ns"),
        n if n < 1e6 => (n / 1e3, "us"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    let digits = match value {
        v if v < 10.0 => 2,
        v if v < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

/// The whole table.
#[must_use]
pub fn table(lanes: &[Measured]) -> String {
    let mut text = String::new();
    for group in lanes.chunk_by(|a, b| a.lane.primitive() == b.lane.primitive()) {
        heading(&mut text, group.first().map_or("", |m| m.lane.primitive()));
        let asleep = group
            .iter()
            .find(|m| m.lane.mode == Mode::Sleep)
            .and_then(|m| m.result.as_ref().ok());
        for measured in group {
            row(&mut text, measured, asleep);
        }
        text.push('\n');
    }
    text
}

fn heading(text: &mut String, primitive: &str) {
    line(
        text,
        primitive,
        ["average", "median", "minimum", "maximum", "CPU"].map(str::to_owned),
    );
}

fn line(text: &mut String, label: &str, cells: [String; 5]) {
    let mut line = format!("{label:LABEL$}");
    for cell in cells {
        let _ = write!(line, "{cell:>10}");
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

fn row(text: &mut String, measured: &Measured, asleep: Option<&Figures>) {
    let label = format!("  {}", measured.lane.mode.label());
    let figures = match &measured.result {
        Ok(figures) => figures,
        Err(NoFigures::Missing(why)) => {
            let _ = writeln!(text, "{label:LABEL$}  not measured: {why}");
            return;
        }
        Err(NoFigures::Failed(why)) => {
            let _ = writeln!(text, "{label:LABEL$}  failed: {why}");
            return;
        }
        Err(NoFigures::Interrupted) => {
            let _ = writeln!(text, "{label:LABEL$}  interrupted");
            return;
        }
    };
    let latencies = &figures.latencies;
    line(
        text,
        &label,
        [
            time(latencies.average()),
            time(latencies.median()),
            time(latencies.minimum() as f64),
            time(latencies.maximum() as f64),
            format!("{:.2} %", 100.0 * figures.cores()),
        ],
    );
    if let Some(asleep) = asleep.filter(|_| measured.lane.mode != Mode::Sleep) {
        let than = &asleep.latencies;
        let ratios = [
            than.average() / latencies.average(),
            than.median() / latencies.median(),
            than.minimum() as f64 / latencies.minimum() as f64,
            than.maximum() as f64 / latencies.maximum() as f64,
        ];
        comparison(text, "    speed-up", ratios);
        comparison(text, "    slowdown", ratios.map(|r| 1.0 / r));
    }
}

/// Writes the ratios that are at least 1, if there are any. Faster lanes are on one line, slower
/// lanes on another.
fn comparison(text: &mut String, label: &str, ratios: [f64; 4]) {
    if ratios.iter().all(|&r| r < 1.0)
        || label.ends_with("slowdown") && ratios.iter().all(|&r| r <= 1.0)
    {
        return;
    }
    let mut cells = ratios
        .map(|r| if r < 1.0 { "-".to_owned() } else { times(r) })
        .into_iter();
    line(
        text,
        label,
        std::array::from_fn(|_| cells.next().unwrap_or_default()),
    );
}

fn times(ratio: f64) -> String {
    match ratio {
        r if r < 10.0 => format!("{r:.2} x"),
        r if r < 100.0 => format!("{r:.1} x"),
        r => format!("{r:.0} x"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::Lane;
    use crate::latencies::Latencies;
    use std::time::Duration;

    fn measured(name: &str, result: Result<&[u64], NoFigures>) -> Measured {
        let lane = Lane::all().into_iter().find(|l| l.name() == name).unwrap();
        let result = result.map(|nanos| {
            let durations: Vec<_> = nanos.iter().copied().map(Duration::from_nanos).collect();
            Figures {
                latencies: Latencies::new(&durations).unwrap(),
                wall_seconds: 2.0,
                cpu_seconds: 0.5,
            }
        });
        Measured { lane, result }
    }

    #[test]
    fn times_have_a_unit_that_fits() {
        let times = [308.0, 1679.0, 81_087.0, 237_144.0, 1_500_000.0, 2e9];
        assert_eq!(
            times.map(time),
            [
                "308 ns", "1.68 us", "81.1 us", "237 us", "1.50 ms", "2.00 s"
            ]
        );
    }

    #[test]
    fn the_table_has_the_founding_documents_columns() {
        let lanes = [
            measured("std-mpsc-sleep", Ok(&[60_000, 80_000, 100_000])),
            measured("std-mpsc-spin", Ok(&[300, 400, 500])),
            measured("std-tcp-spin", Ok(&[5000])),
            measured("tokio-mpsc-sleep", Ok(&[100, 200, 600])),
            measured("tokio-mpsc-spin", Ok(&[50, 20_000, 20_000])),
            measured("std-udp-sleep", Err(NoFigures::Failed("no route".into()))),
            measured("futex-spin", Err(NoFigures::Missing("only Linux".into()))),
        ];
        let expected = "\
std-mpsc                 average    median   minimum   maximum       CPU
  sleeping               80.0 us   80.0 us   60.0 us    100 us   25.00 %
  spinning                400 ns    400 ns    300 ns    500 ns   25.00 %
    speed-up               200 x     200 x     200 x     200 x

std-tcp                  average    median   minimum   maximum       CPU
  spinning               5.00 us   5.00 us   5.00 us   5.00 us   25.00 %

tokio-mpsc               average    median   minimum   maximum       CPU
  sleeping                300 ns    200 ns    100 ns    600 ns   25.00 %
  spinning               13.3 us   20.0 us     50 ns   20.0 us   25.00 %
    speed-up                   -         -    2.00 x         -
    slowdown              44.5 x     100 x         -    33.3 x

std-udp                  average    median   minimum   maximum       CPU
  sleeping              failed: no route

futex                    average    median   minimum   maximum       CPU
  spinning              not measured: only Linux

";
        assert_eq!(table(&lanes), expected);
    }
}
