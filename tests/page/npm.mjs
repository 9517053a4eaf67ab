// The npm package in Node: node --test tests/page/npm.mjs, where PAGE may name the folder of scripts/page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const package_ = pathToFileURL(join(resolve(process.env.PAGE ?? 'target/page'), 'npm/node.js'));
const { generate, rate, solve, verify } = await import(package_.href);
const path = resolve('datasets/medium.txt');
const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
const scratch = mkdtempSync(join(tmpdir(), 'ninefold-npm-'));
after(() => rmSync(scratch, { recursive: true }));

/** A row solves its puzzle: its clues stay, and each row, column and box has nine digits. */
function solves(row, puzzle) {
    const units = (cell) => [`r${Math.floor(cell / 9)}`, `c${cell % 9}`, `b${Math.floor(cell / 27)}${Math.floor(cell % 9 / 3)}`];
    const seen = new Set([...row].flatMap((digit, cell) => units(cell).map((unit) => unit + digit)));
    return /^[1-9]{81}$/.test(row) && seen.size === 243 && [...puzzle].every((clue, i) => !/[1-9]/.test(clue) || clue === row[i]);
}

test('a file to a file', async () => {
    const [to, seen] = [join(scratch, 'medium.solved.txt'), []];
    const found = await solve(pathToFileURL(path), { to }, (progress) => seen.push(progress));
    const rows = readFileSync(to, 'utf8').trimEnd().split('\n');
    assert.equal(rows.length, lines.length);
    assert.ok(rows.every((row, i) => solves(row, lines[i].slice(0, 81))));
    assert.equal(found.verdicts.solved, 10_000);
    assert.ok(seen.length > 0 && seen.every(({ size }) => size === 820_000));
    await assert.rejects(solve(pathToFileURL(path), { to }), /exists/);
    assert.equal(readFileSync(to, 'utf8'), rows.join('\n') + '\n');
    rmSync(to);
});

test('only the output is touched, whatever happens', async () => {
    const to = join(scratch, 'out.txt');
    // The program keeps its checkpoint under this name.
    writeFileSync(`${to}.part`, 'precious');
    await solve(pathToFileURL(path), { to });
    await assert.rejects(solve('<!DOCTYPE html><html>', { to: join(scratch, 'refused.txt') }));
    const control = new AbortController();
    const aborted = solve(pathToFileURL(path), { to: join(scratch, 'aborted.txt'), signal: control.signal }, () => control.abort());
    await assert.rejects(aborted, { name: 'AbortError' });
    assert.equal(readFileSync(`${to}.part`, 'utf8'), 'precious');
    assert.deepEqual(readdirSync(scratch).sort(), ['out.txt', 'out.txt.part']);
});

test('a program given to node as text', () => {
    const program = `import { solve } from '${package_.href}';
        const { verdicts } = await solve(['${lines[0].slice(0, 81)}']);
        console.log(verdicts.solved);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', timeout: 60_000 });
    assert.equal(said, '1\n');
});

test('texts, bytes, arrays and streams are the same corpus', async () => {
    const few = lines.slice(0, 50);
    const text = `${few.join('\n')}\n`;
    const file = join(scratch, 'few.txt');
    writeFileSync(file, text);
    const inputs = [text, Buffer.from(text), new Blob([text]), few, createReadStream(file), new Blob([text]).stream(), pathToFileURL(file)];
    const [expected, ...others] = await Promise.all(inputs.map(async (input) => (await solve(input)).rows.text()));
    assert.equal(expected.split('\n').length, 51);
    for (const rows of others) assert.equal(rows, expected);
    const { answers } = await solve([few[0], '', 'no puzzle']);
    assert.deepEqual(answers, [expected.split('\n')[0], '', '!malformed']);
    assert.equal((await solve(text)).answers, undefined);
    assert.deepEqual((await solve([])).answers, []);
    for (const wrong of [7, null, undefined, {}, [few[0], 7], [text]]) await assert.rejects(solve(wrong), TypeError);
    await assert.rejects(solve(file), /pathToFileURL/);
});

test('an array has one answer for each of its texts, whatever the first ones look like', async () => {
    const puzzle = lines[0];
    const [solution] = (await solve([puzzle])).answers;
    const strange = [
        'end', '3', 'puzzle', 'puzzle,solution', `{"puzzle":"${puzzle}"}`, '{"puzzle":1}', '<!DOCTYPE html>', '[', 'Grid 01', '[Puzzle]',
        '\u{feff}puzzle', 'BZh91AY&SY', 'P*M\u0018', '\u0004"M\u0018', 'PK\u0003\u0004', 'PAR1',
    ];
    for (const first of strange) {
        const { answers, verdicts } = await solve([first, puzzle]);
        assert.deepEqual(answers, ['!malformed', solution], first);
        assert.equal(verdicts.malformed, 1);
    }
    const row = '530070000';
    assert.deepEqual((await solve(Array(9).fill(row))).answers, Array(9).fill('!malformed'));
    assert.deepEqual((await solve([`${puzzle},${solution}`, puzzle])).answers.at(-1), solution);
});

test('a stream that stalls is cancelled, and told to end', async () => {
    const [first, reason] = [`${lines[0]}\n`, new Error('enough')];
    const never = new Promise(() => {});
    const ended = [];
    const web = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
        cancel: (why) => ended.push(why),
    });
    const node = new Readable({ read() {} });
    node.push(first);
    const iterable = {
        [Symbol.asyncIterator]: () => {
            let parts = 0;
            return {
                next: () => parts++ ? never : Promise.resolve({ done: false, value: first }),
                return: () => ended.push('iterable'),
            };
        },
    };
    for (const input of [web, node, iterable]) {
        const control = new AbortController();
        const solved = solve(input, { signal: control.signal });
        setTimeout(() => control.abort(reason), 20);
        await assert.rejects(solved, reason);
    }
    await new Promise(setImmediate);
    assert.deepEqual(ended, [reason, 'iterable']);
    assert.ok(node.destroyed);
    // The same with a deadline, and with a signal that nobody uses.
    const awake = setInterval(() => {}, 1000);
    await assert.rejects(solve(new ReadableStream(), { signal: AbortSignal.timeout(20) }), { name: 'TimeoutError' });
    clearInterval(awake);
    const { signal } = new AbortController();
    assert.equal((await solve(createReadStream(path), { signal })).verdicts.solved, 10_000);
    await assert.rejects(solve(new ReadableStream({ start: (controller) => controller.error(reason) })), reason);
});

/** Gathers what is written to it, after `wait()`. */
function gathering(wait = () => {}) {
    const parts = [];
    const state = { text: () => Buffer.concat(parts).toString() };
    state.to = new WritableStream({
        async write(part) {
            await wait(part);
            parts.push(part);
        },
        close: () => { state.end = 'closed'; },
        abort: (reason) => { state.end = reason; },
    });
    return state;
}

test('rows go to a stream, which the worker waits for', async () => {
    const expected = await (await solve(lines)).rows.text();
    const seen = gathering();
    const found = await solve(lines, { to: seen.to });
    assert.equal(seen.text(), expected);
    assert.equal(seen.end, 'closed');
    assert.equal(found.verdicts.solved, 10_000);
    assert.equal(found.rows, undefined);
    assert.equal(found.answers, undefined);
    const none = gathering();
    await solve([], { to: none.to });
    assert.deepEqual([none.text(), none.end], ['', 'closed']);
    // The first piece takes its time. Until then the worker stands still in the midst of the work.
    let [isFirst, progress] = [true, []];
    const slow = gathering(async () => {
        if (isFirst) await new Promise((resolve) => setTimeout(resolve, 400));
        isFirst = false;
    });
    await solve(Array(20).fill(lines).flat(), { to: slow.to }, (seen) => progress.push(seen));
    assert.equal(slow.text(), expected.repeat(20));
    assert.ok(progress.some(({ puzzles, milliseconds }) => milliseconds >= 300 && puzzles < 150_000));
});

test('a stream that fails or stalls ends the call, and a call that fails aborts its stream', async () => {
    const reason = new Error('enough');
    const broken = gathering(() => { throw reason; });
    await assert.rejects(solve(lines, { to: broken.to }), reason);
    const control = new AbortController();
    const stalled = gathering(() => new Promise(() => setTimeout(() => control.abort(reason), 20)));
    await assert.rejects(solve(lines, { to: stalled.to, signal: control.signal }), reason);
    for (const [input, options, expected] of [
        ['<!DOCTYPE html><html>', {}, /web page/],
        [lines, { signal: AbortSignal.abort(reason) }, /enough/],
        [7, {}, /must be/],
    ]) {
        const refused = gathering();
        await assert.rejects(solve(input, { ...options, to: refused.to }), expected);
        assert.match(String(refused.end), expected);
        assert.equal(refused.text(), '');
    }
    const locked = gathering();
    locked.to.getWriter();
    await assert.rejects(solve(lines, { to: locked.to }), TypeError);
    assert.equal((await solve(lines.slice(0, 2))).verdicts.solved, 2);
});

test('limits bound solutions and guesses', async () => {
    const empty = '.'.repeat(81);
    const rows = async (options) => (await solve([empty, lines[0]], options)).answers;
    assert.deepEqual(await rows({ count: true, limit: 7 }), ['>=7', '1']);
    const few = await solve([empty], { count: true, limit: 1e12, maxGuesses: 1000 });
    assert.equal(few.verdicts['gave-up'], 1);
    assert.ok(few.guesses <= 1000);
    assert.ok(solves((await rows({ limit: 2 }))[1], lines[0].slice(0, 81)));
    for (const wrong of [{ limit: 0 }, { limit: 1.5 }, { limit: 'many' }, { maxGuesses: -1 }]) {
        await assert.rejects(solve([empty], wrong), /is a whole number from/);
    }
    await assert.rejects(solve([empty], { unique: true, count: true }), /not both/);
});

test('what is wrong is said, and the next call works', async () => {
    await assert.rejects(solve('<!DOCTYPE html><html>', { name: 'mine' }), /^Error: mine: /);
    const control = AbortSignal.abort(new Error('enough'));
    await assert.rejects(solve(lines, { signal: control }), /enough/);
    assert.equal((await solve(lines.slice(0, 2))).verdicts.solved, 2);
});

test('puzzles are generated as by the program, rated and verified', async () => {
    const made = await generate(5, { seed: 7, difficulty: 'medium' });
    const program = process.env.PROGRAM ?? 'target/release/ninefold';
    const lines = execFileSync(program, ['generate', '--count', '5', '--seed', '7', '--difficulty', 'medium', '-q'], { encoding: 'utf8' });
    assert.deepEqual(made, lines.trimEnd().split('\n'));
    const [rating, none] = await rate([made[0], 'no puzzle']);
    assert.deepEqual([rating.solutions, rating.level, none], [1, 'hidden-singles', null]);
    assert.equal(rating.clues, [...made[0]].filter((cell) => /[1-9]/.test(cell)).length);
    const { answers } = await solve(made);
    const wrong = answers[1].replace(answers[1][0], answers[1][1]);
    const judged = await verify(made.slice(0, 3), [answers[0], wrong, 'none']);
    assert.equal(judged[0], null);
    assert.match(judged[1], /^the answer is wrong: /);
    assert.match(judged[2], /81/);
    assert.ok((await generate(2, { clues: [24, 26] })).every((puzzle) => /^(?:[^1-9]*[1-9]){24,26}[^1-9]*$/.test(puzzle)));
    for (const [wrong, reason] of [[{ difficulty: 'simple' }, /simple/], [{ clues: 'few' }, /'clues' is/], [{ clues: 5 }, /clues/]]) {
        await assert.rejects(generate(1, wrong), reason);
    }
    await assert.rejects(verify(made, []), /5 puzzles and 0 answers/);
    await assert.rejects(generate(1e6, { minimal: true, signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
    assert.equal((await generate(1)).length, 1);
});
