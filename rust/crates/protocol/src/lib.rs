//! The wake protocol (an event count) and the ingress queue, in Rust, for [loom].
//!
//! # What this checks, and what not
//!
//! It checks the *protocol* that `docs/wake-protocol.md` describes: the same steps
//! in the same order as the Go packages `internal/wake` and `internal/ingress`,
//! one atomic operation here for one there. It does not check the Go code, of which
//! not a line is compiled here; whether that takes these steps is for readers of
//! both to see, and for the Go tests. It is a second opinion beside the Promela
//! models in `models/`: another tool, another author of the state space, and real
//! operations on memory instead of assignments.
//!
//! Not in the model: timers, descriptors and the end of a loop (the Promela models
//! have them), counting of pushes, and the queue's holding back of producers, on
//! which nothing depends.
//!
//! Where loom's bound on preemptions is used, an execution is left out in which
//! threads are put aside more often than that at a place where they could go on;
//! the tests say where. Loom does not explore executions in which a load reads from
//! a store that comes later in every order ("load buffering"), which sequential
//! consistency excludes anyway.
//!
//! # Sequential consistency
//!
//! Go's atomics are sequentially consistent: all operations have one order. Loom
//! does not know that order. It treats an operation with `SeqCst` as if it had
//! `AcqRel`, and so reports lost wake-ups that cannot happen. The words of this
//! model ([`atomic::Word`]) therefore use only operations that loom lets see the
//! newest value, so that what is explored is what Go's memory model allows: the
//! interleavings. A test shows that both sides of a store buffer never look too
//! early and that independent readers agree on the order, another one that loom's
//! plain loads and stores allow both; and the mutant
//! [`Mutant::AcquireReleaseOnly`] shows that the protocol needs the one order: with
//! atomics that only acquire and release it loses wake-ups.
//!
//! # Mutants
//!
//! Each decisive step can be left out or moved, see [`Mutant`]: the tests assert
//! that loom finds each of them, by the property that it breaks. The names are
//! those of the Promela models.

pub mod atomic;
pub mod event_count;
pub mod mutant;
pub mod queue;
pub mod spec;

pub use event_count::{EventCount, Sleeper};
pub use mutant::Mutant;
pub use queue::{Consumer, Queue};
