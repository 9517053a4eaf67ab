//! `ninefold supervise`: starts a solver for the program that started it, and accounts for it.

use super::failure::Failure;
use ninefold_referee::external;
use std::io::{self, BufReader, BufWriter};

/// Bytes to read or write at a time: a request has hundreds of thousands.
const BLOCK: usize = 256 << 10;

/// Follows the orders on standard input until it ends.
///
/// # Errors
/// Something that is no order, or a program that has gone.
pub(crate) fn run() -> Result<u8, Failure> {
    let orders = BufReader::with_capacity(BLOCK, io::stdin());
    let mut done = BufWriter::with_capacity(BLOCK, io::stdout());
    external::supervise(orders, &mut done).map_err(Failure::io)?;
    Ok(0)
}
