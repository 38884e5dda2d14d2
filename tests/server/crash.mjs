// crash.mjs - kill -9 under load, again and again: node tests/server/crash.mjs PROGRAM [KILLS] [STORE]
//
// Guests play at several tables, with bots among them, and connect again after every kill. After each one the store is read
// without a server (tests/replay.c) and held to what the guests were told: every turn that was acknowledged is there, once; no
// message was done twice; nothing was shown that is not stored; every table's log can be replayed. At the end every finished game
// is refereed, its deal too. A turn that was sent and not acknowledged may be there or not, and never twice.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hold, makeBook, read } from './book.mjs';
import { chance, check, finish, ok, program, seed, serve, sleep, work } from './harness.mjs';
import { until } from './socket.mjs';
import { Stubborn } from './stubborn.mjs';

const kills = Number(process.argv[3] ?? 10);
const store = process.argv[4] ?? `sqlite:${join(work, 'crash.db')}`;
const rng = chance(seed);
const records = join(work, 'records.jsonl');
const book = makeBook();
let over = 0;

// Pairs of guests: one makes the tables, the other follows.
const hosts = [];
let server = await serve({ store });
const port = () => server.port;
const guests = [];
for (let i = 0; i < 4; i++) {
    const host = new Stubborn(`Host ${i}`, port, rng, book), friend = new Stubborn(`Friend ${i}`, port, rng, book);
    host.options = { seats: [['me', 'open'], ['me', 'open', 1], ['open', 2, 'me', 1]][i % 3], mode: i % 2 ? 'expert' : 'base' };
    host.made = (table) => (host.current = table);
    hosts.push(host);
    guests.push([host, () => null], [friend, () => host.current ?? null]);
    friend.options = { seats: ['me', 1] }; // until the host has a table
}
const playing = guests.map(([guest, plan]) => guest.run(plan));
let broken = null;
Promise.all(playing).catch((error) => (broken = error));

console.log(`seed ${seed}`);
await ok('kill -9 under load, again and again: nothing that was told is lost, nothing is done twice', async () => {
    for (let kill = 0; kill < kills; kill++) {
        const before = book.acks.length;
        await until(() => `guests to play again after kill ${kill}; problems: ${guests.map(([g]) => g.problem)}`, () => broken || book.acks.length >= before + 5);
        await sleep(rng.below(250));
        await server.kill();
        if (broken) throw broken;
        hold(book, read(program, store, book));
        server = await serve({ store });
    }
});

await ok('every finished game holds, and its deal followed from the seeds', async () => {
    for (const [guest] of guests) guest.stop();
    await server.stop();
    const tables = read(program, store, book, { records });
    hold(book, tables);
    over = [...tables.values()].filter((table) => table.phase === 'over').length;
    check(tables.size > 0, 'that there are tables');
    if (existsSync(records) && statSync(records).size) execFileSync(program, ['verify', '--fair', records]);
});
console.log(`${kills} kills, ${book.acks.length} turns acknowledged, ${guests.reduce((n, [g]) => n + g.connections, 0)} connections, ` +
    `${book.tables.size} tables, ${over} games over`);
finish();
