// admin.mjs - operators at work while servers run: node tests/server/admin.mjs PROGRAM, with a PostgreSQL (FF_POSTGRES) too.
//
// Every verb of `fuerstenfeld admin`, on the store of a server that plays: one server on SQLite, two on PostgreSQL, where the guests are
// at the one that did not make the table. What was ordered holds for whoever is connected and for whoever comes later, also after a
// restart; everybody else plays on.
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { chance, check, finish, ok, program, same, serve, work } from './harness.mjs';
import { Player } from './player.mjs';
import { open, request, until } from './socket.mjs';

const run = promisify(execFile);
const places = [['SQLite', `sqlite:${work}/tables.db`, 1]];
if (process.env.FF_POSTGRES) places.push(['PostgreSQL', process.env.FF_POSTGRES, 2]);

const closes = async (player) => {
    await until(`${player.name} to be sent away`, () => player.socket.closed);
    return player.socket.closed.code;
};
// The last words to a connection, which must be right UTF-8 of at most 123 bytes (RFC 6455, 5.5.1); what is longer ends in dots.
const lastWords = ({ socket: { closed } }, words) => {
    const told = closed.reason, bytes = Buffer.byteLength(told);
    check(bytes <= 123 && !told.includes('\ufffd'), () => `${bytes} bytes: ${told}`);
    if (Buffer.byteLength(words) <= 123) return same(told, words, 'the reason');
    check(told.endsWith('...') && words.startsWith(told.slice(0, -3)) && bytes >= 123 - 3, () => `${told} of ${words}`);
};
// What just fits, what just does not, and a character of four bytes at the place of the cut, in each of its ways.
const reasons = ['go away', 'x'.repeat(107), 'x'.repeat(108), ...[80, 81, 82, 83].map((n) => 'y'.repeat(n) + '🂡'.repeat(24))];
const refused = (promise) => promise.then(() => 'nothing', (error) => error.code ?? error.message);

for (const [name, store, n] of places) {
    let servers = [];
    for (let i = 0; i < n; i++) servers.push(await serve({ store }));
    const port = () => servers[0].port, other = () => servers[n - 1].port;
    const admin = async (...words) => (await run(program, ['admin', '--store', store, ...words], { maxBuffer: 1 << 26 })).stdout;
    const fails = async (...words) => run(program, ['admin', '--store', store, ...words]).then(() => 'nothing', (error) => `${error.code} ${error.stderr}`);
    const evil = 'Mallory';
    const anna = await Player.enter(port(), 'Anna'), mallory = await Player.enter(other(), evil);
    await anna.create({ seats: ['me', 'open'], listed: true });
    const table = anna.table;
    await mallory.attach(table);
    await mallory.sit();
    mallory.send({ type: 'chat', text: 'something nasty' });
    await anna.until((m) => m.chat?.some((line) => line.text === 'something nasty'), 'chat');

    await ok(`${name}: tables, guests and a table's log are listed, without secrets`, async () => {
        check((await admin('tables')).includes(table), 'that the table is listed');
        check(/^\w{16} made \S+ seen \S+ Mallory$/m.test(await admin('guests', 'Mall')), 'that a guest is found by a part of the name');
        check(!(await admin('guests', 'Mall')).includes('Anna'), 'that others are not');
        const log = await admin('table', table.slice(0, 8));
        check(log.includes('something nasty') && log.includes(`sit 1 ${mallory.guest} ${evil}`), () => log);
        check(!/[0-9a-f]{64}/.test(log) && !log.includes('seed'), 'that no secret is told');
        check(/no table "zzzz"/.test(await fails('table', 'zzzz')), 'that a table that is not there is told');
        check(/^2 .*did you mean "tables"\?/.test(await fails('tabels')), 'that a wrong verb is told');
    });

    await ok(`${name}: a guest is renamed, for those who see it and in lists`, async () => {
        same(await admin('rename', mallory.guest, 'Somebody', 'Else'), `${mallory.guest} is now called Somebody Else, at 1 table too\n`, 'what it tells');
        same(await closes(mallory), 4001, 'the code');
        mallory.name = undefined; // as a page does, which knows its name from the server
        await mallory.connect(other(), {});
        await until('the name that Anna sees to be another', () => anna.frame.seats[1].name === 'Somebody Else');
        same((await mallory.attach(table)).seats[1].name, 'Somebody Else', 'the name at the table');
        check((await admin('tables')).includes('Somebody Else'), 'that the list has it');
        check(/is not a name/.test(await fails('rename', mallory.guest, '\u3164')), 'that a hidden name is refused');
    });

    await ok(`${name}: a guest is banned, and stays so after a restart; others play on`, async () => {
        await admin('ban', mallory.guest, 'that', 'was', 'not', 'nice');
        same(await closes(mallory), 4003, 'the code');
        lastWords(mallory, 'You are banned: that was not nice');
        let again = null;
        await until('it to be turned away everywhere', async () => {
            again = await Player.enter(port(), undefined, { token: mallory.token }).then(() => null, (error) => error);
            return again?.code === 'banned';
        });
        check(again.text.includes('that was not nice'), 'that the reason is told');
        same((await request(port(), 'GET', '/api/guest', { headers: { Authorization: `Bearer ${mallory.token}` } })).status, 403, 'over HTTP');
        await anna.ask({ type: 'chat', text: 'thanks' });
        anna.leave();
        for (const server of servers) same(await server.stop(), { code: 0, signal: null }, 'how it ended');
        servers = [];
        for (let i = 0; i < n; i++) servers.push(await serve({ store }));
        same(await refused(Player.enter(port(), 'Mallory', { token: mallory.token })), 'banned', 'after a restart');
        await admin('unban', mallory.guest);
        await until('it to be let in again', async () => (await refused(mallory.connect(other(), {}))) === 'nothing');
        await anna.connect(port(), {});
        await anna.attach(table);
    });

    await ok(`${name}: a banned guest's programs are banned too, until the ban is lifted`, async () => {
        const headers = { Authorization: `Bearer ${mallory.token}` };
        const { token } = (await request(port(), 'POST', '/api/player/bots', { body: '{"name":"Robot"}', headers })).json();
        const program = await Player.enter(port(), undefined, { token });
        await admin('ban', mallory.guest, 'no', 'more');
        same(await closes(program), 4003, 'the code');
        lastWords(program, 'You are banned: no more');
        same(await refused(Player.enter(port(), undefined, { token })), 'banned', 'a program that comes back');
        await admin('unban', mallory.guest);
        await until('the program to be let in again', async () => (await refused(program.connect(port(), {}))) === 'nothing');
        await until('its owner too', async () => (await refused(mallory.connect(other(), {}))) === 'nothing');
        program.leave();
    });

    await ok(`${name}: an address is banned`, async () => {
        await admin('ban', '127.0.0.1');
        same(await closes(mallory), 4003, 'the code');
        lastWords(mallory, 'You are banned.');
        await closes(anna);
        await until('nobody to come from there', async () => (await refused(Player.enter(port(), 'New'))) !== 'nothing');
        await until('that over HTTP', async () => (await request(port(), 'GET', '/api/tables')).status === 403);
        same((await request(port(), 'GET', '/healthz')).status, 200, 'the health');
        await admin('unban', '127.0.0.1');
        await until('all to be let in again', async () => (await refused(anna.connect(port(), {}))) === 'nothing');
        await until('at the other server too', async () => (await refused(mallory.connect(other(), {}))) === 'nothing');
        await anna.attach(table);
        await mallory.attach(table);
    });

    await ok(`${name}: whoever is banned is told why, who is there and who comes; a long reason is cut between characters`, async () => {
        const addresses = reasons.map((_, i) => `127.0.0.${2 + i}`);
        const there = await Promise.all(addresses.map((from) => open(port(), '/ws', { from })));
        for (const [i, why] of reasons.entries()) await admin('ban', addresses[i], why);
        for (const [i, socket] of there.entries()) {
            const comes = (await socket.ended(), await open(port(), '/ws', { from: addresses[i] }));
            for (const one of [socket, comes]) {
                same((await one.ended()).code, 4003, 'the code');
                lastWords({ socket: one }, `You are banned: ${reasons[i]}`);
            }
            await admin('unban', addresses[i]);
        }
    });

    await ok(`${name}: the lobby is closed and opened; what is played goes on`, async () => {
        await admin('lobby', 'close', 'back', 'at', 'ten');
        check((await admin('lobby')).includes('closed: back at ten'), 'that it says so');
        await until('no new tables', async () => (await refused(mallory.create({ seats: ['me', 1] }))) === 'closed');
        await until('an empty list', async () => (await request(port(), 'GET', '/api/tables')).json().listed.length === 0);
        await anna.ask({ type: 'chat', text: 'we play on' });
        await admin('lobby', 'open');
        await until('the list to be back', async () => (await refused(mallory.create({ seats: ['me', 1] }))) === 'nothing');
        await mallory.attach(table);
    });

    await ok(`${name}: a table is closed and opened again`, async () => {
        const program = await Player.enter(port(), 'Robot', { follow: true });
        await program.attach(table);
        const lost = program.until((m) => m.type === 'detached' && m.table === table, 'the end of the table');
        await admin('close', table, 'looked', 'into');
        same([(await lost).code, (await program.ask({ type: 'ping' })).type], ['closed', 'pong'], 'what one at several tables hears');
        program.leave();
        for (const player of [anna, mallory]) {
            same(await closes(player), 4004, 'the code');
            lastWords(player, 'This table is closed: looked into');
        }
        const record = await request(port(), 'GET', `/api/tables/${table}/record`);
        same([record.status, record.json()], [403, { code: 'closed', text: 'This table is closed: looked into' }], 'its record');
        await Promise.all([anna, mallory].map((player) => player.connect(port(), {})));
        let answer = null;
        await until('nobody to get there', async () => (answer = await anna.attach(table).then(() => null, (error) => error))?.code === 'closed');
        check(answer.text.includes('looked into'), 'that the reason is told');
        check(!(await request(port(), 'GET', '/api/tables')).text.includes(table), 'that no list has it');
        check((await admin('tables')).includes(' closed '), 'that the operators see it');
        await admin('reopen', table.slice(0, 10));
        await until('it to be open', async () => (await refused(anna.attach(table))) === 'nothing');
        await mallory.attach(table);
    });

    await ok(`${name}: everything about a guest is exported`, async () => {
        const told = JSON.parse(await admin('export', mallory.guest));
        same([told.guest, told.name, told.banned], [mallory.guest, 'Somebody Else', false], 'the guest');
        const here = told.tables.find((one) => one.table === table);
        check(here && !here.host && here.entries.some(({ entry }) => entry.includes('something nasty')), () => JSON.stringify(told));
        check(!JSON.stringify(told).includes('thanks'), 'that what others said is not in it');
        check(told.tables.some(({ host }) => host), 'that a table that it made is there');
    });

    await ok(`${name}: everything about a guest is deleted; the other plays on, with a bot`, async () => {
        const own = JSON.parse(await admin('export', mallory.guest)).tables.find((one) => one.table !== table).table;
        check(/( 1 table|[02-9] tables|\d\d tables) deleted, 1 rewritten/.test(await admin('forget', mallory.guest)), 'what it tells');
        await closes(mallory);
        same(await refused(Player.enter(port(), undefined, { token: mallory.token })), 'bad-token', 'the token');
        check(!(await admin('tables')).includes(own), 'that the table of its own is gone');
        const all = (await admin('table', table)) + (await admin('guests')) + (await admin('tables'));
        for (const word of [mallory.guest, 'Somebody', 'Mallory', 'something nasty']) check(!all.includes(word), `that "${word}" is nowhere`);
        await until('Anna to see a bot in that seat', async () => anna.frame.seats[1].name !== 'Somebody Else');
        if (anna.socket.closed) { await anna.connect(port(), {}); await anna.attach(table); }
        await anna.playOn(chance(7));
        same(anna.frame.phase, 'over', 'the game');
        same((await request(port(), 'GET', `/api/tables/${table}/record`, { headers: { Authorization: `Bearer ${anna.token}` } })).status, 200, 'its record');
    });

    await ok(`${name}: a player who deleted everything is forgotten at tables too; a report about them is settled`, async () => {
        const host = await Player.enter(port(), 'Host'), gone = await Player.enter(other(), 'Gone');
        await host.create({ seats: ['me', 'open'] });
        await gone.attach(host.table);
        await gone.sit();
        await gone.ask({ type: 'chat', text: 'my own words' });
        const post = (path, body, { token }) => request(port(), 'POST', `/api/${path}`, { body, headers: { Authorization: `Bearer ${token}` } });
        same((await post('player/report', { table: host.table, seat: 1, text: 'rude' }, host)).status, 200, 'the report');
        same((await post('player/delete', { guest: gone.guest }, gone)).status, 200, 'what the player deletes');
        check((await admin('table', host.table)).includes(gone.guest), 'that the table names them');
        same(await admin('forget', gone.guest), `${gone.guest} is forgotten: 0 tables deleted, 1 rewritten\n`, 'what it tells');
        const log = await admin('table', host.table);
        for (const word of [gone.guest, 'Gone', 'my own words']) check(!log.includes(word), `that "${word}" is nowhere`);
        await until('the seat to be told otherwise', async () => host.frame.seats[1].name === 'Deleted' && host.frame.seats[1].away);
        check(/there is no guest/.test(await fails('forget', gone.guest)), 'that nothing is left');
        check((await admin('reports')).includes(`reports ${gone.guest} at table ${host.table}: rude`), 'that the report is there');
        same(await admin('reports', gone.guest), `1 reports about ${gone.guest} are settled\n`, 'what it tells');
        const owner = await Player.enter(port(), 'Owner'), walker = new Player();
        await walker.connect(other(), (await post('player/bots', { name: 'Walker' }, owner)).json());
        await walker.attach((await host.create({ seats: ['me', 'open'], programs: true })).table);
        await walker.sit();
        same(await admin('forget', owner.guest), `${owner.guest} is forgotten: 0 tables deleted, 1 rewritten\n`, 'what it tells of a guest with a program');
        check(!/Walker/.test((await admin('table', host.table)) + (await admin('guests'))), 'that the program is forgotten too');
        same(await closes(walker), 4001, 'the code');
        host.leave();
    });

    await ok(`${name}: a guest is forgotten who took a seat over and talked much, in a log that became one entry`, async () => {
        const host = await Player.enter(port(), 'Host'), guest = await Player.enter(other(), 'Leaver'), heir = await Player.enter(port(), 'Heiress');
        await host.create({ seats: ['me', 'open'] });
        await guest.attach(host.table);
        await guest.sit();
        await guest.ask({ type: 'offer' });
        await heir.attach(host.table);
        await until('the offer to be seen at the other server', async () => heir.frame.seats[1].offered);
        await heir.sit({ seat: 1 });
        for (let i = 0; i < 2050; i += 10)
            await Promise.all(Array.from({ length: 10 }, (_, j) => heir.ask({ type: 'chat', text: `my secret ${i + j}` })));
        const shortened = async () => Math.max(...(await Promise.all(servers.map(async (server) =>
            Number(/fuerstenfeld_logs_shortened_total (\d+)/.exec((await request(server.port, 'GET', '/metrics')).text)[1])))));
        await until('the log to become short', async () => (await shortened()) > 0);
        check((await admin('table', host.table)).includes('Heiress'), 'that the log tells of it');
        check(/0 tables deleted, 1 rewritten/.test(await admin('forget', heir.guest)), 'what it tells');
        await closes(heir);
        const log = await admin('table', host.table);
        for (const word of [heir.guest, 'Heiress', 'my secret']) check(!log.includes(word), `that "${word}" is nowhere`);
        check(log.includes(guest.guest), 'that others are where they were');
        check((await admin('export', host.guest)).includes(host.table), 'that the table is there');
        await until('the seat to be told otherwise', async () => host.frame.seats[1].name === 'Deleted');
        for (const player of [host, guest]) player.leave();
    });

    await ok(`${name}: a table is deleted while somebody is there`, async () => {
        const ben = await Player.enter(other(), 'Ben');
        await ben.create({ seats: ['me', 'open'] });
        await admin('delete', ben.table);
        same(await closes(ben), 4004, 'the code');
        await ben.connect(port(), {});
        same(await refused(ben.attach(ben.table)), 'no-table', 'the answer');
        check(/no table/.test(await fails('delete', ben.table)), 'that it is not there any more');
        ben.leave();
    });

    await ok(`${name}: the orders are kept, the log names guests and addresses and no secrets`, async () => {
        const orders = await admin('orders');
        for (const word of ['ban', 'unban', 'lobby closed back at ten', 'lobby open', `close ${table} looked into`, `guest ${mallory.guest}`])
            check(orders.includes(word), () => `${word} in ${orders}`);
        const log = servers.map((server) => server.log.join('\n')).join('\n');
        check(log.includes(`event=hello guest=${anna.guest} address=127.0.0.1`), 'that hello is traced');
        check(new RegExp(`event=say .*guest=${anna.guest}`).test(log) || /event=sit .*guest=\w{16}/.test(log), 'that entries are');
        check(/event=order why="close \w{6} looked into"/.test(log), 'that orders are');
        for (const secret of [anna.token, table, 'we play on']) check(!log.includes(secret), `that ${secret} is not in the log`);
    });

    await ok(`${name}: a rated game is rated, and its ratings are what is calculated again`, async () => {
        const emma = await Player.enter(port(), 'Emma');
        await emma.create({ seats: ['me', 1], rated: true });
        await emma.playOn(chance(1));
        same(emma.frame.phase, 'over', 'the game');
        check(/^1 rated games, 1 ratings calculated again, 0 wrong;/.test(await admin('ratings')), 'that it is right');
        const { share } = (await request(port(), 'POST', '/api/share', { body: { table: emma.table } })).json();
        const pages = () => Promise.all([`/g/${share}`, `/api/shared/${share}`].map(async (path) => (await request(port(), 'GET', path)).status));
        same(await pages(), [200, 200], 'its link');
        await admin('close', emma.table);
        await until('its link to be closed', async () => (await pages())[1] === 403);
        same(await pages(), [403, 403], 'its link, closed');
        await admin('reopen', emma.table);
        emma.leave();
    });

    await ok(`${name}: a digit of a stored seed changes: that table is refused, others are played on, and check finds it`, async () => {
        const python = 'import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.executescript(sys.argv[2])';
        const sql = (words) => (n === 1 ? execFileSync('python3', ['-c', python, `${work}/tables.db`, words]) : execFileSync('psql', ['-q', store, '-c', words]));
        const seed = n === 1 ? "entry = replace(entry, char(10) || 'seed ', char(10) || 'seed 0')"
            : "entry = convert_to(replace(convert_from(entry, 'UTF8'), E'\\nseed ', E'\\nseed 0'), 'UTF8')";
        check(/all as they were written\n$/.test(await admin('check')), 'that all is well before');
        const carl = await Player.enter(port(), 'Carl'), dora = await Player.enter(port(), 'Dora');
        await carl.create({ seats: ['me', 1] });
        await dora.create({ seats: ['me', 1] });
        const [bad, good] = [carl.table, dora.table];
        const eva = await Player.enter(port(), 'Eva');
        await eva.create({ seats: ['me', 1] });
        await eva.playOn(chance(9));
        const over = eva.table, { share } = (await request(port(), 'POST', '/api/share', { body: { table: over } })).json();
        eva.leave();
        carl.leave();
        dora.leave();
        for (const server of servers) same(await server.stop(), { code: 0, signal: null }, 'how it ended');
        sql(`UPDATE entries SET ${seed} WHERE table_id IN ('${bad}', '${over}') AND number = 1`);
        const failed = await run(program, ['admin', '--store', store, 'check']).then(() => null, (error) => error);
        same(failed?.code, 1, 'the status');
        check(failed.stderr.includes(`table ${bad.slice(0, 6)}: entry 1 is not as it was written`), () => failed.stderr);
        check(/ 2 damaged\n$/.test(failed.stdout), () => failed.stdout);
        servers = [];
        for (let i = 0; i < n; i++) servers.push(await serve({ store }));
        await carl.connect(port(), {});
        same(await refused(carl.attach(bad)), 'damaged', 'the answer');
        same((await request(port(), 'GET', `/api/tables/${bad}/record`, { headers: { Authorization: `Bearer ${carl.token}` } })).status, 409, 'its record');
        for (const path of [`tables/${over}/record`, `shared/${share}`]) {
            const { status, json } = await request(port(), 'GET', `/api/${path}`);
            same([status, json().code], [500, 'damaged'], path);
        }
        check(servers[0].log.some((line) => line.includes('event=damaged-log') && line.includes(bad.slice(0, 6))), 'that the log tells it');
        check((await request(port(), 'GET', '/metrics')).text.includes('fuerstenfeld_logs_damaged_total 1\n'), 'that it is counted');
        await dora.connect(other(), {});
        await dora.attach(good);
        await dora.playOn(chance(8));
        same(dora.frame.phase, 'over', 'the other game');
        for (const player of [carl, dora]) player.leave();
    });
    for (const server of servers) same(await server.stop(), { code: 0, signal: null }, 'how it ended');
}
finish();
