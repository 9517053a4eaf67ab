// The page and the npm package in a real browser, against the program:
// node --test tests/page/test.mjs, where PROGRAM and PAGE may name the program and the folder of scripts/page, and
// CHROME the browser. It puts pictures into the folder PICTURES.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Chromium, installed } from './chromium.mjs';

const program = resolve(process.env.PROGRAM ?? 'target/release/ninefold');
const page = resolve(process.env.PAGE ?? 'target/page');
const datasets = resolve('datasets');
const scratch = mkdtempSync(join(tmpdir(), 'ninefold-page-'));
const MIME = {
    html: 'text/html',
    js: 'text/javascript',
    // Not its own type: many servers do not know it.
    wasm: 'application/octet-stream',
};

let [server, site, browser, tab, downloads] = [];
const requests = [];

/** A file in the folder for this test. */
function file(name, content) {
    writeFileSync(join(scratch, name), content);
    return join(scratch, name);
}

/** What the program does with a file: its rows and its message. */
function solved(path, ...options) {
    const done = spawnSync(program, ['solve', '-q', basename(path), ...options], {
        cwd: resolve(path, '..'), maxBuffer: 1 << 30,
    });
    return { rows: done.stdout, message: done.stderr.toString().trim().replace(/^ninefold: (error: )?/, ''), code: done.status };
}

before(async () => {
    server = createServer((request, response) => {
        const name = new URL(request.url, 'http://host').pathname;
        response.setHeader('Content-Type', MIME[name.split('.').pop()] ?? 'text/plain');
        createReadStream(join(page, name)).on('error', () => response.writeHead(404).end()).pipe(response);
    });
    await new Promise((ready) => server.listen(0, 'localhost', ready));
    site = `http://localhost:${server.address().port}`;
    browser = new Chromium(installed(), join(scratch, 'profile'));
    await browser.send('Browser.setDownloadBehavior',
        { behavior: 'allow', downloadPath: scratch, eventsEnabled: true });
    browser.on('Network.requestWillBeSent', ({ request }) => requests.push(request.url));
    tab = await browser.open('about:blank');
});

beforeEach(async () => {
    downloads = 0;
    await tab.go(`${site}/solve.html`);
});

after(async () => {
    await browser.end();
    server.close();
    rmSync(scratch, { recursive: true });
});

/** Does something on the page, and waits until it has a result or an error. */
async function done(action) {
    await tab.value(`for (const id of ['error', 'found']) document.getElementById(id).hidden = true`);
    await action();
    return tab.value(`new Promise((done) => {
        const of = (id) => document.getElementById(id);
        const look = () => {
            if (!of('cancel').hidden || (of('error').hidden && of('found').hidden)) return setTimeout(look, 10);
            const bars = [...document.querySelectorAll('rect')].map((bar) => Number(bar.dataset.puzzles));
            const verdicts = Object.fromEntries([...of('verdicts').rows].map((row) =>
                [row.cells[0].textContent, Number(row.cells[1].textContent.replaceAll(',', ''))]));
            done({ error: of('error').hidden ? null : of('error').textContent, bars, verdicts,
                status: of('status').textContent, name: of('download').download, rows: of('rows').textContent,
                seconds: Number(of('seconds').textContent) });
        };
        look();
    })`);
}

async function choose(path) {
    const { root } = await tab.send('DOM.getDocument');
    const { nodeId } = await tab.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' });
    await tab.send('DOM.setFileInputFiles', { nodeId, files: [path] });
}

const paste = (lines) => tab.value(`document.getElementById('lines').value = ${JSON.stringify(lines)};
    document.getElementById('solve').click()`);

const click = (id) => tab.value(`document.getElementById('${id}').click()`);

/** The answers, as they are downloaded. */
async function download() {
    assert.ok(++downloads <= 10, 'Chromium drops the eleventh download of a page within a second, and says nothing');
    const ended = new Promise((done, failed) => browser.on('Browser.downloadProgress', ({ state, guid }) => {
        if (state === 'completed') done(guid);
        if (state === 'canceled') failed(new Error('the download was cancelled'));
    }));
    let name;
    browser.on('Browser.downloadWillBegin', ({ suggestedFilename }) => name = suggestedFilename);
    await click('download');
    await ended;
    const rows = readFileSync(join(scratch, name));
    rmSync(join(scratch, name));
    return rows;
}

const easy = () => readFileSync(join(datasets, 'easy.txt'), 'utf8').split('\n').slice(0, 200);

test('pasted lines', async () => {
    const lines = `${easy().slice(0, 9).join('\n')}\nno puzzle\n# a comment\n55${'.'.repeat(79)}\n`;
    const expected = solved(file('lines.txt', lines));
    const found = await done(() => paste(lines));
    assert.deepEqual(found.verdicts, { solved: 9, invalid: 1, malformed: 1 });
    assert.equal(found.rows, expected.rows.toString());
    assert.deepEqual(await download(), expected.rows);
});

test('every corpus, as a file', async () => {
    for (const name of readdirSync(datasets).filter((name) => name.endsWith('.txt'))) {
        const path = join(datasets, name);
        const expected = solved(path);
        const found = await done(() => choose(path));
        assert.equal(found.error, null, name);
        assert.equal(found.name, name.replace('.txt', '.solved.txt'));
        assert.ok((await download()).equals(expected.rows), name);
        const puzzles = Object.values(found.verdicts).reduce((a, b) => a + b);
        assert.equal(found.bars.reduce((a, b) => a + b), puzzles - (found.verdicts.malformed ?? 0), name);
    }
});

test('tables, and compressed files', async () => {
    const csv = `id,quizzes,level\n${easy().map((line, i) => `${i},${line.slice(0, 81)},"easy, no"`).join('\n')}\n`;
    const jsonl = easy().map((line) => `${JSON.stringify({ puzzle: line.slice(0, 81) })}\n`).join('');
    const files = [file('a.csv', csv), file('a.jsonl', jsonl), file('a.csv.gz', gzipSync(csv))];
    for (const path of files) {
        const found = await done(() => choose(path));
        assert.equal(found.error, null);
        assert.match(found.name, /^a\.solved\.(csv|jsonl)$/);
        assert.deepEqual(await download(), solved(path).rows, path);
    }
    const damaged = file('damaged.txt.gz', gzipSync(easy().join('\n')).subarray(0, -9));
    assert.equal((await done(() => choose(damaged))).error, solved(damaged).message);
});

test('a dropped file, and proof that solutions are the only ones', async () => {
    const path = join(datasets, 'multiple.txt');
    await click('form');
    await tab.value(`document.querySelector('[name=limit][value="2"]').click()`);
    const found = await done(async () => {
        const data = { items: [], files: [path], dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop']) {
            await tab.send('Input.dispatchDragEvent', { type, x: 200, y: 150, data });
        }
    });
    assert.deepEqual(Object.keys(found.verdicts), ['multiple']);
    assert.deepEqual(await download(), solved(path, '--unique').rows);
    await tab.value(`document.querySelector('[name=limit][value="1"]').click()`);
});

test('other forms of rows', async () => {
    const path = file('few.txt', easy().slice(0, 5).join('\n'));
    for (const format of ['line', 'csv', 'jsonl', 'solution', '']) {
        await tab.value(`document.getElementById('format').value = '${format}'`);
        await done(() => choose(path));
        const options = format ? ['--output-format', format] : [];
        assert.deepEqual(await download(), solved(path, ...options).rows, format);
    }
});

test('what is no corpus is refused in the words of the program', async () => {
    const files = [
        file('letter.docx', Buffer.concat([Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0'), Buffer.alloc(500, 7)])),
        file('old.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])),
        file('page.html', '<!DOCTYPE html><html><body><p>no puzzles</p></body></html>\n'),
    ];
    for (const path of files) {
        const expected = solved(path);
        assert.equal(expected.code, 2, path);
        assert.equal((await done(() => choose(path))).error, expected.message);
    }
});

test('a million puzzles', async (t) => {
    const text = readFileSync(join(datasets, 'easy.txt'), 'utf8').repeat(100);
    const path = file('million.txt', text);
    const found = await done(() => choose(path));
    t.diagnostic(`a million easy puzzles: ${found.seconds} s`);
    assert.deepEqual(found.verdicts, { solved: 1_000_000 });
    const rows = await download();
    assert.equal(rows.length, text.length);
    assert.ok(rows.subarray(0, rows.length / 100).equals(solved(join(datasets, 'easy.txt')).rows));
    assert.ok(rows.subarray(-rows.length / 100).equals(rows.subarray(0, rows.length / 100)));
});

test('cancel', async () => {
    // In the midst: after the first progress, and before the page takes the result.
    const clicked = tab.value(`new Promise((done) => new MutationObserver((_, observer) => {
        if (document.getElementById('progress').value === 0) return;
        observer.disconnect();
        document.getElementById('cancel').click();
        done();
    }).observe(document.getElementById('progress'), { attributes: true }))`);
    await choose(join(scratch, 'million.txt'));
    await clicked;
    await tab.value(`new Promise((done) => {
        const look = () => document.getElementById('cancel').hidden ? done() : setTimeout(look, 5);
        look();
    })`);
    assert.equal(await tab.value(`document.getElementById('results').hidden`), true);
    assert.equal(await tab.value(`document.getElementById('error').hidden`), true);
    assert.equal((await done(() => paste(easy().join('\n')))).error, null);
});

test('by the keyboard alone', async () => {
    const focused = () => tab.value('document.activeElement.id || document.activeElement.name || document.activeElement.href');
    const reach = async (id) => {
        const seen = [];
        while (seen.at(-1) !== id) {
            assert.ok(seen.length < 30, `${id} is not reached: ${seen}`);
            await tab.key('Tab');
            seen.push(await focused());
        }
    };
    await reach('lines');
    await tab.send('Input.insertText', { text: easy()[0] });
    const CONTROL = 2;
    const found = await done(() => tab.key('Enter', CONTROL));
    assert.deepEqual(found.verdicts, { solved: 1 });
    await reach('sample');
    assert.deepEqual((await done(() => tab.key('Enter'))).verdicts, { solved: 3, invalid: 1, none: 1 });
    await reach('download');
    await reach('rows');
});

test('it fits a phone and a desk, dark and light', async () => {
    const colours = new Set();
    await done(() => choose(join(datasets, 'hard.txt')));
    for (const [width, height] of [[390, 844], [1280, 900]]) {
        for (const dark of [false, true]) {
            await tab.look(width, height, dark);
            assert.ok(await tab.value('document.documentElement.scrollWidth <= innerWidth'), `${width}`);
            colours.add(await tab.value('getComputedStyle(document.body).backgroundColor'));
            if (process.env.PICTURES) {
                writeFileSync(join(process.env.PICTURES, `page-${width}-${dark ? 'dark' : 'light'}.png`), await tab.picture());
            }
        }
    }
    assert.equal(colours.size, 2);
    if (process.env.PICTURES) {
        await tab.look(390, 844, false);
        await done(() => choose(join(scratch, 'old.xls')));
        writeFileSync(join(process.env.PICTURES, 'page-refused.png'), await tab.picture());
        await tab.go(`${site}/solve.html`);
        writeFileSync(join(process.env.PICTURES, 'page-empty.png'), await tab.picture());
    }
});

test('from a folder', async () => {
    await tab.go(pathToFileURL(join(page, 'solve.html')).href);
    assert.deepEqual((await done(() => click('sample'))).verdicts, { solved: 3, invalid: 1, none: 1 });
});

test('the npm package in the browser', async () => {
    await tab.go(`${site}/npm/package.json`);
    const found = await tab.value(`import('${site}/npm/browser.js').then(async ({ solve }) => {
        const { rows, verdicts } = await solve(${JSON.stringify(easy().join('\n'))});
        const refused = await solve('<!DOCTYPE html><html>').catch((error) => error.message);
        const again = await solve(${JSON.stringify(easy().slice(0, 2))});
        const { readable, writable } = new TransformStream();
        const [streamed] = await Promise.all([
            new Response(readable).text(), solve(${JSON.stringify(easy().join('\n'))}, { to: writable }),
        ]);
        return { rows: await rows.text(), verdicts, refused, again: again.verdicts, streamed };
    })`);
    assert.equal(found.streamed, found.rows);
    assert.equal(found.rows, solved(file('npm.txt', easy().join('\n'))).rows.toString());
    assert.match(found.refused, /^the text: /);
    assert.equal(found.again.solved, 2);
});

test('without a network, once it was there', async () => {
    await tab.value('navigator.serviceWorker.ready.then(() => 0)');
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await tab.go(`${site}/solve.html`);
    assert.deepEqual((await done(() => click('sample'))).verdicts, { solved: 3, invalid: 1, none: 1 });
    const others = requests.filter((address) => !/^(blob:|data:|file:)/.test(address) && !address.startsWith(site));
    assert.deepEqual(others, []);
});
