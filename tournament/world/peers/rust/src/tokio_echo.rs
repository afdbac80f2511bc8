//! The echo servers and timers of both tokio peers. tokio has no timer that calls a function,
//! so each is a task that sleeps and then calls it.

use crate::workloads::Fires;
use std::cell::{Cell, RefCell};
use std::future::{poll_fn, Future};
use std::rc::Rc;
use std::sync::mpsc;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::Builder;
use tokio::task::LocalSet;
use tokio::time::{sleep, sleep_until};

const BUFFER: usize = 64 * 1024;

/// The time in which all timers must be registered. They are due at its end.
const REGISTER_ONE: Duration = Duration::from_micros(3);

fn listen() -> TcpListener {
    let socket = TcpSocket::new_v4().expect("making a socket");
    socket
        .bind("127.0.0.1:0".parse().expect("an address"))
        .expect("binding");
    socket.listen(4096).expect("listening")
}

async fn serve_one(mut connection: TcpStream) {
    let _ = connection.set_nodelay(true);
    let mut buffer = vec![0; BUFFER];
    while let Ok(n @ 1..) = connection.read(&mut buffer).await {
        if connection.write_all(&buffer[..n]).await.is_err() {
            return;
        }
    }
}

/// Starts a server whose connections are tasks of the runtime.
#[allow(dead_code)]
pub fn echo() -> String {
    serve_in_thread(|listener| {
        Box::pin(async move {
            while let Ok((connection, _)) = listener.accept().await {
                tokio::spawn(serve_one(connection));
            }
        })
    })
}

/// Starts a server whose connections are local tasks.
#[allow(dead_code)]
pub fn local_echo() -> String {
    serve_in_thread(|listener| {
        Box::pin(async move {
            while let Ok((connection, _)) = listener.accept().await {
                tokio::task::spawn_local(serve_one(connection));
            }
        })
    })
}

type Serving = std::pin::Pin<Box<dyn std::future::Future<Output = ()>>>;

/// The thread runs until the process ends.
fn serve_in_thread(serving: fn(TcpListener) -> Serving) -> String {
    let (sender, address) = mpsc::channel();
    thread::spawn(move || {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("making a runtime");
        LocalSet::new().block_on(&runtime, async move {
            let listener = listen();
            sender
                .send(listener.local_addr().expect("an address").to_string())
                .expect("telling the address");
            serving(listener).await;
        });
    });
    address.recv().expect("the server has ended")
}

/// Runs the timer workload on a runtime of its own.
pub fn timers(n: usize, seed: u32) -> String {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("making a runtime");
    LocalSet::new().block_on(&runtime, async move {
        // A sleep is registered when it is first polled, and removed when it is dropped.
        let start = Instant::now();
        let mut far = Vec::with_capacity(n);
        for i in 0..n {
            let delay = Duration::from_secs(3600) + Duration::from_millis((i * 7919 % n) as u64);
            let mut timer = Box::pin(sleep(delay));
            poll_fn(|context| {
                assert!(
                    timer.as_mut().poll(context).is_pending(),
                    "a far timer fired"
                );
                Poll::Ready(())
            })
            .await;
            far.push(timer);
        }
        let schedule = start.elapsed();
        let cancelled = far.iter().filter(|timer| !timer.is_elapsed()).count();
        let ending = Instant::now();
        drop(far);
        let cancel = ending.elapsed();

        let fires = Rc::new(RefCell::new(Fires::new(n, seed)));
        let registered = Rc::new(Cell::new(0));
        let due = Instant::now() + Duration::from_millis(2) + REGISTER_ONE * n as u32;
        let tasks: Vec<_> = (0..n)
            .map(|i| {
                let (fires, registered) = (fires.clone(), registered.clone());
                tokio::task::spawn_local(async move {
                    registered.set(registered.get() + 1);
                    sleep_until(due.into()).await;
                    fires.borrow_mut().fire(i, due);
                })
            })
            .collect();
        while registered.get() < n {
            tokio::task::yield_now().await;
        }
        while Instant::now() < due + Duration::from_millis(1) {
            std::hint::spin_loop();
        }
        let released = Instant::now();
        for task in tasks {
            task.await.expect("a timer panicked");
        }
        let fire = released.elapsed();
        let fires = fires.borrow();
        fires.report(schedule, cancel, fire, cancelled)
    })
}
