// proxy.mjs - a server behind the nginx of examples/hosting: node tests/server/proxy.mjs PROGRAM
//
// The example is taken as it stands, but for ports, TLS and where nginx writes. Through it one plays; an upgrade to anything but
// WebSocket is not passed on; /metrics stays closed; and what a client claims about its address does not count.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { chance, check, finish, ok, same, serve, sleep, work } from './harness.mjs';
import { Player } from './player.mjs';
import { connect, patience, request, until, within } from './socket.mjs';

const idle = Number(/\bNET_IDLE_MS = (\d+)/.exec(readFileSync('server/net/net_internal.h', 'utf8'))[1]) / 1000;
await ok('the proxies let go of a connection before the server does', () => {
    for (const [file, pattern] of [['nginx.conf', /keepalive_timeout (\d+)s;/], ['Caddyfile', /keepalive (\d+)s/]])
        check(Number(pattern.exec(readFileSync(`examples/hosting/${file}`, 'utf8'))?.[1]) < idle, () => `${file} keeps a connection for less than ${idle} s`);
});

process.env.PATH += ':/usr/sbin';
if (spawnSync('nginx', ['-v']).error) {
    console.log('skipped: the tests with nginx, which is not installed');
    finish();
}
const freePort = () => new Promise((done) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => done(port)); }); });
const server = await serve({ args: ['--bot-pace', '0', '--trust-proxy', '--max-messages', '0'] });
let port, nginx = null;
process.on('exit', () => nginx?.kill('SIGKILL'));

// The example on that port. The second server of it: nginx asks for one, and no TLS here.
function start() {
    const example = readFileSync('examples/hosting/nginx.conf', 'utf8')
        .replace(/server \{\s*listen 80;[^}]*\}\n/, '')
        .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
        .replace(/.*(listen \[::\]:443|ssl_certificate|127\.0\.0\.1:8082).*\n/g, '')
        .replace('127.0.0.1:8081', `127.0.0.1:${server.port}`);
    mkdirSync(join(work, 'logs'), { recursive: true });
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${work}/${name};`).join('\n');
    writeFileSync(join(work, 'nginx.conf'), `daemon off; master_process off; pid ${work}/nginx.pid; error_log ${work}/error.log;
events { worker_connections 200; }
http { access_log off; ${temporary}
${example} }\n`);
    const child = spawn('nginx', ['-p', work, '-c', join(work, 'nginx.conf')], { stdio: 'inherit' });
    child.on('exit', () => { if (nginx === child) nginx = null; });
    return child;
}

// Whoever else took the port meanwhile, nginx ends then: another one is tried.
await until('nginx to answer', async () => {
    if (!nginx) {
        port = await freePort();
        nginx = start();
    }
    return request(port, 'GET', '/healthz').then(({ status }) => status === 200 && nginx !== null, () => false);
});

// What comes back for these bytes, until there is a head and a quiet moment, or the other side closes.
async function raw(bytes) {
    const tcp = await connect(port);
    let got = '';
    tcp.on('error', () => {}).on('data', (data) => (got += data.toString('latin1')));
    tcp.write(bytes);
    const closed = new Promise((done) => tcp.on('close', () => done(true)));
    await Promise.race([closed, until('an answer', () => got.includes('\r\n\r\n'))]);
    await Promise.race([closed, sleep(400)]);
    tcp.destroy();
    return got;
}

await ok('through nginx a game is played to its end', async () => {
    const anna = await Player.enter(port, 'Anna');
    await anna.create({ seats: ['me', 1] });
    same((await anna.playOn(chance(1))).phase, 'over', 'the phase');
});

await ok('no upgrade but WebSocket gets through, and /metrics stays closed', async () => {
    const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    for (const path of ['/healthz', '/ws', '/metrics']) {
        const got = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`);
        check(/^HTTP\/1\.1 (200|403|426) /.test(got), () => `${path} is answered in HTTP/1.1: ${got.slice(0, 80)}`);
        check(!got.includes(' 101 '), `that ${path} does not change the protocol`);
    }
    same((await request(port, 'GET', '/metrics')).status, 403, 'the status of /metrics');
});

await ok('the server itself does not change to HTTP/2 either', async () => {
    const tcp = await connect(server.port);
    let got = '';
    tcp.on('error', () => {}).on('data', (data) => (got += data.toString('latin1')));
    tcp.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n');
    tcp.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    await within(patience, 'the end', new Promise((done) => tcp.on('close', done)));
    check(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 505 /.test(got) && !got.includes('101'), () => `200, then 505: ${got.slice(0, 200)}`);
});

await ok('an address that a client claims does not count', async () => {
    let refused = 0;
    const asks = async (i) => { refused += (await request(port, 'GET', '/api/tables', { headers: { 'X-Forwarded-For': `192.0.2.${i}` } })).status === 429; };
    await until('requests that are too many', async () => (await Promise.all(Array.from({ length: 30 }, (_, i) => asks(i))), refused > 20));
});

await ok('and the server stops cleanly', async () => same(await server.stop(), { code: 0, signal: null }, 'how it ended'));
finish();
