//! A word of memory with the atomic operations that Go has.

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

use loom::sync::atomic::AtomicUsize;

use crate::mutant::Mutant;

/// A value that no word ever holds.
const NO_VALUE: usize = usize::MAX;

/// A word whose operations are all sequentially consistent, as Go's are.
///
/// Loom lets a load see any value that the memory model allows. It does not implement the single
/// order of `SeqCst` (it treats it as `AcqRel`). A fence does not help, because loom switches
/// threads between the fence and the load. But a read-modify-write operation always sees the newest
/// value. So here a store is a swap, and a load is a compare-and-swap that cannot succeed. Then
/// each execution is an interleaving of the operations, and every operation sees the effects of the
/// earlier ones. That is exactly sequential consistency.
#[derive(Debug)]
pub struct Word {
    value: AtomicUsize,
    weak: bool,
}

impl Word {
    /// A word with an initial value. With [`Mutant::AcquireReleaseOnly`] its loads and stores
    /// acquire and release, and have no common order.
    #[must_use]
    pub fn new(value: usize, mutant: Mutant) -> Self {
        Self {
            value: AtomicUsize::new(value),
            weak: mutant == Mutant::AcquireReleaseOnly,
        }
    }

    /// Loads the value.
    pub fn load(&self) -> usize {
        if self.weak {
            return self.value.load(Acquire);
        }
        match self
            .value
            .compare_exchange(NO_VALUE, NO_VALUE, AcqRel, Acquire)
        {
            Ok(value) | Err(value) => value,
        }
    }

    /// Stores a value.
    pub fn store(&self, new: usize) {
        if self.weak {
            self.value.store(new, Release);
        } else {
            self.swap(new);
        }
    }

    /// Stores a value so that whoever loads it sees what was written before.
    pub fn store_release(&self, new: usize) {
        self.value.store(new, Release);
    }

    /// Stores a value without any order.
    pub fn store_unordered(&self, new: usize) {
        self.value.store(new, Relaxed);
    }

    /// Stores a value and returns the previous one.
    pub fn swap(&self, new: usize) -> usize {
        self.value.swap(new, AcqRel)
    }

    /// Adds to the value.
    pub fn add(&self, more: usize) {
        self.value.fetch_add(more, AcqRel);
    }

    /// Stores the new value if the word holds the old one, and reports whether it did.
    pub fn compare_and_swap(&self, old: usize, new: usize) -> bool {
        self.value
            .compare_exchange(old, new, AcqRel, Acquire)
            .is_ok()
    }
}
