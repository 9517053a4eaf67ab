//! Speeds over revisions, newest first, with changes and failures marked.

use super::dots::{Axis, Dot};
use super::parts::{case_title, cut, escape_html, listed, section as section_of};
use crate::bench::build_identity::BuildIdentity;
use crate::bench::figures::common_clock;
use crate::bench::record::{CaseKey, Record, ResultRow, SolverBuild};
use crate::bench::stats::{ChangeKind, ChangePoint, Estimate, change_points};
use crate::bench::{baseline, ranking};
use ninefold_files::numbers::{self, change, counted, ratio, short, trimmed};

/// Most results of a case that are shown.
const SHOWN: usize = 40;
/// Characters of a reason, or of a name, that fit on a phone.
const SHORT: usize = 28;
/// Digits of a hash.
const DIGITS: usize = 7;
/// Changes below this share are not marked.
const LEAST_CHANGE: f64 = 0.01;

/// The results of a case, oldest first.
struct Series<'a> {
    case: &'a CaseKey,
    /// The solver that speeds are relative to, if not puzzles a second.
    reference: Option<String>,
    points: Vec<Point<'a>>,
}

/// A result of a case.
struct Point<'a> {
    record: &'a Record,
    build: Option<BuildIdentity<'a>>,
    /// The subject of its commit.
    subject: Option<&'a str>,
    /// The speed, or the first line of why there is none.
    speed: Result<Estimate, &'a str>,
    change: Option<ChangePoint>,
}

pub(super) fn section(last: &Record, history: &[Record], reference: Option<&str>) -> String {
    if history.len() < 2 {
        return String::new();
    }
    let (mut records, mut others): (Vec<&Record>, Vec<String>) = Default::default();
    for record in history {
        match &baseline::mismatches(record, last)[..] {
            [] => records.push(record),
            mismatches => others.extend(mismatches.iter().map(|(what, _)| what.clone())),
        }
    }
    let mut plots = String::new();
    for case in cases(last, &records) {
        let series = Series::of(last, &records, case, reference);
        if series.points.len() > 1 {
            plots += &series.plot();
        }
    }
    let mut left_out = String::new();
    let older = history.len() - records.len();
    if older > 0 {
        left_out = format!(
            "<p>Left out as they do not belong to the last result: {}, with another {}.</p>\n",
            counted(older as u64, "older result"),
            escape_html(&listed(others.into_iter()))
        );
    }
    if !plots.is_empty() {
        plots = format!(
            "<p>A dot is a result, the newest at the top, and the line its 99 % interval; \u{d7} is a result in which \
             the solver failed. Each speed is that of all rounds, quiet or not, because these are results of \
             different hours. If another solver stayed the same, speeds are relative to it, so that the state of the \
             machine cancels out; solvers that stayed the same have no plot. A label marks a \
             change: at least 1 %, beyond 1.5 widths of its interval, and beyond three deviations of the level before it. \
             A hollow dot with a question mark is not confirmed: two more results are needed, or one of them was back at \
             the old level.</p>\n<div class=\"panels\">\n{plots}</div>\n"
        );
    }
    section_of("history", "History", &(left_out + &plots))
}

/// The cases of the last result, and those that only older ones have: a solver that fails now had
/// rows before. If builds of a case differ, those whose builds do not are left out.
fn cases<'a>(last: &'a Record, records: &[&'a Record]) -> Vec<&'a CaseKey> {
    let older = records.iter().rev().flat_map(|record| &record.rows);
    let mut cases = Vec::new();
    for row in last.rows.iter().chain(older) {
        if !cases.contains(&&row.case) {
            cases.push(&row.case);
        }
    }
    if cases.iter().any(|case| !is_steady(records, case)) {
        cases.retain(|case| !is_steady(records, case));
    }
    cases
}

fn row<'a>(record: &'a Record, case: &CaseKey) -> Option<&'a ResultRow> {
    record.rows.iter().find(|row| row.case == *case)
}

/// Whether all results of a case are of one build.
fn is_steady(records: &[&Record], case: &CaseKey) -> bool {
    let builds = records
        .iter()
        .filter_map(|record| Some(record.build_of(row(record, case)?)));
    let mut builds: Vec<BuildIdentity<'_>> = builds.collect();
    builds.dedup();
    builds.len() <= 1
}

/// The case that a case is compared with: of the wanted reference, or else of the first solver
/// whose build is the same in all results.
fn base<'a>(
    last: &'a Record,
    records: &[&Record],
    case: &CaseKey,
    reference: Option<&str>,
) -> Option<&'a CaseKey> {
    let own = (&case.corpus, case.threads, case.limit);
    let cases = last.rows.iter().map(|row| &row.case);
    let mut cases =
        cases.filter(|other| *other != case && (&other.corpus, other.threads, other.limit) == own);
    let found = match reference {
        Some(name) => cases.find(|case| case.is_of(name)),
        None => cases.find(|case| is_steady(records, case)),
    };
    found.filter(|_| !is_steady(records, case))
}

impl<'a> Series<'a> {
    fn of(
        last: &Record,
        records: &[&'a Record],
        case: &'a CaseKey,
        reference: Option<&str>,
    ) -> Series<'a> {
        let base = base(last, records, case, reference);
        let mut points = Vec::new();
        let cases = [Some(case), base];
        let rows = records.iter().flat_map(|record| {
            let cases = cases.into_iter().flatten();
            cases.filter_map(|case| self::row(record, case))
        });
        let clock = common_clock(rows);
        for &record in records {
            let row = self::row(record, case);
            let failed = record.failures.iter().find(|failure| failure.case == *case);
            let base_row = base.and_then(|base| self::row(record, base));
            let speed = match (row, failed) {
                (Some(_), _) if base.is_some() && base_row.is_none() => continue,
                (Some(row), _) => Ok(ranking::speed_of_hour(row, base_row, clock)),
                (None, Some(failed)) => Err(failed.reason.lines().next().unwrap_or_default()),
                (None, None) => continue,
            };
            // A solver may have failed on all of its corpora, or on one alone.
            let mut rows = record.rows.iter();
            let of = row.or_else(|| rows.find(|row| row.case.engine == case.engine));
            let failed = failed.and_then(|failed| failed.build.as_ref());
            let build = of.map(|row| record.build_of(row));
            let subject = of.and_then(|row| row.external.as_ref()?.subject.as_deref());
            points.push(Point {
                record,
                build: build.or(failed.map(SolverBuild::identity)),
                subject: subject.or(failed.and_then(|build| build.subject.as_deref())),
                speed,
                change: None,
            });
        }
        let measured = points.iter_mut().filter(|point| point.speed.is_ok());
        let mut measured: Vec<&mut Point<'_>> = measured.collect();
        let series = measured.iter().filter_map(|point| {
            let speed = point.speed.as_ref().ok()?;
            Some((point.build, speed.map(f64::ln)))
        });
        let series: Vec<_> = series.collect();
        for change in change_points(&series, LEAST_CHANGE.ln_1p()) {
            measured[change.index].change = Some(change);
        }
        Series {
            case,
            reference: base.map(CaseKey::engine_and_backend),
            points,
        }
    }

    /// The plot. One without a change is closed.
    fn plot(&self) -> String {
        let speeds = self.points.iter().filter_map(|point| point.speed.ok());
        let label = match self.reference {
            Some(_) => |speed| match speed {
                ..0.1 => numbers::speed(speed),
                _ => trimmed(speed, 4).to_string(),
            },
            None => short,
        };
        let speeds: Vec<Estimate> = speeds.collect();
        let Some(axis) = Axis::of(&speeds, label) else {
            return String::new();
        };
        let newest = self.points.iter().rev().take(SHOWN);
        let dots: Vec<Dot> = newest
            .enumerate()
            .map(|(i, point)| self.dot(i == 0, point))
            .collect();
        let changes = self
            .points
            .iter()
            .filter(|point| point.change.is_some() || point.speed.is_err());
        let (open, changes) = match changes.count() {
            0 => ("", "no change".to_owned()),
            marked => (" open", counted(marked as u64, "mark")),
        };
        let results = counted(self.points.len() as u64, "result");
        let results = if self.points.len() > SHOWN {
            format!("the last {SHOWN} of {results}")
        } else {
            results
        };
        let title = case_title(self.case);
        let unit = match &self.reference {
            Some(reference) => format!("times as fast as {}", cut(reference, 40)),
            None => "puzzles a second".to_owned(),
        };
        format!(
            "<figure><details{open}>\n<summary>{} <small>{results}, {changes}</small></summary>\n<div class=\"dots\">\n\
             {}{}</div>\n</details></figure>\n",
            escape_html(&title),
            axis.lines("history", &format!("History of {title}"), &dots),
            axis.draw_axis(&unit),
        )
    }

    fn dot(&self, is_newest: bool, point: &Point<'_>) -> Dot {
        let date = point.record.date.split('T').next().unwrap_or_default();
        let others = self.points.iter().filter_map(|point| point.build);
        let revision = match point.build {
            None => date.to_owned(),
            Some(build) if others.into_iter().any(|other| other.is_namesake_of(&build)) => {
                build.with_hash()
            }
            Some(build) => build.to_string(),
        };
        let mut notes = Vec::new();
        let mut class = String::new();
        let says = match (&point.speed, &self.reference) {
            (Ok(speed), Some(of)) => format!("{} the speed of {of}", ratio(speed.value)),
            (Ok(speed), None) => format!("{} puzzles a second", numbers::speed(speed.value)),
            (Err(reason), _) => {
                notes.push(cut(reason, SHORT));
                format!("failed: {reason}")
            }
        };
        if is_newest && let Ok(speed) = &point.speed {
            notes.push(match self.reference {
                Some(_) => ratio(speed.value),
                None => short(speed.value),
            });
        }
        if let Some(found) = point.change {
            // Of times, whose logarithms are those of speeds but for the sign.
            let ratio = (found.before - found.after).exp();
            let way = if ratio > 1.0 { "worse" } else { "better" };
            let (note, hollow) = match found.kind {
                ChangeKind::Lasting => (change(ratio), ""),
                ChangeKind::Unconfirmed => (format!("{}?", change(ratio)), " hollow"),
            };
            notes.push(note);
            class = format!("{way}{hollow}");
        }
        let method = &point.record.method;
        let rounds = counted(method.rounds as u64, "round");
        let stopped = method.stopped.then(|| format!(" (stopped after {rounds})"));
        notes.extend(stopped.as_ref().map(|_| "stopped".to_owned()));
        let stopped = stopped.unwrap_or_default();
        let notes = notes.join(", ");
        let name = short_hash(&revision);
        let (name, subject) = match point.subject {
            Some(subject) => (
                cut(&format!("{name} {subject}"), SHORT),
                format!("{subject}, "),
            ),
            None => (name, String::new()),
        };
        Dot {
            name,
            title: format!(
                "{revision}, {subject}{}: {says}{stopped}",
                point.record.date
            ),
            figure: point.speed.ok(),
            note: notes,
            class,
            case: self.case.to_string(),
            what: revision,
        }
    }
}

/// The first digits of a whole hash of git or SHA-256. Any other name may differ from others at its
/// end.
fn short_hash(name: &str) -> String {
    let digits = name.bytes().take_while(u8::is_ascii_hexdigit).count();
    match digits {
        12 | 40 | 64 => format!("{:.DIGITS$}{}", name, &name[digits..]),
        _ => name.to_owned(),
    }
}
