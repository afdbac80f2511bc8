//! The program must accept each command of the README.

#![allow(clippy::unwrap_used)] // a failed test is what they are for

use clap::Parser as _;
use sleep_vs_spin::names::select;
use sleep_vs_spin::options::Options;

const README: &str = include_str!("../../../README.md");

#[test]
fn the_commands_are_understood() {
    let commands: Vec<_> = README
        .lines()
        .filter_map(|line| line.strip_prefix("cargo run --release"))
        .map(|rest| rest.split('#').next().unwrap_or_default().trim())
        .collect();
    assert!(commands.len() > 3, "{commands:?}");
    for command in commands {
        // Expand as the shell does: only globs are quoted here.
        let arguments = command
            .split_whitespace()
            .map(|word| word.trim_matches('\''))
            .filter(|word| *word != "--");
        let options = Options::try_parse_from(["sleep-vs-spin"].into_iter().chain(arguments));
        select(&options.unwrap().lanes).unwrap();
    }
}

#[test]
fn the_number_of_lanes_is_right() {
    let lanes = select(&["*".to_owned()]).unwrap().len();
    assert!(README.contains(&format!("# all {lanes} lanes")), "{lanes}");
}
