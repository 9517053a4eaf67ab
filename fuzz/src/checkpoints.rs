//! Checkpoints of runs, which `solve --resume` reads.

use ninefold_files::pipeline::checkpoint::{Checkpoint, VERSION};

/// Any bytes are read or refused with a reason, also after a valid head and checksum. A checkpoint
/// that was read is written and read again unchanged. A truncated one is refused.
pub fn checkpoints(data: &[u8]) {
    read(data);
    let sum = crc32fast::hash(data);
    let head = format!("ninefold-checkpoint {VERSION} crc32={sum:08x}\n");
    let refused = read(&[head.as_bytes(), data, b"\n"].concat());
    assert!(
        refused
            .as_ref()
            .is_none_or(|refused| refused.starts_with("line 2, column ")),
        "head and checksum are right: {refused:?}"
    );
}

fn read(text: &[u8]) -> Option<String> {
    let checkpoint = match Checkpoint::parse(text) {
        Ok(checkpoint) => checkpoint,
        Err(error) => {
            assert!(!error.is_empty());
            return Some(error);
        }
    };
    let again = checkpoint.to_text();
    assert_eq!(
        Checkpoint::parse(again.as_bytes()).as_ref(),
        Ok(&checkpoint)
    );
    // The last byte is a line feed, without which nothing is missing.
    for end in 0..again.len() - 1 {
        assert!(
            Checkpoint::parse(&again.as_bytes()[..end]).is_err(),
            "{end}"
        );
    }
    None
}
