//! How much later does a receiver act when it slept than when it busy-waited?
//!
//! A sender waits, takes a timestamp and sends. The receiver takes a second timestamp first thing
//! after the arrival. A *lane* is one way of waiting for one primitive: asleep, spinning, spinning
//! with the processor's pause hint, or spinning for a while and then asleep. [`lanes`] lists them.
//!
//! # What is measured
//!
//! Sender and receiver are two threads of one process. The primitive transfers a sequence number.
//! Both sides keep their timestamps, which are subtracted after the lane, by the monotonic clock
//! that both threads share. (The founding measurement sent the wall-clock time through the socket.
//! That clock may be set in between, and a receiver could not distinguish a lost message from a
//! late one.)
//!
//! The next message is sent when the last one has arrived and the gap has passed. The sender sleeps
//! through a gap of a millisecond or more, starting at the send, so that both cores may go idle. It
//! spins through a shorter gap, starting at the arrival, because no sleep is so short. The first
//! arrivals are not counted (see [`Plan::warm_up`]).
//!
//! The reported processor time is that of the receiving thread alone, by its own clock, over the
//! counted arrivals. It excludes the sender's spinning and kernel work that is charged to no
//! thread. A tokio lane's runtime is single-threaded and runs on the receiving thread, so its
//! poller is included. On Windows that clock ticks in steps of some 16 ms.
//!
//! With fewer than two usable cores (affinity and cgroup quota included), a spinning receiver keeps
//! the sender from running. The lane would measure the scheduler, so it is refused unless forced.

pub mod cores;
pub mod course;
pub mod document;
pub mod environment;
pub mod lanes;
pub mod latencies;
pub mod measured;
pub mod message;
pub mod names;
pub mod options;
pub mod plan;
pub mod platform;
pub mod progress;
pub mod receiver;
pub mod report;
pub mod run;
pub mod sender;
mod shared;
pub mod table;

pub use course::{Arrivals, Course, Failure, Outcome};
pub use plan::Plan;
