//! For our own packages: formats numbers and times for people, in the same way for reports, tables,
//! plots and the progress line.

use std::fmt::Display;

/// A count with a comma between thousands.
///
/// ```
/// assert_eq!(ninefold_files::numbers::count(12_345_678), "12,345,678");
/// ```
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count of things, one or several.
///
/// ```
/// use ninefold_files::numbers::counted;
/// assert_eq!(counted(1, "puzzle"), "1 puzzle");
/// assert_eq!(counted(1_000, "guess"), "1,000 guesses");
/// ```
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {}", count(number), plural(number, noun))
}

/// The noun for this many things: with an s at its end unless there is exactly one.
#[must_use]
pub fn plural(number: u64, noun: &str) -> String {
    match number {
        1 => noun.to_owned(),
        _ if noun.ends_with('s') => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// A time in nanoseconds with three digits and its unit. Below a microsecond, a whole number.
#[must_use]
pub fn time(nanos: f64) -> String {
    let (value, unit) = match nanos {
        ..1e3 if nanos.fract() == 0.0 => return format!("{nanos} ns"),
        ..1e3 => (nanos, "ns"),
        1e3..1e6 => (nanos / 1e3, "µs"),
        1e6..1e9 => (nanos / 1e6, "ms"),
        _ => (nanos / 1e9, "s"),
    };
    format!("{} {unit}", three_digits(value))
}

/// A number of bytes with three digits and its unit.
#[must_use]
pub fn bytes(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut unit = "B";
    for larger in ["KiB", "MiB", "GiB", "TiB"] {
        if value < 1024.0 {
            break;
        }
        value /= 1024.0;
        unit = larger;
    }
    match unit {
        "B" => format!("{bytes} B"),
        _ => format!("{} {unit}", three_digits(value)),
    }
}

/// A new time over an old one, in words: `25 % slower` takes 1.25 times as long, `25 % faster` has
/// 1.25 times the speed. From 1.5 on, these are the words.
///
/// ```
/// use ninefold_files::numbers::change;
/// let shown = [1.0192, 1.25, 0.8].map(change);
/// assert_eq!(shown, ["1.92 % slower", "25 % slower", "25 % faster"]);
/// assert_eq!([6.1, 1.0].map(change), ["6.1 times as long", "no change"]);
/// ```
#[must_use]
pub fn change(ratio: f64) -> String {
    let factor = factor(ratio.max(1.0 / ratio));
    match direction(&factor, ratio) {
        Direction::Same => "no change".to_owned(),
        Direction::Slower => format!("{factor} slower"),
        Direction::Faster => format!("{factor} faster"),
        Direction::AsLong => format!("{factor} as long"),
        Direction::AsFast => format!("{factor} as fast"),
    }
}

/// The same as a predicate, about something whose time is in this ratio to that of `other`. `about`
/// stands before the figure.
///
/// ```
/// use ninefold_files::numbers::beside;
/// assert_eq!(beside(6.1, "", "mrv"), "takes 6.1 times as long as mrv");
/// assert_eq!(beside(0.8, "about ", "mrv"), "is about 25 % faster than mrv");
/// ```
#[must_use]
pub fn beside(ratio: f64, about: &str, other: &str) -> String {
    let factor = factor(ratio.max(1.0 / ratio));
    match direction(&factor, ratio) {
        Direction::Same => format!("is as fast as {other}"),
        Direction::Slower => format!("is {about}{factor} slower than {other}"),
        Direction::Faster => format!("is {about}{factor} faster than {other}"),
        Direction::AsLong => format!("takes {about}{factor} as long as {other}"),
        Direction::AsFast => format!("is {about}{factor} as fast as {other}"),
    }
}

/// What follows a [`factor`].
enum Direction {
    Same,
    Slower,
    Faster,
    AsLong,
    AsFast,
}

fn direction(factor: &str, ratio: f64) -> Direction {
    let is_slower = ratio > 1.0;
    match (factor.ends_with('%'), is_slower) {
        _ if factor == "0 %" => Direction::Same,
        (true, true) => Direction::Slower,
        (true, false) => Direction::Faster,
        (false, true) => Direction::AsLong,
        (false, false) => Direction::AsFast,
    }
}

/// By how much a factor of at least 1 is above 1: `1.92 %`, or `6.1 times` from 1.5 on.
#[must_use]
pub fn factor(factor: f64) -> String {
    match factor {
        ..1.5 => format!("{} %", trimmed(100.0 * (factor - 1.0), 3)),
        ..9.95 => format!("{factor:.1} times"),
        ..1e3 => format!("{factor:.0} times"),
        ..1e6 => format!("{} times", count(with_three_digits(factor))),
        _ => format!("{factor:.0e} times"),
    }
}

/// A ratio as a cell of a table, with three digits: `0.0123x`, `14.3x`, or `14,164x`.
#[must_use]
pub fn ratio(ratio: f64) -> String {
    let rounded: f64 = format!("{ratio:.2e}").parse().unwrap_or(ratio);
    match rounded {
        1000.0.. => format!("{}x", count(ratio.round() as u64)),
        _ => {
            let decimals = (2.0 - rounded.log10().floor()).clamp(0.0, 9.0) as usize;
            format!("{ratio:.decimals$}x")
        }
    }
}

/// A value of at least 100, rounded to three digits.
fn with_three_digits(value: f64) -> u64 {
    let unit = 10_f64.powf(value.log10().floor() - 2.0);
    ((value / unit).round() * unit) as u64
}

/// A value of at least 1 with three digits, or with all whole digits.
fn three_digits(value: f64) -> String {
    let decimals = match value {
        ..10.0 => 2,
        10.0..100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

/// A speed as a cell of a table: a whole number, or below 100 one with three digits. So a solver
/// that takes two seconds a puzzle does not solve 0 of them a second.
#[must_use]
pub fn speed(per_second: f64) -> String {
    match per_second {
        ..1.0 => {
            let zeros = -per_second.max(1e-9).log10().floor() as usize;
            trimmed(per_second, 3 + zeros).to_string()
        }
        ..99.95 => trimmed(per_second, 3).to_string(),
        _ => count(per_second.round() as u64),
    }
}

/// A number with at most three digits and k, M or G.
#[must_use]
pub fn short(number: f64) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    let unit = units.into_iter().find(|(unit, _)| number.abs() >= *unit);
    let (unit, letter) = unit.unwrap_or((1.0, ""));
    format!("{}{letter}", trimmed(number / unit, 3))
}

/// A number with this many digits and no trailing zeros.
#[must_use]
pub fn trimmed(number: f64, digits: usize) -> impl Display {
    let whole = (number.abs().max(1.0).log10().floor() as usize).saturating_add(1);
    let text = format!("{number:.*}", digits.saturating_sub(whole));
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_units() {
        for (shown, expected) in [
            (count(999), "999"),
            (count(12_345_678), "12,345,678"),
            (bytes(1023), "1023 B"),
            (bytes(1536), "1.50 KiB"),
            (time(1.234), "1.23 ns"),
            (time(45.0), "45 ns"),
            (time(1234.0), "1.23 µs"),
            (time(5.6e7), "56.0 ms"),
            (time(1.23e11), "123 s"),
            (change(1.004), "0.4 % slower"),
            (change(1.4999), "50 % slower"),
            (change(1.5), "1.5 times as long"),
            (change(1e300), "1e300 times as long"),
            (change(0.1), "10 times as fast"),
            (change(1.000_01), "no change"),
            (short(0.25), "0.25"),
            (short(1234.0), "1.23k"),
            (short(1e6), "1M"),
            (short(f64::INFINITY), "infG"),
        ] {
            assert_eq!(shown, expected);
        }
    }

    #[test]
    fn ratios_have_three_digits_and_slow_speeds_are_not_zero() {
        let shown = [0.012_345_6, 0.9999, 9.999, 19.24, 123_456.7].map(ratio);
        assert_eq!(shown, ["0.0123x", "1.00x", "10.0x", "19.2x", "123,457x"]);
        assert_eq!(factor(14_163.72), "14,200 times");
        let shown = [0.5, 0.004, 2.34567, 99.96, 1234.5].map(speed);
        assert_eq!(shown, ["0.5", "0.004", "2.35", "100", "1,235"]);
    }
}
