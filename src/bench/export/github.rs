//! The `customBiggerIsBetter` format of github-action-benchmark.

use super::ExportError;
use crate::bench::record::Record;
use crate::bench::stats::Settings;
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Entry {
    name: String,
    unit: &'static str,
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    extra: String,
}

/// Writes a result as a list of entries, one a row, in puzzles a second.
///
/// # Errors
/// [`ExportError::Io`] and [`ExportError::Stats`].
pub fn write_github(record: &Record, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut entries = Vec::new();
    for row in &record.rows {
        let figures = row.figures(&Settings::default())?;
        let (speed, interval) = (
            figures.puzzles_per_second,
            figures.puzzles_per_second.interval,
        );
        let half = (interval.high - interval.low) / 2.0;
        entries.push(Entry {
            name: row.case.to_string(),
            unit: "puzzles/s",
            value: speed.value.round(),
            range: interval.is_known().then(|| format!("± {half:.0}")),
            extra: format!(
                "{} samples of {} puzzles\n{:.4} guesses/puzzle\nrevision {}\n{}",
                row.samples_ns.len(),
                row.puzzles,
                figures.guesses_per_puzzle,
                record.build.revision,
                record.machine.cpu
            ),
        });
    }
    serde_json::to_writer_pretty(&mut *out, &entries).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

#[cfg(test)]
mod tests {
    use super::super::super::record::tests::example;
    use super::*;

    #[test]
    fn every_row_is_an_entry_with_name_unit_value_range_and_extra() {
        let mut out = Vec::new();
        write_github(&example(), &mut out).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&out).unwrap();
        let entry = &json[1];
        assert_eq!(entry["name"], "mrv-scan x1 tiny limit 2");
        assert_eq!(
            (entry["unit"].as_str(), entry["value"].as_f64()),
            (Some("puzzles/s"), Some(980392.0))
        );
        assert!(entry["range"].as_str().unwrap().starts_with("± "));
        assert!(entry["extra"].as_str().unwrap().contains("abc1234"));
        assert_eq!(json.as_array().unwrap().len(), 2);
    }
}
