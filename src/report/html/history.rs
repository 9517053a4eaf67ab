//! Speed over revisions, with intervals, with changes marked, and with failures.

use super::page::{HtmlError, Page, case_title, listed, panel, panels, ratio, stopped};
use super::svg::{Figure, Plot, Scale, WIDTH, axis_of, cut, escape_html};
use crate::bench::record::{BuildIdentity, Case, Record, ResultRow};
use crate::bench::stats::{ChangeKind, ChangePoint, Estimate, Settings, change_points};
use crate::bench::{baseline, ranking};
use crate::numbers::{self, counted, short, trimmed};
use std::borrow::Cow;

const LEFT: f64 = 62.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 218.0;
/// Least distance of two slanted labels below the axis.
const LABEL: f64 = 15.0;
/// Width of a character of a label.
const CHARACTER: f64 = 7.2;
/// The longest name of a revision below the axis.
const LONGEST: usize = 14;
/// Digits of a hash below the axis.
const DIGITS: usize = 7;
/// Changes below this share are not marked.
const LEAST_CHANGE: f64 = 0.01;
/// Enough draws for the intervals of a plot: a history may have thousands of results.
const RESAMPLES: u32 = 2_000;

/// The results of a case, oldest first.
struct Series<'a> {
    case: &'a Case,
    /// The solver that speeds are relative to, if not puzzles a second.
    reference: Option<String>,
    points: Vec<Point<'a>>,
}

/// A result of a case.
struct Point<'a> {
    record: &'a Record,
    build: Option<BuildIdentity<'a>>,
    /// The speed, or the first line of why there is none.
    speed: Result<Estimate, &'a str>,
}

impl Point<'_> {
    /// The revision, or without one the date.
    fn name(&self) -> String {
        let date = self.record.date.split('T').next().unwrap_or_default();
        let build = self.build.map(|build| build.to_string());
        build.unwrap_or_else(|| date.to_owned())
    }
}

pub(super) fn section(page: &Page<'_>) -> Result<String, HtmlError> {
    // Two are shown side by side.
    if page.history.len() < 3 {
        return Ok(String::new());
    }
    let (mut records, mut others): (Vec<&Record>, Vec<String>) = Default::default();
    for record in page.history {
        match &baseline::mismatches(record, &page.record)[..] {
            [] => records.push(record),
            mismatches => others.extend(mismatches.iter().map(|mismatch| mismatch.what.clone())),
        }
    }
    let mut plots = Vec::new();
    for case in cases(page, &records) {
        let series = Series::of(page, &records, case)?;
        if series.points.len() > 1 {
            let svg = series.plot(page.colour(&case.engine_and_backend()))?;
            plots.push(panel(&case_title(case), &svg, &[]));
        }
    }
    let left_out = left_out((page.history.len() - records.len()) as u64, others);
    if plots.is_empty() && !left_out.is_empty() {
        return Ok(format!(
            "<section id=\"history\">\n<h2>History</h2>\n<p>{left_out}</p>\n</section>\n"
        ));
    }
    let about = "A dot is a result, oldest left, the line its 99 % interval; an arrow marks an interval that goes beyond \
                 the plot, and a cross a result in which the solver failed. If another solver stayed the same, speeds \
                 are relative to it, so that the state of the machine cancels out, and solvers that stayed the same \
                 have no plot. The axis does not begin at zero. A line marks a lasting change: at least 1 %, more than \
                 three times half the interval, and more than three deviations of the results before it. Until two \
                 more results confirm it, the line is dotted and the dot hollow. If one of them returns, it was a dip. \
                 An external solver's revisions are its own. A result marked \u{201c}stopped\u{201d} has only the \
                 rounds before the stop, and bench --against passes it over.";
    let about = format!("{about} {left_out}");
    Ok(panels("history", "History", about.trim_end(), &plots))
}

/// How many results are left out, and in what they differ from the last one.
fn left_out(number: u64, differ: Vec<String>) -> String {
    if number == 0 {
        return String::new();
    }
    format!(
        "Left out as they do not belong to the last result: {}, with another {}.",
        counted(number, "older result"),
        escape_html(&listed(differ.into_iter()))
    )
}

/// The cases of the last result, and those that only older ones have: a solver that fails now had
/// rows before. If builds of a case differ, those whose builds do not are left out.
fn cases<'a>(page: &'a Page<'_>, records: &[&'a Record]) -> Vec<&'a Case> {
    let last = page.record.rows.iter();
    let older = records.iter().rev().flat_map(|record| &record.rows);
    let mut cases = Vec::new();
    for row in last.chain(older) {
        if !cases.contains(&&row.case) {
            cases.push(&row.case);
        }
    }
    if cases.iter().any(|case| !is_steady(records, case)) {
        cases.retain(|case| !is_steady(records, case));
    }
    cases
}

fn row<'a>(record: &'a Record, case: &Case) -> Option<&'a ResultRow> {
    record.rows.iter().find(|row| row.case == *case)
}

/// Whether all results of a case are of one build.
fn is_steady(records: &[&Record], case: &Case) -> bool {
    let builds = records
        .iter()
        .filter_map(|record| Some(record.build_of(row(record, case)?)));
    let mut builds: Vec<BuildIdentity<'_>> = builds.collect();
    builds.dedup();
    builds.len() <= 1
}

/// The case that a case is compared with: of the wanted reference, or else of the first solver whose
/// build is the same in all results.
fn reference(page: &Page<'_>, records: &[&Record], case: &Case) -> Option<Case> {
    let beside = |other: &&Case| {
        let same = (&other.corpus, other.threads, other.limit);
        same == (&case.corpus, case.threads, case.limit) && *other != case
    };
    let rows = page.record.rows.iter();
    let rows = rows.filter(|row| beside(&&row.case));
    let found = match page.reference {
        Some(name) => rows.clone().find(|row| ranking::is_named(row, name)),
        None => rows.clone().find(|row| is_steady(records, &row.case)),
    };
    let is_changing = !is_steady(records, case);
    found.map(|row| row.case.clone()).filter(|_| is_changing)
}

impl<'a> Series<'a> {
    fn of(
        page: &Page<'_>,
        records: &[&'a Record],
        case: &'a Case,
    ) -> Result<Series<'a>, HtmlError> {
        let base = reference(page, records, case);
        let settings = Settings::default().resamples(RESAMPLES);
        let mut points = Vec::new();
        for &record in records {
            let row = self::row(record, case);
            let failed = record.failures.iter().find(|failure| failure.case == *case);
            let speed = match (row, &base) {
                (Some(row), None) => Ok(row.figures(&settings)?.puzzles_per_second),
                (Some(row), Some(base)) => match self::row(record, base) {
                    Some(base) => Ok(ranking::speed_over(row, base)?),
                    None => continue,
                },
                (None, _) => match failed {
                    Some(failed) => Err(failed.reason.lines().next().unwrap_or_default()),
                    None => continue,
                },
            };
            // A solver may have failed on one of its corpora alone.
            let same = |row: &&ResultRow| row.case.engine == case.engine;
            let of = row.or_else(|| record.rows.iter().find(same));
            points.push(Point {
                record,
                build: of.map(|row| record.build_of(row)),
                speed,
            });
        }
        Ok(Series {
            case,
            reference: base.map(|base| base.engine_and_backend()),
            points,
        })
    }

    /// The speeds that were measured, each with the number of its point.
    fn measured(&self) -> impl Iterator<Item = (usize, &Estimate)> {
        let points = self.points.iter().enumerate();
        points.filter_map(|(i, point)| Some((i, point.speed.as_ref().ok()?)))
    }

    fn plot(&self, colour: usize) -> Result<String, HtmlError> {
        let speeds: Vec<Estimate> = self.measured().map(|(_, speed)| *speed).collect();
        let (low, high) = match speeds.is_empty() {
            true => (0.0, 1.0),
            false => axis_of(&speeds),
        };
        let last = (self.points.len() - 1).max(1) as f64;
        let x = Scale::linear(0.0, last, LEFT + 12.0, WIDTH - 26.0);
        let y = Scale::linear(low, high, BOTTOM, TOP);
        let title = case_title(self.case);
        let mut plot = Plot::new("history", &format!("History of {title}"), BOTTOM + 92.0);
        let unit = match &self.reference {
            Some(reference) => format!("times as fast as {}", cut(reference, 40)),
            None => "puzzles a second".to_owned(),
        };
        plot.text("axis", "start", (0.0, 12.0), &unit);
        plot.y_axis(&y, LEFT, WIDTH - 14.0, |tick| match &self.reference {
            Some(_) => trimmed(tick, 4).to_string(),
            None => short(tick),
        });
        let changes = self.changes()?;
        mark_changes(&mut plot, &changes, &x);
        let places = self.measured();
        let places = places.map(|(i, speed)| (x.at(i as f64), y.at(speed.value)));
        plot.path(&format!("curve s{colour}"), &places.collect::<Vec<_>>());
        for (i, point) in self.points.iter().enumerate() {
            let is_hollow = |(at, change): &(usize, ChangePoint)| {
                *at == i && change.kind != ChangeKind::Lasting
            };
            let hollow = changes.iter().any(is_hollow);
            self.draw(&mut plot, point, x.at(i as f64), &y, colour, hollow);
        }
        self.label(&mut plot, &x);
        Ok(plot.finish())
    }

    fn draw(
        &self,
        plot: &mut Plot,
        point: &Point<'_>,
        x: f64,
        y: &Scale,
        colour: usize,
        hollow: bool,
    ) {
        let (name, revision) = (self.case.to_string(), point.name());
        let date = &point.record.date;
        let speed = match &point.speed {
            Ok(speed) => speed,
            Err(reason) => {
                let reads = format!("{revision} {date}: failed: {reason}");
                plot.cross((x, BOTTOM - 8.0), &name, &reads);
                return;
            }
        };
        let at = (x, y.at(speed.value));
        let mut top = at.1;
        if speed.interval.is_known() {
            let ends = [speed.interval.low, speed.interval.high].map(|end| y.at(end));
            top = ends[1].max(TOP);
            let class = format!("whisker thin s{colour}");
            plot.upright_interval(&class, x, ends, [TOP, BOTTOM]);
        }
        let stopped = stopped(point.record);
        if stopped.is_some() {
            plot.text("tick", "middle", (x, top - 9.0), "stopped");
        }
        let stopped = stopped.map_or(String::new(), |stopped| format!(" ({stopped})"));
        let says = match &self.reference {
            Some(reference) => format!("{} times as fast as {reference}", ratio(speed.value)),
            None => format!("{} puzzles a second", numbers::speed(speed.value)),
        };
        let figure = Figure {
            colour,
            case: &name,
            what: &revision,
            value: speed.value,
            reads: format!("{revision} {date}: {says}{stopped}"),
        };
        match hollow {
            true => plot.hollow_mark(at, &figure),
            false => plot.mark(at, &figure),
        }
    }

    /// The first result of each revision below the axis, if it fits, and the first and the last date.
    fn label(&self, plot: &mut Plot, x: &Scale) {
        let mut free = 0.0;
        for (i, point) in self.points.iter().enumerate() {
            let at = x.at(i as f64);
            let is_new = i == 0 || self.points[i - 1].name() != point.name();
            if is_new && at >= free {
                let name = point.name();
                let label = cut(&short_hash(&name), LONGEST);
                plot.slanted_tick((at + 4.0, BOTTOM + 16.0), &label, &name);
                free = at + LABEL;
            }
        }
        let dates = self
            .points
            .iter()
            .map(|point| point.record.date.split('T').next());
        let mut dates: Vec<&str> = dates.flatten().collect();
        dates.dedup();
        let dates = match &dates[..] {
            [first, .., last] => format!("{first} to {last}"),
            dates => dates.concat(),
        };
        let at = (WIDTH - 8.0, BOTTOM + 88.0);
        plot.text("axis", "end", at, &format!("revisions, {dates}"));
    }

    /// The changes, each with the number of its point.
    fn changes(&self) -> Result<Vec<(usize, ChangePoint)>, HtmlError> {
        let places: Vec<usize> = self.measured().map(|(i, _)| i).collect();
        let series = self.measured();
        let series = series.map(|(i, speed)| (self.points[i].build, speed.map(f64::ln)));
        let series: Vec<_> = series.collect();
        if series.is_empty() {
            return Ok(Vec::new());
        }
        let changes = change_points(&series, LEAST_CHANGE.ln_1p())?;
        let placed = changes
            .into_iter()
            .map(|change| (places[change.index], change));
        Ok(placed.collect())
    }
}

/// The first digits of a whole hash of git or SHA-256. Any other name may differ from others at its
/// end.
fn short_hash(name: &str) -> Cow<'_, str> {
    let digits = name.bytes().take_while(u8::is_ascii_hexdigit).count();
    match digits {
        40 | 64 => Cow::Owned(format!("{:.DIGITS$}{}", name, &name[digits..])),
        _ => Cow::Borrowed(name),
    }
}

fn mark_changes(plot: &mut Plot, changes: &[(usize, ChangePoint)], x: &Scale) {
    // Where the next label of each line of labels may begin.
    let mut free = [0.0; 3];
    for (place, change) in changes {
        // Of times, whose logarithms are those of speeds but for the sign.
        let ratio = (change.before - change.after).exp();
        let way = match ratio > 1.0 {
            true => "worse",
            false => "better",
        };
        let says = numbers::change(ratio);
        let (kind, says, at) = match change.kind {
            ChangeKind::Lasting => ("", says, *place as f64 - 0.5),
            ChangeKind::Provisional => (" provisional", format!("{says}?"), *place as f64 - 0.5),
            ChangeKind::Dip => (" provisional", "dip".to_owned(), *place as f64),
        };
        let (class, at) = (format!("change {way}{kind}"), x.at(at));
        plot.line(&class, (at, TOP - 6.0), (at, BOTTOM));
        let half = says.chars().count() as f64 * CHARACTER / 2.0;
        let middle = at.clamp(half, WIDTH - half);
        if let Some(line) = free.iter().position(|free| middle - half >= *free) {
            free[line] = middle + half + CHARACTER;
            let y = TOP - 10.0 - 14.0 * line as f64;
            plot.text(&class, "middle", (middle, y), &says);
        }
    }
}
