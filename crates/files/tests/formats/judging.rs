//! Answers as solvers print them, beside their puzzles, below them or among other text: each is
//! judged as the answer to its own puzzle.

use super::answers::{from, wrong};
use super::sample::{
    SAMPLE, counts, is_right, judged, printed, solved, verified, verified_in, wrong_lines,
};
use super::{board, source};
use ninefold_files::format::answers::{self, AnswerOptions};
use ninefold_files::format::{FormatOptions, Kind, OutputFormat, WriteOptions};

#[test]
fn every_form_of_other_programs_is_recognised() {
    let [puzzles, answers] = &*SAMPLE;
    let lines = puzzles.join("\n");
    // With text between the puzzles, which other programs skip.
    let mut strewn = puzzles.clone();
    strewn.insert(0, "# comment".to_owned());
    strewn.insert(7, "\n# comment".to_owned());
    // Each answer in its place alone, below its puzzle, or among other text.
    for (place, form) in [
        ("alone", "{p},{s}\n"),
        ("alone", "{p}:{s}\n"),
        ("alone", "{zeros} {s}\n"),
        ("alone", "{dashes} {s}\n"),
        ("alone", "{p}:1:{s}\n"),
        ("alone", "{p}={s}\n"),
        ("alone", "{p}->{s}\n"),
        ("alone", "{i}: {s}\n"),
        ("alone", "{i} {s}\n"),
        ("alone", "  \"{s}\" \r\n"),
        ("alone", "{s} # 12 guesses 0.3 ms\n"),
        ("alone", "{s},{i},0.25\n"),
        ("alone", "{s}\n\n"),
        ("alone", "{i},\"{p}\",\"{s}\",ok\n"),
        (
            "alone",
            "{\"id\":{i},\"quiz\":\"{p}\",\"answer\":\"{s}\"}\n",
        ),
        ("alone", "{\"quiz\":\"{p}\",\"mine\":\"{s}\"}\n"),
        ("alone", "[{rows s}]\n"),
        ("alone", "solution: {line s}\n"),
        ("below", "{p}\n{s}\n"),
        ("below", "{p}\n{s}\n\n"),
        ("below", "Puzzle {i}: {p}\nSolution: {s}\n"),
        ("below", "{p}\n12 guesses\n{s}\nTime: 5 ms\n\n"),
        ("below", "{dense p}\n\n{dense s}\n\n"),
        ("below", "Puzzle {i}\n{spaced p}\nSolution\n{spaced s}\n\n"),
        ("below", "[{commas p}, ]\n[{commas s}, ]\n"),
        ("among", "{s}\nTime: 0.5 ms\n"),
        ("among", "Puzzle {i}:\n{s}\n"),
        ("among", "Puzzle {i}\n\n{s}\n12 guesses, 5 ms\n\n"),
        ("among", "{i}\n{s}\n"),
        ("among", "{s}\n0.5\n"),
        // Status lines are no answers, whatever words they have.
        ("among", "{s}\nerrors: none\n"),
        ("among", "{s}\ncached: false\n"),
        ("among", "{s}\ntime: none 5\n"),
    ] {
        let whole = printed(form, |i| &answers[i]);
        for puzzles in [&lines, &strewn.join("\n")] {
            let found = judged(puzzles, &whole);
            assert_eq!(counts(&found), [48, 0, 0], "{form}");
            let among = found.alignment.skips_text();
            assert_eq!(among, place == "among", "{form}");
        }
        let opened = answers::open(source(whole.as_bytes(), 9), &AnswerOptions::default());
        let label = opened.unwrap().label;
        assert_eq!(
            label.ends_with("below the puzzles"),
            place == "below",
            "{form}: {label}"
        );
        // One that is right by chance outweighs no others.
        for (one, other) in [(20, 30), (0, 1)] {
            let swapped = printed(form, |i| match i {
                _ if i == one => &answers[other],
                _ if i == other => &answers[one],
                _ => &answers[i],
            });
            let found = judged(&lines, &swapped);
            assert_eq!(counts(&found), [46, 2, 0], "{form}");
            let both = [one, other].map(|i| i as u64 + 1);
            assert_eq!(wrong_lines(&found), both, "{form}");
        }
        // The puzzle itself in place of an answer.
        if place == "below" {
            let copied = printed(form, |i| if i == 40 { &puzzles[40] } else { &answers[i] });
            assert_eq!(judged(&lines, &copied).right, 47, "{form}");
        }
    }
}

#[test]
fn what_is_printed_in_place_of_a_solution_is_counted_in_its_place() {
    let [puzzles, answers] = &*SAMPLE;
    let puzzles = puzzles.join("\n");
    for (form, instead, expected) in [
        ("{p}\n{s}\n", "no solution", [47, 0, 1]),
        ("{p}\n{s}\n", "!none", [47, 0, 1]),
        ("{p}\n{s}\n", "oops", [47, 0, 1]),
        ("{p}\n{s}\n", "", [47, 0, 1]),
        // Text between the answers makes no number text, which says that there is no solution.
        ("{s}\n0.1 ms\n", "0", [47, 0, 1]),
        ("{s}\n", "oops", [47, 1, 0]),
    ] {
        let text = printed(form, |i| if i == 20 { instead } else { &answers[i] });
        assert_eq!(
            counts(&judged(&puzzles, &text)),
            expected,
            "{form}{instead}"
        );
    }
    for oops in [&[0][..], &[7, 8], &[47], &[0, 20, 21, 22, 47]] {
        let text = printed("{s}\n", |i| {
            if oops.contains(&i) {
                "oops"
            } else {
                &answers[i]
            }
        });
        let wrong = oops.len() as u64;
        let found = judged(&puzzles, &text);
        assert_eq!(counts(&found), [48 - wrong, wrong, 0], "{oops:?}");
    }
    let counted = printed("{s}\n", |i| if i >= 45 { "0" } else { &answers[i] });
    let found = judged(&puzzles, &format!("48\n{counted}"));
    assert_eq!(counts(&found), [45, 0, 3]);
    // Now and then, other text.
    let text = printed("{s}\n", |i| &answers[i]);
    let rows: Vec<&str> = text.lines().collect();
    let text = rows.chunks(7).map(|rows| rows.join("\n") + "\nprogress\n");
    assert_eq!(
        counts(&judged(&puzzles, &text.collect::<String>())),
        [48, 0, 0]
    );
    // Words between boards.
    let boards = printed("{spaced s}\n\n", |i| &answers[i]);
    let twentieth = board(&answers[20], " ", "\n");
    let found = judged(&puzzles, &boards.replace(&twentieth, "No solution"));
    assert_eq!(counts(&found), [47, 0, 1]);
    let ruled = "-".repeat(81) + "\n" + &printed("{s}\n", |i| &answers[i]);
    assert_eq!(counts(&judged(&puzzles, &ruled)), [48, 0, 0]);
    // Wherever a line of text stands: also above the last answer alone.
    for at in 0..3 {
        let mut printed: Vec<&str> = answers[..3].iter().map(String::as_str).collect();
        printed.insert(at, "warning: slow");
        let few = puzzles.lines().take(3).collect::<Vec<_>>().join("\n");
        let found = judged(&few, &printed.join("\n"));
        assert_eq!(counts(&found), [3, 0, 0], "{at}");
    }
}

#[test]
fn boards_that_are_framed_or_lost_a_row_are_those_of_their_puzzles() {
    let [puzzles, answers] = &*SAMPLE;
    let lines = puzzles.join("\n");
    let framed = |i: usize| {
        let rows: Vec<String> = board(&answers[i], " ", "\n")
            .lines()
            .map(|row| format!("| {} | {} | {} |\n", &row[..5], &row[6..11], &row[12..]))
            .collect();
        format!("+-------+-------+-------+\n{}", rows.concat())
    };
    let framed: String = (0..48).map(framed).collect();
    assert_eq!(counts(&judged(&lines, &framed)), [48, 0, 0]);
    let lists = printed("[{rows s}]\n", |i| &answers[i]).replace("],[", "]\n[");
    assert_eq!(counts(&judged(&lines, &lists)), [48, 0, 0]);
    let grid = solved(&lines, &WriteOptions::default().format(OutputFormat::Grid));
    for text in [
        grid,
        printed("{dense s}\n\n", |i| &answers[i]),
        printed("{dense s}\ntook 3 ms\n", |i| &answers[i]),
    ] {
        let mut rows: Vec<&str> = text.lines().collect();
        rows.remove(rows.len() / 48 + 1);
        let found = judged(&lines, &rows.join("\n"));
        assert_eq!(counts(&found), [47, 1, 0], "{text}");
    }
    // They are named by the lines on which they begin.
    let grids: String = puzzles
        .iter()
        .map(|puzzle| format!("Grid 01\n{}\n", board(puzzle, "", "\n")))
        .collect();
    let dense = printed("{dense s}\n", |i| &answers[i]);
    let mut rows: Vec<&str> = dense.lines().collect();
    rows.swap(180, 181);
    let (format, form) = Default::default();
    let (_, found) = verified((&grids, &format), (&rows.join("\n"), &form)).unwrap();
    assert_eq!(counts(&found), [47, 1, 0]);
    let first = &found.first_wrong[0];
    assert_eq!((first.puzzle_line, first.answer_line), (202, 181));
}

#[test]
fn tables_are_read_by_the_names_of_their_columns() {
    let [puzzles, answers] = &*SAMPLE;
    let lines = puzzles.join("\n");
    let other = "1".repeat(81);
    for (header, form, asked, name, lines_each) in [
        ("Quizzes,Solutions", "{p},{s}\n", None, "Solutions", 1),
        ("id;answer", "{i};{s}\n", None, "answer", 1),
        ("solution\tpuzzle", "{s}\t{p}\n", None, "solution", 1),
        ("solution", "{s}\n", None, "solution", 1),
        // A field may hold line feeds, and a column may have been appended.
        (
            "note,puzzle,solutions,solution",
            "\"two\n\"\"lines\"\"\",{p},{other},{s}\n",
            None,
            "solution",
            2,
        ),
        // Beside puzzles it may have any name.
        (
            "note,puzzle,mine",
            "\"two\nlines\",{p},{s}\n",
            None,
            "mine",
            2,
        ),
        // Unknown names, above one column of puzzles and one of full grids.
        ("given,found", "{p},{s}\n", None, "found", 1),
        ("number;mine", "{i};{s}\n", None, "mine", 1),
        ("mine,theirs", "{other},{s}\n", Some("theirs"), "theirs", 1),
        // What is called puzzle and is none names no other puzzle.
        (
            "puzzle,grid,solution",
            "no. {i},{p},{s}\n",
            None,
            "solution",
            1,
        ),
        // A board in quotes.
        ("id,solution", "{i},\"{dense s}\"\n", None, "solution", 9),
    ] {
        let form = form.replace("{other}", &other);
        let options = AnswerOptions::default().solution(asked.map(str::to_owned));
        let judged = |answer: &dyn Fn(usize) -> &'static str| {
            let text = format!("{header}\n{}", printed(&form, answer));
            let format = FormatOptions::default();
            verified((&lines, &format), (&text, &options)).expect(&text)
        };
        let (label, found) = judged(&|i| &answers[i]);
        assert_eq!(label, format!("csv, column '{name}'"));
        assert_eq!(counts(&found), [48, 0, 0], "{header}");
        let (_, found) = judged(&|i| if i == 40 { &answers[30] } else { &answers[i] });
        assert_eq!(counts(&found), [47, 1, 0], "{header}");
        let first = &found.first_wrong[0];
        let expected = (41, 40 * lines_each + 2);
        assert_eq!((first.puzzle_line, first.answer_line), expected, "{header}");
    }
}

/// Whatever stands in place of one solution, it moves no other to the next puzzle.
#[test]
fn a_value_that_is_no_board_is_one_answer() {
    let [puzzles, answers] = &*SAMPLE;
    let objects = printed("{\"puzzle\":\"{p}\",\"solution\":\"{s}\"}\n", |i| {
        &answers[i]
    });
    for value in [
        "[[5,3],[1]]",
        "[]",
        "null",
        "\"\"",
        "{\"a\":1}",
        "12",
        "false",
    ] {
        let objects = objects.replacen(&format!("\"{}\"", answers[0]), value, 1);
        let found = judged(&puzzles.join("\n"), &objects);
        assert_eq!(counts(&found), [47, 0, 1], "{value}");
    }
    let verdicts = "{\"verdict\":\"solved\"}\n{\"solution\":\"!none\"}\nnot json\n{\"count\":3}\n";
    let found = judged(&puzzles.join("\n"), &verdicts.repeat(12));
    assert_eq!(counts(&found), [0, 12, 36]);
}

/// A table, or lines, of puzzles and their answers.
#[test]
fn puzzles_and_answers_of_one_text_stand_alone() {
    let [puzzles, answers] = &*SAMPLE;
    let wrong = wrong(answers);
    let column = |number: &str| Some(number.to_owned());
    for (header, form, columns) in [
        ("puzzle,solution\n", "{p},{s}\n", None),
        ("puzzle,solution,count\n", "{p},{s},1\n", None),
        ("", "{p},{s}\n", None),
        ("", "{p}:1:{s}\n", None),
        ("", "{p}\t{s}\n", None),
        ("", "7,{p},{s}\n", None),
        ("", "7,{p},{s}\n", Some(("2", "3"))),
        ("", "7;{p};{s}\n", Some(("2", "3"))),
        ("", "7\t{p}\t{s}\n", Some(("2", "3"))),
        // A field that is the number of a column is not its name.
        ("", "{p},1,{s}\n", Some(("1", "3"))),
        ("", "{p},3,{s}\n", Some(("1", "3"))),
    ] {
        let format =
            FormatOptions::default().column(columns.and_then(|(puzzle, _)| column(puzzle)));
        let form_of =
            AnswerOptions::default().solution(columns.and_then(|(_, answer)| column(answer)));
        for (all, expected) in [(answers, [48, 0, 0]), (&wrong, [0, 48, 0])] {
            let text = header.to_owned() + &printed(form, |i| &all[i]);
            let opened = answers::open(source(text.as_bytes(), 9), &form_of).unwrap();
            assert!(opened.has_puzzles || columns.is_some(), "{text}");
            let (_, found) = verified((&text, &format), (&text, &form_of)).expect(&text);
            assert_eq!(counts(&found), expected, "{text}");
        }
        // Its header says so, whatever stands in the first rows.
        if header.is_empty() {
            continue;
        }
        let cut: Vec<String> = answers
            .iter()
            .map(|all| format!("{}0", &all[..80]))
            .collect();
        let same = |text: &str| vec![text.to_owned(); 48];
        for (all, expected) in [
            (&cut, [0, 48, 0]),
            (&same("timeout"), [0, 48, 0]),
            (&same(""), [0, 0, 48]),
            (puzzles, [0, 0, 48]),
        ] {
            let text = header.to_owned() + &printed(form, |i| &all[i]);
            let (_, found) = verified((&text, &format), (&text, &form_of)).expect(&text);
            assert_eq!(counts(&found), expected, "{text}");
        }
    }
}

/// Nothing that a line states is right if the line is no puzzle.
#[test]
fn no_answer_to_a_line_that_is_no_puzzle_is_right() {
    let [puzzles, answers] = &*SAMPLE;
    let answers = answers.join("\n");
    for blank in ["?", "A", "~"] {
        let bad = puzzles.join("\n").replace('.', blank);
        let found = judged(&bad, &answers);
        assert_eq!((counts(&found), found.not_read), ([0; 3], 48), "{blank}");
        let ours = solved(&bad, &WriteOptions::default());
        let found = judged(&bad, &ours);
        assert_eq!((counts(&found), found.not_read), ([0; 3], 48), "{blank}");
        assert!(!found.is_clean(), "{blank}");
    }
    // Nor is it right that a good one is none, or that its clues clash.
    for claim in ["!malformed\n", "!invalid\n"] {
        let found = judged(&puzzles.join("\n"), &claim.repeat(48));
        assert_eq!(counts(&found), [0, 48, 0], "{claim}");
    }
    // Among others, it alone is not read.
    let mut some = puzzles.clone();
    some[3] = some[3].replace('.', "?");
    let found = judged(&some.join("\n"), &answers);
    assert_eq!((counts(&found), found.not_read), ([47, 0, 0], 1));
}

#[test]
fn a_table_of_counts_has_no_wrong_line() {
    let puzzle = &SAMPLE[0][0];
    let table = format!("id,puzzle,count,verdict\n1,{puzzle},1,solved\n2,nonsense,,malformed\n");
    let found = judged(&format!("{puzzle}\nnonsense\n"), &table);
    assert_eq!((counts(&found), found.not_read), ([0, 0, 1], 1));
}

#[test]
fn a_form_can_be_named() {
    let strewn = from(
        &SAMPLE[0].iter().map(String::as_str).collect::<Vec<_>>(),
        7,
        true,
    );
    let format = FormatOptions::default().kind(Kind::Line);
    for &named in OutputFormat::ALL {
        let answers = solved(&strewn, &WriteOptions::default().format(named));
        let form = AnswerOptions::default().format(named);
        let (_, found) = verified((&strewn, &format), (&answers, &form)).expect(&answers);
        assert!(is_right(&found), "{named:?}\n{found:?}");
        assert!(found.not_read > 0 && !found.is_clean(), "{found:?}");
    }
}

#[test]
fn what_is_found_does_not_depend_on_chunks_and_threads() {
    let puzzles = SAMPLE[0].iter().enumerate().map(|(i, puzzle)| match i % 9 {
        4 => format!("# a comment\n{puzzle} easy\n\n"),
        7 => format!("{puzzle}1\n{puzzle}\n"),
        _ => format!("{puzzle}\n"),
    });
    let puzzles: String = puzzles.collect();
    // More than a block of pairs.
    let many = puzzles.repeat(45);
    let lines = FormatOptions::default().kind(Kind::Line);
    let form = AnswerOptions::default();
    for format in ["solution", "csv", "jsonl", "grid", "leetcode"] {
        let format = OutputFormat::ALL.iter().find(|own| own.name() == format);
        let options = WriteOptions::default().format(*format.unwrap());
        let header = options.header();
        let rows = solved(&puzzles, &options);
        let answers = header.clone() + &rows[header.len()..].repeat(45);
        let answers = &answers[..answers.len() - 100];
        let found = |count, threads| verified_in((&many, &lines), (answers, &form), count, threads);
        let whole = found(1000, 1).unwrap();
        assert!(whole.1.right > 2100 && !whole.1.is_clean(), "{whole:?}");
        for (count, threads) in [(1, 1), (3, 3), (50, 2)] {
            assert_eq!(found(count, threads).unwrap(), whole, "{options:?}");
        }
    }
}
