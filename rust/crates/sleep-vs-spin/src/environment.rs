//! The machine and the code, as a document describes them.

use std::collections::BTreeMap;
use std::env::consts;

use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use crate::document::Environment;

/// The versions of all linked packages.
const LOCK: &str = include_str!("../../../Cargo.lock");

/// The libraries whose versions affect the figures.
const LIBRARIES: [&str; 3] = ["crossbeam-channel", "rustix", "tokio"];

/// This machine. Systems and processors have the names that Go uses.
#[must_use]
pub fn here() -> Environment {
    let system = System::new_with_specifics(
        RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram()),
    )
    .ok();
    let cpus = system.as_ref().map_or(&[][..], System::cpus);
    Environment {
        cpu: cpus
            .first()
            .map(|cpu| cpu.brand().trim().to_owned())
            .unwrap_or_default(),
        cores: cpus.len(),
        memory_bytes: system.as_ref().map_or(0, System::total_memory),
        os: match consts::OS {
            "macos" => "darwin",
            other => other,
        }
        .to_owned(),
        arch: match consts::ARCH {
            "x86_64" => "amd64",
            "x86" => "386",
            "aarch64" => "arm64",
            other => other,
        }
        .to_owned(),
        kernel: System::kernel_version().unwrap_or_default(),
        load_at_start: System::load_average().map_or(0.0, |load| load.one),
        modules: modules(),
        ..Environment::default()
    }
}

fn modules() -> BTreeMap<String, String> {
    LIBRARIES
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), locked_version(LOCK, name)?)))
        .chain([("rustc".to_owned(), env!("RUSTC_VERSION").to_owned())])
        .collect()
}

/// The version of a package in a lock file. The rest of the file is not read.
fn locked_version(lock: &str, name: &str) -> Option<String> {
    let mut lines = lock.lines();
    lines.find(|line| *line == format!("name = \"{name}\""))?;
    let version = lines.next()?.strip_prefix("version = \"")?;
    version.strip_suffix('"').map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_libraries_are_in_the_lock_file() {
        for name in LIBRARIES {
            let version = locked_version(LOCK, name).unwrap();
            assert!(
                version.starts_with(|c: char| c.is_ascii_digit()),
                "{name} {version}"
            );
        }
        assert_eq!(locked_version(LOCK, "no-such-package"), None);
    }

    #[test]
    fn the_machine_is_known() {
        let here = here();
        assert!(here.cores >= 1);
        assert!(here.memory_bytes > 0);
        assert!(!here.os.is_empty() && !here.arch.is_empty());
        assert!(here.load_at_start >= 0.0);
        assert!(here.modules.contains_key("rustc"));
    }
}
