//! Invalid input of every kind.

use super::common::Scratch;
use super::{ANSWER, Ended, PUZZLE, ended, fed, limited, skipped, solve, tool};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::Stdio;

/// The same bytes mapped, read, and from a pipe.
fn every_way(args: &[&str], text: &[u8]) -> [Ended; 3] {
    let scratch = Scratch::new();
    let path = scratch.path("in");
    fs::write(&path, text).unwrap();
    [
        ended(solve(&[args, &[&path]].concat())),
        ended(solve(&[args, &["--no-mmap", &path]].concat())),
        fed(solve(args), text),
    ]
}

#[track_caller]
fn assert_every_way(text: &[u8], rows: &str, code: i32) {
    for done in every_way(&[], text) {
        assert_eq!(done.text(), rows);
        assert_eq!((done.code, done.stderr.as_str()), (Some(code), ""));
    }
}

#[test]
fn an_empty_input_has_no_rows() {
    assert_every_way(b"", "", 0);
}

#[test]
fn ends_of_lines_and_a_mark_at_the_start_do_not_matter() {
    assert_every_way(PUZZLE.as_bytes(), &format!("{ANSWER}\n"), 0);
    let two = format!("{ANSWER}\n{ANSWER}\n");
    assert_every_way(format!("{PUZZLE}\r\n{PUZZLE}\r\n").as_bytes(), &two, 0);
    assert_every_way(format!("{PUZZLE}\r\n{PUZZLE}\r").as_bytes(), &two, 0);
    assert_every_way(format!("\u{feff}{PUZZLE}\n{PUZZLE}").as_bytes(), &two, 0);
}

#[test]
fn blank_lines_and_comments_keep_their_place() {
    let text = format!("\n# one\n{PUZZLE}\n   \n\n#\n{PUZZLE}\n\n");
    assert_every_way(
        text.as_bytes(),
        &format!("\n# one\n{ANSWER}\n   \n\n#\n{ANSWER}\n\n"),
        0,
    );
}

#[test]
fn every_malformed_line_says_why() {
    let with = |at: usize, what: &str| format!("{}{what}{}", &PUZZLE[..at], &PUZZLE[at + 1..]);
    let cases = [
        (PUZZLE[1..].to_owned(), "!malformed length 80"),
        (format!("{PUZZLE}1"), "!malformed length 82"),
        ("123".to_owned(), "!malformed length 3"),
        (with(4, "a"), "!malformed column 5 'a'"),
        (with(80, "\0"), "!malformed column 81 '\\x00'"),
        // An Arabic three: two bytes instead of one.
        (with(2, "\u{663}"), "!malformed length 82"),
        // The same in a line that has 81 bytes all the same.
        (
            with(2, "\u{663}")[..80].to_owned() + "1",
            "!malformed column 3",
        ),
        (
            format!("11{}", &PUZZLE[2..]),
            "!invalid 1 twice in one row: r1c1 and r1c2",
        ),
        (ANSWER[..72].to_owned() + "143628579", "!invalid"),
    ];
    for (line, expected) in &cases {
        let text = format!("{PUZZLE}\n{line}\n{PUZZLE}\n");
        for done in every_way(&["--explain"], text.as_bytes()) {
            let rows: Vec<&str> = done.text().lines().collect();
            assert_eq!((rows.len(), rows[0], rows[2]), (3, ANSWER, ANSWER));
            assert!(rows[1].starts_with(expected), "{expected}: {}", rows[1]);
            assert_eq!(done.code, Some(1));
        }
    }
}

#[test]
fn a_line_of_ten_megabytes_is_one_bad_line() {
    for byte in [b'1', 0] {
        let mut text = format!("{PUZZLE}\n").into_bytes();
        text.resize(10 << 20, byte);
        text.extend_from_slice(format!("\n{PUZZLE}\n").as_bytes());
        assert_every_way(&text, &format!("{ANSWER}\n!malformed\n{ANSWER}\n"), 1);
    }
}

#[test]
fn three_hundred_megabytes_without_a_line_feed_take_no_memory() {
    let mut child = limited("ulimit -v 500000", &solve(&[]))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let block = vec![b'1'; 1 << 20];
    for _ in 0..300 {
        pipe.write_all(&block).unwrap();
    }
    drop(pipe);
    let done: Ended = child.wait_with_output().unwrap().into();
    assert_eq!((done.code, done.text()), (Some(1), "!malformed\n"));
    assert_eq!(done.stderr, "");
}

#[test]
fn random_bytes_give_a_row_a_line() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut text = vec![b'\n'];
    while text.len() < 2_000_000 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.extend_from_slice(&state.to_le_bytes());
    }
    text.push(b'\n');
    let feeds = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    let [mapped, read, piped] = every_way(&["--input-format", "line"], &text);
    assert_eq!(feeds(&mapped.rows), feeds(&text));
    assert!(mapped.rows == read.rows && mapped.rows == piped.rows);
    assert_eq!(mapped.code, Some(1));
    // Without a specified format, they are not a corpus.
    for done in every_way(&[], &text) {
        done.failed(2, &["no puzzle", "NUL"]);
    }
}

#[test]
fn what_is_no_file_is_read_or_refused_by_name() {
    let scratch = Scratch::new();
    let done = ended(solve(&[&scratch.path("missing")]));
    done.failed(3, &["missing", "No such file"]);
    let done = ended(solve(&[&scratch.path("")]));
    done.failed(2, &["is a directory"]);
    let two = format!("{PUZZLE}\n{PUZZLE}\n");
    let rows = format!("{ANSWER}\n{ANSWER}\n");
    let done = fed(solve(&["/dev/stdin"]), two.as_bytes());
    assert_eq!((done.code, done.text()), (Some(0), rows.as_str()));
    let done = ended(solve(&["/dev/null"]));
    assert_eq!((done.code, done.text()), (Some(0), ""));
    if cfg!(target_os = "linux") {
        let done = ended(solve(&["--input-format", "line", "/proc/cpuinfo"]));
        let lines = fs::read("/proc/cpuinfo").unwrap();
        let feeds = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(feeds(&done.rows), feeds(&lines));
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        ended(solve(&["/proc/cpuinfo"])).failed(2, &["/proc/cpuinfo: no puzzle"]);
        // A file whose size is larger than its content.
        let done = ended(solve(&["/sys/kernel/mm/transparent_hugepage/enabled"]));
        assert!(matches!(done.code, Some(1 | 3)), "{}", done.stderr);
    }
}

#[test]
fn a_device_without_an_end_is_an_error() {
    let done = ended(solve(&["/dev/zero"]));
    done.failed(3, &["/dev/zero", "1024 MiB"]);
    assert_eq!(done.text(), "");
    // A line that is too long, but ends.
    let zeros = vec![0; (16 << 20) + 1];
    fed(solve(&[]), &zeros).failed(2, &["standard input: no puzzle", "NUL"]);
}

#[test]
fn a_named_pipe_is_read_to_its_end() {
    let scratch = Scratch::new();
    let path = scratch.path("pipe");
    if !tool("mkfifo", &[&path]) {
        return skipped("no mkfifo");
    }
    let text = format!("{PUZZLE}\n").repeat(3000);
    let done = std::thread::scope(|scope| {
        scope.spawn(|| fs::write(&path, &text).unwrap());
        ended(solve(&[&path]))
    });
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(done.text(), format!("{ANSWER}\n").repeat(3000));
}

#[test]
fn an_unreadable_file_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let path = scratch.file("in", PUZZLE);
    let mode = |mode| fs::Permissions::from_mode(mode);
    fs::set_permissions(&path, mode(0)).unwrap();
    let mut command = solve(&[&path]);
    if fs::read(&path).is_ok() {
        // Root may read everything, and nobody may not.
        fs::set_permissions(scratch.path(""), mode(0o755)).unwrap();
        command.uid(65534);
        let may = command.stdin(Stdio::null()).output();
        if may.is_err() {
            return skipped("the program is out of another user's reach");
        }
    }
    ended(command).failed(3, &["in", "Permission denied"]);
}

/// A text in every compression.
fn packed(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let xz = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(1)).unwrap();
    let bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    macro_rules! pack {
        ($writer:expr) => {{
            let mut writer = $writer;
            writer.write_all(text).unwrap();
            writer.finish().unwrap()
        }};
    }
    vec![
        ("gzip", pack!(gzip)),
        ("zstd", zstd::bulk::compress(text, 1).unwrap()),
        ("xz", pack!(xz)),
        ("bzip2", pack!(bzip2)),
    ]
}

/// Lines that do not compress well.
fn numbered(lines: usize) -> (String, String) {
    let line = |i: usize| {
        format!(
            "{PUZZLE} {:x}\n",
            (i as u64 * 7919).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        )
    };
    (
        (0..lines).map(line).collect(),
        format!("{ANSWER}\n").repeat(lines),
    )
}

#[test]
fn several_members_are_one_text() {
    let (text, rows) = numbered(300);
    for (name, one) in packed(text.as_bytes()) {
        let done = fed(solve(&[]), &[&one[..], &one, &one].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{name}");
        assert_eq!(done.text(), rows.repeat(3), "{name}");
    }
}

#[test]
fn a_packed_text_that_is_cut_short_is_an_error_after_whole_rows() {
    let (text, rows) = numbered(6000);
    let scratch = Scratch::new();
    for (name, one) in packed(text.as_bytes()) {
        for cut in [one.len() - 1, one.len() - 9, one.len() / 2, 11] {
            let path = scratch.path(name);
            fs::write(&path, &one[..cut]).unwrap();
            let done = match cut {
                11 => ended(solve(&[&path])),
                _ => fed(solve(&[]), &one[..cut]),
            };
            done.failed(3, &[&format!("damaged {name} data")]);
            assert!(rows.as_bytes().starts_with(&done.rows), "{name} {cut}");
            assert_eq!(done.rows.len() % 82, 0, "{name} {cut}: whole lines");
        }
        // Also a second member that is incomplete.
        let done = fed(solve(&[]), &[&one[..], &one[..one.len() / 2]].concat());
        done.failed(3, &["damaged"]);
        assert!(done.rows.len() >= rows.len(), "{name}");
    }
}

#[test]
fn a_packed_text_with_wrong_bytes_never_crashes() {
    let (text, rows) = numbered(2000);
    for (name, one) in packed(text.as_bytes()) {
        for part in 1..5 {
            let mut damaged = one.clone();
            damaged[part * one.len() / 5] ^= 0x55;
            let done = fed(solve(&[]), &damaged);
            match done.code {
                Some(3) => done.failed(3, &["damaged"]),
                // If the format has no checksum, the lines are taken.
                code => assert!(
                    matches!(code, Some(0 | 1)),
                    "{name} {part}: {}",
                    done.stderr
                ),
            }
            if name == "gzip" || name == "xz" || name == "bzip2" {
                assert!(done.code == Some(3) || done.text() == rows, "{name} {part}");
            }
        }
    }
}

#[test]
fn four_hundred_megabytes_in_a_small_file_take_no_memory() {
    // A frame of blocks that say "128 KiB of NULs" in four bytes each.
    let (blocks, size) = (3200, 128 << 10);
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x38];
    for i in 1..=blocks {
        let header: u32 = size << 3 | 1 << 1 | u32::from(i == blocks);
        frame.extend_from_slice(&header.to_le_bytes()[..3]);
        frame.push(0);
    }
    assert!(frame.len() < 16 << 10);
    let mut text = packed(format!("{PUZZLE}\n").as_bytes())[1].1.clone();
    text.extend_from_slice(&frame);
    let done = fed(limited("ulimit -v 500000", &solve(&[])), &text);
    assert_eq!(done.text(), format!("{ANSWER}\n!malformed\n"));
    assert_eq!((done.code, done.stderr.as_str()), (Some(1), ""));
}

#[test]
fn a_file_larger_than_the_address_space_is_read() {
    let scratch = Scratch::new();
    let path = scratch.file("in", &format!("{PUZZLE}\n"));
    let file = OpenOptions::new().append(true).open(&path).unwrap();
    file.set_len(600 << 20).unwrap();
    let done = ended(limited("ulimit -v 500000", &solve(&[&path])));
    assert_eq!(done.text(), format!("{ANSWER}\n!malformed\n"));
    assert_eq!((done.code, done.stderr.as_str()), (Some(1), ""));
}
