//! The lanes: every primitive with every way of waiting for it. A primitive has a file of its own
//! with a pair of functions, `sleeping` and `spinning`. If the receiver can sleep on a word in
//! memory, there is a third function, `parking`, which spins for a while first.

mod crossbeam;
#[cfg(target_os = "linux")]
mod eventfd;
#[cfg(target_os = "linux")]
mod futex;
mod park;
mod pipe;
mod std_mpsc;
mod std_tcp;
mod std_udp;
mod tokio_mpsc;
mod tokio_tcp;
mod tokio_udp;
#[cfg(unix)]
mod unix;

use std::io;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};

use crate::course::{Course, Outcome};
use crate::options::go_duration;
use crate::receiver::{Hint, Receiver};

/// The longest time that the lanes with a spin phase spin.
pub const THRESHOLDS: [Duration; 4] = [
    Duration::from_micros(1),
    Duration::from_micros(10),
    Duration::from_micros(100),
    Duration::from_millis(1),
];

/// A function of a primitive, or the reason why this platform does not have it.
type Maybe<F> = Result<F, &'static str>;

type Sleeping = fn(&Course<'_>) -> Outcome;
type Spinning = fn(&Course<'_>, Hint) -> Outcome;
type Parking = fn(&Course<'_>, Duration) -> Outcome;

/// A primitive to wait on.
struct Primitive {
    name: &'static str,
    /// Whether it is one of the founding document's six.
    founding: bool,
    what: &'static str,
    sleeping: Maybe<Sleeping>,
    spinning: Maybe<Spinning>,
    /// None if the primitive itself spins first.
    parking: Option<Maybe<Parking>>,
}

macro_rules! primitive {
    ($name:literal, $founding:literal, $module:ident, $what:literal) => {
        Primitive {
            name: $name,
            founding: $founding,
            what: $what,
            sleeping: Ok($module::sleeping),
            spinning: Ok($module::spinning),
            parking: None,
        }
    };
}

const PRIMITIVES: [Primitive; 12] = [
    primitive!("std-mpsc", true, std_mpsc, "std::sync::mpsc"),
    primitive!("std-tcp", true, std_tcp, "TCP over loopback by std::net"),
    primitive!("std-udp", true, std_udp, "UDP over loopback by std::net"),
    primitive!("tokio-mpsc", true, tokio_mpsc, "tokio's unbounded channel"),
    primitive!("tokio-tcp", true, tokio_tcp, "TCP over loopback by tokio"),
    primitive!("tokio-udp", true, tokio_udp, "UDP over loopback by tokio"),
    primitive!(
        "crossbeam",
        false,
        crossbeam,
        "an unbounded crossbeam channel"
    ),
    Primitive {
        parking: Some(Ok(park::parking)),
        ..primitive!("park", false, park, "a word, and std::thread::park")
    },
    FUTEX,
    EVENTFD,
    PIPE,
    UNIX,
];

#[cfg(target_os = "linux")]
const FUTEX: Primitive = Primitive {
    parking: Some(Ok(futex::parking)),
    ..primitive!("futex", false, futex, "a futex")
};
#[cfg(not(target_os = "linux"))]
const FUTEX: Primitive = Primitive {
    parking: Some(Err(ONLY_LINUX)),
    ..absent("futex", "a futex", ONLY_LINUX)
};

#[cfg(target_os = "linux")]
const EVENTFD: Primitive = primitive!("eventfd", false, eventfd, "an eventfd");
#[cfg(not(target_os = "linux"))]
const EVENTFD: Primitive = absent("eventfd", "an eventfd", ONLY_LINUX);

#[cfg(unix)]
const PIPE: Primitive = primitive!("pipe", false, pipe, "a pipe");
#[cfg(not(unix))]
const PIPE: Primitive = Primitive {
    sleeping: Ok(pipe::sleeping),
    ..absent(
        "pipe",
        "a pipe",
        "it cannot run here: only on Unix can a pipe be read without blocking",
    )
};

#[cfg(unix)]
const UNIX: Primitive = primitive!("unix", false, unix, "a pair of Unix stream sockets");
#[cfg(not(unix))]
const UNIX: Primitive = absent(
    "unix",
    "a pair of Unix stream sockets",
    "it cannot run here: the standard library has Unix sockets on Unix only",
);

#[cfg(not(target_os = "linux"))]
const ONLY_LINUX: &str = "it cannot run here: only Linux has it";

#[cfg(not(target_os = "linux"))]
const fn absent(name: &'static str, what: &'static str, why: &'static str) -> Primitive {
    Primitive {
        name,
        founding: false,
        what,
        sleeping: Err(why),
        spinning: Err(why),
        parking: None,
    }
}

/// The way in which a lane's receiver waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The receiver blocks in the system until a message arrives.
    Sleep,
    /// The receiver polls and uses a core.
    Spin(Hint),
    /// The receiver polls until the time has passed, then it sleeps.
    SpinThenPark(Duration),
}

impl Mode {
    /// The suffix of a lane's name.
    fn suffix(self) -> String {
        match self {
            Self::Sleep => "sleep".to_owned(),
            Self::Spin(Hint::Bare) => "spin".to_owned(),
            Self::Spin(Hint::Pause) => "spin-pause".to_owned(),
            Self::SpinThenPark(threshold) => format!("spin{}", go_duration(threshold)),
        }
    }

    /// The row of the table.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Self::Sleep => "sleeping".to_owned(),
            Self::Spin(Hint::Bare) => "spinning".to_owned(),
            Self::Spin(Hint::Pause) => "spinning, pause hint".to_owned(),
            Self::SpinThenPark(threshold) => {
                format!("spin {}, then sleep", go_duration(threshold))
            }
        }
    }
}

/// One primitive with one way of waiting.
#[derive(Clone, Copy)]
pub struct Lane {
    primitive: &'static Primitive,
    /// The way of waiting.
    pub mode: Mode,
}

impl Lane {
    /// All lanes, in the order of measurement.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut lanes = Vec::new();
        for primitive in &PRIMITIVES {
            let mut add = |mode| lanes.push(Self { primitive, mode });
            add(Mode::Sleep);
            add(Mode::Spin(Hint::Bare));
            add(Mode::Spin(Hint::Pause));
            if primitive.parking.is_some() {
                THRESHOLDS
                    .into_iter()
                    .map(Mode::SpinThenPark)
                    .for_each(&mut add);
            }
        }
        lanes
    }

    /// The primitive's name: `std-mpsc`.
    #[must_use]
    pub fn primitive(&self) -> &'static str {
        self.primitive.name
    }

    /// The lane's name: `std-mpsc-sleep`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}-{}", self.primitive.name, self.mode.suffix())
    }

    /// The name in a document of the tournament: `rust-std-mpsc-sleep`.
    #[must_use]
    pub fn contestant(&self) -> String {
        format!("rust-{}", self.name())
    }

    /// Whether it is one of the founding document's twelve.
    #[must_use]
    pub fn is_founding(&self) -> bool {
        self.primitive.founding && matches!(self.mode, Mode::Sleep | Mode::Spin(Hint::Bare))
    }

    /// A description in one sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        let waits = match self.mode {
            Mode::Sleep => "the receiver sleeps".to_owned(),
            Mode::Spin(Hint::Bare) => "the receiver spins".to_owned(),
            Mode::Spin(Hint::Pause) => "the receiver spins with the pause hint".to_owned(),
            Mode::SpinThenPark(threshold) => format!(
                "the receiver spins with the pause hint for {}, then sleeps",
                go_duration(threshold)
            ),
        };
        format!("Rust, {}: {waits}.", self.primitive.what)
    }

    /// Whether the receiver uses a core while it waits.
    #[must_use]
    pub fn spins(&self) -> bool {
        matches!(self.mode, Mode::Spin(_))
    }

    /// The reason why this platform cannot run it.
    #[must_use]
    pub fn absent(&self) -> Option<&'static str> {
        let p = self.primitive;
        match self.mode {
            Mode::Sleep => p.sleeping.err(),
            Mode::Spin(_) => p.spinning.err(),
            Mode::SpinThenPark(_) => p.parking.and_then(Result::err),
        }
    }

    /// Measures the lane.
    ///
    /// # Errors
    ///
    /// The failure, see [`Course::measure`].
    pub fn measure(&self, course: &Course<'_>) -> Outcome {
        let p = self.primitive;
        let missing = |why: &str| io::Error::new(io::ErrorKind::Unsupported, why);
        match self.mode {
            Mode::Sleep => p.sleeping.map_err(missing)?(course),
            Mode::Spin(hint) => p.spinning.map_err(missing)?(course, hint),
            Mode::SpinThenPark(threshold) => {
                let parking = p.parking.unwrap_or(Err("it does not spin first"));
                parking.map_err(missing)?(course, threshold)
            }
        }
    }
}

/// A runtime on the calling thread alone. Its poller sleeps where the receiver sleeps, no other
/// thread has to pass the event on, and the thread's clock includes all of it.
fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_io().build()
}

/// Polls a tokio socket. Its `try_` functions ask the kernel only after the poller has reported
/// readiness, so each poll that finds nothing yields to the poller.
async fn look_and_yield(
    log: &mut Receiver,
    hint: Hint,
    mut look: impl FnMut() -> io::Result<Option<u64>>,
) -> io::Result<()> {
    while log.wants_more() {
        let n = loop {
            if let Some(n) = look()? {
                break n;
            }
            if hint == Hint::Pause {
                std::hint::spin_loop();
            }
            log.go_on()?;
            tokio::task::yield_now().await;
        };
        log.arrived(n)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_founding_twelve_are_there_on_every_platform() {
        let founding: Vec<_> = Lane::all().into_iter().filter(Lane::is_founding).collect();
        let names: Vec<_> = founding.iter().map(Lane::name).collect();
        assert_eq!(
            names,
            [
                "std-mpsc-sleep",
                "std-mpsc-spin",
                "std-tcp-sleep",
                "std-tcp-spin",
                "std-udp-sleep",
                "std-udp-spin",
                "tokio-mpsc-sleep",
                "tokio-mpsc-spin",
                "tokio-tcp-sleep",
                "tokio-tcp-spin",
                "tokio-udp-sleep",
                "tokio-udp-spin",
            ]
        );
        assert!(founding.iter().all(|lane| lane.absent().is_none()));
    }

    #[test]
    fn names_are_unique_and_say_how_the_receiver_waits() {
        let names: HashSet<_> = Lane::all().iter().map(Lane::contestant).collect();
        assert_eq!(names.len(), Lane::all().len());
        for name in [
            "rust-park-sleep",
            "rust-futex-spin10us",
            "rust-unix-spin-pause",
        ] {
            assert!(names.contains(name), "{name} is not among {names:?}");
        }
    }
}
