//! The queue alone: no task is lost or duplicated, each producer's tasks keep their order, and
//! "empty" is correct. Each decisive step is needed.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a failed test is what they are for

mod common;

use std::sync::Arc;

use common::{breaks, explore};
use loom::thread;
use protocol::queue::task;
use protocol::{Consumer, Mutant, Queue, spec};

/// A scenario: the tasks of a chunk, the pushes of each producer, and how often the consumer
/// polls meanwhile.
#[derive(Clone, Copy)]
struct Load {
    chunk: usize,
    producers: &'static [usize],
    looks: usize,
}

fn produce(queue: &Arc<Queue>, load: Load) -> Vec<thread::JoinHandle<usize>> {
    let spawn = |(producer, &tasks): (usize, &usize)| {
        let queue = Arc::clone(queue);
        // The number of accepted tasks: all before the first refusal.
        thread::spawn(move || {
            (0..tasks)
                .take_while(|&n| queue.push(task(producer, n), || {}))
                .count()
        })
    };
    load.producers.iter().enumerate().map(spawn).collect()
}

/// Takes a task if there is one, and reports whether there was.
fn take(consumer: &mut Consumer, taken: &mut Vec<usize>) -> bool {
    let found = !consumer.is_empty();
    if found {
        taken.push(consumer.take());
    }
    found
}

/// Each producer's accepted tasks were taken once and in their order.
fn check(taken: &[usize], accepted: &[usize]) {
    for (producer, &accepted) in accepted.iter().enumerate() {
        let own: Vec<_> = taken
            .iter()
            .copied()
            .filter(|t| (task(producer, 0)..task(producer + 1, 0)).contains(t))
            .collect();
        let expected: Vec<_> = (0..accepted).map(|n| task(producer, n)).collect();
        assert_eq!(own, expected, "producer {producer}");
    }
    assert_eq!(taken.len(), accepted.iter().sum::<usize>());
}

fn join(threads: Vec<thread::JoinHandle<usize>>) -> Vec<usize> {
    threads.into_iter().map(|t| t.join().unwrap()).collect()
}

fn push_and_take(mutant: Mutant, load: Load) {
    let (queue, mut consumer) = Queue::new(load.chunk, mutant);
    let threads = produce(&queue, load);
    let mut taken = Vec::new();
    for _ in 0..load.looks {
        take(&mut consumer, &mut taken);
    }
    let accepted = join(threads);
    assert_eq!(accepted, load.producers, "an open queue refuses nothing");
    while take(&mut consumer, &mut taken) {}
    check(&taken, &accepted);
}

/// One thread closes the queue while producers push.
fn push_and_close(mutant: Mutant, load: Load) {
    let (queue, mut consumer) = Queue::new(load.chunk, mutant);
    let threads = produce(&queue, load);
    let mut taken = Vec::new();
    for _ in 0..load.looks {
        take(&mut consumer, &mut taken);
    }
    assert!(queue.close(), "nobody else closes it");
    let accepted = join(threads);
    while take(&mut consumer, &mut taken) {}
    assert!(!queue.push(task(9, 0), || {}), "a closed queue refuses");
    check(&taken, &accepted);
}

/// The consumer closes it as soon as it finds it empty.
fn push_and_close_if_empty(mutant: Mutant, load: Load) {
    let (queue, mut consumer) = Queue::new(load.chunk, mutant);
    let threads = produce(&queue, load);
    let mut taken = Vec::new();
    while !consumer.close_if_empty() {
        take(&mut consumer, &mut taken);
    }
    let accepted = join(threads);
    assert!(!queue.push(task(9, 0), || {}), "a closed queue refuses");
    check(&taken, &accepted);
}

const PAIR: Load = Load {
    chunk: 2,
    producers: &[2, 1],
    looks: 2,
};
/// Two chunks come together.
const CHUNKS: Load = Load {
    chunk: 1,
    producers: &[1, 2],
    looks: 2,
};
const SINGLE: Load = Load {
    chunk: 2,
    producers: &[2],
    looks: 2,
};

#[test]
fn two_producers() {
    explore(Some(3), || push_and_take(Mutant::None, PAIR));
}

#[test]
fn chunks() {
    explore(Some(3), || push_and_take(Mutant::None, CHUNKS));
}

#[test]
fn closed_while_producers_push() {
    explore(Some(3), || push_and_close(Mutant::None, PAIR));
}

#[test]
fn closed_if_empty() {
    explore(Some(4), || push_and_close_if_empty(Mutant::None, SINGLE));
    explore(Some(3), || push_and_close_if_empty(Mutant::None, PAIR));
}

#[test]
fn every_step_is_needed() {
    type Scenario = fn(Mutant, Load);
    // The mutant, the scenario, and the violated properties.
    let mutants: [(Mutant, Scenario, Load, &[&str]); 8] = [
        (
            Mutant::SetAfterUnlock,
            push_and_take,
            PAIR,
            &[spec::EMPTY_IS_WRONG],
        ),
        (
            Mutant::ClearedOutsideLock,
            push_and_take,
            PAIR,
            &[spec::EMPTY_IS_WRONG],
        ),
        (
            Mutant::ClearedWithChunks,
            push_and_take,
            CHUNKS,
            &[spec::EMPTY_IS_WRONG],
        ),
        (
            Mutant::SwapTakesTheLastChunk,
            push_and_take,
            CHUNKS,
            &[spec::OUT_OF_ORDER],
        ),
        (
            Mutant::SwapForgetsRun,
            push_and_take,
            PAIR,
            &[spec::OUT_OF_ORDER],
        ),
        (
            Mutant::ClosedReadEarly,
            push_and_close,
            SINGLE,
            &[spec::ACCEPTED_AFTER_THE_END],
        ),
        (
            Mutant::CloseIfEmptyTwoSteps,
            push_and_close_if_empty,
            SINGLE,
            &[spec::CLOSE_IF_EMPTY_IS_WRONG],
        ),
        (
            Mutant::CloseIfEmptySkipsRun,
            push_and_close_if_empty,
            SINGLE,
            &[spec::CLOSE_IF_EMPTY_IS_WRONG],
        ),
    ];
    for (mutant, scenario, load, properties) in mutants {
        println!("{mutant:?}");
        breaks(properties, Some(3), move || scenario(mutant, load));
    }
}
