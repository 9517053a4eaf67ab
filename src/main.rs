//! The `ninefold` program: arguments, a verb, an exit code; nothing else.

mod cli;

fn main() {
    std::process::exit(i32::from(cli::main()));
}
