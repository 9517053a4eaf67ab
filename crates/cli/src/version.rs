//! The build of the program.

use ninefold_referee::bench::record::Build;

/// What `--version` says; `-V` leaves the revision out.
pub(crate) const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("NINEFOLD_BUILT_REVISION"),
    ")"
);

/// The build that is running. Results hold it.
pub(crate) fn build() -> Build {
    let features = env!("NINEFOLD_BUILT_TARGET_FEATURES").split(',');
    Build {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        revision: env!("NINEFOLD_BUILT_REVISION").to_owned(),
        rustc: env!("NINEFOLD_BUILT_RUSTC").to_owned(),
        target: env!("NINEFOLD_BUILT_TARGET").to_owned(),
        profile: env!("NINEFOLD_BUILT_PROFILE").to_owned(),
        target_features: features
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_compiler_target_and_revision() {
        let build = build();
        assert_eq!(build.version, env!("CARGO_PKG_VERSION"));
        assert!(build.rustc.starts_with("rustc "), "{}", build.rustc);
        assert!(build.target.contains(std::env::consts::ARCH));
        assert!(!build.revision.is_empty());
        assert_eq!(LONG, format!("{} ({})", build.version, build.revision));
    }
}
