//! A request to the kernel to poll on idle processors instead of halting them.
//!
//! Linux keeps a wake-up latency that a process may ask for, in microseconds, as long as it holds
//! `/dev/cpu_dma_latency` open. With zero the kernel polls on every idle processor of the machine. A
//! wake-up then does not have to start a halted processor. To the host of a virtual machine all of
//! its processors look busy meanwhile.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

const REQUEST: &str = "/dev/cpu_dma_latency";
const IDLE_DRIVER: &str = "/sys/devices/system/cpu/cpuidle/current_driver";

/// Asks for a wake-up latency of zero until the result is dropped.
///
/// # Errors
///
/// When the file is missing or this process may not write to it. It takes root.
pub fn hold() -> io::Result<File> {
    hold_at(Path::new(REQUEST))
}

fn hold_at(path: &Path) -> io::Result<File> {
    let named = |err: io::Error| {
        io::Error::new(
            err.kind(),
            format!(
                "asking for a wake-up latency of zero, {}: {err}",
                path.display()
            ),
        )
    };
    let mut request = OpenOptions::new().write(true).open(path).map_err(named)?;
    request.write_all(&0_i32.to_ne_bytes()).map_err(named)?;
    Ok(request)
}

/// Why this process cannot make the kernel poll, if it cannot.
#[must_use]
pub fn absent() -> Option<String> {
    let unable = |why: &dyn std::fmt::Display| Some(format!("it cannot run here: {why}"));
    if let Err(err) = hold() {
        return unable(&err);
    }
    match fs::read_to_string(IDLE_DRIVER) {
        Err(err) => unable(&format!("{IDLE_DRIVER}: {err}")),
        Ok(driver) if matches!(driver.trim(), "" | "none") => unable(
            &"the kernel has no idle driver, so a request for a wake-up latency has no effect",
        ),
        Ok(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_four_zero_bytes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let request = hold_at(file.path()).unwrap();
        assert_eq!(fs::read(file.path()).unwrap(), [0; 4]);
        drop(request);
    }

    #[test]
    fn a_missing_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let err = hold_at(&folder.path().join("none")).unwrap_err();
        assert_eq!(err.kind(), io::ErrorKind::NotFound);
        assert!(err.to_string().contains("none"), "{err}");
    }
}
