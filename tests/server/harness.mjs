// harness.mjs - what the tests of the server share: a server of their own on a free port, a folder to work in, `ok`, and the
// closing line. Every test file is run as `node FILE PROGRAM`.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { patience, within } from './socket.mjs';

export const program = resolve(process.argv[2] ?? 'build/fuerstenfeld');
export const work = mkdtempSync(join(tmpdir(), 'ff-server-'));
const children = new Set();
process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// What is drawn is the same in every run: a test that fails does so again. SEED=N draws otherwise.
export const seed = Number(process.env.SEED ?? 1);
export function chance(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x9e3779b9) >>> 0;
        let x = state;
        x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
        x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
        return (x ^ (x >>> 15)) >>> 0;
    };
    return { below: (n) => next() % n, pick: (list) => list[next() % list.length] };
}

// Limits far above what a test needs: those that test a limit set their own.
export const generous = ['--no-limits', '--bot-pace', '0'];

// Starts a server and waits until it tells its address. `log` collects its lines; `exited` tells how it ended.
export async function serve({ store = 'memory', port = 0, args = generous, prefix = [], env = {} } = {}) {
    const command = [...prefix, program, 'serve', '--listen', `127.0.0.1:${port}`, '--store', store, ...args];
    const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    children.add(child);
    const log = [];
    let rest = '', told, failed;
    const address = new Promise((done, fail) => { told = done; failed = fail; });
    const take = (data) => {
        const lines = (rest + data).split('\n');
        rest = lines.pop();
        for (const line of lines) {
            log.push(line);
            const found = /https?:\/\/127\.0\.0\.1:(\d+)/.exec(line);
            if (found) told(Number(found[1]));
        }
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const exited = new Promise((done) => child.on('exit', (code, signal) => {
        children.delete(child);
        failed(new Error(`the server ended with ${code ?? signal}:\n${log.slice(-20).join('\n')}${rest}`));
        done({ code, signal });
    }));
    address.catch(() => {});
    const server = {
        pid: child.pid, log, exited,
        signal: (name) => child.kill(name),
        async stop() {
            child.kill('SIGTERM');
            const how = await within(patience, 'the server to stop', exited);
            if (how.code !== 0) console.log(log.slice(-60).map((line) => `  | ${line}`).join('\n')); // what a sanitizer has to say
            return how;
        },
        async kill() { child.kill('SIGKILL'); return exited; },
    };
    server.port = await within(patience, 'the server to start', address);
    return server;
}

let passed = 0, failed = 0;
export async function ok(title, test) {
    try {
        await test();
        passed++;
        console.log(`ok   ${title}`);
    } catch (error) {
        failed++;
        console.log(`FAIL ${title}\n  ${(error?.stack ?? String(error)).replaceAll('\n', '\n  ')}`);
    }
}

export function check(holds, what) { if (!holds) throw new Error(typeof what === 'function' ? what() : `${what} does not hold`); }
export function same(got, want, what) {
    const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
    if (a !== b) throw new Error(`${what} is ${a}, want ${b}`);
}

export function finish() {
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed > 0 ? 1 : 0);
}
