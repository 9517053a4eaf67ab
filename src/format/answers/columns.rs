//! The columns of a table, or the members of objects, that may have the solutions.

/// Which columns have full grids. There may be several candidates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Columns {
    /// Names of the candidates: one if its name tells, none if the form has no columns.
    pub candidates: Vec<String>,
    /// The other columns, if a name tells which one has the solutions.
    pub others: Vec<String>,
}

impl Columns {
    /// Describes the chosen column, to follow the name of the form.
    pub fn describe(&self, taken: usize) -> String {
        let Some(name) = self.candidates.get(taken) else {
            return String::new();
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

    /// The message if several of these are possible.
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
