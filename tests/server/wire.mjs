// wire.mjs - the hostile wire: node tests/server/wire.mjs PROGRAM [SECONDS] [KIND...]
//
// A sanitised server on real sockets against bytes from a seed (attack.mjs), many connections at once: HTTP that is pipelined,
// split, trickled, malformed; WebSocket frames, fragments, controls, messages; hang-ups at every point. Meanwhile guests play, and
// in every other round the disk stalls and fails. Whatever comes, the server lives and answers:
//
//   - a polite connection gets every answer that it waits for, in order, and HEAD gets no body;
//   - the guests beside it play on;
//   - SIGTERM in the middle is obeyed, with status 0, and no sanitizer has anything to say, about leaks neither.
//
// Each round is a server of its own, drawn from the seed and the round's number: in memory, on SQLite with trouble, over TLS, behind a
// proxy. ROUND=N repeats one, ROUND_SECONDS=N makes each longer. KIND: only these scripts.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { dirname, join } from 'node:path';
import { kinds, known, script } from './attack.mjs';
import { makeBook } from './book.mjs';
import { chance, check, finish, generous, ok, program, seed, serve, sleep, work } from './harness.mjs';
import { dial, patience, request, secure, within } from './socket.mjs';
import { Stubborn } from './stubborn.mjs';

const seconds = Number(process.argv[3] ?? 20);
const only = process.argv.slice(4).filter((kind) => kinds.includes(kind));
const lengths = { round: Number(process.env.ROUND_SECONDS ?? 8), crowd: 24 }; // seconds, connections
const count = { connections: 0, answers: 0, messages: 0, refusals: 0, moves: 0 };
let findings = [];

function found(what, script) {
    if (findings.length < 8) findings.push(script ? `${what}: ${script.kind}, ${script.bytes.length} bytes, cut at [${script.cuts}]: ${JSON.stringify(script.bytes.toString('latin1')).slice(0, 900)}` : what);
}

// ------------------------------------------------------------------------------------------------------------ what comes back

// The answers in `bytes` to those requests, as [{ status, length, body }]; null while something is missing. Throws where it is no HTTP.
function answers(bytes, wants) {
    const got = [];
    for (const { method } of wants) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) return null;
        const [first, ...rest] = bytes.subarray(0, end).toString('latin1').split('\r\n');
        const status = Number(/^HTTP\/1\.1 (\d\d\d)( |$)/.exec(first)?.[1]);
        check(status >= 200, () => `"${first}" is a status line`);
        const headers = new Map(rest.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
        const length = Number(headers.get('content-length') ?? (status === 304 ? 0 : NaN));
        check(length >= 0, () => `an answer tells its length: ${first}`);
        const body = method === 'HEAD' || status === 304 ? 0 : length;
        if (bytes.length < end + 4 + body) return null;
        got.push({ status, length, method });
        bytes = bytes.subarray(end + 4 + body);
        if (headers.get('connection')?.toLowerCase() === 'close') break;
    }
    check(bytes.length === 0, () => `nothing more comes than the answers, not ${JSON.stringify(bytes.subarray(0, 80).toString('latin1'))}`);
    return got;
}

// The text messages in a server's bytes after the handshake, and how far they were read.
function texts(bytes, take) {
    let at = 0;
    while (bytes.length - at >= 2) {
        let n = bytes[at + 1] & 127, head = 2;
        if (n === 126) { if (bytes.length - at < 4) break; n = bytes.readUInt16BE(at + 2); head = 4; }
        else if (n === 127) { if (bytes.length - at < 10) break; n = Number(bytes.readBigUInt64BE(at + 2)); head = 10; }
        if (bytes.length - at < head + n) break;
        take(bytes[at] & 15, bytes.subarray(at + head, at + head + n));
        at += head + n;
    }
    return at;
}

function learn(text) {
    const message = JSON.parse(text);
    count.messages++;
    if (message.type === 'refused') count.refusals++;
    if (message.token) { known.tokens.push(message.token); if (known.tokens.length > 40) known.tokens.shift(); }
    if (message.table && !known.tables.includes(message.table)) { known.tables.push(message.table); if (known.tables.length > 30) known.tables.shift(); }
    return message;
}

// Reads what a connection is told; `done` when a polite script has all its answers.
class Ear {
    constructor(script, done) {
        Object.assign(this, { script, done, bytes: Buffer.alloc(0), upgraded: false, left: new Set(script.asks), closed: false });
    }

    hear(data) {
        this.bytes = this.bytes.length ? Buffer.concat([this.bytes, data]) : data;
        if (this.script.wants) return this.http();
        if (this.script.asks || this.script.kind === 'ws') return this.socket();
    }

    http() {
        if (!this.script.polite) return;
        const got = answers(this.bytes, this.script.wants);
        if (!got) return;
        for (const [i, { status }] of got.entries()) check(this.script.wants[i].statuses.includes(status), () => `${status} answers ${this.script.wants[i].method} ${this.script.wants[i].path}`);
        count.answers += got.length;
        this.done();
    }

    socket() {
        if (!this.upgraded) {
            const end = this.bytes.indexOf('\r\n\r\n');
            if (end < 0 || !this.bytes.toString('latin1', 0, 13).includes(' 101')) return;
            this.upgraded = true;
            this.bytes = this.bytes.subarray(end + 4);
        }
        this.bytes = this.bytes.subarray(texts(this.bytes, (opcode, payload) => {
            check([1, 8, 9, 10].includes(opcode), () => `a frame of kind ${opcode}`);
            if (opcode === 8) this.closed = true;
            if (opcode === 1) this.left.delete(learn(payload.toString()).ack);
        }));
        if (this.script.asks && (this.left.size === 0 || this.closed)) this.done();
    }
}

// ------------------------------------------------------------------------------------------------------------- one connection

async function attack(script, port, calm) {
    let done;
    const answered = new Promise((resolve) => (done = resolve));
    const tcp = script.kind === 'noise' && secure.on ? net.connect({ port, host: '127.0.0.1' }) : dial(port);
    const ear = new Ear(script, done);
    tcp.setNoDelay(true);
    if (script.end === 'deaf') tcp.pause();
    tcp.on('error', done).on('close', done);
    tcp.on('data', (data) => {
        try { ear.hear(data); } catch (error) { found(error.message, script); done(); }
    });
    count.connections++;
    let at = 0;
    for (const [i, cut] of [...script.cuts, script.bytes.length].entries()) {
        if (tcp.destroyed || cut <= at) continue;
        tcp.write(script.bytes.subarray(at, cut));
        at = cut;
        if (script.pauses[i]) await sleep(script.pauses[i]);
    }
    if (script.end === 'finish') tcp.end();
    if (script.end === 'deaf') await sleep(200);
    if (script.end === 'wait' && script.polite) {
        const late = await within(patience, 'an answer', answered).then(() => false, () => true);
        if (calm() && (late || ear.left.size > 0 && !ear.closed && ear.upgraded))
            found(`${late ? 'no answer' : 'hung up before the answer'} to ${[...ear.left]}`, script);
    } else await Promise.race([answered, sleep(20)]);
    if (script.end === 'reset' && !secure.on) tcp.resetAndDestroy();
    else tcp.destroy();
}

// ------------------------------------------------------------------------------------------------------------------ one round

const resident = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;

// The disk stalls and fails where the shim is built and the round is for it.
function troubled(round) {
    const shim = join(dirname(program), 'tests', 'slow_disk.so');
    if (round % 2 === 0 || !existsSync(shim)) return {};
    return { LD_PRELOAD: shim, SLOW_DISK: String(seed + round), ASAN_OPTIONS: 'verify_asan_link_order=0' };
}

// Two guests who play on through everything.
function bystanders(port, rng, book) {
    const host = new Stubborn('Host', () => port, rng, book), friend = new Stubborn('Friend', () => port, rng, book);
    host.options = friend.options = { seats: ['me', 'open', 1] };
    host.way = friend.way = { from: '127.0.0.2', headers: { 'X-Forwarded-For': '192.0.2.1' } }; // what strangers use up is not theirs
    host.made = (table) => (host.current = table);
    const running = [host.run(() => null), (async () => {
        while (!host.current && !host.stopped) await sleep(5);
        await friend.run(() => host.current);
    })()];
    for (const run of running) run.catch((error) => found(`a guest who plays: ${error.message}`));
    return { stop: () => { host.stop(); friend.stop(); }, made: () => host.current };
}

async function round(number, ms) {
    const rng = chance(seed * 1000 + number);
    const store = number % 2 ? `sqlite:${join(work, `round${number}.db`)}` : 'memory';
    secure.on = number % 4 === 2 && hasKey;
    const server = await serve({ store, args: worlds[number % 4].args, env: troubled(number) });
    const end = performance.now() + ms, book = makeBook();
    let calm = true, gone = null;
    known.port = server.port;
    known.tables = [], known.tokens = [];
    server.exited.then((how) => (gone = how));
    const before = resident(server.pid);
    const guests = bystanders(server.port, rng, book);
    const one = async () => { while (!gone) await attack(script(rng, only), server.port, () => calm && !gone).catch((error) => found(error.message)); };
    const crowd = Array.from({ length: lengths.crowd }, one);
    let moves = 0, still = 0, told = performance.now();
    while (performance.now() < end && !gone) {
        await sleep(500);
        const health = await request(server.port, 'GET', '/healthz').then(({ status }) => status, (error) => error.message);
        if (![200, 503, 429].includes(health) && !gone) found(`/healthz: ${health}`);
        if (performance.now() > told + 30000 && !gone) { // of a long round
            told = performance.now();
            console.log(`  ${count.connections} connections, resident ${resident(server.pid).toFixed(1)} MiB`);
        }
        still = book.acks.length > moves ? 0 : still + 1;
        moves = book.acks.length;
        if (known.tables.length === 0 && guests.made()) known.tables.push(guests.made());
    }
    const after = gone ? 0 : resident(server.pid);
    if (still > 40) found(`nobody has played for ${still / 2} s`);
    count.moves += moves;
    calm = false;
    const how = gone ?? await (server.signal('SIGTERM'), within(patience, 'the server to obey SIGTERM', server.exited)).catch((error) => error.message);
    if (how.code !== 0) {
        found(`the server ended with ${JSON.stringify(how)}`);
        await sleep(200);
        console.log(server.log.slice(-60).map((line) => `  | ${line.slice(0, 200)}`).join('\n'));
        await server.kill();
    }
    gone ??= how;
    guests.stop();
    await Promise.all(crowd);
    return { moves, before, after };
}

const certificate = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(work, 'key.pem'), '-out', join(work, 'cert.pem'), '-days', '2', '-subj', '/CN=localhost'];
const hasKey = (() => { try { execFileSync('openssl', ['req', ...certificate], { stdio: 'ignore' }); return true; } catch { return false; } })();
const worlds = [
    { title: 'memory, no limits', args: generous },
    { title: 'SQLite on a disk that stalls and fails, no limits', args: generous },
    { title: `memory, the usual limits${hasKey ? ', TLS' : ' (there is no openssl here to make a certificate with)'}`, args: ['--bot-pace', '0', ...(hasKey ? ['--tls-cert', join(work, 'cert.pem'), '--tls-key', join(work, 'key.pem')] : [])] },
    { title: 'SQLite on a disk that stalls and fails, the usual limits, as if behind a proxy', args: ['--bot-pace', '0', '--trust-proxy'] },
];

console.log(`seed ${seed}, ${seconds} s${only.length ? `, ${only}` : ''}`);
const each = Math.min(lengths.round, seconds / (only.length ? 1 : worlds.length));
const rounds = process.env.ROUND ? [Number(process.env.ROUND)] : Array.from({ length: Math.max(1, Math.round(seconds / each)) }, (_, i) => i);
for (const number of rounds) {
    await ok(`round ${number}: ${worlds[number % 4].title}`, async () => {
        findings = [];
        const { moves, before, after } = await round(number, (process.env.ROUND ? lengths.round : each) * 1000);
        console.log(`  ${moves} turns were played beside it; resident ${before.toFixed(0)} MiB before, ${after.toFixed(0)} after`);
        check(findings.length === 0, () => `seed ${seed} ROUND=${number}\n${findings.join('\n')}`);
    });
}
console.log(`${count.connections} connections, ${count.answers} answers over HTTP, ${count.messages} messages (${count.refusals} refusals), ${count.moves} turns beside them`);
finish();
