//! What holds of any text.

use super::{PUZZLE, rows};
use ninefold::format::{Format, Kind, OtherKind, Records, WriteOptions, find};
use ninefold::grid::CELLS;
use proptest::prelude::*;

proptest! {
    /// One line in, one line out, whatever the lines hold, and wherever the
    /// text is cut into chunks.
    #[test]
    fn a_line_for_a_line(
        parts in prop::collection::vec(prop_oneof![
            Just(PUZZLE.as_bytes().to_vec()),
            Just(b"\n".to_vec()),
            Just(b"\r\n".to_vec()),
            Just(b"#".to_vec()),
            prop::collection::vec(any::<u8>(), 0..100),
        ], 0..40),
        lines in 1_usize..5,
    ) {
        let text: Vec<u8> = parts.concat();
        let count = text.split_inclusive(|&byte| byte == b'\n').count();
        let options = WriteOptions::default().explain(true);
        let whole = rows(&text, usize::MAX, Some(Kind::Line), &options).0;
        prop_assert_eq!(whole.matches('\n').count(), count);
        prop_assert_eq!(rows(&text, lines, Some(Kind::Line), &options).0, whole);
    }

    /// No text makes any reader panic, and every record is a line.
    #[test]
    fn any_text_in_any_format(text in prop::collection::vec(any::<u8>(), 0..600), kind in 0..Kind::ALL.len()) {
        // A table has a beginning, and a quote that is not closed is an error. What takes several
        // lines is refused where there is no record at all.
        let (header, text): (&[u8], _) = match Kind::ALL[kind] {
            Kind::Csv => (b"puzzle\n", text.into_iter().filter(|&byte| byte != b'"').collect()),
            Kind::Jsonl => (b"{\"puzzle\":\"\"}\n", text),
            Kind::OpenSudoku => (b"<game data=''/>\n", text),
            kind if !kind.is_lines() => (b".\n", text),
            _ => (b"", text),
        };
        let text = [header, &text].concat();
        let (out, origins) = rows(&text, 3, Some(Kind::ALL[kind]), &WriteOptions::default());
        if !Kind::ALL[kind].is_lines() {
            prop_assert_eq!(out.matches('\n').count(), origins.len());
        }
    }

    /// Lines found are the lines of the text.
    #[test]
    fn records_and_others_are_all_lines(text in "([0-9.]{81}|[0-9. #]{0,90}|\r|\n){0,30}") {
        let mut records = Records::default();
        find(Format::Line, text.as_bytes(), &mut records);
        prop_assert_eq!(records.lines as usize, text.split_inclusive('\n').count());
        prop_assert_eq!(records.starts.len() + records.others.len(), records.lines as usize);
        for &start in &records.starts {
            let cells = &text.as_bytes()[start as usize..start as usize + CELLS];
            prop_assert!(!cells.contains(&b'\n'));
        }
        let blank = records.others.iter().filter(|o| o.kind == OtherKind::Blank);
        prop_assert!(blank.count() <= records.others.len());
    }
}
