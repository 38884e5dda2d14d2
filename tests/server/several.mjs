// several.mjs - several servers on one PostgreSQL: tools/postgres.sh with node tests/server/several.mjs PROGRAM
//
// Players of one table sit at different servers. A server is killed: its players go to the other one. Two connections race for the
// same turn on two servers. The database goes away and comes back. Nothing that was acknowledged is lost, nothing is done twice.
import { execFileSync } from 'node:child_process';
import { hold, makeBook, read } from './book.mjs';
import { chance, check, finish, ok, program, same, seed, serve, sleep } from './harness.mjs';
import { Player } from './player.mjs';
import { request, until } from './socket.mjs';
import { Stubborn } from './stubborn.mjs';

const store = process.env.FF_POSTGRES, folder = process.env.FF_POSTGRES_FOLDER;
if (!store) {
    console.error('run it as: tools/postgres.sh with node tests/server/several.mjs PROGRAM');
    process.exit(2);
}
const kills = Number(process.argv[3] ?? 6);
const rng = chance(seed);
console.log(`seed ${seed}`);
const servers = [await serve({ store }), await serve({ store })];

await ok('players of one table at two servers play a game to its end, and both see the same', async () => {
    const anna = await Player.enter(servers[0].port, 'Anna');
    await anna.create({ seats: ['me', 'open', 1] });
    const ben = await Player.enter(servers[1].port, 'Ben');
    await ben.attach(anna.table);
    await ben.sit();
    await Promise.all([anna, ben].map((player) => player.playOn(rng)));
    same(anna.frame.number, ben.frame.number, 'the last number');
    same(anna.frame.result, ben.frame.result, 'the result');
    const records = await Promise.all(servers.map(({ port }) => request(port, 'GET', `/api/tables/${anna.table}/record`)));
    same(records[0].status, 200, 'the record');
    same(records[0].text, records[1].text, 'the records of both servers');
    for (const player of [anna, ben]) player.leave();
});

await ok('chat, names and tokens are the same at both', async () => {
    const anna = await Player.enter(servers[0].port, 'Anna');
    await anna.create({ seats: ['me', 'open'], listed: true });
    const again = await Player.enter(servers[1].port, 'Anna', { token: anna.token });
    same(again.guest, anna.guest, 'the guest of that token');
    const there = await again.attach(anna.table);
    same(there.seat, 0, 'the seat at the other server');
    const heard = again.until((m) => m.chat?.some((line) => line.text === 'across'), 'chat');
    anna.send({ type: 'chat', text: 'across' });
    await heard;
    const lists = (await request(servers[1].port, 'GET', '/api/tables', { headers: { Authorization: `Bearer ${anna.token}` } })).json();
    check(lists.yours.some(({ table }) => table === anna.table), 'that the table is in the list of the other server');
    for (const player of [anna, again]) player.leave();
});

await ok('two connections race for the same turn on two servers: one of them is done', async () => {
    const one = await Player.enter(servers[0].port, 'Racer');
    await one.create({ seats: ['me', 1] });
    const two = await Player.enter(servers[1].port, 'Racer', { token: one.token });
    await two.attach(one.table);
    let races = 0, ties = 0;
    const over = () => [one, two].some(({ frame }) => frame.phase === 'over');
    for (let tries = 0; races < 60 && tries < 1000; tries++) {
        await until('a turn that both see', () => over() || (one.frame.number === two.frame.number && one.frame.legal?.length));
        if (over()) break;
        const { number, legal } = one.frame;
        const answers = await Promise.all([one, two].map((player) =>
            player.ask({ type: 'play', number, actions: rng.pick(legal) }).then(() => 'done', (error) => error.code)));
        const done = answers.filter((answer) => answer === 'done').length;
        check(done <= 1, () => `of two turns for number ${number} ${done} are done: ${answers}`);
        check(answers.every((answer) => ['done', 'stale'].includes(answer)), () => `the loser is told that it is stale: ${answers}`);
        races += done; // none is done where something else came first
        ties += answers[0] === 'done';
    }
    check(races >= 20, () => `there were races: ${races}`);
    console.log(`${races} races, ${ties} won by the first`);
    for (const player of [one, two]) player.leave();
});

const book = makeBook();
let broken = null;
const guests = [];
for (let i = 0; i < 3; i++) {
    const anyPort = () => rng.pick(servers).port;
    const host = new Stubborn(`Host ${i}`, anyPort, rng, book), friend = new Stubborn(`Friend ${i}`, anyPort, rng, book);
    host.options = friend.options = { seats: i % 2 ? ['me', 'open', 1] : ['me', 'open'] };
    host.made = (table) => (host.current = table);
    guests.push(host, friend);
    host.run(() => null).catch((error) => (broken = error));
    (async () => { while (!host.current) await sleep(5); await friend.run(() => host.current); })().catch((error) => (broken = error));
}
async function more(n, what) {
    const want = book.acks.length + n;
    await until(() => `${what}; problems: ${guests.map((guest) => guest.problem)}`, () => broken || book.acks.length >= want);
    if (broken) throw broken;
}

await ok('kill -9 of one server: its players go on at the other, nothing is lost', async () => {
    for (let i = 0; i < kills; i++) {
        await more(20, `guests to play before kill ${i}`);
        const victim = i % 2;
        await sleep(rng.below(150));
        await servers[victim].kill();
        await more(10, `guests to play on at the other server after kill ${i}`);
        hold(book, read(program, store, book));
        servers[victim] = await serve({ store });
    }
});

await ok('the database goes away and comes back: guests are told, and play on', async () => {
    for (const how of ['fast', 'immediate']) {
        await more(20, 'guests to play');
        execFileSync('tools/postgres.sh', ['stop', folder, how]);
        for (const guest of guests) guest.refusals = [];
        await until('guests to be told', () => guests.some((guest) => guest.refusals.some((refusal) => refusal.code === 'busy')));
        for (const { port } of servers) { // the other one may not have noticed yet
            await until('the health without a database', async () => (await request(port, 'GET', '/healthz')).status === 503);
            same((await request(port, 'GET', '/g/aaaaaaaaaaaaaaaa')).status, 503, 'the page of a game that may be shared');
        }
        const before = book.acks.length;
        await sleep(300);
        check(book.acks.length <= before + guests.length, 'that nothing is acknowledged without a database, but what was under way');
        execFileSync('tools/postgres.sh', ['start', folder]);
        await more(20, 'guests to play on');
        hold(book, read(program, store, book));
    }
});

await ok('both stop cleanly', async () => {
    for (const guest of guests) guest.stop();
    for (const server of servers) same(await server.stop(), { code: 0, signal: null }, 'how it ended');
    hold(book, read(program, store, book));
});
console.log(`${book.acks.length} turns acknowledged at ${book.tables.size} tables`);
finish();
