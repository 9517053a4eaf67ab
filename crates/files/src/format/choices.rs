//! Choices that have names: formats, columns, rows.

/// Defines a choice whose variants have a name, as an option, and a description of one line, which
/// is also their documentation.
macro_rules! choice {
    ($(#[$attribute:meta])* $of:ident {
        $($(#[$default:meta])? $variant:ident $name:literal $about:literal,)*
    }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $of {
            $($(#[$default])? #[doc = $about] $variant,)*
        }

        impl $of {
            /// All of them.
            pub const ALL: &'static [$of] = &[$($of::$variant,)*];

            /// Its name as an option.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $($of::$variant => $name,)* }
            }

            /// A description of one line.
            #[must_use]
            pub fn about(self) -> &'static str {
                match self { $($of::$variant => $about,)* }
            }
        }
    };
}

pub(super) use choice;
