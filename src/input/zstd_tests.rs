//! The reader of zstd, with frames written out here.

use super::zstd;
use std::io::{self, BufReader, ErrorKind, Read};

const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// No checksum, no length, a window of 2 MiB.
const PLAIN: &[u8] = &[0, 11 << 3];

/// A frame of blocks that are stored as they are.
fn frame(head: &[u8], blocks: &[&[u8]], behind: &[u8]) -> Vec<u8> {
    let mut frame = [&MAGIC, head].concat();
    for (i, block) in blocks.iter().enumerate() {
        let last = u32::from(i + 1 == blocks.len());
        frame.extend(&(last | (block.len() as u32) << 3).to_le_bytes()[..3]);
        frame.extend(*block);
    }
    frame.extend(behind);
    frame
}

fn skipped(length: u8) -> Vec<u8> {
    let mut frame = vec![0x5a, 0x2a, 0x4d, 0x18, length, 0, 0, 0];
    frame.resize(8 + usize::from(length), 0x28);
    frame
}

/// The data of a reader, up to its end or its error.
fn all(mut reader: impl Read) -> (Vec<u8>, Option<io::Error>) {
    let (mut all, mut buffer) = (Vec::new(), [0; 700]);
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return (all, None),
            Ok(got) => all.extend(&buffer[..got]),
            Err(error) => return (all, Some(error)),
        }
    }
}

/// The data, if the input comes in pieces.
fn in_pieces(packed: &[u8]) -> (Vec<u8>, Option<io::Error>) {
    all(zstd::Zstd::new(BufReader::with_capacity(97, packed)).unwrap())
}

fn failure(packed: &[u8]) -> (ErrorKind, String) {
    let error = in_pieces(packed).1.expect("it is refused");
    (error.kind(), error.to_string())
}

#[test]
fn all_frames_are_read_and_some_are_skipped() {
    let frames = [
        skipped(9),
        frame(PLAIN, &[b"one ", &[b'x'; 3000], b" "], b""),
        skipped(0),
        frame(PLAIN, &[b""], b""),
        frame(PLAIN, &[b"two"], b""),
        skipped(200),
    ];
    let expected = [b"one ", &[b'x'; 3000][..], b" two"].concat();
    {
        let (read, error) = in_pieces(&frames.concat());
        assert!(error.is_none(), "{error:?}");
        assert!(read == expected);
    }
    {
        let (read, error) = in_pieces(b"");
        assert!(read.is_empty() && error.is_none());
    }
}

#[test]
fn what_is_cut_short_is_an_error_and_not_the_end() {
    let first = frame(PLAIN, &[b"first"], b"");
    for second in [frame(PLAIN, &[b"sec", b"ond"], b""), skipped(9)] {
        for end in 1..second.len() {
            {
                let (read, error) = in_pieces(&[&first, &second[..end]].concat());
                assert!(b"firstsecond".starts_with(&read[..]) && read.len() >= 5);
                let kind = error.map(|error| error.kind());
                let short = [ErrorKind::UnexpectedEof, ErrorKind::InvalidData];
                assert!(
                    kind.is_some_and(|kind| short.contains(&kind)),
                    "{end}: {kind:?}"
                );
            }
        }
    }
}

#[test]
fn a_damaged_block_takes_none_before_it_along() {
    let mut packed = frame(PLAIN, &[b"one ", b"two ", b"three"], b"");
    let third = packed.len() - 8;
    // A kind of block that does not exist.
    packed[third] |= 6;
    let (read, error) = all(zstd::Zstd::new(&packed[..]).unwrap());
    assert_eq!(read, b"one two ");
    assert_eq!(
        error.map(|error| error.kind()),
        Some(ErrorKind::InvalidData)
    );
}

#[test]
fn damage_is_found_at_one_place_however_the_data_come() {
    // A block of six bytes where 56 were promised.
    let short = frame(&[0x24, 56], &[b"\xff\xff\xff\xff@\xfc"], b"");
    let mut third = frame(PLAIN, &[b"one ", &[b'x'; 300], b"three"], b"");
    let kind = third.len() - 8;
    third[kind] |= 6;
    for packed in [short, third] {
        let (read, error) = all(zstd::Zstd::new(&packed[..]).unwrap());
        let error = error.expect("it is damaged").to_string();
        for size in 1..packed.len() {
            let pieces = BufReader::with_capacity(size, &packed[..]);
            let (other, other_error) = all(zstd::Zstd::new(pieces).unwrap());
            assert_eq!(other, read, "pieces of {size}");
            assert_eq!(
                other_error.map(|error| error.to_string()),
                Some(error.clone())
            );
        }
    }
}

#[test]
fn a_wrong_checksum_is_told_behind_all_data() {
    let packed = frame(&[4, 11 << 3], &[b"some data"], &[1, 2, 3, 4]);
    {
        let (read, error) = in_pieces(&packed);
        assert_eq!(read, b"some data");
        let error = error.expect("the checksum is wrong").to_string();
        assert!(error.contains("checksum"), "{error}");
    }
}

#[test]
fn what_a_frame_asks_for_is_told_in_words() {
    let huge = frame(&[0, 18 << 3], &[b"256 MiB"], b"");
    let with_dictionary = frame(&[1, 11 << 3, 7], &[b"number 7"], b"");
    {
        let (kind, message) = failure(&huge);
        assert_eq!(kind, ErrorKind::Unsupported);
        assert!(
            message.contains("a window of more than 128 MiB"),
            "{message}"
        );
    }
    {
        let (kind, message) = failure(&with_dictionary);
        assert_eq!(kind, ErrorKind::Unsupported);
        assert!(message.contains("needs a dictionary"), "{message}");
    }
    // The largest window that is taken.
    let large = frame(&[0, 17 << 3], &[b"128 MiB"], b"");
    {
        let (read, error) = in_pieces(&large);
        assert!(read == b"128 MiB" && error.is_none(), "{error:?}");
    }
}
