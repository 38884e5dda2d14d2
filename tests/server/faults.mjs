// faults.mjs - the world fails under a server that plays: node tests/server/faults.mjs PROGRAM
//
// The disk is full, and has room again. The last write was torn. The server is told to stop in the middle. Each time nothing that
// was acknowledged is lost, nothing is done twice, nobody is told what is not stored, and the game goes on.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hold, makeBook, read } from './book.mjs';
import { chance, check, finish, ok, program, same, seed, serve, sleep, work } from './harness.mjs';
import { request, until } from './socket.mjs';
import { Stubborn } from './stubborn.mjs';

const rng = chance(seed);
console.log(`seed ${seed}`);

// Two guests at a table of their own, again and again.
function couple(port, book) {
    const host = new Stubborn('Host', port, rng, book), friend = new Stubborn('Friend', port, rng, book);
    host.options = friend.options = { seats: ['me', 'open'] };
    host.made = (table) => (host.current = table);
    host.running = host.run(() => null);
    friend.running = (async () => {
        while (!host.current) await sleep(5);
        await friend.run(() => host.current);
    })();
    return [host, friend];
}

function acks(book, more, what) {
    const want = book.acks.length + more;
    return until(what, () => book.acks.length >= want);
}

await ok('the disk is full: turns are answered with busy, frames go on, and when there is room again the game does too', async () => {
    const store = `sqlite:${join(work, 'full.db')}`, book = makeBook();
    // The soft limit of a file's size stands for a full disk: a write fails as it does there.
    const prefix = ['sh', '-c', 'trap "" XFSZ; exec "$@"', '--'];
    const server = await serve({ store, prefix });
    const guests = couple(() => server.port, book);
    await acks(book, 20, 'guests to play');
    const limit = (bytes) => execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
    limit(4096);
    await until('guests to be told', () => guests.some((guest) => guest.refusals.some((refusal) => refusal.code === 'busy')));
    const before = book.acks.length;
    await sleep(300);
    check(book.acks.length <= before + guests.length, 'that nothing is acknowledged while nothing can be stored, but what was under way');
    same((await request(server.port, 'GET', '/healthz')).status, 503, 'the health of a server that can not store');
    limit('unlimited');
    await acks(book, 20, 'the game to go on when there is room');
    same((await request(server.port, 'GET', '/healthz')).status, 200, 'the health after that');
    for (const guest of guests) guest.stop();
    await server.kill();
    hold(book, read(program, store, book));
});

await ok('the last write is torn: what is before it is there, and the server starts and plays on', async () => {
    const file = join(work, 'torn.db'), book = makeBook();
    let server = await serve({ store: `sqlite:${file}` });
    const guests = couple(() => server.port, book);
    await acks(book, 60, 'guests to play');
    await server.kill();
    const whole = read(program, `sqlite:${file}`, book, { copy: join(work, 'whole.db') });
    hold(book, whole);
    const wal = `${file}-wal`;
    check(existsSync(wal), 'that there is a write-ahead log to tear');
    const bytes = readFileSync(wal);
    for (let i = 0; i < 12; i++) {
        const torn = join(work, `torn${i}.db`);
        copyFileSync(file, torn);
        const cut = Buffer.from(bytes.subarray(0, 32 + rng.below(bytes.length - 32)));
        if (i % 2) for (let k = 0; k < 64 && k < cut.length - 32; k++) cut[cut.length - 1 - k] ^= 1 + rng.below(255); // half written
        writeFileSync(`${torn}-wal`, cut);
        for (const [table, { number, plays }] of read(program, `sqlite:${torn}`, book)) {
            const full = whole.get(table);
            check(number <= full.number, 'that a torn log is no longer than the whole one');
            for (const [id, numbers] of plays) same(numbers, full.plays.get(id), `the turns ${id} of a torn log`);
        }
    }
    server = await serve({ store: `sqlite:${file}` });
    await acks(book, 10, 'the game to go on');
    for (const guest of guests) guest.stop();
    await server.kill();
    hold(book, read(program, `sqlite:${file}`, book));
});

await ok('SIGTERM under load: the server finishes what is under way and ends with 0', async () => {
    const store = `sqlite:${join(work, 'term.db')}`, book = makeBook();
    let server = await serve({ store });
    const guests = couple(() => server.port, book);
    for (let i = 0; i < 5; i++) {
        await acks(book, 10, 'guests to play');
        same(await server.stop(), { code: 0, signal: null }, 'how it ended');
        hold(book, read(program, store, book));
        server = await serve({ store });
    }
    for (const guest of guests) guest.stop();
    await server.stop();
});

await ok('a second server on the same file is refused, a file that is none too, and a path that is not there', async () => {
    const store = `sqlite:${join(work, 'one.db')}`;
    const server = await serve({ store });
    const fails = async (where, pattern) => {
        const error = await serve({ store: where }).then((other) => other.kill().then(() => null), (e) => e);
        check(error && pattern.test(error.message), () => `${where} is refused with ${pattern}: ${error?.message}`);
    };
    await fails(store, /one\.db/);
    await server.stop();
    writeFileSync(join(work, 'junk.db'), 'this is not a database, whatever its name says. '.repeat(100));
    await fails(`sqlite:${join(work, 'junk.db')}`, /junk\.db/);
    await fails(`sqlite:${join(work, 'no', 'such', 'folder.db')}`, /folder\.db/);
    await fails('mysql://localhost/x', /mysql|memory|sqlite/);
    truncateSync(join(work, 'junk.db'), 0);
});
finish();
