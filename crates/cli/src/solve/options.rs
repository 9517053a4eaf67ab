//! The options of a run in words, for its checkpoint.

use super::config::Config;
use ninefold::engine::verdict::Mode;
use ninefold::format::{Append, Kind, Only, OutputFormat};
use ninefold::input::InputPart;

/// Every option that changes the output or the report, except the size of a chunk. The number of
/// threads changes neither.
pub(super) fn options(config: &Config) -> Vec<(String, String)> {
    let job = &config.job;
    let writing = &job.writing;
    let given = |flag: bool| if flag { "given" } else { NOT_GIVEN }.to_owned();
    let output = job.output.map_or(NOT_GIVEN, OutputFormat::name);
    let input = config.format.kind.map_or(NOT_GIVEN, Kind::name);
    let options = [
        ("ninefold's version", env!("CARGO_PKG_VERSION").to_owned()),
        ("--engine", job.engine.name.to_owned()),
        (
            "back end",
            job.backend().unwrap_or_else(|| "none".to_owned()),
        ),
        ("--limit", job.limits.solutions.to_string()),
        ("--max-guesses", job.limits.guesses.to_string()),
        ("--unique", given(job.mode == Mode::Unique)),
        ("--count", given(job.mode == Mode::Count)),
        ("--all", given(job.mode == Mode::All)),
        ("--lexicographic", given(job.lexicographic)),
        ("--strict", given(job.strict)),
        ("--quiet", given(!job.timed)),
        ("--output-format", output.to_owned()),
        ("--keep-tail", given(writing.keep_tail)),
        ("--explain", given(writing.explain)),
        (
            "--only",
            writing.only.map_or(NOT_GIVEN, Only::name).to_owned(),
        ),
        ("--input-format", input.to_owned()),
        (
            "--column",
            config
                .format
                .column
                .clone()
                .unwrap_or_else(|| NOT_GIVEN.to_owned()),
        ),
        (
            "--delimiter",
            config
                .format
                .delimiter
                .map_or(NOT_GIVEN.to_owned(), |byte| byte.escape_ascii().to_string()),
        ),
        ("--max-record", config.open.max_record.to_string()),
        ("--append-column", columns_in_words(&job.columns)),
        ("--shard", part_in_words(config.part)),
    ];
    options.map(|(name, value)| (name.to_owned(), value)).into()
}

/// The value of an option that is absent.
const NOT_GIVEN: &str = "not given";

fn columns_in_words(columns: &[Append]) -> String {
    if columns.is_empty() {
        return NOT_GIVEN.to_owned();
    }
    let typed = columns.iter().map(|append| match &append.name {
        Some(name) => format!("{}={name}", append.column.name()),
        None => append.column.name().to_owned(),
    });
    typed.collect::<Vec<_>>().join(",")
}

fn part_in_words(part: Option<InputPart>) -> String {
    match part {
        None => NOT_GIVEN.to_owned(),
        Some(InputPart { index, count }) => format!("{index}/{count}"),
    }
}
