//! The selection of lanes by name.

use globset::Glob;

use crate::lanes::Lane;

/// The lanes that match one of the patterns, by their names with or without `rust-`, in the order
/// of [`Lane::all`]. Without patterns, the founding twelve.
///
/// # Errors
///
/// When a pattern is invalid or matches nothing.
pub fn select(patterns: &[String]) -> Result<Vec<Lane>, String> {
    let lanes = Lane::all();
    if patterns.is_empty() {
        return Ok(lanes.into_iter().filter(Lane::is_founding).collect());
    }
    let mut chosen = vec![false; lanes.len()];
    for pattern in patterns {
        let glob = Glob::new(pattern)
            .map_err(|err| format!("--lane {pattern}: {}", err.kind()))?
            .compile_matcher();
        let mut found = false;
        for (lane, chosen) in lanes.iter().zip(&mut chosen) {
            if glob.is_match(lane.name()) || glob.is_match(lane.contestant()) {
                *chosen = true;
                found = true;
            }
        }
        if !found {
            return Err(unknown(pattern, &lanes));
        }
    }
    Ok(lanes
        .into_iter()
        .zip(chosen)
        .filter_map(|(lane, chosen)| chosen.then_some(lane))
        .collect())
}

fn unknown(pattern: &str, lanes: &[Lane]) -> String {
    let bare = pattern.strip_prefix("rust-").unwrap_or(pattern);
    let nearest = lanes
        .iter()
        .map(Lane::name)
        .min_by_key(|name| strsim::levenshtein(bare, name))
        .filter(|name| strsim::levenshtein(bare, name) <= name.len() / 3);
    match nearest {
        Some(name) => format!("--lane {pattern}: there is no such lane; did you mean {name}?"),
        None => format!("--lane {pattern}: there is no such lane; --list names them all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(patterns: &[&str]) -> Result<Vec<String>, String> {
        let patterns: Vec<_> = patterns.iter().map(ToString::to_string).collect();
        Ok(select(&patterns)?.iter().map(Lane::name).collect())
    }

    #[test]
    fn without_patterns_the_founding_twelve_are_meant() {
        assert_eq!(names(&[]).unwrap().len(), 12);
    }

    #[test]
    fn patterns_add_up_in_the_order_of_the_lanes() {
        assert_eq!(
            names(&["rust-tokio-udp-s*p", "std-mpsc-sleep", "std-mpsc-*"]).unwrap(),
            [
                "std-mpsc-sleep",
                "std-mpsc-spin",
                "std-mpsc-spin-pause",
                "tokio-udp-sleep"
            ]
        );
        assert_eq!(names(&["*"]).unwrap().len(), Lane::all().len());
    }

    #[test]
    fn a_name_that_is_not_there_is_an_error_with_a_guess() {
        let err = names(&["std-mspc-sleep"]).unwrap_err();
        assert!(err.contains("did you mean std-mpsc-sleep?"), "{err}");
        let err = names(&["carrier-pigeon"]).unwrap_err();
        assert!(err.contains("--list"), "{err}");
        let err = names(&["std-[mpsc"]).unwrap_err();
        assert!(err.contains("std-[mpsc"), "{err}");
    }
}
