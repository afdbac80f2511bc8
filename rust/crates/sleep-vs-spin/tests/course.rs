//! The measurement of a lane detects faulty channels.

#![allow(clippy::unwrap_used)] // a failed test is what they are for

use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sleep_vs_spin::message::ended;
use sleep_vs_spin::receiver::Hint;
use sleep_vs_spin::{Course, Failure, Outcome, Plan};

fn plan() -> Plan {
    let mut plan = Plan::new(20, Duration::from_micros(1));
    plan.warm_up = 2;
    plan
}

fn course(plan: &Plan) -> Course<'_> {
    Course::new(plan, Arc::new(|_| {}))
}

/// A channel that applies a fault to each message.
fn through(plan: &Plan, hint: Option<Hint>, fault: fn(u64) -> Vec<u64>) -> Outcome {
    let (sender, receiver) = mpsc::channel();
    course(plan).measure(
        move |n| {
            fault(n)
                .into_iter()
                .try_for_each(|n| sender.send(n).map_err(io::Error::other))
        },
        move |log| match hint {
            None => log.each(|| receiver.recv().map_err(ended)),
            Some(hint) => log.poll(hint, || Ok(receiver.try_recv().ok())),
        },
    )
}

#[test]
fn every_arrival_is_counted_but_for_the_warm_up() {
    for hint in [None, Some(Hint::Bare), Some(Hint::Pause)] {
        let arrivals = through(&plan(), hint, |n| vec![n]).unwrap();
        assert_eq!(arrivals.latencies.len(), 20);
        assert!(arrivals.wall >= 20 * Duration::from_micros(1));
    }
}

#[test]
fn a_message_that_is_lost_is_missed() {
    let mut plan = plan();
    plan.patience = Duration::from_millis(100);
    for hint in [None, Some(Hint::Bare)] {
        let lost = |n| if n == 5 { vec![] } else { vec![n] };
        let failure = through(&plan, hint, lost).unwrap_err();
        assert!(matches!(failure, Failure::Lost(..=5, _)), "{failure}");
    }
}

#[test]
fn a_message_that_is_doubled_or_mistaken_is_found() {
    let doubled = through(&plan(), None, |n| vec![n, n]).unwrap_err();
    assert!(doubled.to_string().contains("where 2 was due"), "{doubled}");
    let mistaken = through(&plan(), None, |n| vec![n + n / 7]).unwrap_err();
    assert!(
        mistaken.to_string().contains("message 8 arrived where 7"),
        "{mistaken}"
    );
}

#[test]
fn an_error_says_on_which_side_it_was() {
    let plan = plan();
    let (sender, receiver) = mpsc::channel();
    let sending = course(&plan).measure(
        move |n| {
            if n == 4 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            sender.send(n).map_err(io::Error::other)
        },
        move |log| log.poll(Hint::Pause, || Ok(receiver.try_recv().ok())),
    );
    let failure = sending.unwrap_err().to_string();
    assert!(
        failure.contains("sending message 4: broken pipe"),
        "{failure}"
    );

    let (sender, receiver) = mpsc::channel::<u64>();
    let receiving = course(&plan).measure(
        move |n| sender.send(n).map_err(io::Error::other),
        move |log| {
            log.each(|| {
                receiver.recv().map_err(ended)?;
                Err(io::ErrorKind::ConnectionReset.into())
            })
        },
    );
    let failure = receiving.unwrap_err().to_string();
    assert!(failure.contains("receiving: connection reset"), "{failure}");
}

#[test]
fn a_side_that_panics_ends_the_lane() {
    let plan = plan();
    let (sender, receiver) = mpsc::channel();
    let failure = course(&plan).measure(
        move |n| {
            assert!(n < 4, "this panic is part of the test");
            sender.send(n).map_err(io::Error::other)
        },
        move |log| log.each(|| receiver.recv().map_err(ended)),
    );
    assert!(failure.unwrap_err().to_string().contains("sender panicked"));
}

#[test]
fn a_receiver_that_panics_is_named() {
    let plan = plan();
    let (sender, receiver) = mpsc::channel::<u64>();
    let failure = course(&plan).measure(
        move |n| sender.send(n).map_err(io::Error::other),
        move |log| {
            log.each(|| {
                let n = receiver.recv().map_err(ended)?;
                assert!(n < 4, "this panic is part of the test");
                Ok(n)
            })
        },
    );
    assert!(
        failure
            .unwrap_err()
            .to_string()
            .contains("receiver panicked")
    );
}

#[test]
fn an_interrupted_lane_ends() {
    let plan = plan();
    let interrupted = Arc::clone(&plan.interrupted);
    let (sender, receiver) = mpsc::channel();
    let failure = course(&plan).measure(
        move |n| {
            interrupted.store(n == 3, Ordering::Relaxed);
            sender.send(n).map_err(io::Error::other)
        },
        move |log| log.each(|| receiver.recv().map_err(ended)),
    );
    assert_eq!(failure.unwrap_err().to_string(), "interrupted");
}

#[test]
fn progress_ends_at_the_last_message() {
    let plan = plan();
    let told = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&told);
    let (sender, receiver) = mpsc::channel();
    Course::new(&plan, Arc::new(move |n| tell.lock().unwrap().push(n)))
        .measure(
            move |n| sender.send(n).map_err(io::Error::other),
            move |log| log.each(|| receiver.recv().map_err(ended)),
        )
        .unwrap();
    let told = told.lock().unwrap();
    assert!(told.is_sorted());
    assert_eq!(told.last(), Some(&22));
}
