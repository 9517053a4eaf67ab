//! Builders of options: `Limits::default().solutions(2)`.

/// For each field, defines a method of the same name that sets it and returns the options. For an
/// optional field, use `impl Into<Option<T>>`, which also takes a `T`.
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
