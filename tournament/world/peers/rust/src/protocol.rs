//! Requests and answers of docs/peer-protocol.md, for the peers in Rust.

#![allow(dead_code)] // no peer uses all of it

use crate::event_loop::Loop;
use crate::workloads::{leaked, Submit, Trip};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

/// The features of one peer.
pub struct Peer {
    pub name: &'static str,
    pub version: &'static str,
    pub new_loop: fn(spin: bool) -> Box<dyn Loop>,
    /// Starts a server and returns its address.
    pub echo: Option<fn() -> String>,
    /// Runs n timers. Returns the fields of the answer and how many timers fired.
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

enum Started {
    Nothing,
    Submit(Submit),
    Trip(Trip),
    Timers(i64),
    Echo,
    Loops(Vec<Box<dyn Loop>>),
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
            "submit" if producers > 0 && (burst == 0 || producers == 1) => {
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
