//! Values of arguments.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use ninefold::grid::Puzzle;
use std::env;
use std::time::Duration;

/// A choice of several things that have names, such as `--output-format csv`.
pub(crate) fn choice<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    choices(all, move |one| PossibleValue::new(name(one)))
}

/// Like [`choice`], with an explanation of each.
pub(crate) fn choices<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    value: impl Fn(T) -> PossibleValue + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    let values = PossibleValuesParser::new(all.iter().map(|&one| value(one)));
    values.map(move |typed| {
        let mut all = all.iter();
        let chosen = all.find(|&&one| value(one).get_name() == typed);
        *chosen.expect("clap lets no other pass")
    })
}

/// A number of bytes, also as `64K`, `2M` or `1G`.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    bytes(text).ok_or_else(|| "expected a size such as 500000, 64K, 500M or 8G".to_owned())
}

fn bytes(text: &str) -> Option<u64> {
    let (number, unit) = match text.char_indices().last()? {
        (end, 'k' | 'K') => (&text[..end], 1 << 10),
        (end, 'm' | 'M') => (&text[..end], 1 << 20),
        (end, 'g' | 'G') => (&text[..end], 1 << 30),
        _ => (text, 1),
    };
    number.parse::<u64>().ok()?.checked_mul(unit)
}

/// A time such as `90s`, `1m 30s` or `20ms`. A bare number means seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let time = match text.trim().parse() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    let time = time.filter(|time| !time.is_zero());
    time.ok_or_else(|| "expected a time above 0, such as 500ms, 30s or 1m 30s".to_owned())
}

/// The option `--time` with about this many seconds, rounded up.
pub(crate) fn time_option(seconds: f64) -> String {
    match seconds {
        ..=50.0 => format!("--time {:.0}s", 10.0 * (seconds / 10.0).ceil().max(1.0)),
        _ => format!("--time {:.0}m", (seconds / 60.0).ceil()),
    }
}

/// Says what `--time` was enough for, and proposes this many times as much, and half as much again,
/// because rounds and pairs differ.
pub(crate) fn too_short(time: Duration, enough_for: &str, more: f64) -> String {
    let wanted = time_option(1.5 * more * time.as_secs_f64());
    let time = humantime::format_duration(time);
    format!("--time {time} was enough for {enough_for}: use {wanted}")
}

/// The value of an environment variable. One that is empty says nothing, as in many a CI file.
pub(super) fn variable(name: &str) -> Option<String> {
    let value = env::var_os(name).filter(|value| !value.is_empty());
    value.map(|value| value.to_string_lossy().into_owned())
}

/// The delimiter of the fields of a table.
pub(super) fn delimiter(typed: &str) -> Result<u8, String> {
    match typed {
        "tab" | "\\t" => Ok(b'\t'),
        _ => match typed.as_bytes() {
            &[byte] if fits(byte) => Ok(byte),
            _ => Err(
                "expected one character that is neither a cell nor a quote, or 'tab'".to_owned(),
            ),
        },
    }
}

fn fits(byte: u8) -> bool {
    byte.is_ascii() && !Puzzle::is_cell(byte) && !b"\"\r\n".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_one_character_or_a_tab() {
        assert_eq!(delimiter(";"), Ok(b';'));
        assert_eq!(delimiter("tab"), Ok(b'\t'));
        assert_eq!(delimiter("\\t"), Ok(b'\t'));
        for wrong in ["", "::", "\"", ".", "7", "\n", "é"] {
            assert!(delimiter(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(size("123"), Ok(123));
        assert_eq!(size("64k"), Ok(65_536));
        assert_eq!(size("2M"), Ok(2_097_152));
        for wrong in [
            "",
            "K",
            "1.5M",
            "-1",
            "99999999999999999999",
            "20000000000G",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_longer_time_is_proposed_even_if_there_was_none() {
        let words = "--time 0s was enough for 1 round: use --time 10s";
        assert_eq!(too_short(Duration::ZERO, "1 round", 8.0), words);
    }

    #[test]
    fn times_have_units_or_are_seconds() {
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("60"), duration("1m"));
        assert_eq!(duration("1m 30s"), duration("90"));
        assert_eq!(duration("20ms"), Ok(Duration::from_millis(20)));
        for wrong in ["", "-1", "inf", "NaN", "soon", "5 parsecs", "0", "0s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
