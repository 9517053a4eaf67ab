// Puts the page into one file: node docs/page/bundle.mjs PACKAGE PAGE
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [folder, out] = process.argv.slice(2);
const own = (name) => readFile(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

/** Scripts as one, without their imports and exports. */
async function scripts(...files) {
    const texts = await Promise.all(files);
    const bare = texts.map((text) => text.replace(/^import .*;$/gm, '').replace(/^export \{.*\};?$/gm, '')
        .replace(/^export /gm, ''));
    const joined = bare.join('\n');
    if (joined.includes('</script')) throw new Error('a script ends its element');
    return joined;
}

const part = (name) => readFile(`${folder}/${name}`, 'utf8');
const module = await readFile(`${folder}/ninefold_bg.wasm`);
const parts = {
    'solve.css': await own('solve.css'),
    worker: await scripts(part('ninefold.js'), part('engine.js'), part('browser-worker.js')),
    module: gzipSync(module, { level: 9 }).toString('base64'),
    script: await scripts(part('client.js'), own('solve.js')),
};
const page = (await own('solve.html')).replace(/\{\{([\w.]+)\}\}/g, (_, name) => parts[name]);
await writeFile(out, page);
console.log(`${out}: ${page.length} bytes, the module ${module.length}, packed ${gzipSync(module, { level: 9 }).length}`);
