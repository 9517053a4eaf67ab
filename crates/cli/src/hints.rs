//! Hints for arguments that mean nothing: what the user may have meant.

use ninefold::grid::{CELLS, Puzzle};
use ninefold_files::escape::escape;
use std::path::Path;

/// Whether a name is a puzzle that was typed in place of a file.
fn is_puzzle(name: &Path) -> bool {
    let cells: Option<&[u8; CELLS]> = name.as_os_str().as_encoded_bytes().try_into().ok();
    cells.is_some_and(|cells| Puzzle::from_text(cells).is_ok())
}

/// How to solve what is in no file: a puzzle, or what has an address.
pub(crate) fn no_file(name: &str) -> Option<String> {
    let typed = escape(name);
    let (what, read) = match name.split_once("://") {
        _ if is_puzzle(name.as_ref()) => ("a puzzle", format!("echo '{typed}'")),
        Some(("http" | "https" | "ftp", _)) => ("an address", format!("curl -L {typed}")),
        Some(("s3", _)) => ("an address", format!("aws s3 cp {typed} -")),
        _ => return None,
    };
    Some(format!(
        "this is {what}, not a file or a command; puzzles are read from files or standard input: \
         try\n  {read} | ninefold solve -"
    ))
}

/// How to compress the output, if its name asks for it.
pub(crate) fn compressed(output: &Path) -> Option<String> {
    let program = match output.extension()?.to_str()? {
        "gz" => "gzip",
        "zst" => "zstd",
        "xz" => "xz",
        "bz2" => "bzip2",
        "lz4" => "lz4",
        _ => return None,
    };
    let name = escape(output);
    Some(format!(
        "output {name}: Ninefold writes plain text; compress it with -o - | {program} > {name}"
    ))
}
