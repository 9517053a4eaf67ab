//! Streams that wait, although they were opened not to.

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};
use std::io::{self, Read, Write};
#[cfg(unix)]
use std::os::fd::AsFd;

/// A stream whose reads and writes wait until they can be done and continue after a signal. It does
/// so even if the stream was opened to fail instead (`O_NONBLOCK`, as terminals, pipes and sockets
/// of other programs may be).
#[derive(Debug)]
pub struct BlockingStream<S>(pub S);

#[cfg(unix)]
impl<S: Read + AsFd> Read for BlockingStream<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = |stream: &mut S| stream.read(buffer);
        in_the_end(&mut self.0, PollFlags::IN, read)
    }
}

#[cfg(unix)]
impl<S: Write + AsFd> Write for BlockingStream<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        in_the_end(&mut self.0, PollFlags::OUT, |stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        in_the_end(&mut self.0, PollFlags::OUT, Write::flush)
    }
}

#[cfg(unix)]
fn in_the_end<S: AsFd, R>(
    stream: &mut S,
    until: PollFlags,
    mut call: impl FnMut(&mut S) -> io::Result<R>,
) -> io::Result<R> {
    loop {
        match call(stream) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                match poll(&mut [PollFd::new(stream, until)], None) {
                    Ok(_) | Err(rustix::io::Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            done => return done,
        }
    }
}

#[cfg(not(unix))]
impl<S: Read> Read for BlockingStream<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

#[cfg(not(unix))]
impl<S: Write> Write for BlockingStream<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::{PipeReader, PipeWriter, pipe};
    use std::thread;
    use std::time::Duration;

    /// A pipe whose ends do not wait.
    fn hasty() -> (PipeReader, PipeWriter) {
        let (read, write) = pipe().unwrap();
        rustix::io::ioctl_fionbio(&read, true).unwrap();
        rustix::io::ioctl_fionbio(&write, true).unwrap();
        (read, write)
    }

    #[test]
    fn what_would_not_wait_waits() {
        let (read, mut write) = hasty();
        let mut bytes = [0];
        assert!((&read).read(&mut bytes).is_err());
        // More than a pipe can hold, read slowly and written slowly.
        let text: Vec<u8> = (0..300_000_u32).map(|i| i as u8).collect();
        let sent = text.clone();
        let writer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(5));
            assert!(write.write_all(&sent).is_err(), "it does not wait");
            write
        });
        let write = writer.join().unwrap();
        let mut waiting = BlockingStream(read);
        let held = rustix::io::ioctl_fionread(&waiting.0).unwrap() as usize;
        let rest = text[held..].to_vec();
        let writer = thread::spawn(move || BlockingStream(write).write_all(&rest));
        let mut all = Vec::new();
        waiting.read_to_end(&mut all).unwrap();
        writer.join().unwrap().unwrap();
        assert!(all == text);
    }
}
