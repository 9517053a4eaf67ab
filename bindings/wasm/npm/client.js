// The side of the caller: sends a job to a worker and waits for the answer.

/** Workers without a job. A start takes longer than most puzzles, so a worker stays after its job. */
const idle = [];

/** A worker without a job, or a new one. */
export function takeWorker(start) {
    const worker = idle.pop() ?? start();
    worker.ref?.();
    return worker;
}

/** Keeps a worker for the next job. In Node it does not keep the process alive. */
function keepWorker(worker) {
    worker.unref?.();
    idle.push(worker);
}

/**
 * `worker` is a web worker, or one of Node. It ends if its job fails or is cancelled: only then is its state unknown. `stream`
 * is a `RowStream`, if the rows go to one.
 */
export function runJob(worker, job, { signal } = {}, onProgress = () => {}, stream) {
    return new Promise((resolve, reject) => {
        let isSettled = false;
        const handlers = { message, error };
        const [on, off] = worker.on ? ['on', 'off'] : ['addEventListener', 'removeEventListener'];
        const settle = () => {
            isSettled = true;
            signal?.removeEventListener('abort', abort);
            for (const [event, handler] of Object.entries(handlers)) worker[off](event, handler);
        };
        const fail = (reason) => {
            if (isSettled) return;
            settle();
            worker.terminate();
            reject(reason);
        };
        const abort = () => fail(signal.reason);
        function message(message) {
            const { progress, rows, result, error } = message.data ?? message;
            if (progress) return onProgress(progress);
            if (rows) return stream.write(rows).catch(fail);
            if (!result) return fail(new Error(error));
            settle();
            keepWorker(worker);
            resolve(result);
        }
        function error(error) {
            fail(new Error(error.message || 'the worker did not start'));
        }
        for (const [event, handler] of Object.entries(handlers)) worker[on](event, handler);
        signal?.addEventListener('abort', abort);
        if (signal?.aborted) return abort();
        worker.postMessage(stream ? { ...job, toStream: true, pending: stream.pending } : job);
    });
}

/** Writes the rows that a worker posts to a stream, in their order. */
class RowStream {
    #writer;
    #written = Promise.resolve();
    /** Pieces that are not written yet, shared with the worker, which waits if there are too many. Not every page may share. */
    pending = typeof SharedArrayBuffer === 'undefined' ? undefined : new Int32Array(new SharedArrayBuffer(4));

    constructor(stream) {
        this.#writer = stream.getWriter();
    }

    write(rows) {
        this.#written = this.#written.then(async () => {
            await this.#writer.write(rows);
            if (!this.pending) return;
            Atomics.sub(this.pending, 0, 1);
            Atomics.notify(this.pending, 0);
        });
        return this.#written;
    }

    async end() {
        await this.#written;
        await this.#writer.close();
    }

    abort(reason) {
        // A stream that has failed already says so again.
        this.#writer.abort(reason).catch(() => {});
    }
}

/** Calls `work`. If `to` is a stream, `work` gets a `RowStream` to it, and the stream is closed at the end, or aborted. */
export async function withStream({ to, signal }, work) {
    if (!(to instanceof WritableStream)) return work();
    const stream = new RowStream(to);
    try {
        const found = await work(stream);
        await unlessAborted(signal, stream.end());
        return found;
    } catch (error) {
        stream.abort(error);
        throw error;
    }
}

/** What people ask for, without what only this side needs. In an array, each text is a line, whatever it looks like. */
export function asked(input, { unique, count, limit, maxGuesses, outputFormat }) {
    return { unique, count, limit, maxGuesses, outputFormat, lines: Array.isArray(input) };
}

/** `load` as a function that loads once. A load that failed is tried again by the next call. */
export function once(load) {
    let loaded;
    return () => loaded ??= load().catch((error) => {
        loaded = undefined;
        throw error;
    });
}

/** The functions that ask about puzzles, by the worker that `start` starts, with the module that `load` gives. */
export function questions(start, load) {
    const ask = async (question, { signal, ...questionOptions }) => {
        signal?.throwIfAborted();
        const module = await unlessAborted(signal, load());
        return runJob(takeWorker(start), { question, questionOptions, module }, { signal });
    };
    return {
        generate: (count, options = {}) => ask('generate', { ...options, count }),
        rate: (puzzles, options = {}) => ask('rate', { ...options, puzzles }),
        verify: (puzzles, answers, options = {}) => ask('verify', { ...options, puzzles, answers }),
    };
}

/** A result with the rows as texts, if the puzzles are texts. */
export async function withAnswers(input, result) {
    if (!Array.isArray(input) || !result.rows) return result;
    const rows = (await result.rows.text()).split('\n');
    return { ...result, answers: rows.slice(0, -1) };
}

/** What a promise gives, unless the signal aborts first. */
export async function unlessAborted(signal, promise) {
    if (!signal) return promise;
    let abort;
    const aborted = new Promise((_, reject) => {
        abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort);
        if (signal.aborted) abort();
    });
    try {
        return await Promise.race([promise, aborted]);
    } finally {
        signal.removeEventListener('abort', abort);
    }
}

/** Gathers a stream. If that fails, or the signal aborts, the stream is told to end. */
async function gather(stream, signal) {
    const [read, end] = stream instanceof ReadableStream ? webReader(stream) : iterableReader(stream);
    const parts = [];
    try {
        for (;;) {
            const { done, value } = await unlessAborted(signal, read());
            if (done) return new Blob(parts);
            parts.push(value);
        }
    } catch (error) {
        // A stream that stalls may never answer.
        Promise.resolve(error).then(end).catch(() => {});
        throw error;
    }
}

function webReader(stream) {
    const reader = stream.getReader();
    return [() => reader.read(), (reason) => reader.cancel(reason)];
}

/** An asynchronous iterable, among them the streams of Node, which have `destroy`. */
function iterableReader(stream) {
    const iterator = stream[Symbol.asyncIterator]();
    return [() => iterator.next(), () => stream.destroy ? stream.destroy() : iterator.return?.()];
}

/** What people pass as `input`, as a Blob. */
export async function blobOf(input, signal) {
    if (input instanceof Blob) return input;
    if (Array.isArray(input)) {
        const wrong = input.findIndex((puzzle) => typeof puzzle !== 'string' || /[\r\n]/.test(puzzle));
        if (wrong >= 0) throw new TypeError(`puzzle ${wrong} of the array is not a line of text`);
        const text = input.map((puzzle) => `${puzzle}\n`).join('');
        // A first text that begins like a compressed file is none: no such file begins with a space, which a line may.
        return new Blob([/^[^\d.*_Xx#\n\ufeff]/.test(text) ? ' ' : '', text]);
    }
    if (typeof input === 'string' || input instanceof ArrayBuffer || ArrayBuffer.isView(input)) return new Blob([input]);
    if (input instanceof ReadableStream || input?.[Symbol.asyncIterator]) return gather(input, signal);
    throw new TypeError('the input must be a text, an array of puzzles, bytes, a Blob, a stream or the URL of a file');
}
