//! A thread that takes functions from crossbeam's unbounded channel.

#[path = "event_loop.rs"]
mod event_loop;
#[path = "protocol.rs"]
mod protocol;
#[path = "workloads.rs"]
mod workloads;

use crossbeam_channel::{unbounded, Sender, TryRecvError};
use event_loop::{Loop, Task};
use protocol::{serve, Peer};
use std::sync::Mutex;
use std::thread::{self, JoinHandle};

struct Channel {
    sender: Sender<Option<Task>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Loop for Channel {
    fn submit(&self, task: Task) {
        self.sender.send(Some(task)).expect("the loop has ended");
    }

    fn close(&self) {
        let _ = self.sender.send(None);
        if let Some(thread) = self.thread.lock().expect("the lock").take() {
            thread.join().expect("the loop panicked");
        }
    }
}

fn new_loop(spin: bool) -> Box<dyn Loop> {
    let (sender, receiver) = unbounded::<Option<Task>>();
    let thread = thread::spawn(move || loop {
        let next = if spin {
            match receiver.try_recv() {
                Err(TryRecvError::Empty) => {
                    std::hint::spin_loop();
                    continue;
                }
                next => next.ok(),
            }
        } else {
            receiver.recv().ok()
        };
        match next {
            Some(Some(task)) => task(),
            _ => return,
        }
    });
    Box::new(Channel {
        sender,
        thread: Mutex::new(Some(thread)),
    })
}

fn main() {
    serve(Peer {
        name: "crossbeam",
        version: "0.5.17",
        new_loop,
        echo: None,
        timers: None,
    });
}
