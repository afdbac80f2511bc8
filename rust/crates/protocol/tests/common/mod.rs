//! How a scenario is explored, and when a mutant counts as found.

#![allow(dead_code)] // each test file uses its part

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use loom::model::Builder;

fn builder(preemptions: Option<usize>) -> Builder {
    let mut builder = Builder::new();
    // An explicit bound in the environment is for manual experiments.
    builder.preemption_bound = builder.preemption_bound.or(preemptions);
    builder
}

/// Runs all executions of a scenario, with at most this many preemptions in each, or any number
/// with `None`. Returns the number of executions.
pub(crate) fn explore(
    preemptions: Option<usize>,
    scenario: impl Fn() + Send + Sync + 'static,
) -> usize {
    let executions = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&executions);
    builder(preemptions).check(move || {
        count.fetch_add(1, Ordering::Relaxed);
        scenario();
    });
    let executions = executions.load(Ordering::Relaxed);
    println!("{executions} executions, preemptions: {preemptions:?}");
    assert!(executions > 1, "one execution is no exploration");
    executions
}

/// Asserts that loom finds an execution of the scenario that violates one of the properties, and
/// that it violates no other property first.
pub(crate) fn breaks(
    properties: &[&str],
    preemptions: Option<usize>,
    scenario: impl Fn() + Send + Sync + 'static,
) {
    let builder = builder(preemptions);
    let broken = catch_unwind(AssertUnwindSafe(|| builder.check(scenario)))
        .map_err(|panic| text(&*panic).to_owned());
    let Err(message) = broken else {
        panic!("loom found nothing wrong, instead of: {properties:?}");
    };
    assert!(
        properties.iter().any(|p| message.contains(p)),
        "loom found {message:?} instead of one of {properties:?}"
    );
}

fn text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a text")
}
