//! Boards in JSON: arrays of nine arrays of nine one-character strings.

use super::blocks::Out;
use crate::input::Origin;

/// A line without the assignment in front of its board, as in `board = [[` or
/// `let board: string[][] = [[`.
pub(super) fn without_assignment(line: &[u8]) -> &[u8] {
    let text = line.trim_ascii_start();
    let name = text
        .first()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    let sign = memchr::memchr2(b'=', b'"', text).filter(|&at| name && text[at] == b'=');
    match sign.map(|at| text[at + 1..].trim_ascii_start()) {
        Some(board) if board.starts_with(b"[") => board,
        _ => line,
    }
}

/// Reads boards, however their lines are broken.
#[derive(Default)]
pub(super) struct Board {
    depth: usize,
    /// Inside a string, its characters so far.
    string: Option<Vec<u8>>,
    cells: Vec<u8>,
    /// Cells of the rows that have ended.
    row: usize,
    began: Origin,
    /// Something that no board has.
    odd: bool,
}

impl Board {
    pub(super) fn line(&mut self, line: &[u8], at: Origin, out: &mut Out) {
        let between = self.depth == 0 && !self.odd;
        let line = if between {
            without_assignment(line)
        } else {
            line
        };
        for &byte in line {
            self.byte(byte, at, out);
        }
        // A string does not go on over the end of a line.
        if self.string.take().is_some() {
            self.odd = true;
        }
    }

    fn byte(&mut self, byte: u8, at: Origin, out: &mut Out) {
        if let Some(string) = &mut self.string {
            if byte == b'"' {
                let cell = if let [cell] = string[..] { cell } else { b'?' };
                self.push(cell);
                self.string = None;
            } else if string.len() < 2 {
                string.push(byte);
            }
            return;
        }
        let nothing = self.depth == 0 && !self.odd;
        if nothing && !matches!(byte, b',' | b';' | b' ' | b'\t' | b'\r') {
            // Whatever it is, this is its place.
            self.began = at;
        }
        match byte {
            b'[' => {
                if self.depth == 1 && self.cells.is_empty() && !self.odd {
                    self.began = at;
                }
                self.depth += 1;
                self.odd |= self.depth > 2;
            }
            b']' => self.close(out),
            b'"' => {
                self.odd |= self.depth != 2;
                self.string = Some(Vec::new());
            }
            b',' | b' ' | b'\t' | b'\r' => {}
            b';' if nothing => {}
            _ => self.odd = true,
        }
    }

    fn push(&mut self, cell: u8) {
        if self.cells.len() <= 81 {
            self.cells.push(cell);
        }
    }

    fn close(&mut self, out: &mut Out) {
        if self.depth == 2 {
            self.odd |= self.cells.len() != self.row + 9;
            self.row = self.cells.len();
        }
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            self.end(out);
        }
    }

    /// Ends a board, whole or not.
    pub(super) fn end(&mut self, out: &mut Out) {
        if self.odd || self.depth != 0 {
            self.cells.truncate(80);
            self.cells.push(b'?');
            self.cells.push(b'?');
        }
        if !self.cells.is_empty() {
            out.record(&self.cells, self.began, b"");
        }
        *self = Board::default();
    }
}
