//! Bencher Metric Format: benchmark, measure, value with its bounds.

use super::ExportError;
use crate::bench::record::Record;
use crate::bench::stats::{Estimate, Settings};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Writes a result as Bencher Metric Format: `throughput` in puzzles a second
/// with its interval, `guesses` of one pass, and the 99th percentile of
/// `latency` in nanoseconds where it was taken.
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
        if let Some(latency) = &row.latency {
            measures.insert("latency".into(), json!({"value": latency.p99_ns}));
        }
        benchmarks.insert(row.case.to_string(), Value::Object(measures));
    }
    serde_json::to_writer_pretty(&mut *out, &benchmarks).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

fn metric(estimate: &Estimate) -> Value {
    let mut metric = json!({"value": estimate.value});
    if estimate.interval.is_known() {
        metric["lower_value"] = json!(estimate.interval.low);
        metric["upper_value"] = json!(estimate.interval.high);
    }
    metric
}

#[cfg(test)]
mod tests {
    use super::super::super::record::tests::example;
    use super::*;

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
}
