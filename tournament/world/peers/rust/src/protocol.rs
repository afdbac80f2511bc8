//! The peer protocol of docs/peer-protocol.md for the peers in Rust: requests and
//! answers, producers, round trips, and what is reported of them.

#![allow(dead_code)] // each peer uses what it has

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{mpsc, Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

pub const NUMBERS: usize = 1024;
const PRIME: u32 = 16_777_619;

/// A function that is submitted. It is made in advance, so submitting allocates nothing.
pub type Task = &'static (dyn Fn() + Send + Sync);

/// A loop that runs in a thread.
pub trait Loop: Send + Sync {
    fn submit(&self, task: Task);
    /// Ends the loop and waits for its end.
    fn close(&self);
}

/// What one peer makes available.
pub struct Peer {
    pub name: &'static str,
    pub version: &'static str,
    pub new_loop: fn(spin: bool) -> Box<dyn Loop>,
    /// Starts a server and returns its address.
    pub echo: Option<fn() -> String>,
    /// Performs the timers: n, seed. The answer's fields, and how many fired.
    pub timers: Option<fn(n: usize, seed: u32) -> String>,
}

enum Stop {
    Refused(String),
    Failed(String),
}

type Answer = Result<String, Stop>;

fn refused(reason: impl Into<String>) -> Answer {
    Err(Stop::Refused(reason.into()))
}

/// What ran of each producer: the loop writes it, alone; relaxed loads and stores are
/// plain ones.
#[derive(Default)]
#[repr(align(128))]
struct Account {
    sum: AtomicU32,
    count: AtomicI64,
}

struct Ledger {
    accounts: Vec<Account>,
    left: AtomicI64,
    executed: AtomicI64,
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

fn leaked(task: impl Fn() + Send + Sync + 'static) -> Task {
    Box::leak(Box::new(task))
}

enum Started {
    Nothing,
    Submit(Submit),
    Trip(Trip),
    Timers(i64),
    Echo,
    Loops(Vec<Box<dyn Loop>>),
}

struct Submit {
    on: Arc<dyn Loop>,
    ledger: Arc<Ledger>,
    tasks: Arc<Vec<Vec<Task>>>,
    done: mpsc::Receiver<()>,
    burst: usize,
}

impl Submit {
    fn new(on: Box<dyn Loop>, producers: usize, burst: usize) -> Submit {
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

    fn run(&self, n: usize, seed: u32) -> String {
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
                    gate.wait();
                    for i in 0..share(n, producers, p) {
                        on.submit(tasks[p][i % NUMBERS]);
                    }
                })
            })
            .collect();
        gate.wait();
        let began = Instant::now();
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

/// A waiter on round trips: it blocks in park, or spins on the flag.
struct Trip {
    on: Box<dyn Loop>,
    ledger: Arc<Ledger>,
    tasks: Vec<Task>,
    flag: Arc<AtomicI64>,
    spin: bool,
}

impl Trip {
    fn new(on: Box<dyn Loop>, spin: bool) -> Trip {
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

    fn run(&self, n: usize, seed: u32, stamped: bool) -> String {
        self.ledger.expect(n, seed);
        self.ledger.left.store(i64::MAX, Ordering::Relaxed); // the flag tells the end
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

/// Timers that fire: what their functions note.
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

struct Fields(BTreeMap<String, String>);

impl Fields {
    fn number(&self, key: &str, otherwise: u64) -> Result<u64, Stop> {
        match self.0.get(key) {
            None => Ok(otherwise),
            Some(text) => text
                .parse()
                .map_err(|_| Stop::Failed(format!("{key}={text} is not a number"))),
        }
    }
}

struct Session {
    peer: Peer,
    started: Started,
    ran: i64,
}

impl Session {
    fn answer(&mut self, verb: &str, fields: &Fields) -> Answer {
        match verb {
            "hello" => Ok(format!(
                "protocol=1 peer={} version={}",
                self.peer.name, self.peer.version
            )),
            "start" => self.start(fields),
            "run" | "histogram" => self.run(
                fields.number("n", 0)? as usize,
                fields.number("seed", 0)? as u32,
                verb == "histogram",
            ),
            "stop" => Ok(format!("executed={}", self.stop())),
            _ => Err(Stop::Failed(format!("the verb {verb} is not known"))),
        }
    }

    fn start(&mut self, fields: &Fields) -> Answer {
        let workload = fields.0.get("workload").map_or("", String::as_str);
        let producers = fields.number("producers", 1)? as usize;
        let burst = fields.number("burst", 0)? as usize;
        let name = self.peer.name;
        self.started = match workload {
            "submit" | "idle" if producers > 0 && (burst == 0 || producers == 1) => {
                Started::Submit(Submit::new((self.peer.new_loop)(false), producers, burst))
            }
            "trip" => {
                let spin = fields.0.get("wait").is_some_and(|wait| wait == "spin");
                Started::Trip(Trip::new((self.peer.new_loop)(spin), spin))
            }
            "timers" if self.peer.timers.is_some() => Started::Timers(0),
            "timers" => return refused(format!("{name} has no timers")),
            "loops" => Started::Loops(Vec::new()),
            "echo" => match self.peer.echo {
                None => return refused(format!("{name} has no connections")),
                Some(echo) => {
                    self.started = Started::Echo;
                    return Ok(format!("address={}", echo()));
                }
            },
            _ => return refused(format!("{name} does not know the workload {workload}")),
        };
        Ok(String::new())
    }

    fn run(&mut self, n: usize, seed: u32, stamped: bool) -> Answer {
        if stamped && !matches!(self.started, Started::Trip(_)) {
            return refused("only round trips are stamped");
        }
        match &mut self.started {
            Started::Nothing => Err(Stop::Failed(
                "there is nothing to run: a start comes first".into(),
            )),
            Started::Submit(w) => Ok(w.run(n, seed)),
            Started::Trip(w) => Ok(w.run(n, seed, stamped)),
            Started::Echo => Ok(String::new()),
            Started::Timers(fired) => {
                *fired += n as i64;
                Ok((self.peer.timers.expect("it was started"))(n, seed))
            }
            Started::Loops(all) => {
                let began = Instant::now();
                let ran = Arc::new(AtomicI64::new(0));
                for _ in 0..n {
                    let on = (self.peer.new_loop)(false);
                    let (counter, waiter) = (ran.clone(), thread::current());
                    let before = ran.load(Ordering::SeqCst);
                    on.submit(leaked(move || {
                        counter.fetch_add(1, Ordering::SeqCst);
                        waiter.unpark();
                    }));
                    while ran.load(Ordering::SeqCst) == before {
                        thread::park();
                    }
                    all.push(on);
                }
                self.ran += ran.load(Ordering::SeqCst);
                Ok(format!(
                    "ns={} counts={}",
                    began.elapsed().as_nanos(),
                    ran.load(Ordering::SeqCst)
                ))
            }
        }
    }

    fn stop(&mut self) -> i64 {
        match &self.started {
            Started::Nothing | Started::Echo => 0,
            Started::Timers(fired) => *fired,
            Started::Submit(w) => {
                w.on.close();
                w.ledger.executed.load(Ordering::SeqCst)
            }
            Started::Trip(w) => {
                w.on.close();
                w.ledger.executed.load(Ordering::SeqCst)
            }
            Started::Loops(all) => {
                all.iter().for_each(|on| on.close());
                self.ran
            }
        }
    }
}

/// Answers the runner's requests until it asks to stop or the input ends.
pub fn serve(peer: Peer) {
    let mut session = Session {
        peer,
        started: Started::Nothing,
        ran: 0,
    };
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("reading a request");
        let mut words = line.split_whitespace();
        let verb = words.next().unwrap_or("").to_string();
        let fields = words
            .filter_map(|w| w.split_once('='))
            .map(|(k, v)| (k.to_string(), v.to_string()))
            .collect();
        let said = match session.answer(&verb, &Fields(fields)) {
            Ok(said) => format!("ok {said}"),
            Err(Stop::Refused(reason)) => format!("refused {reason}"),
            Err(Stop::Failed(reason)) => format!("failed {reason}"),
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", said.trim())
            .and_then(|()| out.flush())
            .expect("answering");
        if verb == "stop" {
            return;
        }
    }
}
