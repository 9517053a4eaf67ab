// A worker of Node.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { answer, answerTo, reader, rowWriter, run } from './engine.js';

const post = (message) => parentPort.postMessage(message);

/** Reads a file piece by piece while `use(read)` runs. */
function withFile(path, use) {
    const file = openSync(path, 'r');
    try {
        return use((bytes) => readSync(file, bytes));
    } finally {
        closeSync(file);
    }
}

/** Writes a new file, which appears under its name when it is whole. The caller removes the temporary file. */
class FileWriter {
    #job;
    #file;

    constructor(job) {
        if (existsSync(job.to)) throw new Error(`${job.to} exists`);
        this.#job = job;
        this.#file = openSync(job.temporary, 'wx');
    }

    write(rows) {
        for (let at = 0; at < rows.length; ) at += writeSync(this.#file, rows, at);
    }

    end() {
        fsyncSync(this.#file);
        // Unlike renaming, this never replaces a file that has appeared since.
        try {
            linkSync(this.#job.temporary, this.#job.to);
        } catch (error) {
            if (existsSync(this.#job.to)) throw new Error(`${this.#job.to} exists by now`);
            // A file system without links.
            renameSync(this.#job.temporary, this.#job.to);
        }
    }

    close() {
        closeSync(this.#file);
    }
}

function solveJob(job, read) {
    const rows = job.to ? new FileWriter(job) : rowWriter(job, post);
    try {
        const found = run(job, read, (bytes) => rows.write(bytes), post);
        return { ...found, rows: rows.end() };
    } finally {
        rows.close?.();
    }
}

function done(job) {
    if (job.question) return answerTo(job);
    return job.path ? withFile(job.path, (read) => solveJob(job, read)) : solveJob(job, reader(job.bytes));
}

parentPort.on('message', (job) => answer(() => done(job), post));
