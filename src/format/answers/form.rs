//! How to read answers.

/// How to read a line of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// As it is in the file. Blank lines and comments are not answers.
    #[default]
    Lines,
    /// As four fields, which a reader in front has made.
    Fields,
}
