//! The number of usable cores, and the core of each thread.

use std::io;
use std::thread;

use core_affinity::CoreId;

/// The cores of the two threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pins {
    /// Where the sender runs.
    pub sender: usize,
    /// Where the receiver runs.
    pub receiver: usize,
}

impl Pins {
    /// The last two cores that the process may use. Interrupts and other programs' threads tend to
    /// use the first ones.
    ///
    /// # Errors
    ///
    /// When there are fewer than two, or the system does not report them.
    pub fn choose() -> Result<Self, String> {
        let mut ids = core_affinity::get_core_ids()
            .ok_or("--pin: the system does not tell which cores there are")?;
        ids.sort();
        match ids.as_slice() {
            [.., sender, receiver] => Ok(Self {
                sender: sender.id,
                receiver: receiver.id,
            }),
            _ => Err(format!(
                "--pin: needs two cores, and this process may use {}; name one core twice (--pin=0,0) to share it",
                ids.len()
            )),
        }
    }
}

/// The number of threads that can run at the same time. It respects affinity and, on Linux, the
/// cgroup's quota. A quota of 1.5 cores counts as one.
#[must_use]
pub fn usable() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Pins the calling thread to a core, if one is given.
///
/// # Errors
///
/// When this process may not use that core, or the system does not pin threads.
pub fn pin(core: Option<usize>) -> io::Result<()> {
    let Some(id) = core else {
        return Ok(());
    };
    let ids = core_affinity::get_core_ids().unwrap_or_default();
    // The library writes past its set when the core does not exist.
    if !ids.contains(&CoreId { id }) {
        let ids: Vec<_> = ids.iter().map(|core| core.id.to_string()).collect();
        return Err(io::Error::other(format!(
            "this process may not use core {id}; it has the cores {}",
            ids.join(", ")
        )));
    }
    if !core_affinity::set_for_current(CoreId { id }) {
        return Err(io::Error::other(format!(
            "the system does not let this thread be pinned to core {id}"
        )));
    }
    Ok(())
}
