//! The statistics of one lane, and its histogram in the tournament's form.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer as _, V2DeflateSerializer};

use crate::document;

/// Bounds and precision of all histograms of a tournament. Histograms with different bounds cannot
/// be merged.
const LOWEST: u64 = 1;
const HIGHEST: u64 = 60_000_000_000;
const DIGITS: u8 = 2;

/// The latencies of a lane in nanoseconds, in ascending order. At least one.
pub struct Latencies(Vec<u64>);

impl Latencies {
    /// None when there are no latencies.
    #[must_use]
    pub fn new(latencies: &[Duration]) -> Option<Self> {
        let mut nanos: Vec<_> = latencies
            .iter()
            .map(|d| u64::try_from(d.as_nanos()).map_or(HIGHEST, |n| n.clamp(LOWEST, HIGHEST)))
            .collect();
        nanos.sort_unstable();
        (!nanos.is_empty()).then_some(Self(nanos))
    }

    /// The number of latencies.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.len() as u64
    }

    /// Arithmetic mean.
    #[must_use]
    pub fn average(&self) -> f64 {
        self.0.iter().map(|&n| n as f64).sum::<f64>() / self.0.len() as f64
    }

    /// The median. For an even number of latencies, it is the mean of the two in the middle.
    #[must_use]
    pub fn median(&self) -> f64 {
        let (lower, upper) = (self.at((self.0.len() - 1) / 2), self.at(self.0.len() / 2));
        f64::midpoint(lower as f64, upper as f64)
    }

    /// The minimum.
    #[must_use]
    pub fn minimum(&self) -> u64 {
        self.at(0)
    }

    /// The maximum.
    #[must_use]
    pub fn maximum(&self) -> u64 {
        self.at(self.0.len() - 1)
    }

    /// The latency at a percentile, by the same rank rule as the tournament's readers. With few
    /// latencies, another rule would select another one.
    #[must_use]
    pub fn percentile(&self, percentile: f64) -> u64 {
        let rank = percentile / 100.0 * self.0.len() as f64 + 0.5;
        self.at((rank as usize).clamp(1, self.0.len()) - 1)
    }

    fn at(&self, i: usize) -> u64 {
        self.0.get(i).copied().unwrap_or_default()
    }

    /// The form for the document.
    ///
    /// # Errors
    ///
    /// When the histogram cannot be created or written.
    pub fn document(&self) -> Result<document::Histogram, String> {
        let fail = |err: &dyn std::fmt::Display| format!("writing the histogram: {err}");
        let mut histogram =
            Histogram::<u64>::new_with_bounds(LOWEST, HIGHEST, DIGITS).map_err(|err| fail(&err))?;
        for &n in &self.0 {
            histogram.record(n).map_err(|err| fail(&err))?;
        }
        let mut encoded = Vec::new();
        V2DeflateSerializer::new()
            .serialize(&histogram, &mut encoded)
            .map_err(|err| fail(&err))?;
        Ok(document::Histogram {
            encoded: STANDARD.encode(encoded),
            count: self.count(),
            p50: self.percentile(50.0),
            p90: self.percentile(90.0),
            p99: self.percentile(99.0),
            p999: self.percentile(99.9),
            max: self.maximum(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hdrhistogram::serialization::Deserializer;

    fn latencies(nanos: &[u64]) -> Latencies {
        let durations: Vec<_> = nanos.iter().copied().map(Duration::from_nanos).collect();
        Latencies::new(&durations).unwrap()
    }

    #[test]
    fn the_statistics_of_a_known_sample() {
        let l = latencies(&[40, 10, 30, 20]);
        assert_eq!((l.minimum(), l.maximum(), l.count()), (10, 40, 4));
        assert!((l.average() - 25.0).abs() < 1e-9);
        assert!((l.median() - 25.0).abs() < 1e-9);
        assert!((latencies(&[7, 1, 9]).median() - 7.0).abs() < 1e-9);
        assert!(Latencies::new(&[]).is_none());
    }

    #[test]
    fn percentiles_are_samples_and_never_fall() {
        let l = latencies(&(1..=99).map(|n| n * 1000).collect::<Vec<_>>());
        assert_eq!(l.percentile(50.0), 50_000);
        assert_eq!(l.percentile(90.0), 89_000);
        assert_eq!(l.percentile(99.9), 99_000);
        assert_eq!(l.percentile(0.0), 1000);
        let all: Vec<_> = (0..=1000)
            .map(|n| l.percentile(f64::from(n) / 10.0))
            .collect();
        assert!(all.is_sorted(), "{all:?}");
        assert!(all.iter().all(|p| p % 1000 == 0), "{all:?}");
        let one = latencies(&[5]);
        assert_eq!((one.percentile(50.0), one.percentile(99.9)), (5, 5));
    }

    #[test]
    fn latencies_beyond_the_bounds_are_kept_at_the_bounds() {
        let l = latencies(&[0, 61_000_000_000]);
        assert_eq!((l.minimum(), l.maximum()), (1, 60_000_000_000));
    }

    #[test]
    fn the_histogram_can_be_read_back() {
        let l = latencies(&[100, 250, 81_087, 2_000_000]);
        let document = l.document().unwrap();
        let bytes = STANDARD.decode(&document.encoded).unwrap();
        let read: Histogram<u64> = Deserializer::new().deserialize(&mut &bytes[..]).unwrap();
        assert_eq!(read.len(), 4);
        assert_eq!(
            (read.low(), read.high(), read.sigfig()),
            (LOWEST, HIGHEST, DIGITS)
        );
        assert!(read.equivalent(read.max(), 2_000_000));
        assert!(read.equivalent(read.value_at_quantile(0.5), document.p50));
    }
}
