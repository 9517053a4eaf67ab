// Ninefold in a browser. index.d.ts says what it does.
import { runJob } from './client.js';

let compiled;

export async function solve(input, options = {}, onProgress) {
    compiled ??= WebAssembly.compileStreaming(fetch(new URL('./ninefold_bg.wasm', import.meta.url)));
    const blob = input instanceof Blob ? input : new Blob([input]);
    const { unique, outputFormat, name = input.name ?? 'the text' } = options;
    const job = { module: await compiled, blob, size: blob.size, name, unique, outputFormat };
    const worker = new Worker(new URL('./browser-worker.js', import.meta.url), { type: 'module' });
    return runJob(worker, job, options, onProgress);
}
