// The page: what is chosen, dropped or pasted goes to a worker; what comes back is shown.
import { runJob, takeWorker } from '../../bindings/wasm/npm/client.js';

const of = (id) => document.getElementById(id);
const number = new Intl.NumberFormat('en');
const SAMPLE = `\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2..
55...............................................................................
12345678.........9${'.'.repeat(63)}
`;

let [running, chosen, shown] = [null, null, null];

/** The module, compiled once. */
let compiled;
async function compile() {
    const packed = Uint8Array.from(atob(of('module').textContent), (letter) => letter.charCodeAt());
    const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(bytes).arrayBuffer());
}

/** A worker whose script is in the page. It is no module: Chromium starts none for a page from a folder. */
function start() {
    const script = new Blob([of('worker').textContent], { type: 'text/javascript' });
    const address = URL.createObjectURL(script);
    const worker = new Worker(address);
    worker.addEventListener('message', () => URL.revokeObjectURL(address), { once: true });
    return worker;
}

async function solve(blob, name) {
    running?.abort();
    const control = running = new AbortController();
    busy(true);
    show({ read: 0, size: blob.size, puzzles: 0, milliseconds: 0 });
    of('status').textContent = `Solving ${name}`;
    const unique = of('form').elements.limit.value === '2';
    const outputFormat = of('format').value;
    try {
        const module = await (compiled ??= compile());
        const job = { module, blob, name, size: blob.size, unique, outputFormat };
        const found = await runJob(takeWorker(start), job, control, show);
        await present(found, name, outputFormat);
    } catch (error) {
        if (running !== control) return;
        of('results').hidden = true;
        if (!control.signal.aborted) fail(error.message);
    }
    if (running !== control) return;
    running = null;
    busy(false);
}

function busy(is) {
    of('cancel').hidden = !is;
    of('solve').disabled = is;
    of('results').setAttribute('aria-busy', is);
    if (is) {
        of('results').hidden = false;
        of('found').hidden = true;
        of('progress').hidden = false;
        of('error').hidden = true;
    }
}

function fail(message) {
    of('error').textContent = message;
    of('error').hidden = false;
}

function show({ read, size, puzzles, milliseconds }) {
    of('progress').value = size ? read / size : 0;
    of('puzzles').textContent = number.format(puzzles);
    of('rate').textContent = number.format(milliseconds ? Math.round(puzzles / milliseconds * 1000) : 0);
    of('seconds').textContent = (milliseconds / 1000).toFixed(2);
}

async function present(found, name, outputFormat) {
    const { rows, lines, puzzles, verdicts, examples, milliseconds, column } = found;
    show({ read: 1, size: 1, puzzles: puzzles - verdicts.malformed, milliseconds });
    of('progress').hidden = true;
    const where = column ? `, the puzzles are in column '${column}'` : '';
    of('status').textContent = `${name}: ${number.format(lines)} lines${where}`;
    of('verdicts').replaceChildren(...Object.entries(verdicts).filter(([, count]) => count > 0)
        .map(([verdict, count]) => row(verdict, number.format(count), (examples[verdict] ?? []).join(', '))));
    of('stated').hidden = found.statedAnswers === 0;
    of('stated').textContent = `${number.format(found.statedAnswers)} lines state a solution; `
        + `${number.format(found.wrongStatedAnswers)} of them are wrong.`;
    of('guesses').replaceChildren(histogram(found.guessClasses));
    const some = await rows.slice(0, 4000).text();
    const whole = some.split('\n').slice(0, 20).join('\n');
    of('rows').textContent = rows.size > some.length || whole.length < some.length ? `${whole.trimEnd()}\n…` : whole;
    if (shown) URL.revokeObjectURL(shown);
    of('download').href = shown = URL.createObjectURL(rows);
    const table = { csv: 'csv', jsonl: 'jsonl' };
    const ending = table[outputFormat || found.format] ?? 'txt';
    of('download').download = `${name.replace(/(\.\w{1,5}){1,2}$/, '')}.solved.${ending}`;
    of('found').hidden = false;
}

function row(...cells) {
    const line = document.createElement('tr');
    for (const cell of cells) line.insertCell().textContent = cell;
    return line;
}

/** Bars with their numbers: puzzles with 0 guesses, 1, 2, 3 to 4, and so on. */
function histogram(classes) {
    const [step, bar, label] = [26, 18, 84];
    const width = 420;
    const most = Math.max(1, ...classes);
    const svg = drawn('svg', { viewBox: `0 0 ${width} ${Math.max(1, classes.length) * step}`, role: 'img' });
    svg.setAttribute('aria-label', 'Puzzles by number of guesses');
    classes.forEach((puzzles, i) => {
        const to = i === 0 ? 0 : 2 ** (i - 1);
        const from = i < 3 ? to : to / 2 + 1;
        const name = from === to ? number.format(to) : `${number.format(from)}–${number.format(to)}`;
        const long = puzzles && Math.max(2, puzzles / most * (width - label - 90));
        const y = i * step;
        svg.append(drawn('text', { x: label - 8, y: y + 15, 'text-anchor': 'end', class: 'axis' }, name),
            drawn('rect', { x: label, y: y + 2, width: long, height: bar, rx: 2, 'data-puzzles': puzzles }),
            drawn('text', { x: label + long + 6, y: y + 15 }, number.format(puzzles)));
    });
    return svg;
}

function drawn(name, attributes, text = '') {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
}

function take(file) {
    chosen = file;
    of('lines').value = '';
    solve(file, file.name);
}

of('file').addEventListener('change', () => {
    const [file] = of('file').files;
    if (file) take(file);
    // The same file may be chosen again.
    of('file').value = '';
});
of('lines').addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) of('form').requestSubmit();
});
of('form').addEventListener('submit', (event) => {
    event.preventDefault();
    const lines = of('lines').value;
    if (lines.trim()) solve(new Blob([lines]), 'the pasted lines');
    else if (chosen) solve(chosen, chosen.name);
    else fail('Choose a file or paste puzzles first.');
});
of('sample').addEventListener('click', () => {
    of('lines').value = SAMPLE;
    of('form').requestSubmit();
});
of('cancel').addEventListener('click', () => running?.abort(new Error('cancelled')));
addEventListener('dragover', (event) => {
    event.preventDefault();
    of('drop').classList.add('over');
});
addEventListener('dragleave', () => of('drop').classList.remove('over'));
addEventListener('drop', (event) => {
    event.preventDefault();
    of('drop').classList.remove('over');
    const [file] = event.dataTransfer.files;
    if (file) take(file);
});

// A folder needs no copy of the page: the file is one.
if (location.protocol.startsWith('http') && navigator.serviceWorker) {
    navigator.serviceWorker.register('solve-offline.js', { scope: location.pathname }).catch(() => {});
}
