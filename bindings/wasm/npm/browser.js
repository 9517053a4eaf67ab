// Ninefold in a browser. index.d.ts says what it does.
import { blobOf, runJob, takeWorker } from './client.js';

let compiled;

async function load() {
    const response = await fetch(new URL('./ninefold_bg.wasm', import.meta.url));
    if (!response.ok) throw new Error(`${response.url}: HTTP status ${response.status}`);
    // Streaming would need a server that names the type of wasm.
    return WebAssembly.compile(await response.arrayBuffer());
}

const start = () => new Worker(new URL('./browser-worker.js', import.meta.url), { type: 'module' });

export async function solve(input, options = {}, onProgress) {
    const blob = await blobOf(input);
    // A load that failed is tried again by the next call.
    compiled ??= load().catch((error) => {
        compiled = undefined;
        throw error;
    });
    const { unique, outputFormat, name = input.name ?? 'the text' } = options;
    const job = { module: await compiled, blob, size: blob.size, name, unique, outputFormat };
    return runJob(takeWorker(start), job, options, onProgress);
}
