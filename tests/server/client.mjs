// client.mjs - the example clients play: node tests/server/client.mjs PROGRAM
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messages } from './documented.mjs';
import { faulty } from './faulty.mjs';
import { chance, check, finish, generous, ok, same, serve, work } from './harness.mjs';
import { Player, randomHex } from './player.mjs';
import { request, until } from './socket.mjs';

const run = promisify(execFile);
const short = join(work, 'short.edition'); // the program takes its time: few rounds do
writeFileSync(short, readFileSync('editions/default.edition', 'utf8').replace(/^round_limit .*/m, 'round_limit 5'));
const args = [...generous, '--edition', short];
const server = await serve({ args });
const address = `http://127.0.0.1:${server.port}`;
const play = (url, name) => run('python3', ['examples/client.py', url, name]);

await ok('examples/client.py makes a table with bots and plays it to the end', async () => {
    const { stdout } = await play(address, 'Anna');
    const [result, deal] = stdout.split('\n');
    check(/^winners: .+ \| coins: \d+ \d+ \d+$/.test(result), () => `it tells ${stdout}`);
    check(/^to check the deal: .* --commit \w{64} --seals \w{64},-,- --mine 0:\w{64} RECORD$/.test(deal), () => `it tells ${deal}`);
});

await ok('examples/client.py joins a table by its link, and another one does', async () => {
    const host = await Player.enter(server.port, 'Host');
    await host.create({ seats: ['me', 'open', 'open'] });
    const link = `${address}/t/${host.table}`;
    const programs = [play(link, 'Ben'), play(link, 'Zoë')];
    await host.until((m) => m.type === 'table' && m.phase === 'play', 'the game');
    const over = await host.playOn(chance(3));
    const told = await Promise.all(programs);
    const results = told.map(({ stdout }) => stdout.split('\n')[0]);
    check(results[0] === results[1] && over.phase === 'over', 'that both tell the same');
    check(over.seats.map((seat) => seat.name).sort().join() === 'Ben,Host,Zoë', 'that they sat there');
});

// The types that the program sends: a new one must be in one of the games below.
const said = new Set(readFileSync('examples/client.py', 'utf8').match(/type="\w+"/g).map((word) => word.slice(6, -1)));

await ok('examples/client.py plays to the end though every message is refused, cut off or not answered once', async () => {
    check([...said].every((said) => messages.some(({ type }) => type === said)), 'that the protocol lists what is said');
    await Promise.all(['refuse', 'cut', 'lose'].map(async (how) => {
        const failed = new Set();
        const through = async (path, name) => {
            const wire = await faulty(() => server.port, how);
            const { stdout } = await play(`http://127.0.0.1:${wire.port}${path}`, name);
            wire.close();
            for (const type of wire.failed) failed.add(type);
            return stdout.split('\n')[0];
        };
        check(/^winners: /.test(await through('', 'Anna')), 'that a game with bots ends');
        // A host who does not open their seal: the others seal anew.
        const host = await Player.enter(server.port, 'Host');
        await host.create({ seats: ['me', 'open'], mix: undefined, seal: randomHex(32) });
        const told = through(`/t/${host.table}`, 'Ben');
        await host.until((m) => m.type === 'table' && m.phase === 'play', 'the game');
        const over = await host.playOn(chance(4));
        same((await told).match(/coins: (.*)/)[1], over.result.coins.join(' '), 'the coins');
        same([...failed].sort(), [...said].sort(), `what failed once (${how})`);
    }));
});

await ok('examples/client.py plays to the end though one type of message alone is refused once: what waits behind it waits on', async () => {
    await Promise.all(['hello', 'attach', 'sit', 'reveal', 'play'].map(async (type) => {
        const wire = await faulty(() => server.port, 'refuse', type), host = await Player.enter(server.port, 'Host');
        await host.create({ seats: ['me', 'open'] });
        const told = play(`http://127.0.0.1:${wire.port}/t/${host.table}`, 'Ben');
        told.catch((error) => (host.leave(), console.log(`${type}: ${error.stderr}`)));
        await host.until((m) => m.type === 'table' && m.phase === 'play', `the game (${type})`);
        const over = await host.playOn(chance(7));
        same((await told).stdout.match(/coins: (.*)/)[1], over.result.coins.join(' '), `the coins (${type})`);
        same([...wire.failed], [type], 'what failed');
        wire.close();
    }));
});

await ok('examples/client.py plays on when the server was restarted', async () => {
    const store = `sqlite:${join(work, 'client.db')}`;
    let inner = await serve({ store, args });
    const host = await Player.enter(inner.port, 'Host');
    await host.create({ seats: ['me', 'open'] });
    const port = inner.port;
    const told = play(`http://127.0.0.1:${port}/t/${host.table}`, 'Ben');
    await host.until((m) => m.type === 'table' && m.phase === 'play', 'the game');
    for (let i = 0; i < 2; i++) {
        const { number } = host.frame;
        await host.playOn(chance(5), ({ frame }) => frame.number > number + 4);
        await inner[i ? 'kill' : 'stop']();
        inner = await serve({ store, port, args });
        await host.connect(port);
        await host.attach(host.table);
        host.answered = 0;
    }
    const over = await host.playOn(chance(6));
    same((await told).stdout.match(/coins: (.*)/)[1], over.result.coins.join(' '), 'the coins');
    await inner.stop();
});

await ok('examples/client.py says what is wrong', async () => {
    const fails = async (url, pattern) => {
        const error = await play(url, 'Anna').then(() => null, (e) => e);
        check(error && pattern.test(error.stderr), () => `${url}: ${error?.stderr}`);
    };
    await fails(`${address}/t/aaaaaaaaaaaaaaaa`, /^no-table: /);
    await fails('http://127.0.0.1:1', /^there is no server at 127\.0\.0\.1:1: .*\n$/);
});

// A player for a program, with its person's agreement.
async function makeProgram(port, name) {
    const owner = await Player.enter(port, `${name}'s person`);
    const bot = await request(port, 'POST', '/api/player/bots', { body: { name }, headers: { Authorization: `Bearer ${owner.token}` } });
    owner.leave();
    return bot.json();
}
const rated = async (port, { token }, games) => {
    const { stdout } = await run('python3', ['examples/rated_player.py', `http://127.0.0.1:${port}`, games], { env: { ...process.env, FF_TOKEN: token } });
    return stdout.trim().split('\n').map((line) => line.split(' '));
};
const numberOfGames = async (port, { token }) =>
    (await request(port, 'GET', '/api/ratings', { headers: { Authorization: `Bearer ${token}` } })).json().base.games;

await ok('examples/rated_player.py plays several rated games at once, and goes on when the server was restarted', async () => {
    const store = `sqlite:${join(work, 'rated.db')}`;
    let inner = await serve({ store, args });
    const { port } = inner, programs = await Promise.all(['One', 'Two'].map((name) => makeProgram(port, name)));
    const told = Promise.all(programs.map((program) => rated(port, program, 3)));
    told.catch((error) => console.log(error.stderr));
    for (const end of ['kill', 'stop']) {
        const watcher = await Player.enter(port, 'Zoë');
        await until('tables to move', async () =>
            (await watcher.ask({ type: 'tables' })).listed.filter(({ phase, number }) => phase === 'play' && number > 9).length > 1);
        await inner[end]();
        inner = await serve({ store, port, args });
    }
    const [one, two] = (await told).map((games) => games.map(([table, , ...coins]) => `${table} ${coins}`).sort());
    same(one, two, 'what both tell');
    same([one.length, ...(await Promise.all(programs.map((program) => numberOfGames(port, program))))], [3, 3, 3], 'the games');
    await inner.stop();
});

await ok('examples/rated_player.py plays to the end though every message is refused, cut off or not answered once', async () => {
    const types = new Set([...readFileSync('examples/rated_player.py', 'utf8').matchAll(/type"?[=:] ?"(\w+)"/g)].map(([, type]) => type));
    await Promise.all(['refuse', 'cut', 'lose'].map(async (how) => {
        const inner = await serve({ args }), wire = await faulty(() => inner.port, how);
        const program = await makeProgram(inner.port, 'Robot'), host = await Player.enter(inner.port, 'Host');
        const told = rated(wire.port, program, 1);
        told.catch((error) => (host.leave(), console.log(`${how}: ${error.stderr}`)));
        const found = host.until((m) => m.type === 'found', 'a game');
        await host.ask({ type: 'seek', players: [2], turn_s: 120, rated: true, programs: true, seal: randomHex(32) }); // never opened
        await host.attach((await found).table);
        if (host.frame.phase === 'open') await host.until((m) => m.type === 'table' && m.phase === 'play', 'the game');
        const over = await host.playOn(chance(8)), [[, result, ...coins]] = await told;
        same(coins, over.result.coins.map(String), `the coins (${how})`);
        same(result === 'won', over.result.winners.includes(1 - over.seat), `who won (${how})`);
        same(await numberOfGames(inner.port, program), 1, 'its rated games');
        same([...wire.failed].sort(), [...types].sort(), `what failed once (${how})`);
        wire.close();
        await inner.stop();
    }));
});
await server.stop();
finish();
