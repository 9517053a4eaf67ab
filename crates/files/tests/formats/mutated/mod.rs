//! Mutated texts: whatever becomes of a file, nothing differs without a word, and nothing wrong is
//! called right.
//!
//! A text is written in one of the forms that people use, and up to three things happen to it. Its
//! pieces still say which cells of which grid they are, so that the reader under test is not asked
//! what the text means.

mod corpora;
mod document;
mod mutations;
mod oracle;
mod runs;

use corpora::{ANSWERS, FORMS, Form, LINES_OF_ANSWERS, LINES_OF_PUZZLES, some_pairs};
use document::{Document, Pair};
use mutations::{MUTATIONS, any};
use ninefold::internal::Rng;
use runs::{Run, VerifyRun};

/// The texts of each form for `solve`, and for each way to call `verify`.
const SOLVED: u64 = 24;
const VERIFIED: u64 = 10;

/// A mutated text, and how it came about.
struct Case {
    name: String,
    rng: Rng,
    pairs: Vec<Pair<'static>>,
    base: Document,
    mutated: Document,
    mutations: Vec<&'static str>,
    /// The lines of a chunk.
    lines: usize,
}

impl Case {
    /// Writes a text of a form. The same number makes the same text.
    fn new(form: &'static Form, number: u64) -> Case {
        let name: Vec<u64> = form.name.bytes().map(u64::from).collect();
        let mut rng = Rng::new(number, &name);
        let count = 2 + rng.below(13) as usize;
        let pairs = some_pairs(count, &mut rng);
        let base = form.write(&pairs, &mut rng);
        let lines = any(&[1, 2, 7, 1000], &mut rng).expect("there are four");
        Case {
            name: format!("{}, number {number}", form.name),
            rng,
            pairs,
            mutated: base.clone(),
            base,
            mutations: Vec::new(),
            lines,
        }
    }

    /// Changes it in up to three ways, and no record twice: what two faults make of one record may
    /// be another that is sound.
    fn mutated(form: &'static Form, number: u64) -> Case {
        let mut case = Case::new(form, number);
        let mut changed = Vec::new();
        for _ in 0..=case.rng.below(3) {
            let mutation = any(&MUTATIONS, &mut case.rng).expect("there are some");
            let mut next = case.mutated.clone();
            if (mutation.apply)(&mut next, &mut case.rng).is_none() {
                continue;
            }
            let records = next.records_that_differ(&case.mutated);
            let is_again = records.iter().any(|record| changed.contains(record));
            if is_again && !mutation.is_of_all {
                continue;
            }
            changed.extend(records);
            case.mutated = next;
            case.mutations.push(mutation.name);
        }
        case
    }

    /// A fault, with all that is needed to see it.
    fn told(&self, fault: &str) -> String {
        let changed = differing_lines(&self.base.text(), &self.mutated.text());
        format!("{}, {:?}: {fault}\n{changed}", self.name, self.mutations)
    }
}

/// The lines that only one of two texts has.
fn differing_lines(old: &str, new: &str) -> String {
    let only = |of: &str, other: &str, sign: char| -> String {
        let others: Vec<&str> = other.lines().collect();
        let lines = of.lines().enumerate();
        let own = lines.filter(|(_, line)| !others.contains(line));
        own.map(|(i, line)| format!("{sign}{}: {line}\n", i + 1))
            .collect()
    };
    only(old, new, '-') + &only(new, old, '+')
}

#[test]
fn texts_are_read_as_they_were_written() {
    for form in FORMS {
        for number in 0..5 {
            let case = Case::new(form, number);
            let text = case.base.text();
            let run = runs::solve(&text, case.lines);
            let run = run.unwrap_or_else(|message| panic!("{}: {message}\n{text}", case.name));
            let fault = oracle::fault_of_solve(&case.base, &case.base, &run);
            assert_eq!(fault, None, "{}", case.name);
            assert!(run.is_clean(), "{}", case.name);
            let compared = if form.has_solutions() {
                case.base.records
            } else {
                0
            };
            assert_eq!(run.summary.known.compared, compared as u64, "{}", case.name);
            assert_eq!(run.summary.without_blanks, 0, "{}", case.name);
        }
    }
}

#[test]
fn of_mutated_texts_nothing_is_lost_or_added_in_silence() {
    let mut read = 0;
    let mut faults = Vec::new();
    for form in FORMS {
        for number in 0..SOLVED {
            let case = Case::mutated(form, number);
            match runs::solve(&case.mutated.text(), case.lines) {
                Ok(run) => {
                    read += 1;
                    let fault = oracle::fault_of_solve(&case.mutated, &case.base, &run);
                    faults.extend(fault.map(|fault| case.told(&fault)));
                }
                Err(message) => assert!(!message.is_empty()),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // A reader that refuses everything loses nothing.
    assert!(read * 10 > FORMS.len() as u64 * SOLVED * 9, "{read}");
}

#[test]
fn of_mutated_texts_nothing_wrong_is_called_right() {
    let mut compared = 0;
    let mut faults = Vec::new();
    let mut check =
        |case: &Case, run: Run<VerifyRun>, puzzles: &Document, answers: &Document| match run {
            Ok(run) => {
                compared += 1;
                let fault = oracle::fault_of_verify(puzzles, answers, &run);
                faults.extend(fault.map(|fault| case.told(&fault)));
            }
            Err(message) => assert!(!message.is_empty()),
        };
    let with_solutions = || FORMS.iter().filter(|form| form.has_solutions());
    for number in 0..VERIFIED {
        for form in with_solutions() {
            let case = Case::mutated(form, number);
            let run = runs::verify(&case.mutated.text(), None, case.lines);
            check(&case, run, &case.mutated, &case.mutated);
        }
        for form in FORMS {
            let case = Case::mutated(form, 100 + number);
            let answers = LINES_OF_ANSWERS.write(&case.pairs, &mut case.rng.clone());
            let run = runs::verify(&case.mutated.text(), Some(&answers.text()), case.lines);
            check(&case, run, &case.mutated, &answers);
        }
        for form in ANSWERS.iter().chain(with_solutions()) {
            let case = Case::mutated(form, 200 + number);
            let puzzles = LINES_OF_PUZZLES.write(&case.pairs, &mut case.rng.clone());
            let run = runs::verify(&puzzles.text(), Some(&case.mutated.text()), case.lines);
            check(&case, run, &puzzles, &case.mutated);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // Of texts with other counts of puzzles and of answers, nothing is compared.
    assert!(compared > 60 * VERIFIED, "{compared}");
}
