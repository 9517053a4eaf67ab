// Runs a program for wasm32-unknown-unknown that imports nothing: node tests/no_system.mjs FILE
// A panic has no words there: it is a trap.
import { readFile } from 'node:fs/promises';

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
process.exitCode = instance.exports.main(0, 0);
