// A worker of Node. It ends with its job.
import { closeSync, existsSync, fsyncSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { BlobWriter, answer, reader, run } from './engine.js';

const post = (message) => parentPort.postMessage(message);

function fileReader(path) {
    const file = openSync(path, 'r');
    return (bytes) => readSync(file, bytes);
}

/** Writes a new file, which appears under its name when it is whole. */
class FileWriter {
    #path;
    #file;

    constructor(path) {
        if (existsSync(path)) throw new Error(`${path} exists`);
        this.#path = path;
        this.#file = openSync(`${path}.part`, 'w');
    }

    write(rows) {
        for (let at = 0; at < rows.length; ) at += writeSync(this.#file, rows, at);
    }

    end() {
        fsyncSync(this.#file);
        closeSync(this.#file);
        renameSync(`${this.#path}.part`, this.#path);
    }
}

parentPort.on('message', (job) => answer(() => {
    const read = job.path ? fileReader(job.path) : reader(job.bytes);
    const rows = job.to ? new FileWriter(job.to) : new BlobWriter();
    const found = run(job, read, (bytes) => rows.write(bytes), post);
    return { ...found, rows: rows.end() };
}, post));
