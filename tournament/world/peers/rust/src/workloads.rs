//! The workloads of the peer protocol in Rust: producers, round trips, and the counters of
//! executed tasks and timers.

#![allow(dead_code)] // no peer uses all of it

use crate::event_loop::{Loop, Task};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{mpsc, Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

/// The number of functions that a producer submits in turn.
const NUMBERS: usize = 1024;
const PRIME: u32 = 16_777_619;

/// The functions of each producer that have run. Only the loop writes it, so relaxed loads
/// and stores are enough.
#[derive(Default)]
#[repr(align(128))]
struct Account {
    sum: AtomicU32,
    count: AtomicI64,
}

/// The loop's counters of tasks.
pub struct Ledger {
    accounts: Vec<Account>,
    left: AtomicI64,
    pub executed: AtomicI64,
    done: mpsc::Sender<()>,
}

impl Ledger {
    fn ran(&self, producer: usize, number: u32) {
        let account = &self.accounts[producer];
        let sum = (account.sum.load(Ordering::Relaxed) ^ number).wrapping_mul(PRIME);
        account.sum.store(sum, Ordering::Relaxed);
        account
            .count
            .store(account.count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        self.executed
            .store(self.executed.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        let left = self.left.load(Ordering::Relaxed) - 1;
        self.left.store(left, Ordering::Relaxed);
        if left == 0 {
            let _ = self.done.send(());
        }
    }

    fn expect(&self, n: usize, seed: u32) {
        self.left.store(n as i64, Ordering::Relaxed);
        for (p, account) in self.accounts.iter().enumerate() {
            account.sum.store(seed ^ p as u32, Ordering::Relaxed);
            account.count.store(0, Ordering::Relaxed);
        }
    }

    fn report(&self, elapsed: Duration) -> String {
        let counts: Vec<_> = self
            .accounts
            .iter()
            .map(|a| a.count.load(Ordering::Relaxed).to_string())
            .collect();
        let sums: Vec<_> = self
            .accounts
            .iter()
            .map(|a| a.sum.load(Ordering::Relaxed).to_string())
            .collect();
        format!(
            "ns={} counts={} sums={}",
            elapsed.as_nanos(),
            counts.join(","),
            sums.join(",")
        )
    }
}

fn share(n: usize, producers: usize, producer: usize) -> usize {
    n / producers + usize::from(producer < n % producers)
}

pub fn leaked(task: impl Fn() + Send + Sync + 'static) -> Task {
    Box::leak(Box::new(task))
}

/// Producers that submit concurrently.
pub struct Submit {
    pub on: Arc<dyn Loop>,
    pub ledger: Arc<Ledger>,
    tasks: Arc<Vec<Vec<Task>>>,
    done: mpsc::Receiver<()>,
    burst: usize,
}

impl Submit {
    pub fn new(on: Box<dyn Loop>, producers: usize, burst: usize) -> Submit {
        let (sender, done) = mpsc::channel();
        let accounts = (0..producers).map(|_| Account::default()).collect();
        let ledger = Arc::new(Ledger {
            accounts,
            left: AtomicI64::new(0),
            executed: AtomicI64::new(0),
            done: sender,
        });
        let task = |p: usize, number: usize| {
            let ledger = ledger.clone();
            leaked(move || ledger.ran(p, number as u32))
        };
        let tasks = (0..producers)
            .map(|p| (0..NUMBERS).map(|i| task(p, i)).collect())
            .collect();
        Submit {
            on: on.into(),
            ledger: ledger.clone(),
            tasks: Arc::new(tasks),
            done,
            burst,
        }
    }

    pub fn run(&self, n: usize, seed: u32) -> String {
        self.ledger.expect(n, seed);
        if self.burst > 0 {
            return self.bursts(n);
        }
        let producers = self.tasks.len();
        let gate = Arc::new(Barrier::new(producers + 1));
        let threads: Vec<_> = (0..producers)
            .map(|p| {
                let (gate, on, tasks) = (gate.clone(), self.on.clone(), self.tasks.clone());
                thread::spawn(move || {
                    gate.wait(); // all producers have started
                    gate.wait(); // the clock has been read
                    for i in 0..share(n, producers, p) {
                        on.submit(tasks[p][i % NUMBERS]);
                    }
                })
            })
            .collect();
        gate.wait();
        // Read before the producers start, because then this thread may wait for a processor.
        let began = Instant::now();
        gate.wait();
        self.done.recv().expect("the loop has ended");
        let elapsed = began.elapsed();
        for t in threads {
            t.join().expect("a producer panicked");
        }
        self.ledger.report(elapsed)
    }

    fn bursts(&self, n: usize) -> String {
        let began = Instant::now();
        let mut i = 0;
        while i < n {
            let size = self.burst.min(n - i);
            self.ledger.left.store(size as i64, Ordering::Relaxed);
            for _ in 0..size {
                self.on.submit(self.tasks[0][i % NUMBERS]);
                i += 1;
            }
            self.done.recv().expect("the loop has ended");
        }
        self.ledger.report(began.elapsed())
    }
}

/// The waiter of a round trip. It parks its thread or spins on the flag.
pub struct Trip {
    pub on: Box<dyn Loop>,
    pub ledger: Arc<Ledger>,
    tasks: Vec<Task>,
    flag: Arc<AtomicI64>,
    spin: bool,
}

impl Trip {
    pub fn new(on: Box<dyn Loop>, spin: bool) -> Trip {
        let (sender, _) = mpsc::channel();
        let ledger = Arc::new(Ledger {
            accounts: vec![Account::default()],
            left: AtomicI64::new(0),
            executed: AtomicI64::new(0),
            done: sender,
        });
        let flag = Arc::new(AtomicI64::new(0));
        let waiter = thread::current();
        let tasks = (0..NUMBERS)
            .map(|i| {
                let (ledger, flag, waiter) = (ledger.clone(), flag.clone(), waiter.clone());
                leaked(move || {
                    ledger.ran(0, i as u32);
                    flag.store(ledger.executed.load(Ordering::Relaxed), Ordering::SeqCst);
                    if !spin {
                        waiter.unpark();
                    }
                })
            })
            .collect();
        Trip {
            on,
            ledger,
            tasks,
            flag,
            spin,
        }
    }

    pub fn run(&self, n: usize, seed: u32, stamped: bool) -> String {
        self.ledger.expect(n, seed);
        self.ledger.left.store(i64::MAX, Ordering::Relaxed); // the flag signals the end
        let before = self.flag.load(Ordering::SeqCst);
        let mut stamps = Vec::with_capacity(if stamped { n } else { 0 });
        let began = Instant::now();
        for i in 0..n {
            self.on.submit(self.tasks[i % NUMBERS]);
            while self.flag.load(Ordering::SeqCst) != before + i as i64 + 1 {
                if self.spin {
                    std::hint::spin_loop();
                } else {
                    thread::park();
                }
            }
            if stamped {
                stamps.push(began.elapsed().as_nanos() as u64);
            }
        }
        let answer = self.ledger.report(began.elapsed());
        if !stamped {
            return answer;
        }
        let (mut histogram, mut last) = (BTreeMap::new(), 0);
        for stamp in stamps {
            *histogram.entry(bucket(stamp - last)).or_insert(0u64) += 1;
            last = stamp;
        }
        let parts: Vec<_> = histogram
            .iter()
            .map(|(low, count)| format!("{low}:{count}"))
            .collect();
        format!("{answer} histogram={}", parts.join(","))
    }
}

fn bucket(v: u64) -> u64 {
    let shift = (u64::BITS - v.leading_zeros()).saturating_sub(6);
    v >> shift << shift
}

/// The counters of timers that fire.
pub struct Fires {
    pub n: usize,
    seed: u32,
    sum: u32,
    fired: usize,
    early: usize,
}

impl Fires {
    pub fn new(n: usize, seed: u32) -> Fires {
        Fires {
            n,
            seed,
            sum: seed,
            fired: 0,
            early: 0,
        }
    }

    pub fn fire(&mut self, i: usize, due: Instant) {
        self.early += usize::from(Instant::now() < due);
        self.sum = self
            .sum
            .wrapping_add((i as u32 ^ self.seed).wrapping_mul(PRIME));
        self.fired += 1;
    }

    pub fn report(
        &self,
        schedule: Duration,
        cancel: Duration,
        fire: Duration,
        cancelled: usize,
    ) -> String {
        format!(
            "schedule_ns={} cancel_ns={} fire_ns={} cancelled={} early={} counts={} sums={}",
            schedule.as_nanos(),
            cancel.as_nanos(),
            fire.as_nanos(),
            cancelled,
            self.early,
            self.fired,
            self.sum
        )
    }
}
