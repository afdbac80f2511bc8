//! The ingress queue: two lists and a lock. Many threads push, one takes. A chunk has one or two
//! tasks, so that rare cases of the Go code are common.
//!
//! The lock is one of loom's, which blocks. A lock that spins would have executions without end.
//! [`crate::lock`] has the order of its acquire and release, and models/ingress.pml the lock.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use loom::sync::MutexGuard;

use crate::atomic::Word;
use crate::mutant::Mutant;
use crate::spec::{self, Order, must};

/// Tasks of different producers are this far apart.
const TASKS: usize = 1000;

/// A task: the number of its producer and its index there.
#[must_use]
pub fn task(producer: usize, n: usize) -> usize {
    TASKS * (1 + producer) + n
}

/// What the lock guards.
#[derive(Default)]
struct Guarded {
    pushes: VecDeque<usize>,
    full: VecDeque<VecDeque<usize>>,
    closed: bool,
}

/// The producers' side. Any thread.
pub struct Queue {
    has_pushes: Word,
    guarded: loom::sync::Mutex<Guarded>,
    order: Mutex<Order>,
    /// The number of tasks in a chunk.
    chunk: usize,
    mutant: Mutant,
}

impl Queue {
    /// Creates an empty queue with chunks of this size, and its consumer.
    #[must_use]
    pub fn new(chunk: usize, mutant: Mutant) -> (Arc<Self>, Consumer) {
        let queue = Arc::new(Self {
            has_pushes: Word::new(0, mutant),
            guarded: loom::sync::Mutex::default(),
            order: Mutex::default(),
            chunk,
            mutant,
        });
        let consumer = Consumer {
            queue: Arc::clone(&queue),
            run: VecDeque::new(),
        };
        (queue, consumer)
    }

    /// Pushes a task and reports whether it was accepted. `then` runs in the step of acceptance.
    pub fn push(&self, task: usize, then: impl FnOnce()) -> bool {
        let early = self.mutant == Mutant::ClosedReadEarly;
        if early && self.acquire().closed {
            return false;
        }
        let mut guarded = self.acquire();
        if guarded.closed && !early {
            return false;
        }
        if guarded.pushes.len() == self.chunk {
            let chunk = std::mem::take(&mut guarded.pushes);
            guarded.full.push_back(chunk);
        }
        guarded.pushes.push_back(task);
        let first = guarded.pushes.len() == 1;
        if self.mutant == Mutant::SetAfterUnlock {
            self.accepted(task, then);
            drop(guarded);
            if first {
                self.has_pushes.store(1);
            }
            return true;
        }
        if first {
            self.has_pushes.store(1);
        }
        self.accepted(task, then);
        true
    }

    /// Refuses all further pushes, and reports whether this call closed the queue.
    pub fn close(&self) -> bool {
        let mut guarded = self.acquire();
        spec::lock(&self.order).closed = true;
        !std::mem::replace(&mut guarded.closed, true)
    }

    #[allow(clippy::unwrap_used)] // a lock is poisoned only if the execution has already failed
    fn acquire(&self) -> MutexGuard<'_, Guarded> {
        self.guarded.lock().unwrap()
    }

    /// Bookkeeping: a push is done in this step.
    fn accepted(&self, task: usize, then: impl FnOnce()) {
        let mut order = spec::lock(&self.order);
        must(!order.closed, spec::ACCEPTED_AFTER_THE_END);
        order.accepted.push_back(task);
        drop(order);
        then();
    }
}

/// The consumer's side. One thread.
pub struct Consumer {
    queue: Arc<Queue>,
    run: VecDeque<usize>,
}

impl Consumer {
    /// Reports whether there is nothing to take.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let empty = self.run.is_empty() && self.queue.has_pushes.load() == 0;
        if empty {
            let right = spec::lock(&self.queue.order).accepted.is_empty();
            must(right, spec::EMPTY_IS_WRONG);
        }
        empty
    }

    /// Takes a task. There is one.
    pub fn take(&mut self) -> usize {
        let forgets = self.queue.mutant == Mutant::SwapForgetsRun;
        if self.run.is_empty() || forgets && self.queue.has_pushes.load() != 0 {
            self.swap();
        }
        let task = self.run.pop_front();
        let expected = spec::lock(&self.queue.order).accepted.pop_front();
        must(task.is_some() && task == expected, spec::OUT_OF_ORDER);
        task.unwrap_or_default()
    }

    /// Makes the tasks that were pushed first the ones to take.
    fn swap(&mut self) {
        let queue = &self.queue;
        let mut guarded = queue.acquire();
        let run = guarded.full.pop_front();
        let left = run.is_some();
        self.run = match run {
            Some(chunk) if queue.mutant == Mutant::SwapTakesTheLastChunk => {
                std::mem::replace(&mut guarded.pushes, chunk)
            }
            Some(chunk) => chunk,
            None => std::mem::take(&mut guarded.pushes),
        };
        if queue.mutant == Mutant::ClearedOutsideLock {
            drop(guarded);
            queue.has_pushes.store_release(0);
        } else if !left || queue.mutant == Mutant::ClearedWithChunks {
            queue.has_pushes.store_release(0);
        }
    }

    /// Closes the queue if it is empty at this instant, and reports whether it is now closed and
    /// empty.
    pub fn close_if_empty(&mut self) -> bool {
        let queue = &self.queue;
        if !self.run.is_empty() && queue.mutant != Mutant::CloseIfEmptySkipsRun {
            return false;
        }
        let mut guarded = queue.acquire();
        let empty = guarded.pushes.is_empty();
        if queue.mutant == Mutant::CloseIfEmptyTwoSteps {
            drop(guarded);
            guarded = queue.acquire();
        }
        let mut order = spec::lock(&queue.order);
        let right = empty == order.accepted.is_empty();
        must(right, spec::CLOSE_IF_EMPTY_IS_WRONG);
        order.closed |= empty;
        guarded.closed |= empty;
        empty
    }
}
