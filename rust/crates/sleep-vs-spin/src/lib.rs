//! How much later does a receiver act when it slept than when it busy-waited?
//!
//! A sender waits, takes a timestamp and sends; the receiver takes a second
//! timestamp as the first thing after the arrival. A *lane* is one way of waiting
//! over one primitive: asleep, spinning, spinning with the processor's pause hint,
//! or spinning for a while and then asleep. See [`lanes`] for what there is.
//!
//! # What is measured
//!
//! Sender and receiver are two threads of one process. What goes through the
//! primitive is a sequence number; the instants are kept on both sides and
//! subtracted when the lane is done, by the monotonic clock that both threads
//! share. (The founding measurement sent the wall clock's time through the
//! socket: that clock may be set in between, and a receiver could not tell
//! a lost message from a late one.)
//!
//! The next message is sent when the last one has arrived and the gap has passed.
//! A gap of a millisecond or more is slept through by the sender, from the moment
//! it has sent, so that both cores may go idle; a shorter one is counted from the
//! arrival and spun through, because no sleep is so short. The first arrivals are
//! not counted (see [`Plan::warm_up`]).
//!
//! The processor time that is reported is that of the receiving thread alone, by
//! its own clock, over the counted arrivals: what the sender burns while it waits
//! is not in it, nor what the kernel does on nobody's account. A tokio lane's
//! runtime is single-threaded and lives on the receiving thread, so its poller is
//! counted too. On Windows that clock ticks in steps of some 16 ms.
//!
//! With fewer than two usable cores (affinity and cgroup quota counted) a spinning
//! receiver keeps the sender from running: the lane would measure the scheduler,
//! and is refused unless forced.

pub mod cores;
pub mod course;
pub mod document;
pub mod environment;
pub mod lanes;
pub mod latencies;
pub mod message;
pub mod names;
pub mod options;
pub mod platform;
pub mod progress;
pub mod receiver;
pub mod report;
pub mod run;
pub mod sender;
pub mod table;

pub use course::{Arrivals, Course, Failure, Outcome, Plan};
