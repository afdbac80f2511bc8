//! The words of the model are as consistent as Go's atomics. Loom's own atomics are not.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a failed test is what they are for

mod common;

use std::sync::Arc;

use common::{breaks, explore};
use loom::thread;
use protocol::Mutant;
use protocol::atomic::Word;

const BOTH_LOOK_TOO_EARLY: &str = "both look too early";
const THE_ORDER_DIFFERS: &str = "the order differs";

/// Each thread stores into its own word and loads the other one's.
fn store_buffer(mutant: Mutant) {
    let words = Arc::new([Word::new(0, mutant), Word::new(0, mutant)]);
    let other = Arc::clone(&words);
    let thread = thread::spawn(move || {
        other[0].store(1);
        other[1].load()
    });
    words[1].store(1);
    let mine = words[0].load();
    assert!(thread.join().unwrap() + mine > 0, "{BOTH_LOOK_TOO_EARLY}");
}

/// Two threads store, two others read both words in opposite orders.
fn independent_reads(mutant: Mutant) {
    let words = Arc::new([Word::new(0, mutant), Word::new(0, mutant)]);
    let store = |i: usize| {
        let words = Arc::clone(&words);
        thread::spawn(move || words[i].store(1))
    };
    let stores = [store(0), store(1)];
    let other = Arc::clone(&words);
    let reader = thread::spawn(move || (other[0].load(), other[1].load()));
    let mine = (words[1].load(), words[0].load());
    let theirs = reader.join().unwrap();
    assert!(mine != (1, 0) || theirs != (1, 0), "{THE_ORDER_DIFFERS}");
    for thread in stores {
        thread.join().unwrap();
    }
}

#[test]
fn words_have_one_order() {
    explore(None, || store_buffer(Mutant::None));
    explore(None, || independent_reads(Mutant::None));
}

#[test]
fn loads_and_stores_of_loom_have_none() {
    let weak = Mutant::AcquireReleaseOnly;
    breaks(&[BOTH_LOOK_TOO_EARLY], None, move || store_buffer(weak));
    breaks(&[THE_ORDER_DIFFERS], None, move || independent_reads(weak));
}
