//! Tests of lines of answers.

use super::*;

const PUZZLE: &[u8; CELLS] =
    b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
const ANSWER: &[u8; CELLS] =
    b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";

fn line(form: &str) -> Vec<u8> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let dots = text(PUZZLE).replace('0', ".");
    let other = format!("2{}", &dots[1..]);
    form.replace('P', &text(PUZZLE))
        .replace('D', &dots)
        .replace('O', &other)
        .replace('S', &text(ANSWER))
        .into_bytes()
}

#[test]
fn the_solution_is_found_in_the_usual_forms() {
    // tests/formats has those of other programs.
    for form in [
        "S",
        "\"P\";\"S\"",
        "17,D,S",
        "S|D",
        "[P] [S]",
        "(D:S)",
        "The answer is S.",
    ] {
        let line = line(form);
        let answer = read_line(&line, Some(PUZZLE));
        assert_eq!(answer.stated, StatedVerdict::Solution(ANSWER), "{form}");
        let named = answer.puzzle.is_none_or(|puzzle| is_copy(puzzle, PUZZLE));
        assert!(named, "{form}");
    }
    let full = line("S");
    let full = full.as_slice().try_into().unwrap();
    for form in ["S", "S,S", "S:1:S", "3: S"] {
        assert_eq!(
            read_line(&line(form), Some(full)).stated,
            StatedVerdict::Solution(full)
        );
    }
}

#[test]
fn a_line_that_names_another_puzzle_is_known() {
    for form in ["O,S", "O:1:S", "O:0:", "O\t\t!none"] {
        let line = line(form);
        let puzzle = read_line(&line, Some(PUZZLE)).puzzle.expect(form);
        assert!(!is_copy(puzzle, PUZZLE), "{form}");
    }
    // With a digit more or less it is not an answer, whatever is around it.
    for form in ["[S]", "(S)", "S", "x=S"] {
        let text = line(form);
        let (first, last) = text.split_at(text.len() / 2);
        for text in [[first, &last[1..]].concat(), [first, b"5", last].concat()] {
            assert_eq!(
                read_line(&text, Some(PUZZLE)).stated,
                StatedVerdict::Other,
                "{form}"
            );
        }
    }
    // Not a puzzle, but an incomplete answer.
    assert!(matches!(
        read_line(&line("O"), Some(PUZZLE)),
        Answer {
            puzzle: None,
            stated: StatedVerdict::Solution(_)
        }
    ));
}

#[test]
fn verdicts_and_numbers_are_claims() {
    let stated = |form: &str| read_line(&line(form), Some(PUZZLE)).stated == StatedVerdict::Claim;
    for form in ["D:0:", "12", ">=1000", "-1", "P\t\t>=7", "!at-least 5"] {
        assert!(stated(form), "{form}");
    }
    for (form, verdict) in [
        ("!none", Verdict::None),
        ("!multiple,S", Verdict::Multiple),
        ("P\t\t!gave-up after 5 guesses", Verdict::GaveUp),
    ] {
        let line = line(form);
        assert_eq!(
            read_line(&line, Some(PUZZLE)).stated,
            StatedVerdict::Verdict(verdict)
        );
    }
    let full = line("S");
    let invalid = read_line(b"!invalid", full.as_slice().try_into().ok());
    assert_eq!(invalid.stated, StatedVerdict::Verdict(Verdict::Invalid));
    let row = line("S\t\t!invalid");
    let invalid = read_line(&row, full.as_slice().try_into().ok());
    assert_eq!(invalid.stated, StatedVerdict::Verdict(Verdict::Invalid));
    // A line that is not a puzzle, however much it resembles an answer.
    let malformed = line("1234 S\t\t!malformed length 4");
    assert_eq!(
        read_line(&malformed, None).stated,
        StatedVerdict::Verdict(Verdict::Malformed)
    );
    assert_eq!(read_line(b"", Some(PUZZLE)).stated, StatedVerdict::Other);
}

#[test]
fn words_for_no_solution_are_a_claim() {
    let nothing = "None & NULL\r & No solution. & [none] & !None & - & D: false & solution: none & \
                   puzzle 2: None & None 0.1 & none (0.1 ms) & none, 12 guesses & unsat & \
                   It is not possible. & [] & puzzle 2: [],\r";
    let other = "no idea & no & solution & none of them & none: some & errors: none & \
                 cached: false & multiple solutions: none & -- & -> & . & [ & [[] & nonet";
    let none = StatedVerdict::Verdict(Verdict::None);
    for (forms, stated) in [(nothing, none), (other, StatedVerdict::Other)] {
        for form in forms.split(" & ") {
            let line = line(form);
            assert_eq!(read_line(&line, Some(PUZZLE)).stated, stated, "{form}");
            // A line that is no puzzle has no copy beside its answer.
            if !form.contains('D') {
                assert_eq!(read_line(&line, None).stated, stated, "{form}");
            }
        }
    }
}

#[test]
fn fields_say_what_stands_in_them() {
    for (form, stated) in [
        ("P\tS\tsolved\t1", StatedVerdict::Solution(ANSWER)),
        ("P\t[S]\tsolved\t1", StatedVerdict::Solution(ANSWER)),
        ("P\t'S'\tsolved\t1", StatedVerdict::Solution(ANSWER)),
        ("P\t\tsolved\t1", StatedVerdict::Claim),
        ("P\t\t!none\t0", StatedVerdict::Verdict(Verdict::None)),
        ("P\t!invalid\t\t", StatedVerdict::Verdict(Verdict::Invalid)),
        ("P\t\tat-least\t9", StatedVerdict::Claim),
        ("P\t\t\t2", StatedVerdict::Claim),
        ("P\t3\t\t", StatedVerdict::Claim),
        ("P\t\t\t", StatedVerdict::NoSolution),
        ("P\tNone\t\t", StatedVerdict::Verdict(Verdict::None)),
        ("P\tunknown\t\t", StatedVerdict::Other),
    ] {
        let line = line(form);
        assert_eq!(read_fields(&line).stated, stated, "{form}");
    }
}
