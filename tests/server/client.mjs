// client.mjs - the example client plays: node tests/server/client.mjs PROGRAM
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chance, check, finish, ok, serve } from './harness.mjs';
import { Player } from './player.mjs';

const run = promisify(execFile);
const server = await serve();
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

await ok('examples/client.py says what is wrong', async () => {
    const fails = async (url, pattern) => {
        const error = await play(url, 'Anna').then(() => null, (e) => e);
        check(error && pattern.test(error.stderr), () => `${url}: ${error?.stderr}`);
    };
    await fails(`${address}/t/aaaaaaaaaaaaaaaa`, /^no-table: /);
});
await server.stop();
finish();
