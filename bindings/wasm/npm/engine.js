// The side of the worker: solves a job by the module.
import { ask, initSync, solve } from './ninefold.js';

/** Milliseconds from one report of progress to the next. */
const PATIENCE = 100;

/** Solves what `read(bytes)` reads, and hands rows to `write(bytes)`, which must copy them. */
export function run({ module, name, size, ...options }, read, write, post) {
    initSync({ module });
    const start = performance.now();
    let due = start;
    let done = 0;
    const host = {
        read(bytes) {
            const count = inWords(() => read(bytes));
            done += count;
            return count;
        },
        write(rows, puzzles) {
            inWords(() => write(rows));
            const now = performance.now();
            if (now < due) return;
            due = now + PATIENCE;
            post({ progress: { read: done, size, puzzles, milliseconds: now - start } });
        },
    };
    const { unique, count, limit, maxGuesses, outputFormat, lines } = options;
    const asked = {
        unique: Boolean(unique),
        count: Boolean(count),
        limit,
        maxGuesses,
        outputFormat: outputFormat || undefined,
        lines: Boolean(lines),
    };
    const found = JSON.parse(solve(host, name, JSON.stringify(asked)));
    return { ...found, milliseconds: performance.now() - start };
}

/** Answers a question about puzzles: `generate`, `rate` or `verify`. */
export function answerTo({ module, question, questionOptions }) {
    initSync({ module });
    return JSON.parse(ask(question, JSON.stringify(questionOptions)));
}

/** What the module takes for a reason is a text. */
function inWords(call) {
    try {
        return call();
    } catch (error) {
        throw String(error?.message ?? error);
    }
}

/** Does a job and posts its result, or the reason why there is none. */
export function answer(work, post) {
    try {
        post({ result: work() });
    } catch (error) {
        post({ error: String(error?.message ?? error) });
    }
}

/** Reads from bytes in memory. */
export function reader(all) {
    let at = 0;
    return (bytes) => {
        const part = all.subarray(at, at + bytes.length);
        bytes.set(part);
        at += part.length;
        return part.length;
    };
}

/** Gathers rows in pieces. `take(bytes)` must copy them. */
class PieceWriter {
    #take;
    #bytes;
    #used = 0;

    constructor(size, take) {
        this.#bytes = new Uint8Array(size);
        this.#take = take;
    }

    write(rows) {
        while (rows.length > 0) {
            const part = rows.subarray(0, this.#bytes.length - this.#used);
            this.#bytes.set(part, this.#used);
            this.#used += part.length;
            rows = rows.subarray(part.length);
            if (this.#used === this.#bytes.length) this.#flush();
        }
    }

    #flush() {
        this.#take(this.#bytes.subarray(0, this.#used));
        this.#used = 0;
    }

    end() {
        if (this.#used > 0) this.#flush();
    }
}

/** Gathers rows in a Blob, piece by piece, so that a browser can put them on its disk. */
class BlobWriter extends PieceWriter {
    #parts;

    constructor() {
        const parts = [];
        super(1 << 20, (piece) => parts.push(new Blob([piece])));
        this.#parts = parts;
    }

    end() {
        super.end();
        return new Blob(this.#parts, { type: 'text/plain' });
    }
}

/** Pieces on their way to a stream, at most. */
const PENDING = 4;

/** Posts rows for a stream. It waits for the stream if this worker shares memory with the caller. */
class StreamWriter extends PieceWriter {
    constructor(pending, post) {
        super(1 << 16, (piece) => {
            if (pending) {
                for (let now; (now = Atomics.load(pending, 0)) >= PENDING; ) Atomics.wait(pending, 0, now);
                Atomics.add(pending, 0, 1);
            }
            post({ rows: piece.slice() });
        });
    }
}

/** Where the rows of a job go, unless that is a file. */
export function rowWriter({ toStream, pending }, post) {
    return toStream ? new StreamWriter(pending, post) : new BlobWriter();
}
