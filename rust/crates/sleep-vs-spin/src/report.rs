//! Creates the document of a run.

use std::collections::BTreeMap;
use std::time::SystemTime;

use crate::document::{
    Cell, Contestant, Document, Environment, FORMAT, Failure, Sample, VERSION, WORKLOAD, Workload,
};
use crate::measured::{Figures, Measured, NoFigures};
use crate::options::go_duration;
use crate::plan::Plan;

/// The description of a run.
pub struct Run<'a> {
    /// The arguments, with the program's name first.
    pub command: Vec<String>,
    /// The start time.
    pub started: SystemTime,
    /// The end time.
    pub finished: SystemTime,
    /// The machine before the start.
    pub environment: Environment,
    /// The requested measurement.
    pub plan: &'a Plan,
    /// Sentences for the reader.
    pub warnings: Vec<String>,
}

/// The document of a run.
///
/// # Errors
///
/// When a histogram cannot be written.
pub fn document(run: Run<'_>, lanes: &[Measured]) -> Result<Document, String> {
    let interrupted = |m: &Measured| matches!(m.result, Err(NoFigures::Interrupted));
    // A lane that did not start or did not end is left out. The document then says that it is not
    // complete.
    let told: Vec<_> = lanes.iter().filter(|m| !interrupted(m)).collect();
    Ok(Document {
        format: FORMAT.to_owned(),
        version: VERSION,
        mode: "full".to_owned(),
        command: run.command,
        seed: 0,
        started: humantime::format_rfc3339_millis(run.started).to_string(),
        // The clock may be set back during a run.
        finished: humantime::format_rfc3339_millis(run.finished.max(run.started)).to_string(),
        complete: !lanes.iter().any(interrupted),
        rounds: 1,
        environment: run.environment,
        contestants: told
            .iter()
            .map(|m| Contestant {
                name: m.lane.contestant(),
                kind: "floor".to_owned(),
                summary: m.lane.summary(),
            })
            .collect(),
        workloads: vec![Workload {
            name: WORKLOAD.to_owned(),
            summary: "A message after a gap: the median time from its sending to its arrival, and the CPU of the receiver while it waited.".to_owned(),
            unit: "ns/op".to_owned(),
        }],
        cells: told
            .iter()
            .map(|m| cell(m, run.plan))
            .collect::<Result<_, _>>()?,
        warnings: run.warnings,
    })
}

fn cell(measured: &Measured, plan: &Plan) -> Result<Cell, String> {
    let mut cell = Cell {
        contestant: measured.lane.contestant(),
        workload: WORKLOAD.to_owned(),
        params: BTreeMap::from([("gap".to_owned(), go_duration(plan.gap))]),
        missing: String::new(),
        failures: Vec::new(),
        samples: Vec::new(),
    };
    match &measured.result {
        Ok(figures) => cell.samples.push(sample(figures)?),
        Err(NoFigures::Missing(why)) => cell.missing.clone_from(why),
        Err(NoFigures::Failed(reason)) => cell.failures.push(Failure {
            round: 0,
            reason: reason.clone(),
        }),
        Err(NoFigures::Interrupted) => {}
    }
    Ok(cell)
}

fn sample(figures: &Figures) -> Result<Sample, String> {
    Ok(Sample {
        round: 0,
        value: figures.latencies.median(),
        ops: figures.latencies.count(),
        wall_seconds: figures.wall_seconds,
        cpu_seconds: figures.cpu_seconds,
        allocs_per_op: 0.0,
        bytes_per_op: 0.0,
        latency: figures.latencies.document()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::Lane;
    use crate::latencies::Latencies;
    use std::time::Duration;

    fn run(plan: &Plan) -> Run<'_> {
        Run {
            command: vec!["sleep-vs-spin".into()],
            started: SystemTime::UNIX_EPOCH + Duration::from_secs(2),
            finished: SystemTime::UNIX_EPOCH + Duration::from_secs(1),
            environment: Environment::default(),
            plan,
            warnings: Vec::new(),
        }
    }

    fn outcomes() -> Vec<Measured> {
        let figures = Figures {
            latencies: Latencies::new(&[Duration::from_micros(50)]).unwrap(),
            wall_seconds: 1.0,
            cpu_seconds: 0.5,
        };
        let results = [
            Ok(figures),
            Err(NoFigures::Failed("no route".into())),
            Err(NoFigures::Missing("one core".into())),
            Err(NoFigures::Interrupted),
        ];
        Lane::all()
            .into_iter()
            .zip(results)
            .map(|(lane, result)| Measured { lane, result })
            .collect()
    }

    #[test]
    fn each_outcome_has_its_place() {
        let plan = Plan::new(1, Duration::from_millis(100));
        let document = document(run(&plan), &outcomes()).unwrap();
        assert!(!document.complete);
        assert_eq!(document.finished, document.started);
        assert_eq!(document.contestants.len(), 3);
        let [sampled, failed, missing] = &document.cells[..] else {
            panic!("{:?}", document.cells)
        };
        assert_eq!(sampled.params["gap"], "100ms");
        assert!((sampled.samples[0].value - 50_000.0).abs() < 1e-9);
        assert_eq!(failed.failures[0].reason, "no route");
        assert_eq!(missing.missing, "one core");
        assert!(missing.samples.is_empty() && missing.failures.is_empty());
    }
}
