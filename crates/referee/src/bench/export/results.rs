//! The view of a result: its table, what to know about its samples, a sentence for each solver, and
//! what was left out.

use super::blocks::{ViewBlock, ViewColumn};
use crate::bench::ranking::{self, Ranking};
use crate::bench::record::{
    CaseClock, CorpusInfo, Figures, Record, ResultRow, limit_words, setting_words,
};
use crate::bench::stats::{self, Estimate, MIN_SAMPLES, MOST_IDLE};
use ninefold_files::escape::escape;
use ninefold_files::numbers::{self, beside, count, counted};

/// The view of a result, with the fastest solver of each corpus first. Below the table come a
/// sentence about each external solver, and the cases that could not be measured.
///
/// Ratios are speeds divided by that of `reference`, the name of an engine (or of engine and back
/// end, such as `lanes/avx2`), on the same threads, corpus and limit. The default is the first
/// external solver, or else the default engine.
#[must_use]
pub fn results(record: &Record, reference: Option<&str>) -> Vec<ViewBlock> {
    let measured = Measured::new(record, reference);
    let mut blocks = measured.table(false);
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
    /// The corpora of which only the first puzzles were measured.
    parts: Vec<&'a str>,
}

/// A row with its figures.
pub(crate) struct MeasuredRow<'a> {
    pub(crate) row: &'a ResultRow,
    pub(crate) figures: Figures,
    /// Whether its speed and ratio come from the quiet rounds of its corpus.
    is_of_quiet: bool,
    /// Its speed divided by that of the reference. `None` if that has not solved the corpus, and
    /// after one round, which says nothing about a ratio.
    ratio: Option<Estimate>,
}

impl MeasuredRow<'_> {
    pub(crate) fn speed(&self) -> &Estimate {
        &self.figures.puzzles_per_second
    }

    /// CPU time of the start of a command, in nanoseconds.
    fn start_up(&self) -> Option<f64> {
        let starts = &self.row.external.as_ref()?.start_up_ns;
        (!starts.is_empty()).then(|| stats::median(starts))
    }

    /// The share of the start in the samples of a plain command, which start it.
    fn share_of_start(&self) -> Option<f64> {
        let is_plain = self.row.external.as_ref()?.kind == "command";
        let sample = stats::median(&self.row.times(self.row.clock)) * self.row.repeats as f64;
        self.start_up()
            .filter(|_| is_plain)
            .map(|start| start / sample)
    }
}

impl MeasuredRow<'_> {
    /// `mine on easy`.
    fn name(&self) -> String {
        let case = &self.row.case;
        format!("{} on {}", case.engine_and_backend(), case.corpus)
    }

    /// In how many rounds it did not answer, if in any.
    fn rounds_without_answer(&self) -> Option<String> {
        let external = self.row.external.as_ref()?;
        let verb = match external.unanswered {
            0 => return None,
            1 => "counts",
            _ => "count",
        };
        Some(format!(
            "{} did not answer in time in {} on {}, which {verb} as that long.",
            self.row.case.engine_and_backend(),
            counted(external.unanswered, "round"),
            self.row.case.corpus
        ))
    }
}

impl<'a> Measured<'a> {
    pub(crate) fn new(record: &'a Record, reference: Option<&str>) -> Measured<'a> {
        let rankings = ranking::rankings(record, reference);
        let mut rows = Vec::with_capacity(record.rows.len());
        for row in &record.rows {
            let ranking = rankings.iter().find(|ranking| ranking.has(row));
            let ranking = ranking.expect("each row is in one");
            let of_corpus = ranking.rounds_of(row);
            rows.push(MeasuredRow {
                row,
                figures: row.figures(&of_corpus.rounds),
                is_of_quiet: of_corpus.are_quiet,
                ratio: ranking.ratio(row).filter(|ratio| ratio.samples > 1),
            });
        }
        // The fastest first, in the order of the corpora.
        rows.sort_by(|a, b| b.speed().value.total_cmp(&a.speed().value));
        rows.sort_by_key(|of| {
            let case = &of.row.case;
            let mut corpora = record.corpora.iter();
            let place = corpora.position(|corpus| corpus.name == case.corpus);
            (case.limit, case.threads, place)
        });
        let parts = record
            .corpora
            .iter()
            .filter(|corpus| corpus.measured.is_some());
        Measured {
            rankings,
            rows,
            parts: parts.map(|corpus| &*corpus.name).collect(),
        }
    }

    /// The table with what is the same in all rows above it, and notes below. Nothing if there are
    /// no rows. A wide one also has intervals of ratios, and guesses.
    pub(crate) fn table(&self, is_wide: bool) -> Vec<ViewBlock> {
        let Some(first) = self.rows.first().map(|of| &of.row.case) else {
            return Vec::new();
        };
        let mut same = Vec::new();
        let mut rows = self.rows.iter();
        if rows.all(|of| of.row.case.threads == first.threads) {
            same.push(counted(first.threads as u64, "thread"));
        }
        let clock = self.rows[0].row.clock;
        if self.rows.iter().all(|of| of.row.clock == clock) {
            same.push(clock.words().to_owned());
        }
        let mut rows = self.rows.iter();
        if rows.all(|of| of.row.case.limit == first.limit) {
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
        let mut columns = vec![
            words("corpus (puzzles)", &|of| {
                let puzzles = count(of.row.puzzles);
                Some(format!("{} ({puzzles})", of.row.case.corpus))
            }),
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
            columns.extend([
                number("99 % interval", &|of| {
                    let interval = of.ratio?.interval;
                    let ends = [interval.low, interval.high].map(numbers::ratio);
                    interval.is_known().then(|| ends.join(" to "))
                }),
                number("guesses/puzzle", &|of| {
                    Some(format!("{:.3}", of.figures.guesses_per_puzzle?))
                }),
                number("instructions/puzzle", &|of| {
                    let instructions = of.row.instructions_per_puzzle()?;
                    Some(count(instructions.round() as u64))
                }),
                number("threads seen", &|of| {
                    of.row.external.as_ref()?.threads.map(count)
                }),
            ]);
        }
        columns.push(number("start-up", &|of| of.start_up().map(numbers::time)));
        columns.push(number("gave up", &|of| {
            let puzzles = of.row.answers.gave_up;
            (puzzles > 0).then(|| count(puzzles))
        }));
        columns.retain(|column| column.cells.iter().any(|cell| cell != UNKNOWN));
        columns
    }

    /// Explains the marks in the table, and what one must know to believe a figure.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        notes.extend(self.who_sleeps());
        notes.extend(self.who_starts_slowly());
        for of in &self.rows {
            notes.extend(of.rounds_without_answer());
        }
        notes.extend(self.intervals_that_are_unknown());
        notes.extend(self.intervals_that_are_wide());
        notes.extend(self.rounds_that_were_slow());
        notes
    }

    /// Why the wall clock decides for the solver that sleeps most.
    fn who_sleeps(&self) -> Option<String> {
        let alone = self.rows.iter().filter(|of| of.row.case.threads == 1);
        let by_wall = alone.filter(|of| of.row.clock == CaseClock::Wall);
        let idle = by_wall.filter_map(|of| Some((of, of.row.external.as_ref()?.idle?)));
        let idle = idle.filter(|(_, idle)| *idle >= MOST_IDLE);
        let (of, idle) = idle.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        Some(format!(
            "The wall clock decides for {}, because it slept {:.0} % of its time or let others work.",
            of.row.case.engine_and_backend(),
            100.0 * idle
        ))
    }

    /// The solver whose start takes most of its samples.
    fn who_starts_slowly(&self) -> Option<String> {
        let rows = self.rows.iter();
        let shares = rows.filter_map(|of| Some((of, of.share_of_start()?)));
        let shares = shares.filter(|(_, share)| *share > LARGE_START);
        let (of, share) = shares.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        Some(format!(
            "The start of {} is {:.0} % of its samples on {}. It is never subtracted: a persistent command starts once.",
            of.row.case.engine_and_backend(),
            100.0 * share,
            of.row.case.corpus
        ))
    }

    /// Why some speeds have no interval.
    fn intervals_that_are_unknown(&self) -> Option<String> {
        let rows = self.rows.iter();
        let few = rows.filter(|of| half_width(of.speed()).is_none());
        let rounds = few.map(|of| of.row.samples.len()).min()?;
        Some(format!(
            "{NO_INTERVAL} An interval needs at least {MIN_SAMPLES} rounds; this run had {rounds}."
        ))
    }

    /// What to do about wide intervals.
    fn intervals_that_are_wide(&self) -> Option<String> {
        let mut halves = self.rows.iter().filter_map(|of| half_width(of.speed()));
        halves.any(|half| half > NOISE).then(|| {
            format!(
                "{NOISY} More than {:.0} % either way: this run cannot detect smaller differences. Raise --time, \
                 stop other programs, or use 'ninefold compare --paired'.",
                100.0 * NOISE,
            )
        })
    }

    /// Which samples make two groups: of the slowest the factor, if the quiet rounds are enough.
    fn rounds_that_were_slow(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let rows = self.rows.iter();
        let grouped = rows.filter_map(|of| Some((of, of.figures.groups.as_ref()?)));
        let (quiet, loud): (Vec<_>, Vec<_>) = grouped.partition(|(of, _)| of.is_of_quiet);
        let quiet = quiet.into_iter();
        if let Some((of, group)) = quiet.max_by(|(_, a), (_, b)| a.factor.total_cmp(&b.factor)) {
            notes.push(format!(
                "{}: {:.0} % of the rounds were {:.1} times as slow as the others, most likely because other programs \
                 used the machine. Speeds and ratios come from the quiet rounds of each corpus.",
                of.name(),
                100.0 * group.slow_share(),
                group.factor,
            ));
        }
        let loud: Vec<String> = loud.into_iter().map(|(of, _)| of.name()).collect();
        if !loud.is_empty() {
            notes.push(format!(
                "Fewer than {MIN_SAMPLES} rounds were quiet, so speeds and ratios come from all rounds: {}.",
                loud.join(", ")
            ));
        }
        notes
    }

    /// `mine takes 6.1 times as long as lanes on easy, and is right on all 10,000 puzzles.` A
    /// solver is compared with the fastest other one.
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
            format!("{} {on}, and ", standing(other, &ratio))
        });
        let puzzles: u64 = ranking.rows_of(solver).map(|row| row.puzzles).sum();
        let mut rows = ranking.rows_of(solver);
        let is_part = rows.any(|row| self.parts.contains(&&*row.case.corpus));
        let which = if is_part { "the first" } else { "all" };
        let setting = match self.rankings.len() {
            1 => String::new(),
            _ => format!(" ({})", setting_words(ranking.threads, ranking.limit)),
        };
        format!(
            "{solver} {standing}is right on {which} {}{setting}.",
            counted(puzzles, "puzzle")
        )
    }
}

/// `takes 6.1 times as long as lanes`, from a ratio of speeds.
fn standing(other: &str, ratio: &Estimate) -> String {
    let interval = ratio.interval;
    if interval.is_known() && interval.low <= 1.0 && interval.high >= 1.0 {
        return format!("is not certainly slower or faster than {other}");
    }
    let about = if interval.is_known() { "" } else { "about " };
    beside(1.0 / ratio.value, about, other)
}

/// The corpora of which not every line was measured, and what cases failed on.
pub(crate) fn left_out(record: &Record) -> Vec<ViewBlock> {
    let corpora = record.corpora.iter();
    let parts = corpora.filter(|corpus| corpus.left_out.is_some() || corpus.measured.is_some());
    let parts: Vec<String> = parts.map(CorpusInfo::extent).collect();
    let mut blocks = if parts.is_empty() {
        Vec::new()
    } else {
        vec![ViewBlock::List(parts)]
    };
    blocks.extend(record.failures.iter().map(|failure| {
        let is_measured = record.rows.iter().any(|row| row.case == failure.case);
        let what = if is_measured {
            "Not answered"
        } else {
            "Left out"
        };
        let text = format!(
            "{what}: {}: {}",
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
/// The share of a start in a sample that is worth a word.
const LARGE_START: f64 = 0.08;

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
#[path = "results_tests.rs"]
mod tests;
