//! JSON of the shape that hyperfine exports, for scripts that plot it.

use super::ExportError;
use crate::bench::record::Record;
use crate::bench::stats;
use serde_json::json;
use std::io::Write;

/// Writes a result as hyperfine would: times of one pass in seconds.
///
/// # Errors
/// [`ExportError::Io`] and [`ExportError::Stats`].
pub fn write_hyperfine(record: &Record, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut results = Vec::new();
    for row in &record.rows {
        let times: Vec<f64> = row.samples_ns.iter().map(|ns| ns / 1e9).collect();
        let n = times.len() as f64;
        let median = stats::median(&times)?;
        let mean = times.iter().sum::<f64>() / n;
        let squares: f64 = times.iter().map(|time| (time - mean).powi(2)).sum();
        results.push(json!({
            "command": row.case.to_string(),
            "mean": mean,
            "stddev": (n > 1.0).then(|| (squares / (n - 1.0)).sqrt()),
            "median": median,
            "min": times.iter().copied().fold(f64::INFINITY, f64::min),
            "max": times.iter().copied().fold(0.0, f64::max),
            "times": times,
        }));
    }
    serde_json::to_writer_pretty(&mut *out, &json!({"results": results}))
        .map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

#[cfg(test)]
mod tests {
    use super::super::super::record::tests::example;
    use super::*;

    #[test]
    fn times_are_seconds_and_one_sample_has_no_deviation() {
        let mut record = example();
        record.rows[1].samples_ns.truncate(1);
        let mut out = Vec::new();
        write_hyperfine(&record, &mut out).unwrap();
        let json: serde_json::Value = serde_json::from_slice(&out).unwrap();
        let result = &json["results"][0];
        assert!((result["mean"].as_f64().unwrap() - 1.02e-4).abs() < 1e-9);
        assert!((result["max"].as_f64().unwrap() - 1.04e-4).abs() < 1e-9);
        assert_eq!(result["times"].as_array().unwrap().len(), 20);
        assert!(json["results"][1]["stddev"].is_null());
    }
}
