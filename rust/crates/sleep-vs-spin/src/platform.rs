//! Functions that the standard library does not offer: a thread's processor time, and non-blocking
//! pipes.

use std::io;
use std::time::Duration;

/// The calling thread's processor time, user and system, since it started.
///
/// # Errors
///
/// Errors of the system.
#[cfg(unix)]
pub fn thread_cpu() -> io::Result<Duration> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(now).map_err(io::Error::other)
}

/// The calling thread's processor time, user and kernel, since it started. Its resolution is the
/// system's clock tick, some 16 ms.
///
/// # Errors
///
/// Errors of the system.
#[cfg(windows)]
pub fn thread_cpu() -> io::Result<Duration> {
    use windows_sys::Win32::Foundation::FILETIME;
    use windows_sys::Win32::System::Threading::{GetCurrentThread, GetThreadTimes};

    let mut times = [FILETIME {
        dwLowDateTime: 0,
        dwHighDateTime: 0,
    }; 4];
    let [created, exited, kernel, user] = &mut times;
    // SAFETY: all four are valid for writes, and the handle is the thread's own.
    #[allow(unsafe_code)]
    let done = unsafe { GetThreadTimes(GetCurrentThread(), created, exited, kernel, user) };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    let ticks = |t: &FILETIME| (u64::from(t.dwHighDateTime) << 32) | u64::from(t.dwLowDateTime);
    Ok(Duration::from_nanos(100 * (ticks(kernel) + ticks(user))))
}

/// The calling thread's processor time.
///
/// # Errors
///
/// Always, because this system is not supported.
#[cfg(not(any(unix, windows)))]
pub fn thread_cpu() -> io::Result<Duration> {
    Err(io::Error::new(
        io::ErrorKind::Unsupported,
        "no clock for the processor time of a thread is known here",
    ))
}

/// Makes reads return at once when there is nothing to read.
///
/// # Errors
///
/// Errors of the system.
#[cfg(unix)]
pub fn never_block(file: &impl std::os::fd::AsFd) -> io::Result<()> {
    Ok(rustix::io::ioctl_fionbio(file, true)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint;

    #[test]
    fn a_thread_that_works_gets_older() {
        let began = thread_cpu().unwrap();
        while thread_cpu().unwrap() <= began {
            hint::spin_loop();
        }
    }
}
