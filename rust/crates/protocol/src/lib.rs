//! The wake protocol (an event count) and the ingress queue, in Rust, for [loom].
//!
//! # What this checks
//!
//! It checks the *protocol* that `docs/wake-protocol.md` describes: the same steps in the same
//! order as the Go packages `internal/wake` and `internal/ingress`, with one atomic operation here
//! for each one there. It does not check the Go code, none of which is compiled here. Readers of
//! both, and the Go tests, must check that the Go code takes these steps. It is a second opinion
//! beside the Promela models in `models/`, with another tool, an independent state space, and real
//! memory operations instead of assignments.
//!
//! The model omits timers, descriptors and the end of a loop (the Promela models have them), the
//! count of pushes, and the queue's backpressure, on which nothing depends.
//!
//! Some tests use loom's bound on preemptions. Then loom omits executions with more preemptions at
//! places where a thread could continue; the tests say where. Loom does not explore executions in
//! which a load reads from a later store in every order ("load buffering"). Sequential consistency
//! excludes them anyway.
//!
//! # Sequential consistency
//!
//! Go's atomics are sequentially consistent: all operations have one order. Loom does not implement
//! that order. It treats `SeqCst` as `AcqRel`, and so reports lost wake-ups that cannot happen. The
//! words of this model ([`atomic::Word`]) therefore use only operations for which loom always
//! returns the newest value. So loom explores exactly what Go's memory model allows: the
//! interleavings. One test shows that the two sides of a store buffer never both read too early,
//! and that independent readers agree on the order. Another test shows that loom's plain loads and
//! stores allow both. The mutant [`Mutant::AcquireReleaseOnly`] shows that the protocol needs the
//! single order: with atomics that only acquire and release, it loses wake-ups.
//!
//! # Mutants
//!
//! Each decisive step can be omitted or moved, see [`Mutant`]. The tests assert that loom finds
//! each mutant, by the property that it violates. The names are those of the Promela models.

pub mod atomic;
pub mod event_count;
pub mod lock;
pub mod mutant;
pub mod queue;
pub mod spec;

pub use event_count::{EventCount, Sleeper};
pub use lock::Lock;
pub use mutant::Mutant;
pub use queue::{Consumer, Queue};
