//! The command line of [`sleep_vs_spin`].

use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::SystemTime;

use clap::{CommandFactory as _, Parser as _, error::ErrorKind};
use tempfile::NamedTempFile;

use sleep_vs_spin::Plan;
use sleep_vs_spin::cores::{self, Pins};
use sleep_vs_spin::environment;
use sleep_vs_spin::lanes::Lane;
use sleep_vs_spin::measured::{Measured, NoFigures};
use sleep_vs_spin::names;
use sleep_vs_spin::options::{Options, PinChoice, go_duration};
use sleep_vs_spin::progress::{self, Progress};
use sleep_vs_spin::report::{self, Run};
use sleep_vs_spin::run;
use sleep_vs_spin::table;

const FAILED: u8 = 1;
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let options = Options::parse();
    let (lanes, pins) = match choose(&options) {
        Ok(chosen) => chosen,
        Err(message) => Options::command()
            .error(ErrorKind::ValueValidation, message)
            .exit(),
    };
    match measure(&options, &lanes, pins) {
        Ok(code) => code,
        Err(message) => {
            let _ = writeln!(io::stderr(), "sleep-vs-spin: {message}");
            ExitCode::from(FAILED)
        }
    }
}

fn choose(options: &Options) -> Result<(Vec<Lane>, Option<Pins>), String> {
    let lanes = names::select(&options.lanes)?;
    let pins = match options.pin {
        None => None,
        Some(PinChoice::Last) => Some(Pins::choose()?),
        Some(PinChoice::Cores(pins)) => Some(pins),
    };
    Ok((lanes, pins))
}

fn measure(options: &Options, lanes: &[Lane], pins: Option<Pins>) -> Result<ExitCode, String> {
    if options.list {
        return list(options, lanes).map(|()| ExitCode::SUCCESS);
    }
    let output = options.json.as_deref().map(Output::open).transpose()?;
    let mut plan = Plan::new(options.iterations, options.gap);
    plan.pins = pins;
    let interrupted = Arc::clone(&plan.interrupted);
    ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed))
        .map_err(|err| format!("waiting for interrupts: {err}"))?;

    let environment = environment::here();
    let cores = match pins {
        Some(pins) if pins.sender == pins.receiver => 1,
        _ => cores::usable(),
    };
    let warnings = warnings(options, cores, environment.load_at_start);
    for warning in &warnings {
        let _ = writeln!(io::stderr(), "note: {warning}");
    }
    let progress = Arc::new(Progress::new(&plan, lanes.len(), options.quiet));
    let started = SystemTime::now();
    let measured = run::run(lanes, &plan, cores, options.force, &progress);

    let to_stdout = matches!(output, Some(Output::Stdout));
    if !to_stdout {
        print_table(options, &measured)?;
    }
    if let Some(output) = output {
        let run = Run {
            command: env::args().enumerate().map(without_folder).collect(),
            started,
            finished: SystemTime::now(),
            environment,
            plan: &plan,
            warnings,
        };
        output.write(&report::document(run, &measured)?)?;
    }
    Ok(verdict(&measured))
}

/// The program's name, then the arguments unchanged.
fn without_folder((i, argument): (usize, String)) -> String {
    match Path::new(&argument).file_stem() {
        Some(name) if i == 0 => name.to_string_lossy().into_owned(),
        _ => argument,
    }
}

fn warnings(options: &Options, cores: usize, load: f64) -> Vec<String> {
    let mut warnings = Vec::new();
    if cfg!(debug_assertions) {
        warnings.push("This program was built without optimisation, and its figures are worth nothing; build it with --release.".to_owned());
    }
    if cores < 2 && options.force {
        warnings.push("Fewer than two cores are usable: the spinning lanes measure the scheduler, as was asked for with --force.".to_owned());
    }
    if load > cores as f64 / 2.0 {
        warnings.push(format!("The machine was busy when the run began: its load was {load:.2}; usable cores: {cores}."));
    }
    warnings
}

fn print_table(options: &Options, measured: &[Measured]) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let gap = go_duration(options.gap);
    let mut text = format!(
        "From sending to arrival, {} messages per lane, one each {gap}; CPU of the receiving thread.\n\n",
        options.iterations
    );
    text.push_str(&table::table(measured));
    let more = Lane::all().len() - measured.len();
    if options.lanes.is_empty() {
        text.push_str(&format!(
            "There are {more} lanes more: --lane '*' measures all, --list names them.\n"
        ));
    }
    out.write_all(text.as_bytes())
        .map_err(|err| format!("writing the table: {err}"))
}

fn list(options: &Options, chosen: &[Lane]) -> Result<(), String> {
    let all = Lane::all();
    let lanes = if options.lanes.is_empty() {
        &all
    } else {
        chosen
    };
    let cores = cores::usable();
    let rows: Vec<_> = lanes
        .iter()
        .map(|lane| {
            let refusal = run::refusal(lane, cores, options.force);
            (lane.contestant(), lane.summary(), refusal)
        })
        .collect();
    io::stdout()
        .write_all(progress::list(&rows).as_bytes())
        .map_err(|err| format!("writing the list: {err}"))
}

fn verdict(measured: &[Measured]) -> ExitCode {
    let any = |of: fn(&Measured) -> bool| measured.iter().any(of);
    if any(|m| matches!(m.result, Err(NoFigures::Interrupted))) {
        ExitCode::from(INTERRUPTED)
    } else if any(|m| matches!(m.result, Err(NoFigures::Failed(_)))) || !any(|m| m.result.is_ok()) {
        ExitCode::from(FAILED)
    } else {
        ExitCode::SUCCESS
    }
}

/// The destination of a document. A file gets its name when it is complete. It is opened before the
/// measurement, so that a wrong name does not cost minutes.
enum Output {
    Stdout,
    File(NamedTempFile, PathBuf),
}

impl Output {
    fn open(path: &Path) -> Result<Self, String> {
        if path == Path::new("-") {
            return Ok(Self::Stdout);
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if path.is_dir() {
            return Err(format!("--json {}: it is a folder", path.display()));
        }
        NamedTempFile::new_in(folder)
            .map(|file| Self::File(file, path.to_owned()))
            .map_err(|err| format!("--json {}: {err}", path.display()))
    }

    fn write(self, document: &sleep_vs_spin::document::Document) -> Result<(), String> {
        let mut text = serde_json::to_string_pretty(document)
            .map_err(|err| format!("writing the document: {err}"))?;
        text.push('\n');
        match self {
            Self::Stdout => io::stdout()
                .write_all(text.as_bytes())
                .map_err(|err| format!("writing the document: {err}")),
            Self::File(mut file, path) => {
                let fail = |err: io::Error| format!("--json {}: {err}", path.display());
                file.write_all(text.as_bytes()).map_err(fail)?;
                file.persist(&path).map_err(|err| fail(err.error))?;
                Ok(())
            }
        }
    }
}
