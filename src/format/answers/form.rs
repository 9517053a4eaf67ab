//! How answers are read.

/// How a line of the answers is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// As it stands in the file; blank lines and comments are no answers.
    #[default]
    Lines,
    /// As four fields that a reader in front made of it.
    Fields,
}
