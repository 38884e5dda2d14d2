// clock.mjs - a server whose clock is wrong: node tests/server/clock.mjs PROGRAM, with a PostgreSQL (FF_POSTGRES) too, whose clock is
// right, and with another whose own clock is wrong. It needs `faketime`; without it nothing is tested, and that is said.
//
// Clocks that are wrong when a server starts, and that jump while it runs, forward and back: nothing is deleted, marked or made
// short, nobody's turn ends, and log, figures and `admin clock` tell of it. Servers of one database follow its clock, so one with a
// wrong clock and one with the right clock beside it do the same.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { chance, check, finish, ok, program, same, serve, work, generous } from './harness.mjs';
import { Player } from './player.mjs';
import { request, until } from './socket.mjs';

const run = promisify(execFile);
const library = (() => {
    try { return execFileSync('faketime', ['-f', '+0d', 'printenv', 'LD_PRELOAD']).toString().trim(); } catch { return null; }
})();
if (!library) {
    console.log('ok   SKIPPED: faketime is not installed, so no clock was wrong (apt install faketime)');
    finish();
}

const days = ['+91', '-91'];
const file = `${work}/clock`;
// The clock is what the file says, at every look; how long something takes is not faked.
const env = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1',
    ASAN_OPTIONS: 'verify_asan_link_order=0' };
const set = (value) => writeFileSync(file, `${value}d\n`);
set('+0');

// A server's clock rules where no database has one. The PostgreSQL of tools/postgres.sh has the right clock.
const places = [{ name: 'SQLite', store: `sqlite:${work}/tables.db`, rules: true, wrong: env }];
if (process.env.FF_POSTGRES) {
    chmodSync(work, 0o755); // it may run as another user
    const postgres = (...words) => execFileSync('tools/postgres.sh', words, { env: { ...process.env, ...env }, encoding: 'utf8' }).trim();
    places.push({ name: 'PostgreSQL', store: process.env.FF_POSTGRES, rules: false, wrong: env });
    places.push({ name: 'a PostgreSQL whose clock is wrong', store: postgres('start', `${work}/pg`), rules: true, wrong: {} });
    process.prependListener('exit', () => postgres('stop', `${work}/pg`, 'immediate'));
}
// Days after which something goes, as short as can be.
const args = [...generous, '--keep-open', '1', '--keep-unfinished', '1', '--keep-chat', '1', '--keep-games', '1', '--keep-guests', '1'];

const figures = async (server) => {
    const { text } = await request(server.port, 'GET', '/metrics');
    return (name) => Number(new RegExp(`^fuerstenfeld_${name} (-?\\d+)$`, 'm').exec(text)[1]);
};
// Two passes from now on have seen everything there is.
const passes = async (server) => {
    const before = (await figures(server))('retention_passes_total');
    await until('two passes', async () => (await figures(server))('retention_passes_total') >= before + 2);
};

for (const { name, store, rules, wrong } of places) {
    const shared = name !== 'SQLite';
    const admin = async (...words) => (await run(program, ['admin', '--store', store, ...words])).stdout;
    const untouched = async (server, before) => {
        const figure = await figures(server);
        for (const what of ['tables_forgotten', 'guests_forgotten', 'logs_shortened', 'tables_marked', 'guests_marked', 'bots_took_over'])
            same(figure(`${what}_total`), 0, what);
        same(await admin('marked'), '', 'what is marked');
        same((await admin('tables')).split('\n').map((line) => line.slice(0, 21)), before, 'the tables');
    };
    set('+0');
    let server = await serve({ store, env: wrong, args });
    const beside = shared ? await serve({ store, args }) : null; // where a friend watches
    const anna = await Player.enter(server.port, 'Anna'), zoe = await Player.enter(server.port, 'Zoe'), max = await Player.enter(server.port, 'Max');
    await zoe.create({ seats: ['me', 'open'] });
    await anna.create({ seats: ['me', 1] });
    await anna.ask({ type: 'chat', text: 'what I say is kept' });
    await anna.playOn(chance(5));
    same(anna.frame.phase, 'over', 'a game');
    const over = anna.table;
    await anna.create({ seats: ['me', 1], turn_s: 86400, grace_s: 86400 });
    const table = anna.table;
    zoe.leave();
    max.leave();
    await passes(server);
    const before = (await admin('tables')).split('\n').map((line) => line.slice(0, 21));
    const friend = beside && await Player.enter(beside.port, 'Max', { token: max.token });
    await friend?.attach(table);
    const nothingHappens = async () => {
        const both = beside ? [server, beside] : [server];
        await Promise.all(both.map(passes));
        for (const one of both) await untouched(one, before);
        for (const player of friend ? [anna, friend] : [anna]) check(!player.frame.seats[0].away, `that it is still her turn, as ${player.name} sees it`);
    };

    await ok(`${name}: a clock jumps while the server runs: nothing goes, and nobody's turn ends`, async () => {
        for (const day of days) {
            set(day);
            await nothingHappens();
        }
        set('+0');
        await nothingHappens();
        for (const one of beside ? [server, beside] : [server]) {
            same(one.log.some((line) => line.includes('event=clock-jumped')), rules || one === server, 'that the log tells of a jump');
            same(one.log.some((line) => line.includes('event=clock-doubtful')), rules, 'that the log tells of the doubt');
        }
    });

    await ok(`${name}: a server starts with a wrong clock: nothing goes, and nobody's turn ends`, async () => {
        for (const day of days) {
            anna.leave();
            same(await server.stop(), { code: 0, signal: null }, 'how it ended');
            set(day);
            server = await serve({ store, env: wrong, args });
            await anna.connect(server.port, {});
            await anna.attach(table);
            await nothingHappens();
            const figure = await figures(server);
            same(figure('retention_refused_total') > 0, rules, 'whether it refuses');
            same(Math.round(figure('clock_ahead_seconds') / 86400), rules ? Number(day) : 0, 'by how many days it is wrong');
            // What is asked here has the right clock, unless the database has none.
            same(/^they agree/m.test(await admin('clock')), !(shared && rules), 'whether the clock agrees');
        }
    });

    friend?.leave();
    if (beside) same(await beside.stop(), { code: 0, signal: null }, 'how the other ended');
    if (rules) await ok(`${name}: an operator says that the clock is right, and then what is old is marked; it is restored`, async () => {
        const fake = async (...words) => (await run(program, ['admin', '--store', store, ...words], { env: { ...process.env, ...wrong } })).stdout;
        anna.leave();
        same(await server.stop(), { code: 0, signal: null }, 'how it ended');
        set('+91');
        server = await serve({ store, env: wrong, args });
        await until('the server to doubt the clock', () => server.log.some((line) => line.includes('event=clock-doubtful')));
        check(/the clock is 9\d days ahead/.test(await fake('clock')), 'that the difference is told');
        check(/^they agree/m.test(await fake('clock', 'accept')), 'that it is accepted');
        // Zoe has a table. A game with a time limit may be marked first, until the server ends the turn that is late.
        let marked;
        await until(() => `exactly what is old to be marked, not ${marked}`, async () => {
            marked = await fake('marked');
            return [zoe.table, over, max.guest].every((id) => marked.includes(id)) && ![table, zoe.guest].some((id) => marked.includes(id));
        });
        same(await fake('restore', max.guest), `${max.guest} counts as used today\n`, 'what it tells');
        same(await fake('restore', over.slice(0, 8)), `${over} counts as used today\n`, 'what it tells');
        check(!(await fake('marked')).includes(over), 'that it is not marked any more');
        await passes(server);
        check(!(await fake('marked')).includes(over), 'and stays so');
        await run(program, ['admin', '--store', store, 'restore', over]).then(() => check(false, 'that it is refused'), ({ stderr }) =>
            check(/is marked; admin marked lists/.test(stderr), () => stderr));
        await zoe.connect(server.port, {});
        await zoe.attach(zoe.table);
        await zoe.ask({ type: 'chat', text: 'still here' });
        same(await fake('marked'), '', 'what is marked when it was used');
        zoe.leave();
        same((await figures(server))('tables_forgotten_total'), 0, 'how many are gone');
    });
    anna.leave();
    same(await server.stop(), { code: 0, signal: null }, 'how it ended');
}
finish();
