//! The program as a user runs it: all lanes, few arrivals.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a failed test is what they are for

use std::collections::HashSet;
use std::fs;
use std::process::{Command, Output};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;

use sleep_vs_spin::document::{Cell, Document};
use sleep_vs_spin::lanes::Lane;

fn sleep_vs_spin(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sleep-vs-spin"))
        .args(arguments)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// The rules of the Go package tournament/result for a cell with figures.
fn check_sample(cell: &Cell, iterations: u64) {
    let name = &cell.contestant;
    let [sample] = &cell.samples[..] else {
        panic!("{name}: {:?}", cell.samples)
    };
    assert_eq!((sample.round, sample.ops), (0, iterations), "{name}");
    assert!(sample.value > 0.0 && sample.value.is_finite(), "{name}");
    assert!(sample.wall_seconds > 0.0, "{name}");
    assert!(sample.cpu_seconds >= 0.0, "{name}");

    let l = &sample.latency;
    assert_eq!(l.count, iterations, "{name}");
    let rising = [l.p50, l.p90, l.p99, l.p999, l.max];
    assert!(rising.is_sorted() && l.p50 > 0, "{name}: {rising:?}");
    let bytes = STANDARD.decode(&l.encoded).unwrap();
    let histogram: Histogram<u64> = Deserializer::new().deserialize(&mut &bytes[..]).unwrap();
    assert_eq!(histogram.len(), iterations, "{name}");
    assert!(histogram.equivalent(histogram.max(), l.max), "{name}");
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.split('-').all(|part| {
            !part.is_empty()
                && part
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        })
}

#[test]
fn all_lanes_report_every_arrival() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("document.json");
    let arguments = [
        "--lane=*",
        "--iterations=7",
        "--gap=1ms",
        "--force", // a machine with one core measures the scheduler, but it measures
        "--json",
        path.to_str().unwrap(),
    ];
    let output = sleep_vs_spin(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));

    let lanes = Lane::all();
    let absent = lanes.iter().filter(|l| l.absent().is_some()).count();
    let table = stdout(&output);
    assert_eq!(table.matches("not measured").count(), absent, "{table}");
    assert!(table.contains("speed-up"), "{table}");
    let progress = stderr(&output);
    assert!(progress.contains(&format!("[1/{}] std-mpsc-sleep: median ", lanes.len())));

    let document: Document = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(document.format, "wakeful-tournament");
    assert_eq!((document.version, document.rounds), (1, 1));
    assert!(document.complete);
    assert_eq!(document.command[0], "sleep-vs-spin");
    assert_eq!(document.command[1..], arguments);
    assert!(document.started <= document.finished);
    assert_eq!(document.workloads.len(), 1);
    assert_eq!(document.workloads[0].unit, "ns/op");

    let named: HashSet<_> = document.contestants.iter().map(|c| &c.name).collect();
    assert_eq!(named.len(), lanes.len());
    assert_eq!(document.cells.len(), lanes.len());
    for (lane, cell) in lanes.iter().zip(&document.cells) {
        assert_eq!(cell.contestant, lane.contestant());
        assert!(named.contains(&cell.contestant) && is_name(&cell.contestant));
        assert_eq!(cell.workload, "arrival");
        assert_eq!(cell.params["gap"], "1ms");
        match lane.absent() {
            None => check_sample(cell, 7),
            Some(why) => assert_eq!(cell.missing, why),
        }
    }
}

#[test]
fn a_long_gap_is_slept_through() {
    let output = sleep_vs_spin(&[
        "--lane=std-tcp-sleep",
        "--lane=rust-park-spin10us",
        "--iterations=3",
        "--gap=2ms",
        "--quiet",
        "--json=-",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let document: Document = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<_> = document.cells.iter().map(|c| &c.contestant).collect();
    assert_eq!(names, ["rust-std-tcp-sleep", "rust-park-spin10us"]);
    for cell in &document.cells {
        assert_eq!(cell.params["gap"], "2ms");
        check_sample(cell, 3);
        // Two whole gaps lie between the send after the last warm-up arrival and the last send.
        assert!(cell.samples[0].wall_seconds >= 0.004);
    }
    assert!(!stderr(&output).contains("median"), "{}", stderr(&output));
}

#[test]
fn pinned_to_one_core_a_spinning_lane_is_refused() {
    let run = |more: &[&str]| {
        let arguments = [
            "--lane=std-mpsc-spin",
            "--iterations=1",
            "--gap=1ms",
            "--pin=0,0",
        ];
        sleep_vs_spin(&[&arguments[..], more].concat())
    };
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(1), "nothing was measured");
    assert!(stdout(&output).contains("--force"), "{}", stdout(&output));

    if core_affinity::get_core_ids().is_none_or(|ids| ids.iter().all(|core| core.id != 0)) {
        println!("NOT RUN: core 0 is not this process's to use");
        return;
    }
    let output = run(&["--force"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("measure the scheduler"));
}

#[test]
fn a_lane_that_fails_is_named_and_the_others_go_on() {
    let output = sleep_vs_spin(&[
        "--lane=std-mpsc-sleep",
        "--lane=std-udp-sleep",
        "--iterations=1",
        "--gap=1ms",
        "--pin=999999,999999",
        "--json=-",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let document: Document = serde_json::from_slice(&output.stdout).unwrap();
    assert!(document.complete);
    assert_eq!(document.cells.len(), 2);
    for (cell, name) in document
        .cells
        .iter()
        .zip(["std-mpsc-sleep", "std-udp-sleep"])
    {
        assert_eq!(cell.contestant, format!("rust-{name}"));
        let reason = &cell.failures[0].reason;
        assert!(reason.contains("core 999999"), "{reason}");
        assert!(stderr(&output).contains(&format!("{name}: failed: ")));
    }
}

#[test]
fn wrong_options_say_what_to_do() {
    for (arguments, message) in [
        (&["--lane=std-mpcs-spin"][..], "did you mean std-mpsc-spin?"),
        (&["--gap=soon"], "10ms"),
        (&["--iterations=0"], "--iterations"),
        (&["--pin=1"], "--pin=0,1"),
    ] {
        let output = sleep_vs_spin(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    let output = sleep_vs_spin(&["--json=/no/such/folder/x.json", "--lane=park-sleep"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("/no/such/folder/x.json"));
    assert!(stdout(&output).is_empty(), "nothing is measured before");
}

#[test]
fn the_list_names_every_lane() {
    let output = sleep_vs_spin(&["--list", "--force"]);
    assert!(output.status.success());
    let names: Vec<_> = stdout(&output)
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let expected: Vec<_> = Lane::all().iter().map(Lane::contestant).collect();
    assert_eq!(names, expected);
}
