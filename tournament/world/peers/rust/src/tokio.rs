//! A peer that runs tokio's current_thread runtime. Other threads spawn each function as a task.

#[path = "event_loop.rs"]
mod event_loop;
#[path = "protocol.rs"]
mod protocol;
#[path = "tokio_echo.rs"]
mod tokio_echo;
#[path = "workloads.rs"]
mod workloads;

use event_loop::{Loop, Task};
use protocol::{serve, Peer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use tokio::runtime::{Builder, Handle};
use tokio::sync::Notify;

struct CurrentThread {
    handle: Handle,
    over: Arc<(AtomicBool, Notify)>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Loop for CurrentThread {
    fn submit(&self, task: Task) {
        self.handle.spawn(async move { task() });
    }

    fn close(&self) {
        self.over.0.store(true, Ordering::SeqCst);
        self.over.1.notify_one();
        if let Some(thread) = self.thread.lock().expect("the lock").take() {
            thread.join().expect("the loop panicked");
        }
    }
}

fn new_loop(spin: bool) -> Box<dyn Loop> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("making a runtime");
    let handle = runtime.handle().clone();
    let over = Arc::new((AtomicBool::new(false), Notify::new()));
    let ends = over.clone();
    let thread = thread::spawn(move || {
        runtime.block_on(async {
            if spin {
                // A task that is always ready keeps the runtime from parking.
                while !ends.0.load(Ordering::SeqCst) {
                    tokio::task::yield_now().await;
                }
            } else {
                ends.1.notified().await;
            }
        });
    });
    Box::new(CurrentThread {
        handle,
        over,
        thread: Mutex::new(Some(thread)),
    })
}

fn main() {
    serve(Peer {
        name: "tokio",
        version: "1.54.1",
        new_loop,
        echo: Some(tokio_echo::echo),
        timers: Some(tokio_echo::timers),
    });
}
