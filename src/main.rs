//! The `ninefold` program: arguments, a verb, an exit code; nothing else.

fn main() {}
