// scale.mjs - what tables, guests who seek and players cost a server, and how that grows: node lab/server/scale.mjs [PROGRAM]
//
// Costs are the server's own CPU time; compare the rows of one run. Tables have one guest and one bot; a connection follows 100 of
// them (docs/authors/protocol.md). Seekers want different times for a turn, so that nobody finds a game and all keep waiting.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, request, until } from '../../tests/server/socket.mjs';
import { cpuSeconds, freePort, memory, sleep, start } from './measure.mjs';

const program = process.argv[2] ?? 'build/fuerstenfeld', folder = mkdtempSync(join(tmpdir(), 'ff-scale-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const store = (name) => `sqlite:${join(folder, name)}.db`;

async function serve(name) {
    const port = await freePort();
    const args = ['serve', '--listen', `127.0.0.1:${port}`, '--store', store(name), '--no-limits', '--quiet', '--bot-pace', '0'];
    return { port, ...(await start(program, args, port)) };
}

async function enter(port) {
    const guest = { socket: await open(port, '/ws'), frames: new Map(), waiting: new Map(), ids: 0 };
    guest.socket.onmessage = (text) => {
        const message = JSON.parse(text);
        if (message.type === 'table') guest.frames.set(message.table, message);
        guest.waiting.get(message.ack)?.(message);
        guest.waiting.delete(message.ack);
    };
    guest.ask = (message) => new Promise((done) => {
        const id = `m${++guest.ids}`;
        guest.waiting.set(id, done);
        guest.socket.send(JSON.stringify({ ...message, id }));
    });
    await guest.ask({ type: 'hello', protocol: 1, name: 'Anna', legal: true, follow: true });
    return guest;
}

// The server's CPU seconds during `work`, less `idle` for each second that it takes.
async function cost(server, idle, work) {
    const from = cpuSeconds(server.pid), begun = performance.now();
    await work();
    return cpuSeconds(server.pid) - from - idle * (performance.now() - begun) / 1000;
}
const idleCost = async (server) => (await cost(server, 0, () => sleep(10000))) / 10;

async function playOnce(guest, table) {
    const { number, legal } = guest.frames.get(table);
    if (legal?.length) await guest.ask({ type: 'play', table, number, actions: legal[Math.floor(Math.random() * legal.length)] });
    return Boolean(legal?.length);
}

console.log('running tables | CPU a second, idle (ms) | the same for 1,000 tables | CPU of an action (us) | memory of a table (kB)');
for (const tables of [1000, 3000, 10000]) {
    const server = await serve(`tables${tables}`), guests = [], before = memory(server.pid);
    for (let i = 0; i < tables / 100; i++) guests.push(await enter(server.port));
    await Promise.all(guests.map(async (guest) => {
        for (let i = 0; i < 100; i++) await guest.ask({ type: 'create', seats: ['me', 1] });
    }));
    const bytes = (memory(server.pid) - before) / tables, idle = await idleCost(server);
    let actions = 0;
    const busy = await cost(server, idle, () => Promise.all(guests.slice(0, 10).map(async (guest) => {
        for (; actions < 20000; await sleep(1)) for (const table of guest.frames.keys()) if (await playOnce(guest, table)) actions++;
    })));
    console.log(`${tables} | ${(1000 * idle).toFixed(1)} | ${(1e6 * idle / tables).toFixed(2)} | ${(1e6 * busy / actions).toFixed(1)} | ${(bytes / 1000).toFixed(1)}`);
    guests.forEach(({ socket }) => socket.cut());
    await server.stop();
}

console.log('\nguests who seek | CPU a second (ms) | the same for 1,000');
for (const seekers of [250, 1000, 4000]) {
    const server = await serve(`seekers${seekers}`), guests = [];
    for (let i = 0; i < seekers; i++) guests.push(await enter(server.port));
    await Promise.all(guests.map((guest, i) => guest.ask({ type: 'seek', turn_s: 10 + (i % 3500), players: [i < 3500 ? 2 : 3], rated: true })));
    await until('all to wait', async () => (await request(server.port, 'GET', '/metrics')).text.includes(`\nfuerstenfeld_seeks ${seekers}\n`));
    const idle = await idleCost(server);
    console.log(`${seekers} | ${(1000 * idle).toFixed(1)} | ${(1e6 * idle / seekers).toFixed(2)}`);
    guests.forEach(({ socket }) => socket.cut());
    await server.stop();
}

// 100,000 players with a device and a rating each.
const players = `
import hashlib, sqlite3, sys, time
db, now = sqlite3.connect(sys.argv[1]), int(time.time() * 1000)
names = ["".join("abcdefghijklmnopqrstuvwxyz234567"[i >> 5 * k & 31] for k in range(16)) for i in range(100000)]
db.executemany("INSERT INTO guests (guest, name, made_ms, seen_ms, marked_ms) VALUES (?, 'Anna', ?, ?, 0)", [(name, now, now) for name in names])
db.executemany("INSERT INTO devices VALUES (?, ?, ?, 'Firefox on Linux', 0, ?, ?)", [(name, name, hashlib.blake2b(name.encode(), digest_size=32).digest(), now, now) for name in names])
db.executemany("INSERT INTO ratings VALUES (?, 0, 1, 0, 4607182418800017408, 'aaaaaaaaaaaaaaaa', ?, 0)", [(name, now) for name in names])
db.commit()`;
console.log('\nplayers, running tables | from the start of the program to its first answer (ms), five times');
async function startTimes(name) {
    const times = [];
    for (let i = 0; i < 5; i++) {
        const begun = performance.now(), server = await serve(name);
        await until('health', async () => (await request(server.port, 'GET', '/healthz')).status === 200);
        times.push(Math.round(performance.now() - begun));
        await server.stop();
    }
    return times.join(' ');
}
console.log(`0, 0 | ${await startTimes('empty')}`);
execFileSync('python3', ['-c', players, join(folder, 'tables10000.db')]);
console.log(`100000, 10000 | ${await startTimes('tables10000')}`);
