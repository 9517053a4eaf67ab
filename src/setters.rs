//! Options and their builders: `Limits::default().solutions(2)`.

/// A struct of options. For each field, it defines a method of the same name that sets the field
/// and returns the options. With `as into` after the type of an optional field, the method also
/// takes the bare value.
#[doc(hidden)]
#[macro_export]
macro_rules! options {
    (
        $(#[$about:meta])*
        pub struct $of:ident {
            $($(#[$doc:meta])* pub $name:ident: $type:ty $(as $into:ident)?,)*
        }
    ) => {
        $(#[$about])*
        pub struct $of {
            $($(#[$doc])* pub $name: $type,)*
        }

        impl $of {
            $(
                #[doc = concat!("With another [`", stringify!($name), "`](", stringify!($of), "#structfield.", stringify!($name), ").")]
                #[must_use]
                pub fn $name(mut self, $name: $crate::options!(@argument $type $(, $into)?)) -> $of {
                    self.$name = $name.into();
                    self
                }
            )*
        }
    };
    (@argument $type:ty) => { $type };
    (@argument $type:ty, into) => { impl Into<$type> };
}
