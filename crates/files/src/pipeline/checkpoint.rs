//! The file that stores the state of a run, so that a killed run can resume.
//!
//! It has two lines of text. The first says what the file is, its version and the CRC-32 of the
//! second. The second is JSON.
//!
//! ```text
//! ninefold-checkpoint 3 crc32=89abcdef
//! {"options":[["engine","lanes"],...],"inputs":[...],"state":{...}}
//! ```

use super::state::State;
use crate::escape::escape;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// The layout that this program writes, and the only one that it reads.
pub const VERSION: u32 = 4;

const NAME: &str = "ninefold-checkpoint";

/// Bytes at an input's start that belong to its identity.
const HEAD: u64 = 1 << 16;

/// A run between two chunks, for storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// Every option that changes the output or the report, by name. It is not a hash, so that
    /// messages can name the option that differs.
    pub options: Vec<(String, String)>,
    /// Size of a chunk in bytes.
    pub chunk_size: usize,
    /// The inputs, in order.
    pub inputs: Vec<JobIdentity>,
    /// The state of the run.
    pub state: State,
}

/// The properties of an input that must be the same when a run resumes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobIdentity {
    /// Its name, as given.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// Modification time, seconds and nanoseconds since 1970. 0 if there is none.
    pub modified: (u64, u32),
    /// CRC-32 of its first 64 KiB.
    pub head: u32,
}

impl JobIdentity {
    /// The current identity of a file.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn of(path: &Path) -> io::Result<JobIdentity> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        let modified = metadata.modified().ok();
        let modified = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let mut head = Vec::new();
        (&mut file).take(HEAD).read_to_end(&mut head)?;
        Ok(JobIdentity {
            name: escape(path).to_string(),
            size: metadata.len(),
            modified: modified.map_or((0, 0), |time| (time.as_secs(), time.subsec_nanos())),
            head: crc32fast::hash(&head),
        })
    }

    /// Describes how the same input differs now.
    #[must_use]
    pub fn difference(&self, now: &JobIdentity) -> Option<String> {
        if self.name != now.name {
            Some(format!("it was called {}", self.name))
        } else if self.size != now.size {
            Some(format!("{} bytes, it had {}", now.size, self.size))
        } else if self.modified != now.modified {
            Some("it was written to".to_owned())
        } else if self.head != now.head {
            Some("its beginning has changed".to_owned())
        } else {
            None
        }
    }
}

impl Checkpoint {
    /// The file's content.
    #[must_use]
    pub fn to_text(&self) -> String {
        let body = serde_json::to_string(self).expect("names are text and numbers are whole");
        let crc32 = crc32fast::hash(body.as_bytes());
        format!("{NAME} {VERSION} crc32={crc32:08x}\n{body}\n")
    }

    /// The checkpoint in a file. `None` if the file is something else, which may have any size, or
    /// another version.
    #[must_use]
    pub fn find(path: &Path) -> Option<Checkpoint> {
        let mut file = File::open(path).ok()?;
        let mut text = vec![0; NAME.len()];
        file.read_exact(&mut text).ok()?;
        if text != NAME.as_bytes() {
            return None;
        }
        file.read_to_end(&mut text).ok()?;
        Checkpoint::parse(&text).ok()
    }

    /// Parses a file's content.
    ///
    /// # Errors
    /// The text is not a complete and unchanged checkpoint of this version. The message, which has
    /// the place, follows the file's name.
    pub fn parse(text: &[u8]) -> Result<Checkpoint, String> {
        let foreign = || "line 1, byte 0: not a checkpoint of ninefold".to_owned();
        let end = memchr::memchr(b'\n', &text[..text.len().min(80)]);
        let first = end.and_then(|end| std::str::from_utf8(&text[..end]).ok());
        let rest = first.and_then(|line| line.strip_prefix(NAME)?.strip_prefix(' '));
        let (version, rest) = rest
            .and_then(|rest| rest.split_once(' '))
            .ok_or_else(foreign)?;
        let version: u32 = version.parse().map_err(|_| foreign())?;
        if version != VERSION {
            return Err(format!(
                "line 1: a checkpoint of version {version}; this program reads version {VERSION}"
            ));
        }
        let crc32 = rest.strip_prefix("crc32=");
        let expected = crc32.and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let expected = expected.ok_or_else(foreign)?;
        let at = end.map_or(0, |end| end + 1);
        let body = text[at..].strip_suffix(b"\n").unwrap_or(&text[at..]);
        let found = crc32fast::hash(body);
        if found != expected {
            return Err(format!(
                "line 2, from byte {at}: damaged: CRC-32 {found:08x}, it should be {expected:08x}"
            ));
        }
        let content = |column, reason: String| format!("line 2, column {column}: {reason}");
        let read: Checkpoint = serde_json::from_slice(body)
            .map_err(|error| content(error.column(), error.to_string()))?;
        if read.state.next.input > read.inputs.len() {
            return Err(content(0, "it continues after the last input".to_owned()));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::summary::{InputLine, Summary};
    use crate::metrics::trailer::Trailer;
    use crate::pipeline::state::NextChunk;
    use ninefold::engine::verdict::Verdict;

    fn checkpoint() -> Checkpoint {
        let mut summary = Summary {
            lines: 12,
            trailer: Some(Trailer::of(b"one\ntwo\n")),
            ..Summary::default()
        };
        let place = InputLine {
            input: "in".into(),
            line: 7,
        };
        summary.verdicts.count(Verdict::None, 3);
        summary.examples = vec![(Verdict::None, vec![place])];
        for nanos in [1, 999, 123_456_789, 1 << 50] {
            summary.service.record(nanos, 5);
        }
        let next = NextChunk {
            input: 1,
            chunks: 2,
            offset: 3,
            lines: 4,
        };
        Checkpoint {
            options: vec![("engine".to_owned(), "lanes".to_owned())],
            chunk_size: 4096,
            inputs: vec![JobIdentity::of("Cargo.toml".as_ref()).unwrap()],
            state: State::of(next, &summary),
        }
    }

    #[test]
    fn what_is_written_down_is_read_again() {
        let written = checkpoint();
        let read = Checkpoint::parse(written.to_text().as_bytes()).unwrap();
        assert_eq!(read.to_text(), written.to_text());
        assert!(read == written);
        let summary = read.state.summary();
        assert_eq!((summary.lines, summary.verdicts.total()), (12, 3));
        assert_eq!(summary.trailer, Some(Trailer::of(b"one\ntwo\n")));
        assert_eq!(summary.service.count(), 20);
        // Writing it again gives the same.
        let again = State::of(read.state.next, &summary);
        assert_eq!(
            again.summary().service.quantiles(),
            summary.service.quantiles()
        );
        assert_eq!(again.next, read.state.next);
    }

    /// A file of this version, as it was written first.
    #[test]
    fn the_layout_is_as_it_was() {
        let body = r#"{"options":[],"chunk_size":4096,"inputs":[],"state":{
            "next":{"input":0,"chunks":2,"offset":3,"lines":4},
            "output":{"lines":2,"bytes":8,"crc32":7},
            "lines":12,"verdicts":[7,0,0,3,0,0,1],
            "examples":[["none",[["in",7]]]],"malformed_reason":"length 80",
            "known":[3,2,1,4],"known_wrong":[["in",8]],
            "known_not_comparable":[["in",9]],"without_blanks":5,
            "guesses":21,"nodes":22,"lane_passes":23,"bytes_in":984,
            "wall":1,"solving":2,"checking":3,"working":4,"chunks":2,
            "service":{"counts":[[5,2],[900,1]]},
            "chunk":{"counts":[]},"turnaround":{"counts":[]}}}"#;
        let body: String = body.lines().map(str::trim).collect();
        let read = |body: &str| {
            let crc32 = crc32fast::hash(body.as_bytes());
            Checkpoint::parse(format!("{NAME} {VERSION} crc32={crc32:08x}\n{body}\n").as_bytes())
        };
        let written = read(&body).unwrap();
        let form = serde_json::to_string(&written).unwrap();
        let again = read(&form).unwrap();
        assert!(again == written);
        // If you change the second figure, change the first, too: other programs wrote the old
        // form.
        assert_eq!(
            (VERSION, crc32fast::hash(form.as_bytes())),
            (4, 0xaa3f_6e68)
        );
        let summary = written.state.summary();
        assert_eq!(summary.verdicts.of(Verdict::None), 3);
        assert_eq!((summary.known.compared, summary.known.other), (3, 1));
        assert_eq!(
            (summary.known.not_comparable, summary.without_blanks),
            (4, 5)
        );
        assert_eq!((summary.counters.nodes, summary.bytes_out), (22, 8));
        assert_eq!(summary.service.count(), 3);
        let none = summary
            .examples
            .iter()
            .find(|(verdict, _)| *verdict == Verdict::None);
        assert_eq!(none.unwrap().1[0].line, 7);
        assert!(read(&body.replace("\"nodes\":22,", "")).is_err());
    }

    #[test]
    fn anything_else_is_refused_with_its_place() {
        let text = checkpoint().to_text();
        let error = |text: &str| Checkpoint::parse(text.as_bytes()).unwrap_err();
        for foreign in [
            "",
            "\n",
            "ninefold-trailer 1",
            "ninefold-checkpoint x crc32=0\n",
        ] {
            assert_eq!(
                error(foreign),
                "line 1, byte 0: not a checkpoint of ninefold"
            );
        }
        let older = text.replacen(" 4 ", " 1 ", 1);
        assert!(error(&older).contains("version 1; this program reads version 4"));
        // Every byte counts, and so does the length.
        for at in (0..text.len() - 1).step_by(7) {
            let mut damaged = text.clone().into_bytes();
            damaged[at] ^= 1;
            assert!(Checkpoint::parse(&damaged).is_err(), "byte {at}");
            assert!(
                Checkpoint::parse(&text.as_bytes()[..at]).is_err(),
                "{at} bytes"
            );
        }
        assert!(error(&text.replacen("lanes", "lames", 1)).contains("from byte 37: damaged"));
        // Complete, but invalid.
        let with = |body: &str| {
            let crc32 = crc32fast::hash(body.as_bytes());
            format!("{NAME} {VERSION} crc32={crc32:08x}\n{body}\n")
        };
        assert!(error(&with("{\"options\":3}")).starts_with("line 2, column 12: "));
        let mut beyond = checkpoint();
        beyond.state.next.input = 2;
        assert!(error(&beyond.to_text()).contains("after the last input"));
    }

    #[test]
    fn an_input_that_changed_is_told_by_what_changed() {
        let was = JobIdentity::of("Cargo.toml".as_ref()).unwrap();
        assert_eq!(was.difference(&was), None);
        let mut now = was.clone();
        now.head ^= 1;
        assert_eq!(was.difference(&now).unwrap(), "its beginning has changed");
        now.modified.1 ^= 1;
        assert_eq!(was.difference(&now).unwrap(), "it was written to");
        now.size = 1;
        assert!(
            was.difference(&now)
                .unwrap()
                .starts_with("1 bytes, it had ")
        );
        now.name = "other".to_owned();
        assert_eq!(was.difference(&now).unwrap(), "it was called Cargo.toml");
    }
}
