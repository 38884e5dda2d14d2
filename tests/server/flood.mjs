// flood.mjs - floods of whatever is cheap to ask for, from one address, while others are served: node tests/server/flood.mjs PROGRAM
//
// Each flood keeps 60 connections of 127.0.0.2 full of requests, frames or handshakes, without any limits, while a guest at another
// address asks for things. No time is measured: the server counts how much of others' work an address had to wait for
// (fuerstenfeld_work_wait_units_max), and that may be no more than one quantum and one turn of each other address. For the eye it
// prints how much CPU the server used while a guest waited.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, finish, generous, ok, same, serve, sleep, work } from './harness.mjs';
import { Player } from './player.mjs';
import { dial, frameOf, open, request, secure, until } from './socket.mjs';

const flooder = '127.0.0.2', crowd = 60, asks = 60;
const quantum = 100, dearest = 60; // of server/app/round_robin.h; a step of a handshake
const get = (path, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const post = (path, body) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const upgrade = get('/ws', 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n');
const hello = frameOf('text', '{"type":"hello","protocol":1,"name":"Flood"}');
const many = (n, ...list) => Buffer.concat(Array.from({ length: n }, (_, i) => Buffer.from(list[i % list.length])));

// What is sent first, and then again and again; a flood without bytes connects, sends `first` and hangs up.
const floods = {
    'the page': { bytes: many(300, get('/')) },
    'figures': { bytes: many(300, get('/metrics')) },
    'health': { bytes: many(300, get('/healthz')) },
    'HEAD': { bytes: many(300, 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n') },
    'what is not there': { bytes: many(300, get('/no.js'), get('/api/x')) },
    'methods that are none': { bytes: many(300, 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n') },
    'lists': { bytes: many(300, get('/api/tables')) },
    'records': { bytes: many(300, 'record') },
    'attempts to sign in': { bytes: many(300, post('/api/sign-in/link', `{"secret":"${'0'.repeat(32)}"}`), post('/api/sign-in/challenge', '{}'), get('/api/player')) },
    'bad requests': { first: 'x\r\n\r\n' },
    'upgrades': { first: upgrade },
    'connections': {},
    'pings': { first: Buffer.concat([Buffer.from(upgrade), hello]), bytes: many(300, frameOf('ping', 'x'.repeat(125))) },
    'pongs': { first: Buffer.concat([Buffer.from(upgrade), hello]), bytes: many(300, frameOf('pong', 'x')) },
    'messages': { first: Buffer.concat([Buffer.from(upgrade), hello]), bytes: many(300, frameOf('text', '{"type":"ping"}'), frameOf('text', '{"type":"tables"}')) },
    'frames of one byte': { first: Buffer.concat([Buffer.from(upgrade), hello]), bytes: many(300, frameOf('text', '{', { fin: false }), ...Array(98).fill(frameOf('continuation', ' ', { fin: false })), frameOf('continuation', '}')) },
};

// Keeps one connection full; opens another where it ends.
function flood({ first, bytes }, port, count) {
    let stopped = false, tcp;
    const again = () => {
        if (stopped) return;
        tcp = dial(port, flooder, () => {
            count.connections++;
            if (first) tcp.write(first);
            if (!bytes && !secure.on) setTimeout(() => tcp.destroy(), 5);
            if (!bytes && secure.on) tcp.destroy();
            const more = () => { if (!stopped && bytes && !tcp.destroyed && tcp.write(bytes)) setImmediate(more); };
            tcp.on('drain', more);
            more();
        });
        tcp.on('error', () => {}).on('data', (data) => (count.bytes += data.length)).on('close', () => setTimeout(again, 1));
    };
    again();
    return () => { stopped = true; tcp.destroy(); };
}

const cpu = (pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6; // ms of the loop's thread
const figure = async (port, name) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await request(port, 'GET', '/metrics')).text)[1]);

async function underFlood(title, how, args = []) {
    const server = await serve({ args: [...generous, ...args] });
    const anna = await Player.enter(server.port, 'Anna');
    await anna.create({ seats: ['me', 1] });
    const bytes = how.bytes && Buffer.from(how.bytes.toString('latin1').replaceAll('record', get(`/api/tables/${anna.table}/record`)), 'latin1');
    const count = { connections: 0, bytes: 0 };
    const stops = Array.from({ length: crowd }, () => flood({ ...how, bytes }, server.port, count));
    await until('the flood to run', () => count.connections >= crowd && (!bytes || count.bytes > 0 || title === 'pongs'));
    const spent = [];
    for (let i = 0; i < asks; i++) {
        const before = cpu(server.pid);
        if (i % 3 === 0) await anna.ask({ type: 'ping' });
        else if (i % 3 === 1) same((await request(server.port, 'GET', '/healthz')).status, 200, 'the health');
        else (await open(server.port, '/ws')).cut();
        spent.push(cpu(server.pid) - before);
    }
    const waited = await figure(server.port, 'fuerstenfeld_work_wait_units_max'), done = await figure(server.port, 'fuerstenfeld_work_units_total');
    for (const stop of stops) stop();
    spent.sort((a, b) => a - b);
    console.log(`  ${count.connections} connections, ${done} units of work, an address waited for ${waited} at most; CPU while a guest waited: median ${spent[asks >> 1].toFixed(1)} ms, worst ${spent[asks - 1].toFixed(1)} ms`);
    check(waited <= quantum + dearest, () => `an address waited for ${waited} units of another's work, and ${quantum + dearest} are the most`);
    same(await server.stop(), { code: 0, signal: null }, 'how it ended');
}

const only = process.argv[3]; // one flood
for (const [title, how] of Object.entries(floods)) if (!only || title === only) await ok(`a flood: ${title}`, () => underFlood(title, how));

// With the usual limits an address that floods is not served for a while; what it did costs a twentieth of a core in the long run.
await ok('a flood within the usual limits is put off, and others are not', async () => {
    const server = await serve({ args: ['--bot-pace', '0'] });
    const count = { connections: 0, bytes: 0 };
    const stops = Array.from({ length: crowd }, () => flood(floods.health, server.port, count));
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
