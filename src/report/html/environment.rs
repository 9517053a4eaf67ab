//! The machine, the build and the corpora of the figures.

use super::svg::escape_html;
use crate::bench::record::{ExternalDetails, Record};
use crate::numbers::count;
use std::fmt::Write;

pub(super) fn section(record: &Record) -> String {
    let (build, machine, method) = (&record.build, &record.machine, &record.method);
    let gib = machine.memory_bytes as f64 / f64::from(1 << 30);
    let mut facts = vec![
        ("date", record.date.clone()),
        ("version", build.version.clone()),
        ("revision", build.revision.clone()),
        ("compiler", build.rustc.clone()),
        ("target", format!("{} ({})", build.target, build.profile)),
        ("compiled for", build.target_features.join(" ")),
        ("CPU", machine.cpu.clone()),
        ("CPU features", machine.features.join(" ")),
        ("CPUs", machine.logical_cpus.to_string()),
        ("memory", format!("{gib:.1} GiB")),
        (
            "system",
            format!("{}, kernel {}", machine.os, machine.kernel),
        ),
        (
            "rounds",
            format!(
                "{} after {} to warm up{}",
                method.rounds,
                method.warm_up,
                if method.stopped { "; stopped" } else { "" }
            ),
        ),
        ("guess limit", count(method.guess_limit)),
    ];
    let mut external: Vec<(&str, &ExternalDetails)> = Vec::new();
    for row in &record.rows {
        let name = &*row.case.engine;
        if let Some(details) = &row.external
            && external.iter().all(|(other, _)| *other != name)
        {
            external.push((name, details));
        }
    }
    let external = external.into_iter();
    let external = external.map(|(name, details)| format!("{name}: {}", details.build_words(64)));
    facts.extend(external.map(|text| ("solver", text)));
    let corpora = record.corpora.iter();
    let corpora = corpora.map(|c| format!("{}: {}; SHA-256 {}", c.name, c.extent(), c.sha256));
    facts.extend(corpora.map(|text| ("corpus", text)));
    let mut html = String::from("<section id=\"environment\">\n<h2>Environment</h2>\n<dl>\n");
    for (name, fact) in facts {
        let _ = writeln!(html, "<dt>{name}</dt><dd>{}</dd>", escape_html(&fact));
    }
    html + "</dl>\n</section>\n"
}
