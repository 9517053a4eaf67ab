// A worker of a browser.
import { answer, answerTo, reader, rowWriter, run } from './engine.js';

/** Bytes of a file to read at once. */
const SLICE = 1 << 20;

/** Reads a file slice by slice. */
function blobReader(blob) {
    const file = new FileReaderSync();
    let [slice, at] = [reader(new Uint8Array()), 0];
    return (bytes) => {
        const count = slice(bytes);
        if (count > 0 || at >= blob.size) return count;
        slice = reader(new Uint8Array(file.readAsArrayBuffer(blob.slice(at, at + SLICE))));
        at += SLICE;
        return slice(bytes);
    };
}

const post = (message) => self.postMessage(message);

self.onmessage = ({ data: job }) => answer(() => {
    if (job.question) return answerTo(job);
    const rows = rowWriter(job, post);
    const found = run(job, blobReader(job.blob), (bytes) => rows.write(bytes), post);
    return { ...found, rows: rows.end() };
}, post);
