//! The ingress queue: a list of segments whose arrays are reused. Many threads push, one takes. A
//! segment has one or two slots, and a line is one slot. So each push writes the hint, and rare
//! cases of the Go code are common.
//!
//! Ids replace Go's pointers. Ids are never reused. Go's garbage collector gives the same guarantee
//! for an address that is still referenced.

use std::sync::{Arc, Mutex};

use loom::cell::UnsafeCell;

use crate::atomic::Word;
use crate::mutant::Mutant;
use crate::spec::{self, Order, must};

const NIL: usize = 0;
/// The mark that Close leaves in the first empty slot.
const END: usize = 1;
/// Ids of lives are below this number, tasks are not.
const FIRST_TASK: usize = 1000;
/// Ids of lives begin here.
const FIRST_LIFE: usize = 2;

/// A task: the number of its producer and its index there.
#[must_use]
pub fn task(producer: usize, n: usize) -> usize {
    FIRST_TASK * (1 + producer) + n
}

/// The slots that several lives use one after the other.
struct Array {
    slots: Vec<Word>,
    /// Bookkeeping: the current life of the array.
    life: Mutex<usize>,
}

/// One use of an array.
struct Life {
    id: usize,
    array: Arc<Array>,
    next: Word,
    hint: Word,
    /// Stands for the fields that are written before the life is linked and never after (the slots
    /// and the position). It is not atomic, so loom reports a reader that comes too early.
    base: UnsafeCell<usize>,
}

// SAFETY: everything but the cell can be shared anyway, and loom checks that two threads never
// access the cell at the same time.
#[allow(unsafe_code)]
unsafe impl Sync for Life {}

/// The producers' side. Any thread.
pub struct Queue {
    tail: Word,
    spares: loom::sync::Mutex<Vec<Arc<Life>>>,
    /// Stands for memory: life number n is at index n.
    lives: Mutex<Vec<Arc<Life>>>,
    order: Mutex<Order>,
    /// The number of slots in a segment.
    slots: usize,
    mutant: Mutant,
}

impl Queue {
    /// Creates an empty queue with this segment size, and its consumer.
    #[must_use]
    pub fn new(slots: usize, mutant: Mutant) -> (Arc<Self>, Consumer) {
        let queue = Arc::new(Self {
            slots,
            tail: Word::new(FIRST_LIFE, mutant),
            spares: loom::sync::Mutex::default(),
            lives: Mutex::default(),
            order: Mutex::default(),
            mutant,
        });
        let head = queue.new_life();
        let reborn = queue.reborn(&head);
        let consumer = Consumer {
            queue: Arc::clone(&queue),
            head,
            reborn,
            at: 0,
            cleared: 0,
        };
        (queue, consumer)
    }

    /// Pushes a task and reports whether it was accepted. `then` runs in the step of acceptance.
    pub fn push(&self, task: usize, then: impl FnOnce()) -> bool {
        self.fill(task, then)
    }

    /// Refuses all further pushes, and reports whether this call closed the queue.
    pub fn close(&self) -> bool {
        self.fill(END, || {})
    }

    fn fill(&self, word: usize, then: impl FnOnce()) -> bool {
        let mut skips = self.mutant == Mutant::EndSkipsSegment && word == END;
        loop {
            let h = self.life(self.tail.load());
            h.base.with(|_| ()); // the slots are read too
            if skips {
                skips = false;
                self.grow(&h);
                continue;
            }
            let mut i = h.hint.load();
            while let Some(slot) = h.array.slots.get(i) {
                let found = slot.load();
                if found == END {
                    return false;
                }
                if found != self.empty_in(&h) {
                    i += 1;
                    continue;
                }
                if self.mutant == Mutant::HintEarly {
                    h.hint.store(i + 1);
                }
                if self.mutant == Mutant::PushWithoutCas {
                    slot.store(word);
                } else if !slot.compare_and_swap(found, word) {
                    // Another push has filled the slot: look again, it may hold the end mark.
                    continue;
                }
                self.accepted(&h, word);
                then();
                if word != END || self.mutant == Mutant::HintPastEnd {
                    h.hint.store(i + 1);
                }
                return true;
            }
            self.grow(&h);
        }
    }

    /// Moves the tail past h, which is full.
    fn grow(&self, h: &Life) {
        if h.next.load() == NIL {
            let n = self.spare();
            n.base.with_mut(|_| ()); // the position is written
            if self.mutant == Mutant::TailBeforeNext {
                if self.tail.compare_and_swap(h.id, n.id) {
                    h.next.store(n.id);
                } else {
                    self.keep(n);
                }
                return;
            }
            let linked = h.next.compare_and_swap(NIL, n.id);
            if self.mutant == Mutant::NoHelp {
                if linked {
                    self.tail.compare_and_swap(h.id, n.id);
                } else {
                    self.keep(n);
                }
                return;
            }
            // Failure means that another push has linked its own life.
            if !linked {
                self.keep(n);
            }
        } else if self.mutant == Mutant::NoHelp {
            return;
        }
        // Failure means that the tail has already been moved.
        self.tail.compare_and_swap(h.id, h.next.load());
    }

    fn spare(&self) -> Arc<Life> {
        let spare = self.spares.lock().ok().and_then(|mut spares| spares.pop());
        spare.unwrap_or_else(|| self.new_life())
    }

    fn keep(&self, life: Arc<Life>) {
        if let Ok(mut spares) = self.spares.lock() {
            spares.push(life);
        }
    }

    /// A life with a new array, all of whose slots are empty for this life.
    fn new_life(&self) -> Arc<Life> {
        let id = FIRST_LIFE + spec::lock(&self.lives).len();
        let empty = self.mark(id);
        let array = Arc::new(Array {
            slots: (0..self.slots)
                .map(|_| Word::new(empty, self.mutant))
                .collect(),
            life: Mutex::new(id),
        });
        self.life_over(array)
    }

    /// The next life of a life's array.
    fn reborn(&self, life: &Life) -> Arc<Life> {
        self.life_over(Arc::clone(&life.array))
    }

    fn life_over(&self, array: Arc<Array>) -> Arc<Life> {
        let (next, hint) = (Word::new(NIL, self.mutant), Word::new(0, self.mutant));
        let mut lives = spec::lock(&self.lives);
        let life = Arc::new(Life {
            id: FIRST_LIFE + lives.len(),
            array,
            next,
            hint,
            base: UnsafeCell::new(0),
        });
        lives.push(Arc::clone(&life));
        life
    }

    #[allow(clippy::expect_used)] // an id that names no life is a mistake of the model
    fn life(&self, id: usize) -> Arc<Life> {
        spec::lock(&self.lives)
            .get(id - FIRST_LIFE)
            .cloned()
            .expect("a life for each id")
    }

    /// The mark of an empty slot in a life.
    fn empty_in(&self, life: &Life) -> usize {
        self.mark(life.id)
    }

    fn mark(&self, id: usize) -> usize {
        if self.mutant == Mutant::LifeMarkerReused {
            NIL
        } else {
            id
        }
    }

    /// Bookkeeping: a push has succeeded in this step.
    fn accepted(&self, h: &Life, word: usize) {
        let life = *spec::lock(&h.array.life);
        must(life == h.id, spec::FILLED_IN_ANOTHER_LIFE);
        let mut order = spec::lock(&self.order);
        must(!order.closed, spec::ACCEPTED_AFTER_THE_END);
        order.closed = word == END;
        order.accepted.push_back(word);
    }

    /// Bookkeeping: the consumer has found the queue empty in this step.
    fn seen_empty(&self) {
        let empty = spec::lock(&self.order).accepted.is_empty();
        must(empty, spec::EMPTY_IS_WRONG);
    }
}

/// The front of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// Nothing.
    Empty,
    /// A task, which [`Consumer::take`] takes.
    Task,
    /// The end: no task follows.
    End,
}

/// The consumer's side. One thread.
pub struct Consumer {
    queue: Arc<Queue>,
    head: Arc<Life>,
    reborn: Arc<Life>,
    at: usize,
    cleared: usize,
}

impl Consumer {
    /// Looks at the front.
    pub fn look(&self) -> Front {
        let mut life = Arc::clone(&self.head);
        let mut i = self.at;
        loop {
            let Some(slot) = self.slot(&life, i) else {
                if self.queue.mutant == Mutant::RecheckMissesNextSegment {
                    self.queue.seen_empty();
                    return Front::Empty;
                }
                let next = life.next.load();
                if next == NIL {
                    self.queue.seen_empty();
                    return Front::Empty;
                }
                (life, i) = (self.queue.life(next), 0);
                life.base.with(|_| ());
                continue;
            };
            let found = slot.load();
            if found == END {
                return Front::End;
            }
            if found == self.queue.empty_in(&life) {
                self.queue.seen_empty();
                return Front::Empty;
            }
            return Front::Task;
        }
    }

    /// The next slot, unless the life is used up.
    fn slot<'a>(&self, life: &'a Life, i: usize) -> Option<&'a Word> {
        let last = i + 1 == self.queue.slots;
        let early = self.queue.mutant == Mutant::RecycledEarly && last && life.id == self.head.id;
        if early && life.next.load() != NIL {
            return None;
        }
        life.array.slots.get(i)
    }

    /// Takes the task that [`Consumer::look`] has seen.
    pub fn take(&mut self) -> usize {
        if self.slot(&self.head, self.at).is_none() {
            self.advance();
        }
        let found = self.slot(&self.head, self.at).map_or(NIL, Word::load);
        let expected = spec::lock(&self.queue.order).accepted.pop_front();
        must(expected == Some(found), spec::OUT_OF_ORDER);
        self.at += 1;
        found
    }

    /// Releases all tasks that were taken.
    pub fn clear(&mut self) {
        let end = if self.queue.mutant == Mutant::RecycledUncleared {
            self.at.min(self.queue.slots - 1)
        } else {
            self.at
        };
        let empty = if self.queue.mutant == Mutant::ClearedToSameLife {
            self.queue.empty_in(&self.head)
        } else {
            self.queue.empty_in(&self.reborn)
        };
        for slot in self.head.array.slots.iter().take(end).skip(self.cleared) {
            slot.store_unordered(empty);
        }
        self.cleared = self.cleared.max(end);
    }

    /// Moves to the life after head. Head is used up and has a next life.
    fn advance(&mut self) {
        self.clear();
        let next = self.queue.life(self.head.next.load());
        next.base.with(|_| ());
        let reborn = std::mem::replace(&mut self.reborn, self.queue.reborn(&next));
        self.head = next;
        (self.at, self.cleared) = (0, 0);
        // Loom cannot read a word without an operation. This thread wrote all slots last, so an
        // operation sees the current values.
        for slot in &reborn.array.slots {
            let begins_empty = slot.load() == self.queue.empty_in(&reborn);
            must(begins_empty, spec::RECYCLED_WITH_TASKS);
        }
        *spec::lock(&reborn.array.life) = reborn.id;
        self.queue.keep(reborn);
    }

    /// Closes the queue if it is empty at this instant, and reports whether it is now closed and
    /// empty.
    pub fn close_if_empty(&mut self) -> bool {
        while self.at == self.queue.slots {
            if self.head.next.load() == NIL {
                self.queue.grow(&self.head);
            }
            self.advance();
        }
        let Some(slot) = self.slot(&self.head, self.at) else {
            return false;
        };
        let empty = self.queue.empty_in(&self.head);
        let closed = if self.queue.mutant == Mutant::CloseIfEmptyTwoSteps {
            let was_empty = slot.load() == empty;
            if was_empty {
                slot.store(END);
            }
            was_empty
        } else {
            slot.compare_and_swap(empty, END)
        };
        let mut order = spec::lock(&self.queue.order);
        if closed {
            let right = order.accepted.is_empty() && !order.closed;
            must(right, spec::CLOSE_IF_EMPTY_IS_WRONG);
            order.closed = true;
            order.accepted.push_back(END);
            return true;
        }
        must(!order.accepted.is_empty(), spec::CLOSE_IF_EMPTY_IS_WRONG);
        drop(order);
        slot.load() == END
    }
}
