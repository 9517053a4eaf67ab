//! The view of a result: its table, what to know about its samples, a sentence for each solver, and
//! what was left out.

use super::blocks::{ViewBlock, ViewColumn};
use crate::bench::ranking::{self, Ranking};
use crate::bench::record::{
    CaseClock, CorpusInfo, ExternalDetails, Figures, Record, ResultRow, limit_words, setting_words,
};
use crate::bench::stats::{self, Estimate, MIN_SAMPLES, MOST_IDLE};
use crate::escape::escape;
use crate::numbers::{self, bytes, change, count, counted, time};

/// The view of a result, with the fastest solver of each corpus first. Below the table come a
/// sentence about each external solver, and the cases that could not be measured.
///
/// Ratios are speeds divided by that of `reference`, the name of an engine (or of engine and back
/// end, such as `lanes/avx2`), on the same threads, corpus and limit. The default is the first
/// external solver, or else the default engine. A wide table also has intervals, guesses, and data about external
/// solvers.
#[must_use]
pub fn results(record: &Record, reference: Option<&str>, is_wide: bool) -> Vec<ViewBlock> {
    let measured = Measured::new(record, reference);
    let mut blocks = measured.table(is_wide);
    for ranking in &measured.rankings {
        for solver in &ranking.solvers {
            let mut rows = ranking.rows_of(solver);
            if let Some(external) = rows.next().and_then(|row| row.external.as_ref()) {
                let build = format!("{solver}: {}", external.build_words(12));
                let sentence = measured.sentence(ranking, solver);
                blocks.push(ViewBlock::List(vec![sentence, build]));
            }
        }
    }
    blocks.extend(left_out(record));
    blocks
}

/// A result with its figures, ordered for people.
pub(crate) struct Measured<'a> {
    pub(crate) rankings: Vec<Ranking<'a>>,
    /// By limit, threads and corpus, the fastest first.
    pub(crate) rows: Vec<MeasuredRow<'a>>,
}

/// A row with its figures.
pub(crate) struct MeasuredRow<'a> {
    pub(crate) row: &'a ResultRow,
    pub(crate) figures: Figures,
    /// Its speed divided by that of the reference. `None` if that has not solved the corpus, and after
    /// one round, which says nothing about a ratio.
    ratio: Option<Estimate>,
}

impl MeasuredRow<'_> {
    pub(crate) fn speed(&self) -> &Estimate {
        &self.figures.puzzles_per_second
    }
}

impl<'a> Measured<'a> {
    pub(crate) fn new(record: &'a Record, reference: Option<&str>) -> Measured<'a> {
        let rankings = ranking::rankings(record, reference);
        let of_row = |row: &'a ResultRow| {
            let ranking = rankings.iter().find(|ranking| ranking.has(row));
            let ratio = ranking.and_then(|ranking| ranking.ratio(row));
            MeasuredRow {
                row,
                figures: row.figures(),
                ratio: ratio.filter(|ratio| ratio.samples > 1),
            }
        };
        let mut rows: Vec<MeasuredRow<'a>> = record.rows.iter().map(of_row).collect();
        let place = |row: &ResultRow| {
            let mut corpora = record.corpora.iter();
            corpora.position(|corpus| corpus.name == row.case.corpus)
        };
        let key = |row: &ResultRow| (row.case.limit, row.case.threads, place(row));
        rows.sort_by(|a, b| {
            let by_speed = b.speed().value.total_cmp(&a.speed().value);
            key(a.row).cmp(&key(b.row)).then(by_speed)
        });
        Measured { rankings, rows }
    }

    /// The table with what is the same in all rows above it, and notes below. Nothing if there are no
    /// rows.
    pub(crate) fn table(&self, is_wide: bool) -> Vec<ViewBlock> {
        let Some(first) = self.rows.first().map(|of| &of.row.case) else {
            return Vec::new();
        };
        let cases = || self.rows.iter().map(|of| &of.row.case);
        let mut same = Vec::new();
        if cases().all(|case| case.threads == first.threads) {
            same.push(counted(first.threads as u64, "thread"));
        }
        let clock = self.rows[0].row.clock;
        if self.rows.iter().all(|of| of.row.clock == clock) {
            same.push(clock.words().to_owned());
        }
        if cases().all(|case| case.limit == first.limit) {
            same.push(limit_words(first.limit));
        }
        let mut blocks = Vec::new();
        if !same.is_empty() {
            blocks.push(ViewBlock::Text(same.join(", ")));
        }
        blocks.push(ViewBlock::Table(self.columns(is_wide)));
        blocks.extend(self.notes().into_iter().map(ViewBlock::Text));
        blocks
    }

    /// The columns in which something is known, and threads and limit if they differ.
    fn columns(&self, is_wide: bool) -> Vec<ViewColumn> {
        type Cell<'c> = &'c dyn Fn(&MeasuredRow<'_>) -> Option<String>;
        let column = |name: &str, has_words, cell: Cell<'_>| {
            let cell = |row| cell(row).unwrap_or_else(|| UNKNOWN.to_owned());
            ViewColumn::new(name, has_words, self.rows.iter().map(cell))
        };
        let words = |name: &str, cell: Cell<'_>| column(name, true, cell);
        let number = |name: &str, cell: Cell<'_>| column(name, false, cell);
        let reference = match &self.rankings[..] {
            [first, rest @ ..] if rest.iter().all(|other| other.reference == first.reference) => {
                format!("vs {}", first.reference)
            }
            _ => "ratio".to_owned(),
        };
        let corpus = |row: &ResultRow| format!("{} ({})", row.case.corpus, count(row.puzzles));
        let mut columns = vec![
            words("corpus (puzzles)", &|of| Some(corpus(of.row))),
            words("solver", &|of| Some(of.row.case.engine_and_backend())),
            number("puzzles/s", &|of| Some(numbers::speed(of.speed().value))),
            number("±99 %", &|of| Some(spread(of.speed()))),
            number(&reference, &|of| Some(numbers::ratio(of.ratio?.value))),
        ];
        for column in [
            words("clock", &|of| Some(of.row.clock.words().to_owned())),
            number("threads", &|of| Some(of.row.case.threads.to_string())),
            number("limit", &|of| Some(of.row.case.limit.to_string())),
        ] {
            if column.cells.iter().any(|cell| *cell != column.cells[0]) {
                columns.insert(1, column);
            }
        }
        if is_wide {
            let middle = |samples: &[f64]| (!samples.is_empty()).then(|| stats::median(samples));
            let interval = |ratio: Estimate| {
                let (low, high) = (ratio.interval.low, ratio.interval.high);
                let text = format!("{} to {}", numbers::ratio(low), numbers::ratio(high));
                ratio.interval.is_known().then_some(text)
            };
            let gave_up = |row: &ResultRow| count(row.answers.gave_up);
            let start_up = |of: &ExternalDetails| Some(time(middle(&of.start_up_ns)?.round()));
            let cpu = |row: &ResultRow, of: &ExternalDetails| {
                let (cpu, wall) = (middle(&of.cpu_ns)?, middle(row.wall())?);
                Some(format!("{:.2}", cpu / wall))
            };
            columns.extend([
                number("99 % interval", &|of| interval(of.ratio?)),
                number("guesses/puzzle", &|of| {
                    Some(format!("{:.3}", of.figures.guesses_per_puzzle?))
                }),
                number("gave up", &|of| {
                    Some(gave_up(of.row)).filter(|text| text != "0")
                }),
                number("start-up", &|of| start_up(of.row.external.as_ref()?)),
                number("CPU/wall", &|of| cpu(of.row, of.row.external.as_ref()?)),
                number("threads seen", &|of| {
                    of.row.external.as_ref()?.threads.map(count)
                }),
                number("memory", &|of| {
                    of.row.external.as_ref()?.peak_bytes.map(bytes)
                }),
            ]);
        }
        columns.retain(|column| column.cells.iter().any(|cell| cell != UNKNOWN));
        columns
    }

    /// Explains the marks in the table, and says that samples make two groups.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let is_by_wall = |of: &&MeasuredRow<'_>| {
            let MeasuredRow { row, .. } = of;
            row.case.threads == 1 && row.clock == CaseClock::Wall
        };
        let by_wall = self.rows.iter().filter(is_by_wall);
        let idle = by_wall.filter_map(|of| Some((of, of.row.external.as_ref()?.idle?)));
        let idle = idle.filter(|(_, idle)| *idle >= MOST_IDLE);
        if let Some((of, idle)) = idle.max_by(|(_, a), (_, b)| a.total_cmp(b)) {
            notes.push(format!(
                "The wall clock decides, because {} slept {:.0} % of its time or worked in other processes.",
                of.row.case.engine_and_backend(),
                100.0 * idle
            ));
        }
        let few = self
            .rows
            .iter()
            .filter(|of| half_width(of.speed()).is_none());
        if let Some(rounds) = few.map(|of| of.row.samples_ns.len()).min() {
            notes.push(format!(
                "{NO_INTERVAL} An interval needs at least {MIN_SAMPLES} rounds; this run had {rounds}."
            ));
        }
        let is_noisy =
            |of: &MeasuredRow<'_>| half_width(of.speed()).is_some_and(|half| half > NOISE);
        if self.rows.iter().any(is_noisy) {
            notes.push(format!(
                "{NOISY} More than {:.0} % either way: this run cannot detect smaller differences. Raise --time, \
                 stop other programs, or use 'ninefold compare --paired'.",
                100.0 * NOISE,
            ));
        }
        let slow = self
            .rows
            .iter()
            .filter_map(|of| Some((of, of.figures.groups.as_ref()?)));
        let most = slow.max_by(|(_, a), (_, b)| a.factor.total_cmp(&b.factor));
        if let Some((of, group)) = most {
            notes.push(format!(
                "{} on {}: {:.0} % of the rounds were {:.1} times as slow as the others, most likely because other \
                 programs used the machine. Where at least {MIN_SAMPLES} rounds were quiet, speeds and ratios are \
                 those of the quiet rounds.",
                of.row.case.engine_and_backend(),
                of.row.case.corpus,
                100.0 * group.slow_share(),
                group.factor,
            ));
        }
        notes
    }

    /// `mine is 6.1 times slower than lanes on easy, right on all 10,000 puzzles.` A solver is compared
    /// with the fastest other one.
    pub(crate) fn sentence(&self, ranking: &Ranking<'_>, solver: &str) -> String {
        let mut others = ranking.solvers.iter().filter(|other| *other != solver);
        let other = others.next();
        let ratio = other.and_then(|other| Some((other, ranking.speed_over(solver, other)?)));
        let ratio = ratio.filter(|(_, (ratio, _))| ratio.samples > 1);
        let standing = ratio.map_or_else(String::new, |(other, (ratio, corpora))| {
            let on = match (corpora, ranking.rows_of(solver).next()) {
                (1, Some(row)) => format!("on {}", row.case.corpus),
                (corpora, _) => format!("over {corpora} corpora"),
            };
            format!("{} {on}, ", beside(other, &ratio))
        });
        let puzzles: u64 = ranking.rows_of(solver).map(|row| row.puzzles).sum();
        let setting = match self.rankings.len() {
            1 => String::new(),
            _ => format!(" ({})", setting_words(ranking.threads, ranking.limit)),
        };
        format!(
            "{solver} is {standing}right on all {}{setting}.",
            counted(puzzles, "puzzle")
        )
    }
}

/// `6.1 times slower than lanes`, from a ratio of speeds.
fn beside(other: &str, ratio: &Estimate) -> String {
    let interval = ratio.interval;
    let words = change(1.0 / ratio.value);
    match interval.is_known() {
        false => format!("about {words} than {other}"),
        true if interval.low <= 1.0 && interval.high >= 1.0 => {
            format!("not certainly slower or faster than {other}")
        }
        true => format!("{words} than {other}"),
    }
}

/// The corpora of which not every line was measured, and the cases without a row.
pub(crate) fn left_out(record: &Record) -> Vec<ViewBlock> {
    let is_part = |corpus: &&CorpusInfo| corpus.left_out.is_some() || corpus.measured.is_some();
    let parts = record
        .corpora
        .iter()
        .filter(is_part)
        .map(CorpusInfo::extent);
    let parts: Vec<String> = parts.collect();
    let mut blocks = match parts.is_empty() {
        true => Vec::new(),
        false => vec![ViewBlock::List(parts)],
    };
    blocks.extend(record.failures.iter().map(|failure| {
        let text = format!(
            "Left out: {}: {}",
            escape(&failure.case.to_string()),
            failure.reason
        );
        ViewBlock::Lines(text.lines().map(str::to_owned).collect())
    }));
    blocks
}

/// The cell of an unknown value.
const UNKNOWN: &str = "-";
/// The marks of a speed whose interval has a half wider than [`NOISE`], the change to detect, and
/// of a speed without interval.
const NOISY: &str = "(!)";
const NOISE: f64 = 0.02;
const NO_INTERVAL: &str = "?";

/// Half of the interval as a share of the estimate, if known.
fn half_width(estimate: &Estimate) -> Option<f64> {
    let interval = &estimate.interval;
    let half = (interval.high - interval.low) / 2.0 / estimate.value;
    interval.is_known().then_some(half)
}

fn spread(estimate: &Estimate) -> String {
    match half_width(estimate) {
        None => NO_INTERVAL.to_owned(),
        Some(half) if half > NOISE => format!("{:.1} %{NOISY}", 100.0 * half),
        Some(half) => format!("{:.1} %", 100.0 * half),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Style, draw};
    use super::*;
    use crate::bench::record::ExternalDetails;
    use crate::bench::record::tests::example;

    fn table(record: &Record, is_wide: bool) -> String {
        draw(&results(record, None, is_wide), Style::Plain)
    }

    #[test]
    fn a_result_is_a_table_with_ratios_and_what_all_rows_share_is_above() {
        let brief = table(&example(), false);
        let lines: Vec<&str> = brief.lines().collect();
        assert_eq!(
            lines,
            [
                "1 thread, wall clock, uniqueness proved",
                "",
                "corpus (puzzles)  solver      puzzles/s  ±99 %  vs lanes/avx2",
                "tiny (1,000)      lanes/avx2  9,803,922  1.0 %          1.00x",
                "tiny (1,000)      mrv-scan      980,392  1.0 %         0.100x",
            ],
            "{brief}"
        );
        let wide = table(&example(), true);
        assert!(
            wide.contains("guesses/puzzle") && wide.contains("0.500"),
            "{wide}"
        );
        let other = results(&example(), Some("mrv-scan"), false);
        let other = draw(&other, Style::Plain);
        assert!(
            other.contains("vs mrv-scan") && other.contains("10.0x"),
            "{other}"
        );
    }

    #[test]
    fn rows_are_sorted_and_what_differs_between_them_has_a_column() {
        let mut record = example();
        record.rows.reverse();
        let mut more = record.rows.clone();
        for row in &mut more {
            row.case.limit = 1;
        }
        record.rows.extend(more);
        let brief = table(&record, false);
        let rows: Vec<Vec<&str>> = brief
            .lines()
            .skip(3)
            .map(|line| line.split_whitespace().skip(2).take(2).collect())
            .collect();
        assert!(
            brief.starts_with("1 thread, wall clock\n\ncorpus (puzzles)  limit  solver"),
            "{brief}"
        );
        assert_eq!(
            rows,
            [
                ["1", "lanes/avx2"],
                ["1", "mrv-scan"],
                ["2", "lanes/avx2"],
                ["2", "mrv-scan"]
            ],
            "{brief}"
        );
    }

    #[test]
    fn ratios_are_to_the_external_solver_that_was_named_first() {
        let mut record = example();
        record.rows.reverse();
        for row in &mut record.rows {
            row.external = Some(ExternalDetails::default());
        }
        let brief = table(&record, false);
        assert!(
            brief.contains("vs mrv-scan") && brief.contains("10.0x"),
            "{brief}"
        );
    }

    #[test]
    fn marks_are_explained_where_they_are_printed() {
        let mut record = example();
        let noisy = (0..20).map(|i| 1e5 * (1.0 + f64::from(i % 5) / 5.0));
        record.rows[0].samples_ns = noisy.collect();
        let found = table(&record, false);
        let marked = |engine: &str| {
            let mut lines = found.lines().filter(|line| line.contains(engine));
            lines.any(|line| line.contains(NOISY))
        };
        assert!(marked("  lanes/avx2") && !marked("mrv-scan"), "{found}");
        assert!(
            found.contains("\n\n(!) More than 2 % either way"),
            "{found}"
        );
        record.rows[0].samples_ns.truncate(7);
        let few = table(&record, false);
        assert!(!few.contains(NOISY), "{few}");
        assert!(
            few.contains("\n\n? An interval needs at least 8 rounds; this run had 7.\n"),
            "{few}"
        );
    }

    #[test]
    fn external_solvers_have_columns_and_failures_are_below() {
        let mut record = example();
        let plain = table(&record, true);
        assert!(!plain.contains("CPU/wall"), "{plain}");
        record.rows[1].counters.guesses = 0;
        record.rows[1].external = Some(ExternalDetails {
            start_up_ns: vec![1.5e6, 2.5e6, 9e6],
            cpu_ns: vec![2.04e6],
            peak_bytes: Some(3 << 20),
            threads: Some(4),
            ..ExternalDetails::default()
        });
        record.failures.push(crate::bench::record::CaseFailure {
            case: record.rows[1].case.clone(),
            reason: "puzzle 3: r1c1 is not a digit\n  said    \"x\"".to_owned(),
            refused: false,
        });
        let wide = table(&record, true);
        let lines: Vec<&str> = wide.lines().skip(2).collect();
        assert!(
            lines[0].ends_with("start-up  CPU/wall  threads seen    memory"),
            "{wide}"
        );
        assert!(
            lines[1].ends_with("-         -             -         -"),
            "{wide}"
        );
        assert!(
            lines[2].ends_with("2.50 ms      2.00             4  3.00 MiB"),
            "{wide}"
        );
        let failure = "\n\nLeft out: mrv-scan x1 tiny limit 2: puzzle 3: r1c1 is not a digit\n  said    \"x\"\n";
        assert!(wide.ends_with(failure), "{wide}");
        let brief = table(&record, false);
        assert!(
            !brief.contains("CPU/wall") && brief.ends_with(failure),
            "{brief}"
        );
        record.rows.clear();
        let none = results(&record, None, false);
        let none = draw(&none, Style::Markdown);
        assert!(none.starts_with("    Left out: mrv-scan"), "{none}");
        assert!(none.ends_with("digit\n      said    \"x\"\n"), "{none}");
    }

    #[test]
    fn one_round_gives_no_ratio() {
        let mut record = example();
        for row in &mut record.rows {
            row.samples_ns.truncate(1);
        }
        record.rows[1].external = Some(ExternalDetails::default());
        let found = table(&record, false);
        assert!(!found.contains("vs ") && !found.contains(".00x"), "{found}");
        assert!(
            found.contains("mrv-scan is right on all 1,000 puzzles."),
            "{found}"
        );
    }

    /// A solver that takes this many times as long as `lanes`, on a corpus each.
    fn beside(factors: &[f64]) -> Record {
        let mut record = example();
        let (ours, corpus) = (record.rows.remove(0), record.corpora.remove(0));
        record.rows.clear();
        for (i, factor) in factors.iter().enumerate() {
            let mut row = ours.clone();
            row.case.corpus = format!("c{i}");
            row.case.backend = None;
            let mut corpus = corpus.clone();
            corpus.name.clone_from(&row.case.corpus);
            record.corpora.push(corpus);
            record.rows.push(row.clone());
            row.case.engine = "mine".to_owned();
            row.samples_ns.iter_mut().for_each(|ns| *ns *= factor);
            row.external = Some(ExternalDetails {
                target: "./mine --fast".to_owned(),
                revision: Some("v1.2".to_owned()),
                sha256: Some("0123456789abcdef".to_owned()),
                ..ExternalDetails::default()
            });
            record.rows.push(row);
        }
        record
    }

    #[test]
    fn a_sentence_says_how_an_external_solver_stands_and_its_build_is_below() {
        let sentence = |record: &Record| {
            let text = table(record, false);
            let start = text.find("\nmine ").unwrap_or_else(|| panic!("{text}"));
            text[start + 1..].to_owned()
        };
        for (factors, expected) in [
            (
                &[6.1][..],
                "6.1 times slower than lanes on c0, right on all 1,000 puzzles.",
            ),
            (
                &[0.5],
                "2.0 times faster than lanes on c0, right on all 1,000 puzzles.",
            ),
            (
                &[1.0],
                "not certainly slower or faster than lanes on c0, right on all 1,000 puzzles.",
            ),
            (
                &[2.0, 8.0],
                "4.0 times slower than lanes over 2 corpora, right on all 2,000 puzzles.",
            ),
        ] {
            let build = "mine: ./mine --fast, revision v1.2, SHA-256 0123456789ab\n";
            assert_eq!(
                sentence(&beside(factors)),
                format!("mine is {expected}\n{build}")
            );
        }
        let mut few = beside(&[6.1]);
        few.rows
            .iter_mut()
            .for_each(|row| row.samples_ns.truncate(3));
        assert!(sentence(&few).starts_with("mine is about 6.1 times slower"));
        // No other engine is measured, or there is another limit as well.
        let mut alone = beside(&[2.0]);
        alone.rows.remove(0);
        assert!(sentence(&alone).starts_with("mine is right on all 1,000 puzzles.\n"));
        let mut row = alone.rows[0].clone();
        row.case.limit = 1;
        alone.rows.push(row);
        let limited = "mine is right on all 1,000 puzzles (1 thread, first solution).";
        assert!(table(&alone, false).contains(limited));
    }

    #[test]
    fn two_groups_of_samples_are_said_and_figures_are_of_the_quiet_one() {
        let mut record = example();
        for (row, factor) in record.rows.iter_mut().zip([1.7, 1.1]) {
            let time =
                |i: usize| row.samples_ns[0] * if i.is_multiple_of(3) { factor } else { 1.0 };
            row.samples_ns = (0..30).map(|i| time(i) + i as f64).collect();
        }
        let brief = table(&record, false);
        // The other row has one group, and its ratio is of the quiet rounds of the first.
        assert!(
            brief.contains("  9,998,") && brief.contains("  0.100x\n"),
            "{brief}"
        );
        let note = "\n\nlanes/avx2 on tiny: 33 % of the rounds were 1.7 times as slow";
        assert!(brief.contains(note), "{brief}");
        assert!(!table(&example(), false).contains("of the rounds"));
    }

    #[test]
    fn what_was_not_measured_is_said() {
        let mut record = example();
        record.corpora[0].left_out = Some(crate::bench::record::LeftOut {
            lines: 2,
            first_line: 7,
            reason: "length 5".to_owned(),
        });
        let text = table(&record, false);
        let said = "\n\ntiny: 1,000 puzzles; 2 lines are not puzzles and left out, the first in line 7: length 5\n";
        assert!(text.ends_with(said), "{text}");
    }
}
