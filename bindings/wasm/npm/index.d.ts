/** The verdict on a puzzle. `malformed` lines are no puzzles. */
export type Verdict = 'solved' | 'at-least' | 'multiple' | 'none' | 'gave-up' | 'invalid' | 'malformed';

/** A form of rows. */
export type OutputFormat =
    | 'solution' | 'line' | 'csv' | 'jsonl' | 'grid' | 'spaced' | 'leetcode' | 'poj2676'
    | 'hundred-lines';

export interface Options {
    /** Prove that each solution is the only one. If it is not, the row is `!multiple`. */
    unique?: boolean;
    /** Count solutions, up to `limit`, in place of solving. Not together with `unique`. */
    count?: boolean;
    /** Search for this many solutions of each puzzle: 1, or a million with `count`. */
    limit?: number;
    /** Give up on a puzzle after this many guesses: the row is `!gave-up`. Ten million. */
    maxGuesses?: number;
    /** The form of rows. Without it, a solution a line; a table keeps its rows and gets a column. */
    outputFormat?: OutputFormat;
    /** The name of the input, for messages. */
    name?: string;
    /**
     * Cancels the call at any moment, also while a stream arrives, which is told to end. The promise is rejected with the
     * signal's reason. `AbortSignal.timeout(milliseconds)` is a deadline.
     */
    signal?: AbortSignal;
}

/** Node: the rows go to a file, so that memory stays bounded. */
export interface FileOptions extends Options {
    /** The new file for the rows. It appears when it is complete. A file that exists is an error. */
    to: string | URL;
}

/** The rows go to a stream. */
export interface StreamOptions extends Options {
    /**
     * Gets the rows as bytes, in the order of the input. It is closed at the end, and aborted if the call fails. The worker waits
     * for a slow stream, except on a page that is not cross-origin isolated.
     */
    to: WritableStream<Uint8Array>;
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
    /** The rows, in the order of the input. */
    rows: Blob;
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

/** A text, an array of puzzles, bytes, a `Blob` such as a `File`, a stream of bytes; in Node also the `URL` of a file. */
export type Input =
    | string | readonly string[] | ArrayBuffer | ArrayBufferView | Blob | ReadableStream<Uint8Array>
    | AsyncIterable<string | Uint8Array> | URL;

/**
 * Solves a corpus in a worker. The `URL` of a file is read piece by piece; everything else is first gathered in memory.
 * All formats that the program reads are recognised, compressed or not. In an array, each string is one puzzle in any case.
 *
 * The promise is rejected with the program's message if the input is not a corpus or cannot be read, and with a
 * `TypeError` if `input` is of another type or a string that is the path of a file.
 *
 * The worker stays for the next call, which then costs a message and no start.
 */
export function solve(
    input: Input,
    options: FileOptions | StreamOptions,
    onProgress?: (progress: Progress) => void,
): Promise<Omit<Result, 'rows'>>;
export function solve(
    input: readonly string[],
    options?: Options,
    onProgress?: (progress: Progress) => void,
): Promise<Result & {
    /** The rows as texts. */
    answers: string[];
}>;
export function solve(
    input: Input,
    options?: Options,
    onProgress?: (progress: Progress) => void,
): Promise<Result>;

/** Cancels the call at any moment. */
export interface QuestionOptions {
    signal?: AbortSignal;
}

export interface GenerateOptions extends QuestionOptions {
    /** Another seed gives other puzzles. 1. */
    seed?: number;
    /** The number of clues, or the smallest and the largest. Without it, one that suits the other options. */
    clues?: number | readonly [low: number, high: number];
    /**
     * `easy`: naked singles suffice. `medium`: also hidden singles. `hard`: locked candidates or fewer than eight guesses. `extreme`:
     * eight guesses or more.
     */
    difficulty?: 'easy' | 'medium' | 'hard' | 'extreme';
    /** Every clue is needed. */
    minimal?: boolean;
    /** Puzzles with one solution (`unique`), with several, with none, or with two clues that clash. */
    kind?: 'unique' | 'multiple' | 'unsolvable' | 'invalid';
}

/**
 * Generates puzzles in a worker. The same options give the same puzzles, and the program makes them, too. There are fewer than `count`
 * if 100,000 grids were not enough for one. The promise is rejected if no puzzle can fit the options.
 */
export function generate(count: number, options?: GenerateOptions): Promise<string[]>;

export interface Rating {
    clues: number;
    /** Solutions, up to the limit; `null` if two clues clash, or after ten million guesses. */
    solutions: number | null;
    /** The simplest that is enough for a puzzle with one solution or none. */
    level: 'naked-singles' | 'hidden-singles' | 'locked-candidates' | 'guessing' | null;
    /** Guesses of a fixed search, which does not depend on the engine. */
    guesses: number | null;
    /** Whether every clue is needed, for a puzzle with one solution. */
    minimal: boolean | null;
}

/** Rates puzzles in a worker, and counts solutions up to `limit`, which is at least 2. `null` for what is no puzzle. */
export function rate(
    puzzles: readonly string[],
    options?: QuestionOptions & { limit?: number },
): Promise<(Rating | null)[]>;

/**
 * What is wrong with each answer, or `null`. Whether a puzzle has other solutions does not matter. The promise is rejected if there are
 * not as many answers as puzzles.
 */
export function verify(
    puzzles: readonly string[],
    answers: readonly string[],
    options?: QuestionOptions,
): Promise<(string | null)[]>;
