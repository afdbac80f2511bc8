//! A message on a byte stream: a sequence number in eight bytes.

use std::io::{self, Read};

/// The length of a message.
pub const SIZE: usize = 8;

/// The bytes of a message.
#[must_use]
pub fn encode(n: u64) -> [u8; SIZE] {
    n.to_le_bytes()
}

/// The number in a message.
#[must_use]
pub fn decode(bytes: [u8; SIZE]) -> u64 {
    u64::from_le_bytes(bytes)
}

/// Waits for the next message on a blocking stream.
///
/// # Errors
///
/// Errors of reading, and the end of the stream.
pub fn read(stream: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; SIZE];
    stream.read_exact(&mut bytes)?;
    Ok(decode(bytes))
}

/// The number in a datagram.
///
/// # Errors
///
/// When the datagram does not have the length of a message.
pub fn datagram(bytes: [u8; SIZE], length: usize) -> io::Result<u64> {
    if length != SIZE {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("a datagram of {length} bytes instead of {SIZE}"),
        ));
    }
    Ok(decode(bytes))
}

/// The error of a closed channel, the same as that of a stream.
pub fn ended(err: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, err)
}

/// Returns None if nothing is available without waiting.
///
/// # Errors
///
/// All other errors.
pub fn unless_it_would_block<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(err) if err.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(err) if err.kind() == io::ErrorKind::Interrupted => Ok(None),
        Err(err) => Err(err),
    }
}

/// A message that arrives in parts, which is possible on a non-blocking stream.
#[derive(Default)]
pub struct Parts {
    bytes: [u8; SIZE],
    filled: usize,
}

impl Parts {
    /// Reads once; returns the message if that was its last part.
    ///
    /// # Errors
    ///
    /// Errors of `read` except "would block", and the end of the stream.
    pub fn take(
        &mut self,
        read: impl FnOnce(&mut [u8]) -> io::Result<usize>,
    ) -> io::Result<Option<u64>> {
        let rest = self.bytes.get_mut(self.filled..).unwrap_or_default();
        match unless_it_would_block(read(rest))? {
            None => return Ok(None),
            Some(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Some(length) => self.filled += length,
        }
        if self.filled < SIZE {
            return Ok(None);
        }
        self.filled = 0;
        Ok(Some(decode(self.bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_may_arrive_in_parts() {
        let bytes = encode(0x0102_0304_0506_0708);
        let mut parts = Parts::default();
        for (i, length) in [3, 1, 4].into_iter().enumerate() {
            let at: usize = [0, 3, 4][i];
            let took = parts
                .take(|into| {
                    into[..length].copy_from_slice(&bytes[at..at + length]);
                    Ok(length)
                })
                .unwrap();
            assert_eq!(took, (i == 2).then_some(0x0102_0304_0506_0708));
            let nothing = parts.take(|_| Err(io::ErrorKind::WouldBlock.into()));
            assert_eq!(nothing.unwrap(), None);
        }
    }

    #[test]
    fn the_end_of_the_stream_is_an_error() {
        let err = Parts::default().take(|_| Ok(0)).unwrap_err();
        assert_eq!(err.kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(
            read(&mut &[1_u8, 2][..]).unwrap_err().kind(),
            io::ErrorKind::UnexpectedEof
        );
    }

    #[test]
    fn a_datagram_of_another_size_is_refused() {
        assert_eq!(datagram(encode(1), SIZE).unwrap(), 1);
        for size in [0, SIZE - 1, SIZE + 1] {
            assert!(datagram(encode(1), size).is_err(), "{size} bytes");
        }
    }
}
