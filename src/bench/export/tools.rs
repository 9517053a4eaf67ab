//! Writes a result as JSON for other tools: Bencher, github-action-benchmark.

use super::ExportError;
use crate::bench::record::Record;
use crate::bench::stats::{Estimate, Settings};
use crate::numbers;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Writes a result as Bencher Metric Format: `throughput` in puzzles a second with its interval, and
/// `guesses` of one pass.
///
/// # Errors
/// [`ExportError::Io`] and [`ExportError::Stats`].
pub fn write_bencher(record: &Record, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut benchmarks = Map::new();
    for row in &record.rows {
        let figures = row.figures(&Settings::default())?;
        let mut measures = Map::new();
        measures.insert("throughput".into(), metric(&figures.puzzles_per_second));
        measures.insert("guesses".into(), json!({"value": row.counters.guesses}));
        benchmarks.insert(row.case.to_string(), Value::Object(measures));
    }
    write_json(&benchmarks, out)
}

fn metric(estimate: &Estimate) -> Value {
    let mut metric = json!({"value": estimate.value});
    if estimate.interval.is_known() {
        metric["lower_value"] = json!(estimate.interval.low);
        metric["upper_value"] = json!(estimate.interval.high);
    }
    metric
}

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
            // Speeds below 100 keep their decimals: they would be 0 or 1.
            value: match speed.value {
                ..100.0 => speed.value,
                value => value.round(),
            },
            range: interval
                .is_known()
                .then(|| format!("± {}", numbers::speed(half))),
            extra: format!(
                "{} samples of {} puzzles\n{:.4} guesses/puzzle\nrevision {}\n{}",
                row.samples_ns.len(),
                row.puzzles,
                figures.guesses_per_puzzle,
                record.build_of(row),
                record.machine.cpu
            ),
        });
    }
    write_json(&entries, out)
}

fn write_json(value: &impl Serialize, out: &mut dyn Write) -> Result<(), ExportError> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::record::tests::example;

    fn export(record: &Record) -> Value {
        let mut out = Vec::new();
        write_bencher(record, &mut out).unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn every_case_is_a_benchmark_with_bounds() {
        let json = export(&example());
        let throughput = &json["lanes/avx2 x1 tiny limit 2"]["throughput"];
        let number = |key: &str| throughput[key].as_f64().unwrap();
        assert!((number("value") - 1e9 / 102.0).abs() < 1e3);
        assert!(number("lower_value") < number("value"));
        assert!(number("value") < number("upper_value"));
        assert_eq!(json["mrv-scan x1 tiny limit 2"]["guesses"]["value"], 500);
    }

    #[test]
    fn too_few_samples_have_no_bounds() {
        let mut record = example();
        record.rows[0].samples_ns.truncate(1);
        let json = export(&record);
        let throughput = &json["lanes/avx2 x1 tiny limit 2"]["throughput"];
        assert_eq!(throughput.as_object().unwrap().len(), 1);
    }

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
