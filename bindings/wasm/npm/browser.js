// Ninefold in a browser. index.d.ts says what it does.
import { asked, blobOf, once, questions, runJob, takeWorker, unlessAborted, withAnswers, withStream } from './client.js';

const compiled = once(async () => {
    const response = await fetch(new URL('./ninefold_bg.wasm', import.meta.url));
    if (!response.ok) throw new Error(`${response.url}: HTTP status ${response.status}`);
    // Streaming would need a server that names the type of wasm.
    return WebAssembly.compile(await response.arrayBuffer());
});

const start = () => new Worker(new URL('./browser-worker.js', import.meta.url), { type: 'module' });

export const { generate, rate, verify } = questions(start, compiled);

export function solve(input, options = {}, onProgress) {
    return withStream(options, (stream) => solveInput(input, options, onProgress, stream));
}

async function solveInput(input, options, onProgress, stream) {
    const { signal, name = input?.name ?? 'the text' } = options;
    signal?.throwIfAborted();
    const blob = await blobOf(input, signal);
    const module = await unlessAborted(signal, compiled());
    const job = { ...asked(input, options), module, blob, size: blob.size, name };
    return withAnswers(input, await runJob(takeWorker(start), job, options, onProgress, stream));
}
