//! Writes a result as CSV, one row a sample, for plots and spreadsheets.

use super::ExportError;
use crate::bench::record::Record;
use std::io::Write;

const HEADER: [&str; 22] = [
    "date",
    "version",
    "revision",
    "cpu",
    "engine",
    "backend",
    "threads",
    "corpus",
    "limit",
    "puzzles",
    "solved",
    "multiple",
    "none",
    "gave_up",
    "refused",
    "guesses",
    "nodes",
    "lane_passes",
    "round",
    "ns",
    "ns_per_puzzle",
    "puzzles_per_second",
];

/// Writes every sample as a row, with a header.
///
/// # Errors
/// [`ExportError::Io`].
pub fn write_csv(record: &Record, out: &mut dyn Write) -> Result<(), ExportError> {
    let io = |error: csv::Error| ExportError::Io(error.into());
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(HEADER).map_err(io)?;
    for row in &record.rows {
        let (case, answers, work) = (&row.case, row.answers, row.counters);
        for (round, &ns) in row.samples_ns.iter().enumerate() {
            let puzzles = row.puzzles as f64;
            let fields: [String; 22] = [
                text(&record.date),
                text(&record.build.version),
                text(&record.build_of(row).to_string()),
                text(&record.machine.cpu),
                text(&case.engine),
                text(case.backend.as_deref().unwrap_or_default()),
                case.threads.to_string(),
                text(&case.corpus),
                case.limit.to_string(),
                row.puzzles.to_string(),
                answers.solved.to_string(),
                answers.multiple.to_string(),
                answers.none.to_string(),
                answers.gave_up.to_string(),
                answers.refused.to_string(),
                work.guesses.to_string(),
                work.nodes.to_string(),
                work.lane_passes.to_string(),
                (round + 1).to_string(),
                format!("{ns:.0}"),
                format!("{:.3}", ns / puzzles),
                format!("{:.1}", puzzles * 1e9 / ns),
            ];
            writer.write_record(&fields).map_err(io)?;
        }
    }
    Ok(writer.flush()?)
}

/// A name. Spreadsheets would take some for formulas: a quotation mark before these makes them texts.
fn text(text: &str) -> String {
    let quote = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        "'"
    } else {
        ""
    };
    format!("{quote}{text}")
}

#[cfg(test)]
mod tests {
    use super::super::super::record::tests::example;
    use super::*;

    #[test]
    fn no_name_is_a_formula() {
        let mut record = example();
        record.rows[0].case.engine = "=HYPERLINK(\"http://a.example\")".to_owned();
        record.rows[0].case.corpus = "-tiny".to_owned();
        let mut out = Vec::new();
        write_csv(&record, &mut out).unwrap();
        let mut reader = csv::Reader::from_reader(&out[..]);
        let row = reader.records().next().unwrap().unwrap();
        assert_eq!(
            (&row[4], &row[7]),
            ("'=HYPERLINK(\"http://a.example\")", "'-tiny")
        );
        assert!(row[19].starts_with(|c: char| c.is_ascii_digit()));
    }

    #[test]
    fn every_sample_is_a_row_and_odd_text_is_quoted() {
        let mut out = Vec::new();
        write_csv(&example(), &mut out).unwrap();
        let mut reader = csv::Reader::from_reader(&out[..]);
        assert_eq!(reader.headers().unwrap().len(), HEADER.len());
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 40);
        assert_eq!(&rows[0][3], "Example <CPU> & \"co\"");
        assert_eq!(
            (&rows[21][4], &rows[21][18], &rows[21][19]),
            ("mrv-scan", "2", "1010000")
        );
        assert_eq!(&rows[21][20], "1010.000");
    }
}
