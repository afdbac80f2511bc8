//! Both parts together, as a loop uses them. Producers push and notify. The loop takes all tasks,
//! checks again and sleeps.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a failed test is what they are for

mod common;

use std::sync::Arc;

use common::{breaks, explore};
use loom::thread;
use protocol::queue::task;
use protocol::{EventCount, Mutant, Queue, spec};

fn scenario(mutant: Mutant, chunk: usize, producers: &'static [usize]) {
    let (events, sleeper) = EventCount::new(mutant);
    let (queue, mut consumer) = Queue::new(chunk, mutant);
    let threads: Vec<_> = producers
        .iter()
        .enumerate()
        .map(|(producer, &tasks)| {
            let (events, queue) = (Arc::clone(&events), Arc::clone(&queue));
            thread::spawn(move || {
                for n in 0..tasks {
                    let push = || queue.push(task(producer, n), || events.published());
                    assert!(events.bring(push), "an open queue refuses nothing");
                }
            })
        })
        .collect();
    let mut taken = Vec::new();
    while taken.len() < producers.iter().sum() {
        while !consumer.is_empty() {
            taken.push(consumer.take());
        }
        if taken.len() < producers.iter().sum() {
            sleeper.rest(|| !consumer.is_empty());
        }
    }
    for thread in threads {
        thread.join().unwrap();
    }
    sleeper.at_rest();
    for (producer, &tasks) in producers.iter().enumerate() {
        let own = taken
            .iter()
            .filter(|&&t| (task(producer, 0)..task(producer + 1, 0)).contains(&t));
        assert!(own.copied().eq((0..tasks).map(|n| task(producer, n))));
    }
    let pushed: usize = producers.iter().sum();
    assert_eq!(taken.len(), pushed, "a task of no producer was taken");
}

#[test]
fn one_producer_with_two_chunks() {
    explore(Some(5), || scenario(Mutant::None, 1, &[2]));
}

#[test]
fn two_producers() {
    explore(Some(3), || scenario(Mutant::None, 1, &[1, 1]));
}

#[test]
fn what_loses_a_wake_up_alone_loses_it_here() {
    for mutant in [
        Mutant::AcquireReleaseOnly,
        Mutant::NoRecheck,
        Mutant::FlagLate,
        Mutant::NoSend,
    ] {
        println!("{mutant:?}");
        // Without a common order, the check before the sleep may be wrong.
        let properties = [spec::A_WAKE_UP_IS_LOST, spec::EMPTY_IS_WRONG];
        breaks(&properties, Some(3), move || scenario(mutant, 2, &[2]));
    }
}
