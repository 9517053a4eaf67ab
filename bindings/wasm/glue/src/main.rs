//! Writes the JavaScript for a module, as `wasm-bindgen --target web` does: glue MODULE DIRECTORY
use std::env::args;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let [_, module, directory] = &args().collect::<Vec<_>>()[..] else {
        eprintln!("usage: glue MODULE DIRECTORY");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("ninefold");
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true);
    let written = bindgen
        .web(true)
        .and_then(|bindgen| bindgen.omit_default_module_path(true).generate(directory));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("glue: {error:?}");
            ExitCode::FAILURE
        }
    }
}
