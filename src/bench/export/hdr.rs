//! Writes latencies for the tools of HdrHistogram, in milliseconds.
//!
//! The crate reads and writes interval logs, but has no writer for the percentile tables that
//! HdrHistogramPlotter reads. This module has one.

use super::{ExportError, slug};
use crate::bench::record::Record;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::V2DeflateSerializer;
use hdrhistogram::serialization::interval_log::{IntervalLogWriterBuilder, Tag};
use std::io::{self, Write};
use std::time::{Duration, SystemTime};

/// Nanoseconds in the unit that those tools show.
const NS_PER_MS: f64 = 1e6;

/// Writes a histogram of nanoseconds as a percentile table (`.hgrm`) in milliseconds. Rows have
/// four columns, and the last row has three, because its fourth would be infinite.
///
/// # Errors
/// Errors of writing.
pub fn write_hgrm(histogram: &Histogram<u64>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:>12} {:>14} {:>10} {:>14}\n",
        "Value", "Percentile", "TotalCount", "1/(1-Percentile)"
    )?;
    let mut total = 0;
    for step in histogram.iter_quantiles(5) {
        total += step.count_since_last_iteration();
        let (ms, part) = (
            step.value_iterated_to() as f64 / NS_PER_MS,
            step.quantile_iterated_to(),
        );
        if part >= 1.0 || total == histogram.len() {
            writeln!(out, "{ms:12.6} {:14.12} {total:10}", 1.0)?;
            break;
        }
        writeln!(
            out,
            "{ms:12.6} {part:14.12} {total:10} {:14.2}",
            1.0 / (1.0 - part)
        )?;
    }
    let (mean, deviation) = match histogram.is_empty() {
        true => (0.0, 0.0),
        false => (histogram.mean() / NS_PER_MS, histogram.stdev() / NS_PER_MS),
    };
    let max = histogram.max() as f64 / NS_PER_MS;
    let count = histogram.len();
    writeln!(
        out,
        "#[Mean    = {mean:12.6}, StdDeviation   = {deviation:12.6}]"
    )?;
    writeln!(out, "#[Max     = {max:12.6}, Total count    = {count:12}]")?;
    let buckets = histogram.buckets();
    let sub = 2 * 10u64.pow(u32::from(histogram.sigfig()));
    writeln!(
        out,
        "#[Buckets = {buckets:12}, SubBuckets     = {:12}]",
        sub.next_power_of_two()
    )
}

/// Writes all latencies of a result as an interval log (`.hlog`), one tagged line for each row.
///
/// # Errors
/// [`ExportError::NoLatency`], [`ExportError::Histogram`] and
/// [`ExportError::Io`].
pub fn write_hlog(record: &Record, mut out: &mut dyn Write) -> Result<(), ExportError> {
    let started = humantime::parse_rfc3339(&record.date).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut serializer = V2DeflateSerializer::new();
    let mut log = IntervalLogWriterBuilder::new()
        .add_comment("service times of single puzzles, written by ninefold bench")
        .with_start_time(started)
        .with_base_time(started)
        .with_max_value_divisor(NS_PER_MS)
        .begin_log_with(&mut out, &mut serializer)?;
    let mut written = false;
    for row in &record.rows {
        let Some(latency) = &row.latency else {
            continue;
        };
        let histogram = latency.histogram()?;
        let tag = slug(&row.case);
        let took = Duration::from_nanos((histogram.mean() * histogram.len() as f64) as u64);
        log.write_histogram(&histogram, Duration::ZERO, took, Tag::new(&tag))
            .map_err(|error| io::Error::other(format!("{error:?}")))?;
        written = true;
    }
    if written {
        Ok(())
    } else {
        Err(ExportError::NoLatency)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::record::LatencySummary;
    use super::super::super::record::tests::example;
    use super::*;
    use base64::Engine as _;
    use hdrhistogram::serialization::Serializer;
    use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};

    fn histogram(values: impl IntoIterator<Item = u64>) -> Histogram<u64> {
        let mut histogram = Histogram::new_with_bounds(1, 3_600_000_000_000, 3).unwrap();
        values
            .into_iter()
            .for_each(|value| histogram.record(value).unwrap());
        histogram
    }

    fn hgrm(histogram: &Histogram<u64>) -> String {
        let mut out = Vec::new();
        write_hgrm(histogram, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_percentile_table_has_the_plotters_shape() {
        let text = hgrm(&histogram((1..=10_000).map(|i| i * 100)));
        let lines: Vec<&str> = text.lines().collect();
        let header: Vec<&str> = lines[0].split_whitespace().collect();
        assert_eq!(
            header,
            ["Value", "Percentile", "TotalCount", "1/(1-Percentile)"]
        );
        assert_eq!(lines[1], "");
        let rows: Vec<Vec<&str>> = lines[2..]
            .iter()
            .take_while(|line| !line.starts_with('#'))
            .map(|line| line.split_whitespace().collect())
            .collect();
        let (last, others) = rows.split_last().unwrap();
        assert_eq!(last.len(), 3);
        assert_eq!(last[1..], ["1.000000000000", "10000"]);
        assert!(others.len() > 20 && others.iter().all(|row| row.len() == 4));
        assert!(!text.to_lowercase().contains("inf"));
        let max: f64 = last[0].parse().unwrap();
        assert!((max - 1.0).abs() < 0.001, "milliseconds: {max}");
        let column =
            |i: usize| -> Vec<f64> { rows.iter().map(|row| row[i].parse().unwrap()).collect() };
        for i in 0..3 {
            assert!(column(i).is_sorted(), "column {i}");
        }
        assert_eq!(text.matches("#[").count(), 3);
        assert!(text.contains("SubBuckets     =         2048]"));
    }

    #[test]
    fn tables_of_nothing_and_of_one_value_are_whole_too() {
        assert!(hgrm(&histogram([])).contains("Total count    =            0]"));
        let one = hgrm(&histogram([5_000_000]));
        assert!(one.contains("1.000000000000          1\n"), "{one}");
        assert!(!one.to_lowercase().contains("inf") && !one.contains("NaN"));
    }

    #[test]
    fn an_interval_log_is_read_back_by_the_crate() {
        let mut record = example();
        let mut bytes = Vec::new();
        V2DeflateSerializer::new()
            .serialize(&histogram([1000, 2000, 3_000_000]), &mut bytes)
            .unwrap();
        record.rows[0].latency = Some(LatencySummary {
            p50_ns: 2000,
            p99_ns: 3_000_000,
            p999_ns: 3_000_000,
            max_ns: 3_000_000,
            overhead: 0.1,
            histogram: base64::engine::general_purpose::STANDARD.encode(bytes),
        });
        let mut out = Vec::new();
        write_hlog(&record, &mut out).unwrap();
        let entries: Vec<_> = IntervalLogIterator::new(&out).map(Result::unwrap).collect();
        let intervals: Vec<_> = entries
            .iter()
            .filter_map(|entry| match entry {
                LogEntry::Interval(interval) => Some(interval),
                _ => None,
            })
            .collect();
        assert_eq!(intervals.len(), 1);
        assert_eq!(
            intervals[0].tag().unwrap().as_str(),
            "lanes-avx2_x1_tiny_limit2"
        );
        assert!((intervals[0].max() - 3.0).abs() < 0.01, "milliseconds");
    }

    #[test]
    fn a_result_without_latencies_has_no_log() {
        let refused = write_hlog(&example(), &mut Vec::new());
        assert!(matches!(refused, Err(ExportError::NoLatency)));
    }
}
