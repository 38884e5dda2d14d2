// crash.mjs - kill -9 under load, again and again: node tests/server/crash.mjs PROGRAM [KILLS] [STORE]
//
// Guests play at several tables, with bots among them, and connect again after every kill. After each one the store is read
// without a server (tests/replay.c) and held to what the guests were told: every turn that was acknowledged is there, once; no
// message was done twice; nothing was shown that is not stored; every table's log can be replayed; every rated game is rated once,
// as it would be calculated again; no seek led to two tables. Who signed in stays signed in, and each link signs in one device. At
// the end every finished game is refereed, its deal too. A turn that was sent and not acknowledged may be there or not, and never
// twice. Then servers are killed while they send notices: none is sent twice, none is lost that was not being sent, and each is
// about a decision that the log waits for.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { hold, makeBook, read } from './book.mjs';
import { chance, check, finish, generous, ok, program, same, seed, serve, sleep, work } from './harness.mjs';
import { Player } from './player.mjs';
import { request, until } from './socket.mjs';
import { Stubborn } from './stubborn.mjs';

const kills = Number(process.argv[3] ?? 10);
const store = process.argv[4] ?? `sqlite:${join(work, 'crash.db')}`;
const rng = chance(seed);
const records = join(work, 'records.jsonl');
const book = makeBook();
let over = 0, planned = 0;

// Games are short, so that many end; notices go to a receiver of our own, which is slow.
const [key, certificate, short] = ['key.pem', 'cert.pem', 'short.edition'].map((name) => join(work, name));
writeFileSync(short, readFileSync('editions/default.edition', 'utf8').replace(/^round_limit .*/m, 'round_limit 5'));
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'ignore' });
const notices = []; // { guest, text }
const receiver = https.createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (asked, answer) => {
    const pieces = [];
    asked.on('data', (piece) => pieces.push(piece)).on('end', () => {
        notices.push({ guest: asked.url.slice(1), text: JSON.parse(Buffer.concat(pieces)).content });
        setTimeout(() => answer.writeHead(204).end(), rng.below(300));
    });
});
await new Promise((done) => receiver.listen(0, '127.0.0.1', done));
const args = [...generous, '--edition', short, '--webhooks', '--notices-inside', '--notices-ca', certificate, '--origin', 'https://play.example'];
const admin = (...words) => execFileSync(program, ['admin', '--store', store, ...words]).toString();

// Pairs of guests: one makes the tables, the other follows; and guests who seek each other.
let server = await serve({ store, args });
const port = () => server.port;
const guests = [];
for (let i = 0; i < 4; i++) {
    const host = new Stubborn(`Host ${i}`, port, rng, book), friend = new Stubborn(`Friend ${i}`, port, rng, book);
    host.options = { seats: [['me', 'open'], ['me', 'open', 1], ['open', 2, 'me', 1]][i % 3], mode: i % 2 ? 'expert' : 'base', rated: true };
    host.made = (table) => (host.current = table);
    host.plans = friend.plans = 'done; done\nbrewery A; done';
    guests.push([host, () => null], [friend, () => host.current ?? null]);
    friend.options = { seats: ['me', 1], rated: true }; // until the host has a table
}
for (let i = 0; i < 4; i++) {
    const seeker = new Stubborn(`Seeker ${i}`, port, rng, book);
    seeker.seeks = { players: [2], rated: true };
    guests.push([seeker]);
}

// Somebody takes other devices along, one after the other, until stopped. Each link is used twice, whatever became of the first answer.
const signedIn = [];
let stopped = false;
async function signIn() {
    const post = async (path, body, token) => (await request(port(), 'POST', `/api/${path}`, { body, headers: token && { Authorization: `Bearer ${token}` } })).json();
    while (!stopped) {
        let tokens = [], guest;
        try {
            const person = await post('guest', { name: 'Anna', token: true });
            guest = person.guest;
            const { secret } = await post('player/link', {}, person.token);
            for (let i = 0; i < 2; i++) tokens.push((await post('sign-in/link', { secret, token: true }).catch(() => ({}))).token);
        } catch { await sleep(20); } // the server is being killed
        tokens = tokens.filter(Boolean);
        check(tokens.length <= 1, 'that a link signs in one device');
        if (tokens.length) signedIn.push({ guest, token: tokens[0] });
    }
}

// What the store must hold, without a server.
function holdAll(options) {
    const tables = read(program, store, book, options);
    hold(book, tables);
    for (const table of book.found.values()) check(tables.get(table)?.phase !== 'open', () => `table ${table} of a seek waits for somebody`);
    over = [...tables.values()].filter(({ phase }) => phase === 'over').length;
    planned = [...tables.values()].reduce((sum, table) => sum + table.planned, 0);
    const told = admin('ratings'), rated = Number(/^(\d+) rated games, \d+ ratings calculated again, 0 wrong/.exec(told)?.[1]);
    same(rated, over, `the rated games (${told})`);
    return tables;
}
const playing = guests.map(([guest, plan]) => guest.run(plan));
let broken = null;
const signing = signIn();
Promise.all([...playing, signing]).catch((error) => (broken = error));

console.log(`seed ${seed}`);
await ok('kill -9 under load, again and again: nothing that was told is lost, nothing is done twice', async () => {
    for (let kill = 0; kill < kills; kill++) {
        const before = book.acks.length, found = book.found.size + (kill % 3 === 2); // what is sought takes some seconds
        await until(() => `guests to play again after kill ${kill}; problems: ${guests.map(([g]) => g.problem)}`, () =>
            broken || (book.acks.length >= before + 5 && book.found.size >= found));
        await sleep(rng.below(250));
        await server.kill();
        if (broken) throw broken;
        holdAll();
        server = await serve({ store, args });
    }
});

await ok('who signed in stays signed in', async () => {
    stopped = true;
    await signing;
    check(signedIn.length > 0, 'that somebody signed in');
    for (const { guest, token } of signedIn)
        same((await request(port(), 'GET', '/api/guest', { headers: { Authorization: `Bearer ${token}` } })).json().guest, guest, 'the guest');
});

await ok('every finished game holds, and its deal followed from the seeds', async () => {
    for (const [guest] of guests) guest.stop();
    await server.stop();
    holdAll({ records });
    check(over > 0 && planned > 0 && book.found.size > 0, () => `that games ended (${over}), turns were planned (${planned}) and games found (${book.found.size})`);
    if (existsSync(records) && statSync(records).size) execFileSync(program, ['verify', '--fair', records]);
});
console.log(`${kills} kills, ${book.acks.length} turns acknowledged, ${guests.reduce((n, [g]) => n + g.connections, 0)} connections, ` +
    `${book.tables.size} tables, ${over} rated games, ${planned} planned turns, ${book.found.size} games found, ${signedIn.length} sign-ins`);

await ok('kill -9 while notices are sent: none is sent twice, none is lost, none is about what is not stored', async () => {
    const sleepers = new Map(); // guest -> table
    const waves = Math.ceil(kills / 5);
    for (let wave = 0; wave <= waves; wave++) {
        server = await serve({ store, args });
        const before = notices.length;
        for (let i = 0; i < 12 && wave < waves; i++) {
            const sleeper = await Player.enter(server.port, `Sleeper ${i}`), headers = { Authorization: `Bearer ${sleeper.token}` };
            const body = { kind: 'webhook', address: `https://localhost:${receiver.address().port}/${sleeper.guest}`, games: 'all', language: 'en' };
            same((await request(server.port, 'POST', '/api/player/channels', { body, headers })).status, 200, 'the channel');
            await sleeper.create({ seats: ['me', 1] });
            sleepers.set(sleeper.guest, sleeper.table);
            sleeper.leave();
        }
        if (wave < waves) {
            await until('notices', () => notices.length >= before + 3);
            await sleep(rng.below(200));
            await server.kill();
        } else {
            await until('the others to be sent', () => !/^due +[1-9]/m.test(admin('notices')));
            same((await server.stop()).code, 0, 'how it ended');
        }
    }
    const tables = read(program, store, { tables: new Set(sleepers.values()) }), told = admin('notices');
    const [sent, claimed] = ['sent', 'claimed'].map((state) => Number(new RegExp(`^${state} +(\\d+)`, 'm').exec(told)?.[1] ?? 0));
    for (const { guest, text } of notices) {
        const table = sleepers.get(guest), { round, waited } = tables.get(table);
        check(waited & 1 && text.includes(`, round ${round}: `) && text.endsWith(table), () => `${text}; the log waits in round ${round}`);
    }
    same(new Set(notices.map(({ guest }) => guest)).size, notices.length, 'how many got notices');
    same(sent + claimed, sleepers.size, `the notices of all (${told})`);
    check(notices.length >= sent && notices.length <= sent + claimed, () => `${notices.length} came; ${told}`);
    console.log(`${waves} kills, ${notices.length} notices came, ${sent} are known as sent`);
});
receiver.closeAllConnections();
receiver.close();
finish();
