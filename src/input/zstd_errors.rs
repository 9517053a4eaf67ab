//! Why a zstd frame that may be whole is not decoded, in words.

use ruzstd::decoding::errors::FrameDecoderError;
use std::io;

/// A frame that asks for what is not offered is told apart from a damaged one.
pub(super) fn in_words(error: FrameDecoderError) -> io::Error {
    let words = match error {
        FrameDecoderError::DictNotProvided { dict_id } => format!(
            "it was compressed with a dictionary (number {dict_id}), which is not in it; \
             unpack it with zstd -dc -D DICTIONARY and give that to standard input"
        ),
        FrameDecoderError::WindowSizeTooBig { requested, max } => format!(
            "it asks for a window of {} MiB, and {} MiB are the most; \
             unpack it with zstd -dc --long=31 and give that to standard input",
            requested.div_ceil(1 << 20),
            max >> 20,
        ),
        error => return io::Error::new(io::ErrorKind::InvalidData, error),
    };
    io::Error::new(io::ErrorKind::Unsupported, words)
}
