// client.mjs - the example client plays: node tests/server/client.mjs PROGRAM
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messages } from './documented.mjs';
import { faulty } from './faulty.mjs';
import { chance, check, finish, generous, ok, same, serve, work } from './harness.mjs';
import { Player, randomHex } from './player.mjs';

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
await server.stop();
finish();
