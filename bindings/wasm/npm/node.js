// Ninefold in Node. index.d.ts says what it does.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { asked, blobOf, once, questions, runJob, takeWorker, unlessAborted, withAnswers, withStream } from './client.js';

const compiled = once(async () => {
    return WebAssembly.compile(await readFile(new URL('./ninefold_bg.wasm', import.meta.url)));
});

// Options of node itself, such as --input-type, may be wrong for a file.
const start = () => new Worker(new URL('./node-worker.js', import.meta.url), { execArgv: [] });

/** A path, or the bytes: the worker reads nothing that must be waited for. */
async function source(input, signal) {
    if (input instanceof URL) {
        const path = fileURLToPath(input);
        return { path, size: (await stat(path)).size, name: path };
    }
    if (typeof input === 'string' && !input.includes('\n') && input.length < 4096 && existsSync(input)) {
        throw new TypeError(`${input} is a file: pass pathToFileURL(path) of node:url to solve it`);
    }
    const blob = await blobOf(input, signal);
    return { bytes: new Uint8Array(await blob.arrayBuffer()), size: blob.size, name: input.name ?? 'the text' };
}

export const { generate, rate, verify } = questions(start, compiled);

export function solve(input, options = {}, onProgress) {
    return withStream(options, (stream) => solveInput(input, options, onProgress, stream));
}

async function solveInput(input, options, onProgress, stream) {
    const { signal } = options;
    signal?.throwIfAborted();
    const from = await unlessAborted(signal, source(input, signal));
    const module = await unlessAborted(signal, compiled());
    const job = { ...asked(input, options), ...from, module, name: options.name ?? from.name };
    if (stream || options.to === undefined) {
        return withAnswers(input, await runJob(takeWorker(start), job, options, onProgress, stream));
    }
    job.to = options.to instanceof URL ? fileURLToPath(options.to) : options.to;
    // Nobody else has a file of this name, so it may be removed.
    job.temporary = `${job.to}.${randomUUID()}`;
    try {
        return await runJob(takeWorker(start), job, options, onProgress);
    } finally {
        await rm(job.temporary, { force: true });
    }
}
