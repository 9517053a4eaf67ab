//! Bytes in: blocks of whole lines. (Scaffold of the contract: files are
//! streamed.)

use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;
use thiserror::Error;

/// Bytes of whole lines.
#[derive(Debug)]
pub struct Chunk {
    pub bytes: Bytes,
    pub source: usize,
    pub offset: u64,
    pub origins: Option<Vec<Origin>>,
}

#[derive(Debug)]
pub enum Bytes {
    Owned(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        let Bytes::Owned(bytes) = self;
        bytes
    }
}

impl Bytes {
    pub fn into_buffer(self) -> Option<Vec<u8>> {
        let Bytes::Owned(bytes) = self;
        Some(bytes)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Origin {
    pub line: u64,
}

#[derive(Debug, Error)]
pub enum InputError {
    #[error("cannot read {0}: {1}")]
    Read(String, io::Error),
}

pub trait Source: Send {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError>;
    fn size_hint(&self) -> Option<u64>;
    fn finish(&mut self) -> Result<(), InputError>;
    fn name(&self) -> &str;
}

#[derive(Debug, Clone)]
pub struct OpenOptions {
    pub mmap: bool,
    pub chunk_size: usize,
}

impl Default for OpenOptions {
    fn default() -> OpenOptions {
        OpenOptions {
            mmap: true,
            chunk_size: 1 << 20,
        }
    }
}

struct Stream {
    name: String,
    read: Box<dyn Read + Send>,
    size: Option<u64>,
    chunk_size: usize,
    tail: Vec<u8>,
    offset: u64,
}

pub fn open(path: &Path, options: &OpenOptions) -> Result<Box<dyn Source>, InputError> {
    let name = path.display().to_string();
    let (read, size): (Box<dyn Read + Send>, _) = if name == "-" {
        (Box::new(io::stdin()), None)
    } else {
        let file = File::open(path).map_err(|e| InputError::Read(name.clone(), e))?;
        let size = file.metadata().ok().map(|m| m.len());
        (Box::new(file), size)
    };
    Ok(Box::new(Stream {
        name,
        read,
        size,
        chunk_size: options.chunk_size,
        tail: Vec::new(),
        offset: 0,
    }))
}

impl Source for Stream {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut bytes = recycled.unwrap_or_default();
        bytes.clear();
        bytes.append(&mut self.tail);
        let mut want = self.chunk_size;
        loop {
            let have = bytes.len() as u64;
            let mut part = (&mut self.read).take((want as u64).saturating_sub(have).max(1));
            let got = part
                .read_to_end(&mut bytes)
                .map_err(|e| InputError::Read(self.name.clone(), e))?;
            if got == 0 {
                break;
            }
            if let Some(end) = memchr::memrchr(b'\n', &bytes) {
                self.tail.extend_from_slice(&bytes[end + 1..]);
                bytes.truncate(end + 1);
                break;
            }
            want *= 2;
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let offset = self.offset;
        self.offset += bytes.len() as u64;
        Ok(Some(Chunk {
            bytes: Bytes::Owned(bytes),
            source: 0,
            offset,
            origins: None,
        }))
    }
    fn size_hint(&self) -> Option<u64> {
        self.size
    }
    fn finish(&mut self) -> Result<(), InputError> {
        Ok(())
    }
    fn name(&self) -> &str {
        &self.name
    }
}
