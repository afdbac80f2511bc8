//! The event count: how a sleeper parks without missing work, and is woken only when there is a
//! reason.

use std::sync::{Arc, Mutex};

use loom::sync::Condvar;

use crate::atomic::Word;
use crate::mutant::Mutant;
use crate::spec::{self, Wakes, must};

const AWAKE: usize = 0;
const WAITING: usize = 1;

/// The notifiers' side. Any thread.
pub struct EventCount {
    word: Word,
    token: Token,
    mutant: Mutant,
    wakes: Mutex<Wakes>,
}

/// The sleeper's side. One thread.
pub struct Sleeper {
    shared: Arc<EventCount>,
}

impl EventCount {
    /// An event count and its sleeper.
    #[must_use]
    pub fn new(mutant: Mutant) -> (Arc<Self>, Sleeper) {
        let shared = Arc::new(Self {
            word: Word::new(AWAKE, mutant),
            token: Token::new(),
            mutant,
            wakes: Mutex::default(),
        });
        let sleeper = Sleeper {
            shared: Arc::clone(&shared),
        };
        (shared, sleeper)
    }

    /// P1 and P2: calls `publish` to make work visible, then notifies if it returns true. `publish`
    /// calls [`EventCount::published`] when the work is visible.
    pub fn bring(&self, publish: impl FnOnce() -> bool) -> bool {
        if self.mutant == Mutant::NotifyFirst {
            self.notify();
            return publish();
        }
        let accepted = publish();
        if accepted {
            self.notify();
            if self.mutant == Mutant::NotifyTwice {
                self.notify();
            }
        }
        accepted
    }

    /// Bookkeeping: work became visible in this step.
    pub fn published(&self) {
        spec::lock(&self.wakes).owed += 1;
    }

    /// Notify: wakes the sleeper if it sleeps or is about to.
    pub fn notify(&self) {
        if self.mutant == Mutant::NotifyAlways {
            return self.send();
        }
        if self.word.load() != WAITING {
            return;
        }
        match self.mutant {
            Mutant::NotifyPlainStore => {
                self.word.store(AWAKE);
                self.send();
            }
            Mutant::NotifySendsBeforeClaim => {
                self.send();
                self.word.store(AWAKE);
            }
            // Failure means that another notifier sends, or that the sleeper has found work itself.
            _ => {
                if self.word.compare_and_swap(WAITING, AWAKE) && self.mutant != Mutant::NoSend {
                    self.send();
                }
            }
        }
    }

    /// Visit: calls `f` while the sleeper sleeps, then wakes it. `f` may use the memory that the
    /// sleeper wrote before Prepare.
    pub fn visit(&self, f: impl FnOnce()) -> bool {
        if !self.word.compare_and_swap(WAITING, AWAKE) {
            return false;
        }
        self.published();
        if self.mutant == Mutant::VisitSendsFirst {
            self.send();
            f();
        } else {
            f();
            self.send();
        }
        true
    }

    fn send(&self) {
        self.token.send(|| {
            let mut wakes = spec::lock(&self.wakes);
            must(wakes.drowsy, spec::AN_AWAKE_LOOP_IS_WOKEN);
            must(wakes.tokens == 0, spec::A_SEND_WOULD_BLOCK);
            must(wakes.owed > 0, spec::A_WAKE_UP_WITHOUT_WORK);
            wakes.owed -= 1;
            wakes.tokens += 1;
        });
    }
}

impl Sleeper {
    /// S2 to S5: sleeps unless `look` finds something to do. Reports whether a
    /// notifier's token was received.
    pub fn rest(&self, mut look: impl FnMut() -> bool) -> bool {
        let found = match self.shared.mutant {
            Mutant::NoRecheck => {
                self.prepare();
                false
            }
            Mutant::FlagLate => {
                let found = look();
                self.prepare();
                found
            }
            _ => {
                self.prepare();
                look()
            }
        };
        if found {
            return self.cancel();
        }
        self.wait();
        true
    }

    fn prepare(&self) {
        {
            let mut wakes = spec::lock(&self.shared.wakes);
            must(wakes.tokens == 0, spec::A_TOKEN_IS_LEFT_OVER);
            wakes.drowsy = true;
        }
        if self.shared.mutant == Mutant::AcquireReleaseOnly {
            self.shared.word.store(WAITING);
            return;
        }
        // A store. Only the specification uses the previous value.
        let before = self.shared.word.swap(WAITING);
        must(before == AWAKE, spec::THE_FLAG_IS_LEFT_OVER);
    }

    fn cancel(&self) -> bool {
        let shared = &self.shared;
        if shared.mutant == Mutant::CancelPlainStore {
            shared.word.store(AWAKE);
            spec::lock(&shared.wakes).drowsy = false;
            return false;
        }
        if shared.word.compare_and_swap(WAITING, AWAKE) {
            spec::lock(&shared.wakes).drowsy = false;
            return false;
        }
        // A notifier has swapped the word: its token is in the channel or about to be.
        if shared.mutant == Mutant::CancelLeavesToken {
            spec::lock(&shared.wakes).drowsy = false;
        } else {
            self.wait();
        }
        true
    }

    fn wait(&self) {
        self.shared.token.receive(|| {
            let mut wakes = spec::lock(&self.shared.wakes);
            wakes.tokens -= 1;
            wakes.drowsy = false;
        });
    }

    /// Checks the final state, when nobody will notify any more.
    pub fn at_rest(&self) {
        let tokens = spec::lock(&self.shared.wakes).tokens;
        must(tokens == 0, spec::A_TOKEN_IS_LEFT_OVER);
        must(
            self.shared.word.load() == AWAKE,
            spec::THE_FLAG_IS_LEFT_OVER,
        );
    }
}

/// Go's channel with room for one token. A second token is kept here; the specification detects
/// that it would have to wait for room.
struct Token {
    tokens: loom::sync::Mutex<usize>,
    sent: Condvar,
}

impl Token {
    fn new() -> Self {
        Self {
            tokens: loom::sync::Mutex::new(0),
            sent: Condvar::new(),
        }
    }

    /// Sends a token. `then` runs in the same step.
    fn send(&self, then: impl FnOnce()) {
        // A lock is poisoned only if the execution has already failed.
        if let Ok(mut tokens) = self.tokens.lock() {
            *tokens += 1;
            then();
            self.sent.notify_one();
        }
    }

    /// Receives a token, waiting for it if necessary. `then` runs in the same step.
    fn receive(&self, then: impl FnOnce()) {
        let Ok(mut tokens) = self.tokens.lock() else {
            return;
        };
        while *tokens == 0 {
            match self.sent.wait(tokens) {
                Ok(guard) => tokens = guard,
                Err(_) => return,
            }
        }
        *tokens -= 1;
        then();
    }
}
