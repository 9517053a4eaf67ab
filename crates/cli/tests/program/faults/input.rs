//! Invalid input of every kind.

use super::{
    ANSWER, Finished, PUZZLE, Scratch, answers, feed, limited, puzzles, skipped, start, with,
};
use crate::common::{gzip, ninefold, output};
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;

/// The same bytes mapped, read, and from a pipe.
fn every_way(args: &str, text: &[u8]) -> [Finished; 3] {
    let scratch = Scratch::new();
    fs::write(scratch.path("in"), text).unwrap();
    [
        scratch.run(&format!("solve -q {args} in")),
        scratch.run(&format!("solve -q {args} --no-mmap in")),
        piped(args, text),
    ]
}

fn piped(args: &str, text: &[u8]) -> Finished {
    let args = ["solve", "-q"].into_iter().chain(args.split_whitespace());
    output(ninefold().args(args), text).into()
}

#[test]
fn lines_of_every_kind_keep_their_place_however_they_are_read() {
    let two = answers(2);
    let long = |byte: u8| {
        let line = format!("{PUZZLE}\n").into_bytes();
        [&line, &vec![byte; 10 << 20], &b"\n"[..], &line].concat()
    };
    let bad = format!("{ANSWER}\n!malformed\n{ANSWER}\n");
    let blank = format!("\n# one\n{PUZZLE}\n   \n\n#\n{PUZZLE}\n\n");
    for (text, rows, code) in [
        (vec![], "", 0),
        (PUZZLE.into(), &*answers(1), 0),
        (format!("{PUZZLE}\r\n{PUZZLE}\r\n").into(), &two, 0),
        (format!("{PUZZLE}\r\n{PUZZLE}\r").into(), &two, 0),
        (format!("\u{feff}{PUZZLE}\n{PUZZLE}").into(), &two, 0),
        (blank.clone().into(), &blank.replace(PUZZLE, ANSWER), 0),
        (long(b'1'), &bad, 1),
        (long(0), &bad, 1),
    ] {
        for done in every_way("", &text) {
            done.printed(code, rows);
        }
    }
}

#[test]
fn every_malformed_line_says_why() {
    let with = |at: usize, what: &str| format!("{}{what}{}", &PUZZLE[..at], &PUZZLE[at + 1..]);
    let arabic = with(2, "\u{663}");
    for (line, expected) in [
        (PUZZLE[1..].to_owned(), "!malformed length 80"),
        (format!("{PUZZLE}1"), "!malformed length 82"),
        ("123".to_owned(), "!malformed length 3"),
        (with(4, "a"), "!malformed column 5 'a'"),
        (with(80, "\0"), "!malformed column 81 '\\x00'"),
        // An Arabic three: two bytes instead of one.
        (arabic.clone(), "!malformed length 82"),
        // The same in a line that has 81 bytes all the same.
        (arabic[..80].to_owned() + "1", "!malformed column 3"),
        (with(1, "1"), "!invalid 1 twice in one row: r1c1 and r1c2"),
        (ANSWER[..72].to_owned() + "143628579", "!invalid"),
    ] {
        let text = format!("{PUZZLE}\n{line}\n{PUZZLE}\n");
        for done in every_way("--explain", text.as_bytes()) {
            let rows: Vec<&str> = done.ended(1, &[]).stdout.lines().collect();
            assert_eq!((rows.len(), rows[0], rows[2]), (3, ANSWER, ANSWER));
            assert!(rows[1].starts_with(expected), "{expected}: {}", rows[1]);
        }
    }
}

/// Memory does not grow with a line, with what a small file becomes, or with the file.
#[test]
fn large_inputs_take_no_memory() {
    let scratch = with(1);
    let solve = |args: &str| {
        let command = scratch.command(&format!("solve -q {args}"));
        limited("ulimit -v 500000", &command)
    };
    // Three hundred megabytes without a line feed.
    let mut child = start(solve("-"));
    let pipe = child.stdin.as_mut().unwrap();
    let block = vec![b'1'; 1 << 20];
    for _ in 0..300 {
        pipe.write_all(&block).unwrap();
    }
    super::end(child, "").printed(1, "!malformed\n");
    // A file larger than the address space.
    let bad = format!("{ANSWER}\n!malformed\n");
    let file = OpenOptions::new().append(true).open(scratch.path("in"));
    file.unwrap().set_len(600 << 20).unwrap();
    feed(&mut solve("in"), "").printed(1, &bad);
    // Members of a few kilobytes that each become a megabyte.
    let mut packed = gzip(format!("{PUZZLE}\n").as_bytes());
    packed.extend(gzip(&vec![0; 1 << 20]).repeat(400));
    Finished::from(output(&mut solve("-"), &packed)).printed(1, &bad);
}

#[test]
fn what_is_no_file_is_read_or_refused_by_name() {
    let scratch = with(2);
    let solve = |args: &str| scratch.run(&format!("solve -q {args}"));
    solve("missing").failed(3, &["missing", "No such file"]);
    solve(".").failed(2, &["is a directory"]);
    piped("/dev/stdin", puzzles(2).as_bytes()).printed(0, &answers(2));
    solve("/dev/null").printed(0, "");
    // A device without an end, and a line that is too long, but ends.
    let endless = solve("/dev/zero");
    endless.failed(3, &["/dev/zero", "1024 MiB"]);
    assert_eq!(endless.stdout, "");
    piped("", &vec![0; (16 << 20) + 1]).failed(2, &["standard input: no puzzle", "NUL"]);
    if cfg!(target_os = "linux") {
        let done = solve("--input-format line /proc/cpuinfo");
        let lines = fs::read_to_string("/proc/cpuinfo").unwrap().lines().count();
        assert_eq!((done.code, done.stdout.lines().count()), (Some(1), lines));
        solve("/proc/cpuinfo").failed(2, &["/proc/cpuinfo: no puzzle"]);
    }
}

#[test]
fn an_unreadable_file_is_told() {
    let scratch = with(1);
    fs::set_permissions(scratch.path("in"), Permissions::from_mode(0o0)).unwrap();
    let mut command = scratch.command("solve -q in");
    if fs::read(scratch.path("in")).is_ok() {
        // Root may read everything, and nobody may not.
        fs::set_permissions(scratch.path(""), Permissions::from_mode(0o755)).unwrap();
        command.uid(65534);
    }
    match command.output() {
        Ok(done) => Finished::from(done).failed(3, &["in", "Permission denied"]),
        Err(_) => skipped("the program is out of another user's reach"),
    }
}

/// A text in every compression.
fn packed(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
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
        ("gzip", gzip(text)),
        ("xz", pack!(xz)),
        ("bzip2", pack!(bzip2)),
        ("zstd", compress_to_vec(text, CompressionLevel::Fastest)),
    ]
}

#[test]
fn packed_text_is_whole_or_an_error_after_whole_rows() {
    // Lines that do not compress well.
    let number = |i: u64| (i * 7919).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let text: String = (0..3000)
        .map(|i| format!("{PUZZLE} {:x}\n", number(i)))
        .collect();
    let rows = answers(3000);
    for (name, one) in packed(text.as_bytes()) {
        piped("", &[&one[..], &one].concat()).printed(0, &rows.repeat(2));
        let cuts = [one.len() - 1, one.len() - 9, one.len() / 2, 11];
        let damaged = cuts.map(|cut| one[..cut].to_vec());
        // Also a second member that is incomplete.
        let second = [&one[..], &one[..one.len() / 2]].concat();
        for (i, damaged) in damaged.into_iter().chain([second]).enumerate() {
            let done = piped("", &damaged);
            done.failed(3, &[&format!("damaged {name} data")]);
            assert!(rows.repeat(2).starts_with(&done.stdout), "{name} {i}");
            assert_eq!(done.stdout.len() % 82, 0, "{name} {i}");
            assert!(i < 4 || done.stdout.len() >= rows.len(), "{name}");
        }
        for part in 1..5 {
            let mut wrong = one.clone();
            wrong[part * one.len() / 5] ^= 0x55;
            let done = piped("", &wrong);
            let taken = done.stdout == rows;
            assert!(done.code == Some(3) || taken, "{name} {part}: {done:?}");
        }
    }
}
