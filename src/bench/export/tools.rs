//! A result as JSON for other tools: Bencher, github-action-benchmark.

use crate::bench::record::{Record, ResultRow};
use crate::bench::stats::Estimate;
use crate::numbers;
use serde_json::{Map, Value, json};

/// A result as Bencher Metric Format: `throughput` in puzzles a second with its interval, and `guesses`
/// of one pass, if the solver counts them.
#[must_use]
pub fn bencher(record: &Record) -> Value {
    let mut benchmarks = Map::new();
    for row in &record.rows {
        let figures = row.figures();
        let mut measures = json!({"throughput": metric(&figures.puzzles_per_second)});
        if figures.guesses_per_puzzle.is_some() {
            measures["guesses"] = json!({"value": row.counters.guesses});
        }
        benchmarks.insert(row.case.to_string(), measures);
    }
    Value::Object(benchmarks)
}

fn metric(estimate: &Estimate) -> Value {
    let mut metric = json!({"value": estimate.value});
    if estimate.interval.is_known() {
        metric["lower_value"] = json!(estimate.interval.low);
        metric["upper_value"] = json!(estimate.interval.high);
    }
    metric
}

/// A result as github-action-benchmark's list of entries, one a row, in puzzles a second.
#[must_use]
pub fn github(record: &Record) -> Value {
    let entry = |row: &ResultRow| {
        let figures = row.figures();
        let (speed, samples) = (figures.puzzles_per_second, row.samples_ns.len());
        let guesses = figures.guesses_per_puzzle;
        let guesses = guesses.map_or_else(String::new, |n| format!("{n:.4} guesses/puzzle\n"));
        let mut entry = json!({
            "name": row.case.to_string(),
            "unit": "puzzles/s",
            // Speeds below 100 keep their decimals: they would be 0 or 1.
            "value": if speed.value < 100.0 { speed.value } else { speed.value.round() },
            "extra": format!(
                "{samples} samples of {} puzzles, {}\n{guesses}revision {}\n{}",
                row.puzzles,
                row.clock.words(),
                record.build_of(row),
                record.machine.cpu
            ),
        });
        if speed.interval.is_known() {
            let half = (speed.interval.high - speed.interval.low) / 2.0;
            entry["range"] = format!("± {}", numbers::speed(half)).into();
        }
        entry
    };
    record.rows.iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::record::ExternalDetails;
    use crate::bench::record::tests::example;

    #[test]
    fn every_case_is_a_benchmark_with_bounds() {
        let json = bencher(&example());
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
        let json = bencher(&record);
        let throughput = &json["lanes/avx2 x1 tiny limit 2"]["throughput"];
        assert_eq!(throughput.as_object().unwrap().len(), 1);
    }

    #[test]
    fn every_row_is_an_entry_with_name_unit_value_range_and_extra() {
        let json = github(&example());
        let entry = &json[1];
        assert_eq!(entry["name"], "mrv-scan x1 tiny limit 2");
        assert_eq!(
            (entry["unit"].as_str(), entry["value"].as_f64()),
            (Some("puzzles/s"), Some(980392.0))
        );
        assert!(entry["range"].as_str().unwrap().starts_with("± "));
        let extra = entry["extra"].as_str().unwrap();
        assert!(extra.contains("abc1234") && extra.contains("wall clock"));
        assert_eq!(json.as_array().unwrap().len(), 2);
    }

    #[test]
    fn a_solver_that_counts_no_guesses_has_none() {
        let mut record = example();
        record.rows[0].external = Some(ExternalDetails::default());
        record.rows[0].counters.guesses = 0;
        let bencher = bencher(&record);
        assert_eq!(bencher["lanes/avx2 x1 tiny limit 2"].get("guesses"), None);
        let github = github(&record);
        let has_guesses = |i: usize| github[i]["extra"].as_str().unwrap().contains("guesses");
        assert_eq!([0, 1].map(has_guesses), [false, true]);
    }
}
