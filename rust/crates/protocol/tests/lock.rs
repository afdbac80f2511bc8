//! The lock alone: one thread at a time has it, and sees what the one before wrote.

#![allow(clippy::unwrap_used)] // a failed test is what they are for

mod common;

use std::sync::Arc;

use common::{breaks, explore};
use loom::thread;
use protocol::{Lock, Mutant, spec};

fn two_threads(mutant: Mutant) {
    let lock = Arc::new(Lock::new(mutant));
    let other = Arc::clone(&lock);
    let thread = thread::spawn(move || other.try_add().into_iter().chain(other.try_add()).count());
    let mine = lock.try_add().into_iter().chain(lock.try_add()).count();
    let theirs = thread.join().unwrap();
    assert_eq!(lock.try_add(), Some(mine + theirs + 1));
}

#[test]
fn one_holder_at_a_time() {
    explore(None, || two_threads(Mutant::None));
}

#[test]
fn every_step_is_needed() {
    for mutant in [Mutant::LockInTwoSteps, Mutant::ReleaseWithoutOrder] {
        breaks(&[spec::A_DATA_RACE], None, move || two_threads(mutant));
    }
}
