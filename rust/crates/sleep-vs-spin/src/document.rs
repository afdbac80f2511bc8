//! The tournament's document, as the Go package tournament/result reads it: format
//! "wakeful-tournament", version 1.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The value of [`Document::format`].
pub const FORMAT: &str = "wakeful-tournament";
/// The value of [`Document::version`].
pub const VERSION: u32 = 1;
/// The name of the only workload.
pub const WORKLOAD: &str = "arrival";

/// One run on one machine.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // the fields are described in tournament/result
pub struct Document {
    pub format: String,
    pub version: u32,
    pub mode: String,
    pub command: Vec<String>,
    /// Always 0: lanes are measured in list order.
    pub seed: u64,
    pub started: String,
    pub finished: String,
    pub complete: bool,
    /// Always 1: a run of this program takes one sample of each lane.
    pub rounds: u32,
    pub environment: Environment,
    pub contestants: Vec<Contestant>,
    pub workloads: Vec<Workload>,
    pub cells: Vec<Cell>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The machine and the code. Unknown values are empty.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Environment {
    pub cpu: String,
    pub cores: usize,
    pub memory_bytes: u64,
    pub os: String,
    pub arch: String,
    pub kernel: String,
    /// Always empty, because no Go code runs.
    pub go_version: String,
    /// Always 0, for the same reason.
    pub gomaxprocs: u32,
    pub load_at_start: f64,
    /// The versions of the compiler and of the libraries that the lanes use.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub modules: BTreeMap<String, String>,
}

/// A lane.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Contestant {
    pub name: String,
    pub kind: String,
    pub summary: String,
}

/// The measured quantity.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Workload {
    pub name: String,
    pub summary: String,
    pub unit: String,
}

/// The figures of a lane, or the reason why there are none.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Cell {
    pub contestant: String,
    pub workload: String,
    pub params: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub missing: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<Failure>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Sample>,
}

/// A sample that failed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Failure {
    pub round: u32,
    pub reason: String,
}

/// One measurement of a lane.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Sample {
    pub round: u32,
    /// Median nanoseconds from the send to the arrival.
    pub value: f64,
    pub ops: u64,
    pub wall_seconds: f64,
    /// Processor time of the receiving thread.
    pub cpu_seconds: f64,
    /// Always 0: allocations are not counted.
    pub allocs_per_op: f64,
    pub bytes_per_op: f64,
    pub latency: Histogram,
}

/// Latencies in nanoseconds.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Histogram {
    pub encoded: String,
    pub count: u64,
    pub p50: u64,
    pub p90: u64,
    pub p99: u64,
    pub p999: u64,
    pub max: u64,
}
