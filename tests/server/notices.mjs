// notices.mjs - "your turn" by webhook, web push and mail: node tests/server/notices.mjs PROGRAM, with a PostgreSQL (FF_POSTGRES) too.
//
// The receivers are real and local: an https server that is busy, moved, gone or silent when its path says so, and an SMTP relay. On
// PostgreSQL two servers share the work, and every notice must arrive exactly once.
import { execFileSync } from 'node:child_process';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { chance, check, finish, generous, ok, program, same, seed, serve, work } from './harness.mjs';
import { Player } from './player.mjs';
import { request, until } from './socket.mjs';

const [key, certificate, vapid] = ['key.pem', 'cert.pem', 'vapid'].map((name) => `${work}/${name}`);
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'ignore' });

// What came: { path, headers, body }.
const received = [];
const receiver = https.createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (asked, answer) => {
    const pieces = [];
    asked.on('data', (piece) => pieces.push(piece)).on('end', () => {
        received.push({ path: asked.url, headers: asked.headers, body: Buffer.concat(pieces) });
        const status = { '/busy': 503, '/moved': 302, '/gone': 410, '/wrong': 400 }[asked.url] ?? 201;
        if (asked.url === '/broken') asked.socket.destroy();
        else answer.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('x'.repeat(asked.url === '/long' ? 1 << 20 : 2));
    });
});
await new Promise((done) => receiver.listen(0, '127.0.0.1', done));
const url = (path) => `https://localhost:${receiver.address().port}${path}`;

const mails = [];
const relay = net.createServer((socket) => {
    let text = '', data = null;
    socket.on('error', () => {}).write('220 test\r\n');
    socket.on('data', (piece) => {
        text += piece;
        for (let end; (end = text.indexOf('\r\n')) >= 0; ) {
            const line = text.slice(0, end);
            text = text.slice(end + 2);
            if (data !== null && line === '.') { mails.push(data); data = null; socket.write('250 taken\r\n'); }
            else if (data !== null) data += line + '\n';
            else if (line === 'DATA') { data = ''; socket.write('354 go on\r\n'); }
            else if (line === 'QUIT') socket.end('221 bye\r\n');
            else socket.write(/^RCPT.*nobody/.test(line) ? '550 nobody is called that\r\n' : '250 ok\r\n');
        }
    });
});
await new Promise((done) => relay.listen(0, '127.0.0.1', done));
const mailBody = (mail) => Buffer.from(mail.slice(mail.indexOf('\n\n') + 2).replace(/\n/g, ''), 'base64').toString();

// A browser's side of web push (RFC 8291).
class Subscription {
    constructor() { this.keys = createECDH('prime256v1'); this.point = this.keys.generateKeys(); this.auth = randomBytes(16); }
    open(body) {
        const [salt, n] = [body.subarray(0, 16), body[20]], theirs = body.subarray(21, 21 + n), sealed = body.subarray(21 + n);
        const secret = Buffer.from(hkdfSync('sha256', this.keys.computeSecret(theirs), this.auth, Buffer.concat([Buffer.from('WebPush: info\0'), this.point, theirs]), 32));
        const part = (info, size) => Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${info}\0`, size));
        const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12)).setAuthTag(sealed.subarray(-16));
        const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
        return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
    }
}

const places = [['SQLite', `sqlite:${work}/tables.db`, 1]];
if (process.env.FF_POSTGRES) places.push(['PostgreSQL', process.env.FF_POSTGRES, 2]);
for (const [name, store, n] of places) {
    const args = [...generous, '--vapid-key', vapid, '--webhooks', '--notices-inside', '--notices-ca', certificate, '--mail-from', 'game@play.example',
        '--smtp', `smtp://127.0.0.1:${relay.address().port}`, '--origin', 'https://play.example'];
    const servers = [];
    for (let i = 0; i < n; i++) servers.push(await serve({ store, args }));
    const ports = [servers[0].port, servers[n - 1].port];
    const api = async (player, path, body) => {
        const answer = await request(ports[0], body ? 'POST' : 'GET', `/api/${path}`, { body, headers: { Authorization: `Bearer ${player.token}` } });
        return { status: answer.status, ...answer.json() };
    };
    const admin = (...words) => execFileSync(program, ['admin', '--store', store, ...words]).toString();
    const metric = async (which) => (await Promise.all(servers.map(async ({ port }) =>
        Number(new RegExp(`^fuerstenfeld_${which} (\\d+)`, 'm').exec((await request(port, 'GET', '/metrics')).text)[1])))).reduce((a, b) => a + b);
    const people = [await Player.enter(ports[0], 'Anna'), await Player.enter(ports[1], 'Ben')];
    const hook = (path, games = 'all') => ({ kind: 'webhook', address: url(path), games, language: 'en' });

    await ok(`${name}: what the server offers`, async () => {
        const offers = await api(people[0], 'features');
        check(offers.webhooks && offers.mail && Buffer.from(offers.push, 'base64url').length === 65, () => JSON.stringify(offers));
        same(statSync(vapid).mode & 0o777, 0o600, 'who may read the key');
    });

    await ok(`${name}: the test button says what happened`, async () => {
        for (const [path, status, words] of [['/test', 200], ['/busy', 409, /503/], ['/moved', 409, /302/], ['/gone', 409, /410/], ['/wrong', 409, /400/], ['/broken', 409, /sent/], ['/long', 200]]) {
            const before = received.length, { id } = await api(people[0], 'player/channels', hook(path));
            const answer = await api(people[0], 'player/channels/test', { id });
            check(answer.status === status && (!words || words.test(answer.text)), () => `${path}: ${JSON.stringify(answer)}`);
            same(received.slice(before).map((one) => one.path), [path], 'what came');
            same((await api(people[0], 'player/channels/delete', { id })).status, 200, 'deleting it');
        }
        const body = JSON.parse(received[0].body);
        check(body.content.includes('It works') && body.text.includes('https://play.example/') && body.allowed_mentions.parse.length === 0, () => JSON.stringify(body));
    });

    await ok(`${name}: wrong channels are refused`, async () => {
        for (const wrong of [{ kind: 'webhook', address: 'http://localhost/x' }, { kind: 'webhook', address: 'file:///etc/passwd' }, { kind: 'pigeon', address: 'x' },
            { kind: 'push', address: url('/p'), p256dh: 'AA', auth: 'AA' }, { kind: 'mail', address: 'a@b.example\r\nBcc: c@d.example' }, { kind: 'mail', address: 'x' }])
            same((await api(people[0], 'player/channels', { games: 'all', language: 'en', ...wrong })).status, 400, JSON.stringify(wrong));
        same((await api(people[0], 'player/channels', { kind: 'mail', address: 'nobody@play.example', games: 'all', language: 'en' })).status, 409, 'an address that the relay refuses');
        same((await api(people[0], 'player')).channels, [], 'what is left');
    });

    await ok(`${name}: a mail address is confirmed first, and can stop the mail`, async () => {
        const added = await api(people[1], 'player/channels', { kind: 'mail', address: 'ben@play.example', games: 'none', language: 'de' });
        same(added.confirmed, false, 'confirmed');
        const mail = mails.at(-1), secret = /https:\/\/play\.example\/account#confirm=([0-9a-f]{32})/.exec(mailBody(mail))[1];
        check(/^List-Unsubscribe: </m.test(mail) && /^To: ben@play\.example$/m.test(mail), () => mail);
        same((await api(people[1], 'player/channels/test', { id: added.id })).status, 409, 'a test before');
        same((await api(people[1], 'notices/confirm', { secret })).status, 200, 'confirming');
        same((await api(people[1], 'notices/confirm', { secret })).status, 401, 'twice');
        same((await api(people[1], 'player/channels/test', { id: added.id })).status, 200, 'a test after');
        same((await api(people[0], 'notices/stop', { id: /#stop=(\w+)/.exec(mail)[1] })).status, 200, 'stopping');
        same((await api(people[1], 'player')).channels, [], 'what is left');
    });

    // Both go away when it is somebody's turn; who is waited for gets one notice by each channel.
    await ok(`${name}: a turn is notified exactly once by each channel`, async () => {
        const keys = new Subscription(), push = { kind: 'push', address: url(`/push${n}`), games: 'all', language: 'de', p256dh: keys.point.toString('base64url'), auth: keys.auth.toString('base64url') };
        const sent = await metric('notices_sent_total');
        await people[0].create({ seats: ['me', 'open'] });
        await people[1].attach(people[0].table);
        for (const player of people) {
            same((await api(player, 'player/channels', push)).status, 200, 'push');
            same((await api(player, 'player/channels', hook(`/turn${n}`))).status, 200, 'a webhook');
            same((await api(player, 'player/channels', hook(`/live${n}`, 'live'))).status, 200, 'a webhook for other games');
        }
        await people[1].sit();
        await until('the game to begin', () => people.some((player) => player.owes()));
        people.forEach((player) => player.leave());
        await until('both notices', async () => (await metric('notices_sent_total')) === sent + 2);
        const [turns, pushes] = [`/turn${n}`, `/push${n}`].map((path) => received.filter((one) => one.path === path));
        same([turns.length, pushes.length, received.some((one) => one.path === `/live${n}`)], [1, 1, false], 'what came');
        const { title, body, url: link } = keys.open(pushes[0].body);
        same([title, link], ['Du bist dran', `https://play.example/t/${people[0].table}`], 'the push');
        check(/^Grundspiel mit (Anna|Ben), Runde 1: /.test(body), () => body);
        check(JSON.parse(turns[0].body).content.startsWith('Your turn\nBase game with '), () => turns[0].body.toString());
        check(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=/.test(pushes[0].headers.authorization) && pushes[0].headers['content-encoding'] === 'aes128gcm', () => JSON.stringify(pushes[0].headers));
        await until('operators to see both', () => /^sent +2$/m.test(admin('notices')));
    });

    await ok(`${name}: what cannot be delivered is tried again or is dead, and operators see it`, async () => {
        const rng = chance(seed), [anna, ben] = people;
        for (const player of people) {
            for (const { id } of (await api(player, 'player')).channels) await api(player, 'player/channels/delete', { id });
            for (const path of ['/busy', '/moved', '/gone']) same((await api(player, 'player/channels', hook(path))).status, 200, path);
        }
        await anna.connect(ports[0], {});
        await ben.connect(ports[1], {});
        await Promise.all(people.map((player) => player.attach(anna.table)));
        const first = people.find((player) => player.owes());
        while (first.owes()) await first.act(rng);
        people.forEach((player) => player.leave());
        await until('the results', async () => (await metric('notices_dead_total')) >= 1 && (await metric('notices_retried_total')) >= 1 && (await metric('notice_channels_gone_total')) >= 1);
        let told;
        await until(() => `operators to see them, not ${told}`, () => /^due +1$/m.test(told = admin('notices')) && /^dead +1$/m.test(told) && /webhook.*302/.test(told));
        check(!told.includes('localhost'), 'that no address is shown');
        const left = (await Promise.all(people.map((player) => api(player, 'player')))).map(({ channels }) => channels.length).sort();
        same(left, [2, 3], 'how many channels are left');
    });
    for (const server of servers) same((await server.stop()).code, 0, 'how it ended');
}

await ok('without --notices-inside nothing goes inside, and nothing is offered without being asked for', async () => {
    const server = await serve({ args: [...generous, '--webhooks', '--notices-ca', certificate] });
    const anna = await Player.enter(server.port, 'Anna'), before = received.length;
    const post = async (path, body) => (await request(server.port, 'POST', `/api/${path}`, { body, headers: { Authorization: `Bearer ${anna.token}` } })).json();
    same((await post('player/channels', { kind: 'webhook', address: url('/inside'), games: 'all', language: 'en' })).code, 'bad-message', 'another port');
    const { id } = await post('player/channels', { kind: 'webhook', address: 'https://localhost/inside', games: 'all', language: 'en' });
    check(/inside|public/.test((await post('player/channels/test', { id })).text), 'that an address inside is named as the reason');
    same(received.length, before, 'how many came');
    const offers = (await request(server.port, 'GET', '/api/features')).json();
    same([offers.push, offers.webhooks, offers.mail], ['', true, false], 'what is offered');
    await server.stop();
});

receiver.closeAllConnections?.();
finish();
