//! Temporary folders that nobody else can use.

use std::fs;
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// A new folder in `TMPDIR` that only this user can read and write, whatever the umask. It is removed when this is
/// dropped, and by nobody else: a name does not tell whose folder it is.
///
/// # Errors
/// `TMPDIR` is not writable.
pub(super) fn private_folder() -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("ninefold-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir()
}

/// Creates a folder that only this user can read and write, whatever the umask.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    let builder = &mut fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
    builder.create(path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn nobody_else_can_use_it() {
        let folder = private_folder().unwrap();
        let mode = fs::metadata(folder.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
