//! The bit that is the lock of the queue: how a holder passes on what it wrote. A thread tries once,
//! because one that spins would have executions without end.

use loom::cell::UnsafeCell;

use crate::atomic::Word;
use crate::mutant::Mutant;

/// A number under the lock. It is not atomic, so loom reports an access without the lock, and one
/// that does not see what the last holder wrote.
pub struct Lock {
    held: Word,
    number: UnsafeCell<usize>,
    mutant: Mutant,
}

// SAFETY: the word can be shared anyway, and loom checks that two threads never access the cell at
// the same time.
#[allow(unsafe_code)]
unsafe impl Sync for Lock {}

impl Lock {
    /// Creates a lock that nobody holds.
    #[must_use]
    pub fn new(mutant: Mutant) -> Self {
        Self {
            held: Word::new(0, mutant),
            number: UnsafeCell::new(0),
            mutant,
        }
    }

    /// Adds one to the number if it gets the lock at once, and returns the sum.
    pub fn try_add(&self) -> Option<usize> {
        if self.mutant == Mutant::LockInTwoSteps {
            if self.held.load() != 0 {
                return None;
            }
            self.held.store(1);
        } else if !self.held.compare_and_swap(0, 1) {
            return None; // another thread has the lock
        }
        // SAFETY: loom checks that nobody else reads or writes at the same time.
        #[allow(unsafe_code)]
        let sum = self.number.with_mut(|n| unsafe {
            *n += 1;
            *n
        });
        if self.mutant == Mutant::ReleaseWithoutOrder {
            self.held.store_unordered(0);
        } else {
            self.held.store_release(0);
        }
        Some(sum)
    }
}
