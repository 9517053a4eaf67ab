/** The verdict on a puzzle. `malformed` lines are no puzzles. */
export type Verdict = 'solved' | 'at-least' | 'multiple' | 'none' | 'gave-up' | 'invalid' | 'malformed';

/** A form of rows. */
export type OutputFormat =
    | 'solution' | 'line' | 'csv' | 'jsonl' | 'digits' | 'grid' | 'spaced' | 'ss' | 'leetcode' | 'opensudoku'
    | 'poj2676' | 'euler96';

export interface Options {
    /** Prove that each solution is the only one. If it is not, the row is `!multiple`. */
    unique?: boolean;
    /** The form of rows. Without it, a solution a line; a table keeps its rows and gets a column. */
    outputFormat?: OutputFormat;
    /** The name of the input, for messages. */
    name?: string;
    /** Node: the new file to write the rows to, so that memory stays bounded. */
    to?: string | URL;
    /** Cancels the work. */
    signal?: AbortSignal;
}

export interface Progress {
    /** Bytes read. */
    read: number;
    /** Bytes of the input. */
    size: number;
    /** Puzzles solved. */
    puzzles: number;
    milliseconds: number;
}

export interface Result {
    /** The rows, in the order of the input. With `to`, they are in that file. */
    rows?: Blob;
    /** Lines of the input, or its records. */
    lines: number;
    /** Lines without blank lines, comments and headers. */
    puzzles: number;
    verdicts: Record<Verdict, number>;
    /** The first lines of each verdict other than `solved`, from 1. */
    examples: Partial<Record<Verdict, number[]>>;
    /** Solutions that the input states, and how many of them are wrong. */
    statedAnswers: number;
    wrongStatedAnswers: number;
    /** Guesses of all puzzles. */
    guesses: number;
    /** Number of puzzles with 0 guesses, 1, 2, 3 to 4, 5 to 8, and so on. */
    guessClasses: number[];
    /** Bytes of the input, decompressed, and of the rows. */
    bytesIn: number;
    bytesOut: number;
    /** The format of the input. */
    format: string;
    /** The column with the puzzles, if its name does not tell. */
    column: string | null;
    milliseconds: number;
}

/**
 * Solves a corpus in a worker: a text, its bytes, or a `Blob` such as a `File`. In Node also the `URL` of a file,
 * which is read piece by piece. All formats that the program reads are recognised, compressed or not.
 *
 * The promise is rejected with the program's message if the input is not a corpus or cannot be read.
 */
export function solve(
    input: string | Uint8Array | ArrayBuffer | Blob | URL,
    options?: Options,
    onProgress?: (progress: Progress) => void,
): Promise<Result>;
