//! The columns of a table, or members of objects, that may hold the solutions.

/// Which columns hold full grids; more than one may be meant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Columns {
    /// Names of those that may hold the solutions: one where its name tells, none of what has no columns.
    pub candidates: Vec<String>,
    /// Those of the others, where a name tells which one holds them.
    pub others: Vec<String>,
}

impl Columns {
    /// What is said of the one that was taken, behind the name of the form.
    pub fn describe(&self, taken: usize) -> String {
        let Some(name) = self.candidates.get(taken) else {
            return match taken {
                0 => String::new(),
                _ => format!(", full grid number {} of each", taken + 1),
            };
        };
        let candidates = self.candidates.iter().enumerate();
        let rest = candidates
            .filter(|(i, _)| *i != taken)
            .map(|(_, name)| name);
        let others: Vec<String> = rest.chain(&self.others).map(quoted).collect();
        let others = match others.is_empty() {
            true => String::new(),
            false => format!(", not {} (--answer-column)", others.join(" or ")),
        };
        format!(", column {}{others}", quoted(name))
    }

    /// What is said where any of these could be it.
    pub(crate) fn refusal(&self, which: &[usize]) -> String {
        let names = which.iter().filter_map(|&i| self.candidates.get(i));
        let names: Vec<String> = names.map(quoted).collect();
        format!(
            "the solutions could be {} (--answer-column says which)",
            names.join(" or ")
        )
    }
}

fn quoted(name: impl AsRef<str>) -> String {
    format!("'{}'", name.as_ref().escape_debug())
}
