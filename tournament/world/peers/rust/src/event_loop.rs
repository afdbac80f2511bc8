//! The loop that a peer implements, and the functions that it runs.

/// A submitted function. It is created in advance, so submitting does not allocate.
pub type Task = &'static (dyn Fn() + Send + Sync);

/// A loop that runs in a thread.
pub trait Loop: Send + Sync {
    fn submit(&self, task: Task);
    /// Ends the loop and waits for its end.
    fn close(&self);
}
