//! Inputs before the run: which bytes of each are asked for, and whether they are
//! corpora at all. What is refused is refused before anything is written.

use super::config::Inputs;
use super::failure::Failure;
use ninefold::format::{self, FormatOptions};
use ninefold::input::{self, InputError, OpenOptions, Share};
use ninefold::shown::shown;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The bytes of each input that belong to a share of them all.
pub(crate) struct Parts {
    pub(crate) of_inputs: Vec<Range<u64>>,
    /// Whether they begin the whole.
    pub(crate) first: bool,
}

impl Parts {
    /// Divides the inputs as if they were one text.
    pub(crate) fn of(share: Share, inputs: &Inputs) -> Result<Parts, Failure> {
        let Inputs::Named(paths) = inputs else {
            return Err(Failure::refused("--range and --shard need an input"));
        };
        let sizes: Result<Vec<u64>, InputError> = paths.iter().map(|path| size(path)).collect();
        let sizes = sizes.map_err(Failure::input)?;
        Ok(Parts {
            of_inputs: share.of(&sizes),
            first: share.begins(sizes.iter().sum()),
        })
    }
}

fn size(path: &Path) -> Result<u64, InputError> {
    if path == Path::new("-") {
        let name = "standard input".to_owned();
        return Err(InputError::NoRange { name });
    }
    let name = shown(path).to_string();
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(metadata.len()),
        Ok(_) => Err(InputError::NoRange { name }),
        Err(cause) => Err(InputError::Open { name, cause }),
    }
}

/// Opens every regular file once, to refuse what is no corpus, or cannot be
/// divided. What can be read only once is looked at when its turn comes.
pub(crate) fn look(
    paths: &[PathBuf],
    parts: Option<&Parts>,
    format: &FormatOptions,
) -> Result<(), Failure> {
    let options = OpenOptions {
        mmap: false,
        chunk_size: 64 << 10,
    };
    for (i, path) in paths.iter().enumerate() {
        let regular = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        if path == Path::new("-") || !regular {
            continue;
        }
        let part = parts.map(|parts| parts.of_inputs[i].clone());
        let source = input::open(path, &options);
        let opened = source.and_then(|source| format::open_part(source, format, part));
        opened.map_err(Failure::input)?;
    }
    Ok(())
}
