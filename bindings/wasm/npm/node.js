// Ninefold in Node. index.d.ts says what it does.
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { runJob } from './client.js';

let compiled;

async function load() {
    return WebAssembly.compile(await readFile(new URL('./ninefold_bg.wasm', import.meta.url)));
}

/** A path, or the bytes: the worker reads nothing that must be waited for. */
async function source(input) {
    if (input instanceof URL) {
        const path = fileURLToPath(input);
        return { path, size: (await stat(path)).size, name: path };
    }
    const blob = input instanceof Blob ? input : new Blob([input]);
    return { bytes: new Uint8Array(await blob.arrayBuffer()), size: blob.size, name: input.name ?? 'the text' };
}

export async function solve(input, options = {}, onProgress) {
    compiled ??= load();
    const { unique, outputFormat, to } = options;
    const from = await source(input);
    const job = { ...from, module: await compiled, name: options.name ?? from.name, unique, outputFormat };
    job.to = to instanceof URL ? fileURLToPath(to) : to;
    return runJob(new Worker(new URL('./node-worker.js', import.meta.url)), job, options, onProgress);
}
