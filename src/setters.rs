//! How options are built: `Limits::default().solutions(2)`.

/// For each of these fields a method of the same name that sets it and hands the options
/// back. One that may be left out is best given as `impl Into<Option<T>>`, which takes a
/// `T` too.
macro_rules! setters {
    ($of:ident { $($name:ident: $type:ty,)* }) => {
        impl $of {
            $(
                #[doc = concat!("With another [`", stringify!($name), "`](", stringify!($of), "#structfield.", stringify!($name), ").")]
                #[must_use]
                pub fn $name(mut self, $name: $type) -> $of {
                    self.$name = $name.into();
                    self
                }
            )*
        }
    };
}

pub(crate) use setters;
