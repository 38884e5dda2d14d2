// flood.mjs - floods of each request and message from one address, while others are served: node tests/server/flood.mjs PROGRAM [TITLE]
//
// Each flood keeps 60 connections of 127.0.0.2 full of requests, frames or handshakes, without any limits, while a guest at another
// address asks for things. No test measures time: the server counts how much of others' work an address had to wait for
// (fuerstenfeld_work_wait_units_max), and that may be no more than one quantum and one turn of each other address. For the notebook
// each flood prints how much CPU the server used while a guest waited, and for each answer to the flood.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages, requests } from './documented.mjs';
import { chance, check, finish, generous, ok, same, serve, sleep, work } from './harness.mjs';
import { Player } from './player.mjs';
import { dial, frameOf, open, request, secure, until } from './socket.mjs';

const short = join(work, 'short.edition'); // the game that is played to its end has few rounds
writeFileSync(short, readFileSync('editions/default.edition', 'utf8').replace(/^round_limit .*/m, 'round_limit 3'));
const flooder = '127.0.0.2', crowd = 60, asks = 30;
const quantum = 100, dearest = 60; // of server/app/round_robin.h; a step of a handshake
const get = (path, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const upgrade = get('/ws', 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n');
const text = (message) => frameOf('text', JSON.stringify(message));
const hello = text({ type: 'hello', protocol: 1, name: 'Flood' });
const socket = (...first) => Buffer.concat([Buffer.from(upgrade), hello, ...first]);
const many = (n, ...list) => Buffer.concat(Array.from({ length: n }, (_, i) => Buffer.from(list[i % list.length])));

// What is sent first, and then again and again; a flood without bytes connects, sends `first` and hangs up. A function makes it of
// what there is: a running and a finished game, a link to that, and a token.
const floods = {
    'the page': { bytes: many(300, get('/')) },
    'HEAD': { bytes: many(300, 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n') },
    'what is not there': { bytes: many(300, get('/no.js'), get('/api/x')) },
    'methods that are none': { bytes: many(300, 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n') },
    'records of a running game': ({ running }) => ({ bytes: many(300, get(`/api/tables/${running}/record`)) }),
    'bad requests': { first: 'x\r\n\r\n' },
    'upgrades': { first: upgrade },
    'connections': {},
    'pings': { first: socket(), bytes: many(300, frameOf('ping', 'x'.repeat(125))) },
    'pongs': { first: socket(), bytes: many(300, frameOf('pong', 'x')), silent: true },
    'frames of one byte': { first: socket(), bytes: many(300, frameOf('text', '{', { fin: false }), ...Array(98).fill(frameOf('continuation', ' ', { fin: false })), frameOf('continuation', '}')) },
};

// Each request of the protocol, with a token where that does not stop it from doing its work.
for (const { method, path, body } of requests)
    floods[`${method} ${path} ${body?.kind ?? ''}`.trim()] = ({ finished, share, token }) => {
        const json = body ? JSON.stringify({ ...body, ...(body.table && { table: finished }) }) : '';
        const id = path.includes('tables') ? finished : share, bearer = method + path === 'POST/api/guest' ? '' : `Authorization: Bearer ${token}\r\n`;
        const type = json && `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`;
        return { bytes: many(300, `${method} ${path.replace('*', id)} HTTP/1.1\r\nHost: a\r\n${bearer}${type}\r\n${json}`) };
    };

// Each message, at a table of one's own: half of the connections have one that is open, half a game with a bot.
const members = { seen: 0, name: 'Flood', seal: '0'.repeat(64), value: '0'.repeat(64), seat: 1, level: 1, number: 1, actions: 'done', round: 1, plan: 'done', days: 1,
    on: true, text: 'hm', protocol: 1, legal: true };
const seats = { create: ['me', 'open'], mute: [1], fill: 1 };
for (const { type, members: names } of messages)
    floods[`message ${type}`] = ({ running }) => {
        const known = { ...members, table: running, seats: seats[type] };
        const made = { type, ...Object.fromEntries(names.map((name) => [name, known[name]])) };
        return {
            first: (i) => (type === 'hello' ? upgrade : socket(text({ type: 'create', id: 'own', seats: ['me', i % 2 ? 1 : 'open'] }))),
            bytes: Buffer.concat(Array.from({ length: 300 }, (_, i) => text({ ...made, id: `f${i}` }))),
        };
    };

// Keeps one connection full; opens another where it ends.
function flood({ first, bytes }, port, count, i) {
    let stopped = false, tcp;
    const again = () => {
        if (stopped) return;
        tcp = dial(port, flooder, () => {
            count.connections++;
            if (first) tcp.write(typeof first === 'function' ? first(i) : first);
            if (!bytes && !secure.on) setTimeout(() => tcp.destroy(), 5);
            if (!bytes && secure.on) tcp.destroy();
            const more = () => { if (!stopped && bytes && !tcp.destroyed && tcp.write(bytes)) setImmediate(more); };
            tcp.on('drain', more);
            more();
        });
        tcp.on('error', () => {}).on('close', () => setTimeout(again, 1))
            .on('data', (data) => (count.answers += data.toString('latin1').match(/HTTP\/1\.1 \d|\{"type":"/g)?.length ?? 0));
    };
    again();
    return () => { stopped = true; tcp.destroy(); };
}

const cpu = (pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6; // ms of the loop's thread
const figure = async (port, name) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await request(port, 'GET', '/metrics')).text)[1]);

// A running game, a finished one and its link, and another player's token.
async function prepare(port) {
    const anna = await Player.enter(port, 'Anna');
    await anna.create({ seats: ['me', 1] });
    await anna.playOn(chance(1));
    const finished = anna.table, bearer = { Authorization: `Bearer ${anna.token}` };
    const { share } = (await request(port, 'POST', '/api/share', { body: { table: finished }, headers: bearer })).json();
    await anna.create({ seats: ['me', 1] });
    const { token } = (await request(port, 'POST', '/api/guest', { body: { name: 'Ben', token: true } })).json();
    return { anna, running: anna.table, finished, share, token };
}

async function underFlood(title, flooding, args = []) {
    const server = await serve({ args: [...generous, '--edition', short, ...args] });
    const there = await prepare(server.port), { anna } = there;
    const how = typeof flooding === 'function' ? flooding(there) : flooding;
    const count = { connections: 0, answers: 0 }, began = cpu(server.pid);
    const stops = Array.from({ length: crowd }, (_, i) => flood(how, server.port, count, i));
    await until('the flood to run', () => count.connections >= crowd && (!how.bytes || how.silent || count.answers > crowd));
    const spent = [];
    for (let i = 0; i < asks; i++) {
        const before = cpu(server.pid);
        if (i % 3 === 0) await anna.ask({ type: 'ping' });
        else if (i % 3 === 1) same((await request(server.port, 'GET', '/healthz')).status, 200, 'the health');
        else (await open(server.port, '/ws')).cut();
        spent.push(cpu(server.pid) - before);
    }
    const each = count.answers > 500 ? `, ${count.answers} answers of ${((1000 * (cpu(server.pid) - began)) / count.answers).toFixed(0)} us CPU` : '';
    const waited = await figure(server.port, 'fuerstenfeld_work_wait_units_max');
    for (const stop of stops) stop();
    spent.sort((a, b) => a - b);
    console.log(`  ${count.connections} connections${each}; an address waited for ${waited} units; CPU while a guest waited: median ${spent[asks >> 1].toFixed(1)} ms, worst ${spent[asks - 1].toFixed(1)} ms`);
    check(waited <= quantum + dearest, () => `an address waited for ${waited} units of another's work, and ${quantum + dearest} are the most`);
    same(await server.stop(), { code: 0, signal: null }, 'how it ended');
}

const only = process.argv[3]; // one flood
for (const [title, how] of Object.entries(floods)) if (!only || title === only) await ok(`a flood: ${title}`, () => underFlood(title, how));

// With the usual limits an address that floods is not served for a while; what it did costs a twentieth of a core in the long run.
await ok('a flood within the usual limits is put off, and others are not', async () => {
    const server = await serve({ args: ['--bot-pace', '0'] });
    const count = { connections: 0, answers: 0 };
    const stops = Array.from({ length: crowd }, () => flood({ bytes: many(300, get('/healthz')) }, server.port, count));
    const units = () => figure(server.port, 'fuerstenfeld_work_units_total');
    await until('the flood to be put off', async () => {
        const before = await units(), began = performance.now();
        await sleep(500);
        return (await units()) - before < 5 * (performance.now() - began) + 1000; // 5,000 a second, and what the others do
    });
    const anna = await Player.enter(server.port, 'Anna');
    await anna.create({ seats: ['me', 1] });
    check(anna.owes() || (await anna.until((m) => m.type === 'table' && m.legal, 'a turn')), 'that a game begins');
    for (const stop of stops) stop();
    same(await server.stop(), { code: 0, signal: null }, 'how it ended');
});

// Behind a proxy, whose connections are shared, the requests of an address that asks too often are refused.
await ok('behind a proxy an address that asks too often gets 429, another is answered', async () => {
    const server = await serve({ args: ['--bot-pace', '0', '--trust-proxy'] });
    const from = (address) => ({ headers: { 'X-Forwarded-For': address } });
    let refused = 0;
    const asking = async () => {
        const { status, text } = await request(server.port, 'GET', '/api/tables', from('192.0.2.1'));
        refused += status === 429;
        if (status === 429) same(JSON.parse(text).code, 'too-fast', 'the code, after which pages ask again');
    };
    await until('requests that are too many', async () => (await Promise.all(Array.from({ length: 30 }, asking)), refused > 20));
    same((await request(server.port, 'GET', '/api/tables', from('192.0.2.2'))).status, 200, 'another address');
    same(await server.stop(), { code: 0, signal: null }, 'how it ended');
});

await ok('a flood of TLS handshakes', async () => {
    const certificate = join(work, 'cert.pem'), key = join(work, 'key.pem');
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' });
    secure.on = true;
    await underFlood('handshakes', {}, ['--tls-cert', certificate, '--tls-key', key]).finally(() => (secure.on = false));
});

finish();
