// Drives Chromium by its DevTools protocol through a pipe, without a package.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--hide-scrollbars',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--remote-debugging-pipe'];

/** The browser that is there. */
export function installed() {
    const names = [process.env.CHROME, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
    const found = names.find((name) => name && spawnSync(name, ['--version']).status === 0);
    if (!found) throw new Error('there is no Chromium or Chrome (apt-get install chromium, or set CHROME)');
    return found;
}

export class Chromium {
    #process;
    #next = 1;
    #waiting = new Map();
    #handlers = new Map();

    constructor(program, profile) {
        const args = [...FLAGS, `--user-data-dir=${profile}`];
        this.#process = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        let text = '';
        this.#process.stdio[4].setEncoding('utf8').on('data', (data) => {
            text += data;
            const messages = text.split('\0');
            text = messages.pop();
            messages.forEach((message) => this.#take(JSON.parse(message)));
        });
        this.#process.on('exit', () => {
            for (const [, reject] of this.#waiting.values()) reject(new Error('the browser has ended'));
        });
    }

    #take({ id, method, params, result, error }) {
        if (!id) return this.#handlers.get(method)?.(params);
        const [resolve, reject] = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) reject(new Error(error.message));
        else resolve(result);
    }

    on(event, handler) {
        this.#handlers.set(event, handler);
    }

    send(method, params = {}, sessionId = undefined) {
        const id = this.#next++;
        const sent = new Promise((resolve, reject) => this.#waiting.set(id, [resolve, reject]));
        this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        return sent;
    }

    async open(address) {
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const tab = new Tab(this, sessionId);
        await tab.send('Page.enable');
        await tab.send('Network.enable');
        await tab.go(address);
        return tab;
    }

    async end() {
        const ended = once(this.#process, 'exit');
        await this.send('Browser.close');
        await ended;
    }
}

export class Tab {
    constructor(browser, session) {
        Object.assign(this, { browser, session });
    }

    send(method, params) {
        return this.browser.send(method, params, this.session);
    }

    async go(address) {
        const loaded = new Promise((resolve) => this.browser.on('Page.loadEventFired', resolve));
        const { errorText } = await this.send('Page.navigate', { url: address });
        if (errorText) throw new Error(`${address}: ${errorText}`);
        await loaded;
    }

    /** The value of an expression, or of its promise. */
    async value(expression) {
        const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
        const { result, exceptionDetails } = await this.send('Runtime.evaluate', params);
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    async key(key, modifiers = 0) {
        const codes = { Tab: 9, Enter: 13, ' ': 32 };
        const text = { Enter: '\r', ' ': ' ' }[key];
        const params = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode: codes[key], modifiers };
        await this.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...params });
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...params });
    }

    async look(width, height, dark) {
        await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 500 });
        const features = [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }];
        await this.send('Emulation.setEmulatedMedia', { features });
    }

    async picture() {
        const { data } = await this.send('Page.captureScreenshot', { captureBeyondViewport: true });
        return Buffer.from(data, 'base64');
    }
}
