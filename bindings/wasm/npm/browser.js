// Ninefold in a browser. index.d.ts says what it does.
import { asked, blobOf, runJob, takeWorker, unlessAborted, withAnswers, withStream } from './client.js';

let compiled;

async function load() {
    const response = await fetch(new URL('./ninefold_bg.wasm', import.meta.url));
    if (!response.ok) throw new Error(`${response.url}: HTTP status ${response.status}`);
    // Streaming would need a server that names the type of wasm.
    return WebAssembly.compile(await response.arrayBuffer());
}

const start = () => new Worker(new URL('./browser-worker.js', import.meta.url), { type: 'module' });

export function solve(input, options = {}, onProgress) {
    return withStream(options, (stream) => solveInput(input, options, onProgress, stream));
}

async function solveInput(input, options, onProgress, stream) {
    const { signal, name = input?.name ?? 'the text' } = options;
    signal?.throwIfAborted();
    const blob = await blobOf(input, signal);
    // A load that failed is tried again by the next call.
    compiled ??= load().catch((error) => {
        compiled = undefined;
        throw error;
    });
    const module = await unlessAborted(signal, compiled);
    const job = { ...asked(options), module, blob, size: blob.size, name };
    return withAnswers(input, await runJob(takeWorker(start), job, options, onProgress, stream));
}
