//! A peer that runs a LocalSet on tokio's current_thread runtime. A local task receives the
//! functions from tokio's unbounded channel, many at once.

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
use std::sync::Mutex;
use std::thread::{self, JoinHandle};
use tokio::runtime::Builder;
use tokio::sync::mpsc::{error::TryRecvError, unbounded_channel, UnboundedSender};
use tokio::task::LocalSet;

/// How many functions the task receives at once.
const BATCH: usize = 1024;

struct Local {
    sender: UnboundedSender<Option<Task>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Loop for Local {
    fn submit(&self, task: Task) {
        assert!(self.sender.send(Some(task)).is_ok(), "the loop has ended");
    }

    fn close(&self) {
        let _ = self.sender.send(None);
        if let Some(thread) = self.thread.lock().expect("the lock").take() {
            thread.join().expect("the loop panicked");
        }
    }
}

fn new_loop(spin: bool) -> Box<dyn Loop> {
    let (sender, mut receiver) = unbounded_channel::<Option<Task>>();
    let thread = thread::spawn(move || {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("making a runtime");
        let local = LocalSet::new();
        let task = local.spawn_local(async move {
            let mut batch = Vec::with_capacity(BATCH);
            loop {
                if spin {
                    match receiver.try_recv() {
                        Ok(next) => batch.push(next),
                        Err(TryRecvError::Empty) => tokio::task::yield_now().await,
                        Err(TryRecvError::Disconnected) => return,
                    }
                } else if receiver.recv_many(&mut batch, BATCH).await == 0 {
                    return;
                }
                for next in batch.drain(..) {
                    match next {
                        Some(task) => task(),
                        None => return,
                    }
                }
            }
        });
        local.block_on(&runtime, task).expect("the loop panicked");
    });
    Box::new(Local {
        sender,
        thread: Mutex::new(Some(thread)),
    })
}

fn main() {
    serve(Peer {
        name: "tokio-local",
        version: "1.54.1",
        new_loop,
        echo: Some(tokio_echo::local_echo),
        timers: Some(tokio_echo::timers),
    });
}
