// hostile.mjs - everything a client can do wrong, while a table plays on: node tests/server/hostile.mjs PROGRAM
//
// The server answers with a clear error or closes; it does not stop, does not leak, and the table beside it finishes its game.
import { readFileSync } from 'node:fs';
import { chance, check, finish, ok, same, serve, sleep } from './harness.mjs';
import { Player, randomHex } from './player.mjs';
import { connect, frameOf, open, patience, request, until, within } from './socket.mjs';

const server = await serve({ args: ['--max-per-address', '300', '--max-messages', '1000', '--bot-pace', '0'] });
const { port } = server;
const rng = chance(Number(process.env.SEED ?? 4));
const levels = Number(/BOT_LEVELS_MAX = (\d+)/.exec(readFileSync('bots/ai/levels.h', 'utf8'))[1]);
const hello = { type: 'hello', protocol: 1, name: 'Mallory' };

// A connection that said hello; always as the same guest.
let token;
async function greeted() {
    const socket = await open(port, '/ws');
    socket.send(JSON.stringify({ ...hello, ...(token && { token }) }));
    const welcome = JSON.parse(await socket.next());
    same(welcome.type, 'welcome', 'the answer to hello');
    token ??= welcome.token;
    return socket;
}

// What the server says to one message after hello: its answers until it is quiet, and whether it closed.
async function told(message, { first = true } = {}) {
    const socket = first ? await greeted() : await open(port, '/ws');
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    const answer = await socket.next().then(JSON.parse, () => ({ type: 'closed', code: socket.closed?.code }));
    socket.cut();
    return answer;
}

async function refused(message, code, options) {
    const answer = await told(message, options);
    const shown = typeof message === 'string' ? message.slice(0, 60) : JSON.stringify(message).slice(0, 60);
    check(answer.type === 'refused' && (code === undefined || [code].flat().includes(answer.code)), () => `${shown}: ${JSON.stringify(answer)}, want refused ${code}`);
    check(answer.text.length > 10 && !/[\u0000-\u001f]/.test(answer.text), () => `the text of ${JSON.stringify(answer)} is a clear sentence`);
    return answer;
}

// The bystanders: two guests and a bot who play all the while, one game after another.
const anna = await Player.enter(port, 'Anna'), ben = await Player.enter(port, 'Ben');
anna.pace = ben.pace = 4;
let moves = 0, stopped = false, broken = null;
async function bystanders() {
    while (!stopped) {
        const { table } = await anna.create({ seats: ['me', 'open', 1] });
        await ben.attach(table);
        await ben.sit();
        await Promise.all([anna, ben].map((player) => player.playOn(rng, () => (moves++, stopped))));
        anna.answered = ben.answered = 0;
    }
}
bystanders().catch((error) => (broken = error));

// Two requests that come a byte at a time, for as long as they may.
const trickles = ['POST /api/guest HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n', 'GET /'].map(async (begin) => {
    const tcp = await connect(port);
    let told = '', closed = false;
    tcp.on('error', () => {}).on('data', (data) => (told += data)).on('close', () => (closed = true));
    tcp.write(begin);
    for (let i = 0; i < 1000 && !told && !closed; i++) { await sleep(100); if (!tcp.destroyed) tcp.write('x'); }
    return told.split('\r\n')[0];
});

await ok('messages that are not JSON objects, or have no type that is known', async () => {
    for (const text of ['', ' ', 'x', '{', '{}', '[]', 'null', '1', '"hello"', '{"type":1}', '{"type":null}', '{"type":"no-such"}', '{"type":"play"',
        '{"type":"ping"}x', '{"type":"ping","type":"ping"}', "{'type':'ping'}", '{"type":"ping",}', '{"type":"\\ud800"}', '{"a":1e999}', '\ufeff{"type":"ping"}',
        '{"type":"play","id":1}', '{"type":"\\u0000"}', '{"type":"chat","text":"\\u0000"}'])
        await refused(text, 'bad-message');
});

await ok('JSON that is nested deeply, or has very many members', async () => {
    await refused('['.repeat(2000), 'bad-message');
    await refused('{"a":'.repeat(800), 'bad-message');
    await refused('{"a":'.repeat(600) + '1' + '}'.repeat(600), 'bad-message');
    await refused('{' + Array.from({ length: 400 }, (_, i) => `"k${i}":1`).join() + '}', 'bad-message');
});

await ok('members that are missing, of the wrong kind, too long or out of range', async () => {
    const id = 'm1';
    for (const message of [{ type: 'create' }, { type: 'create', id, seats: [] }, { type: 'create', id, seats: ['me'] }, { type: 'create', id, seats: 3 },
        { type: 'create', id, seats: ['me', 'me'] }, { type: 'create', id, seats: ['me', 0] }, { type: 'create', id, seats: ['me', levels + 1] },
        { type: 'create', id, seats: ['me', 1, 1, 1, 1, 1] }, { type: 'create', id, seats: ['me', 1.5] }, { type: 'create', id, seats: ['me', 'you'] },
        { type: 'create', id, seats: ['me', 1], mode: 'easy' }, { type: 'create', id, seats: ['me', 1], turn_s: -1 }, { type: 'create', id, seats: ['me', 1], turn_s: 5 },
        { type: 'create', id, seats: ['me', 1], turn_s: 1e12 }, { type: 'create', id, seats: ['me', 1], aid: 'yes' }, { type: 'create', id, seats: ['me', 1], mix: 'xyz' },
        { type: 'create', id, seats: ['me', 1], mix: 'g'.repeat(64) }, { type: 'create', id: 'x'.repeat(33), seats: ['me', 1] }, { type: 'create', id: 'a b', seats: ['me', 1] },
        { type: 'create', id: '', seats: ['me', 1] }, { type: 'attach' }, { type: 'attach', table: 7 }, { type: 'attach', table: randomHex(8), seen: 'x' },
        { type: 'name' }, { type: 'name', name: '' }, { type: 'name', name: 'x'.repeat(1000) }, { type: 'name', name: 'a\u0007b' }, { type: 'name', name: '\u202eevil' },
        { type: 'name', name: ' \t ' }, { type: 'name', name: ['Anna'] }])
        await refused(message, ['bad-message', 'no-table']);
});

await ok('before hello nothing is done, and hello must fit', async () => {
    await refused({ type: 'ping' }, 'hello-first', { first: false });
    await refused({ type: 'create', id: 'c', seats: ['me', 1] }, 'hello-first', { first: false });
    await refused({ type: 'hello', protocol: 2 }, 'protocol', { first: false });
    await refused({ type: 'hello' }, ['protocol', 'bad-message'], { first: false });
    await refused({ type: 'hello', protocol: '1' }, ['protocol', 'bad-message'], { first: false });
    await refused({ ...hello, token: randomHex(32) }, 'bad-token', { first: false });
    for (const token of ['', 'x', randomHex(31), randomHex(33), 7, "' or 1=1 --"])
        await refused({ ...hello, token }, ['bad-token', 'bad-message'], { first: false });
    await refused(hello, ['bad-message', 'not-now']);
});

await ok('a token in a header or cookie that nobody has', async () => {
    for (const headers of [{ Authorization: `Bearer ${randomHex(32)}` }, { Cookie: `ff=${randomHex(32)}` }, { Cookie: 'ff=; ff="' }, { Authorization: 'Basic QQ==' }]) {
        const answer = await request(port, 'GET', '/api/guest', { headers });
        same(answer.status, 401, `the status of ${JSON.stringify(headers)}`);
    }
});

await ok('actions of others, at no table, out of order, and wrong ones', async () => {
    await refused({ type: 'play', id: 'p', number: 1, actions: 'done' }, ['no-table', 'no-seat']);
    await refused({ type: 'sit' }, ['no-table', 'no-seat']);
    await refused({ type: 'attach', table: 'a'.repeat(16) }, 'no-table');
    await refused({ type: 'attach', table: '../../etc/passwd' }, ['no-table', 'bad-message']);
    const host = await Player.enter(port, 'Host'), mallory = await Player.enter(port, 'Mallory');
    await host.create({ seats: ['me', 1] });
    await mallory.attach(host.table);
    const codes = async (message) => mallory.ask(message).then(() => 'done', (error) => error.code);
    same(await codes({ type: 'play', number: 1e9, actions: 'done' }), 'no-seat', 'a play without a seat');
    same(await codes({ type: 'sit' }), 'not-now', 'sitting down at a game');
    same(await codes({ type: 'chat', text: 'hello' }), 'no-seat', 'chat without a seat');
    await mallory.create({ seats: ['me', 'open'] });
    same(await codes({ type: 'play', number: 1, actions: 'done' }), 'not-now', 'a play before the game');
    same(await codes({ type: 'rematch' }), 'not-now', 'a rematch before the game');
    const friend = await Player.enter(port, 'Friend');
    await friend.attach(mallory.table);
    await friend.sit();
    while (!mallory.owes() && !friend.owes()) await sleep(5);
    const [mover] = [mallory, friend].filter((player) => player.owes());
    const play = (actions, number) => mover.ask({ type: 'play', number: number ?? mover.frame.number, actions }).then(() => 'done', (error) => error.code);
    same(await play('dance'), 'bad-actions', 'no such action');
    same(await play(''), 'bad-actions', 'no action');
    same(await play('brewery A; sell 99 hops'), 'bad-actions', 'a number that is none');
    same(await play('brewery E'), 'refused', 'a closed brewery');
    same(await play('raw 705'), 'refused', 'no action of any stage');
    check(['bad-actions', 'refused'].includes(await play('brewery A; build crane; build crane')), 'that actions of the wrong stage are refused');
    same(await play('done', 0), 'stale', 'an old number');
    check((await play('done', mover.frame.number + 1000)) !== 'done', 'that a number from the future is refused');
    check(mover.owes({ ...mover.frame, number: 1e9 }), 'that the decision is still owed');
});

await ok('SQL, markup and control characters stay text', async () => {
    const name = `<b>&"';--\\`;
    const player = await Player.enter(port, name);
    await player.create({ seats: ['me', 'open'] });
    same(player.frame.seats[0].name, name, 'the name');
    await player.ask({ type: 'chat', text: `</script><script>alert(1)//'); drop table entries;` });
    const frame = await player.attach(player.table, 0);
    check(frame.chat.some((line) => line.text.includes('drop table')), 'that chat comes back as it was');
    for (const text of ['x'.repeat(301), '', 'a\u0000b', '\u001b[2J'])
        check(await player.ask({ type: 'chat', text }).then(() => false, (error) => ['bad-message', 'too-fast'].includes(error.code)), `that ${JSON.stringify(text.slice(0, 9))} is refused`);
});

// Frames that no client may send: the server closes, with a code of the standard or at once.
async function closes(title, send, codes) {
    await ok(title, async () => {
        const socket = await greeted();
        await send(socket);
        const { code } = await socket.ended();
        check(codes.includes(code), () => `closed with ${code}, want one of ${codes}`);
    });
}
await closes('a frame of a kind that is reserved', (s) => s.frame(5, 'x'), [1002, 1003, 1006]);
await closes('a control frame in pieces', (s) => s.frame('ping', 'x', { fin: false }), [1002, 1006]);
await closes('a control frame of 126 bytes', (s) => s.frame('ping', 'x'.repeat(126)), [1002, 1006]);
await closes('reserved bits', (s) => s.frame('text', '{}', { rsv: 7 }), [1002, 1006]);
await closes('a message that is too long', (s) => s.send(JSON.stringify({ type: 'chat', text: 'x'.repeat(5000) })), [1009, 1006]);
await closes('a message of a megabyte', (s) => s.send('x'.repeat(1 << 20)), [1009, 1006]);
await closes('a message that says it has 2^40 bytes', (s) => s.raw(frameOf('text', 'x'.repeat(9000), { length: 2 ** 40, form: 64 })), [1002, 1009, 1006]);
await closes('a message in endless pieces', async (s) => {
    s.frame('text', '{"type":"', { fin: false });
    for (let i = 0; i < 3000 && !s.closed; i++) { s.frame('continuation', 'xx', { fin: false }); if (i % 100 === 99) await sleep(1); }
}, [1002, 1009, 1006, 1008]);
await closes('bad messages one after another', async (s) => { for (let i = 0; i < 100 && !s.closed; i++) { s.send('{'); await s.next().catch(() => {}); } }, [1008]);

await ok('a frame without a mask, text that is not UTF-8, binary, a message in pieces, a lone continuation', async () => {
    const pieces = await greeted();
    pieces.frame('text', '{"type":', { fin: false });
    pieces.frame('continuation', '"pi', { fin: false });
    pieces.frame('ping', 'between');
    pieces.frame('continuation', 'ng"}');
    same(JSON.parse(await pieces.next()).type, 'pong', 'the answer to a message in pieces');
    pieces.cut();
    for (const send of [(s) => s.frame('binary', Buffer.from([0, 1, 2])), (s) => s.frame('continuation', 'x'), (s) => s.frame('text', '{"type":"nothing"}', { masked: false }),
        (s) => s.raw(frameOf('text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])))]) {
        const socket = await greeted();
        send(socket);
        const answer = await Promise.race([socket.next().then(JSON.parse), socket.ended()]).catch(() => ({ closed: true }));
        check(answer.type === 'refused' || answer.code || answer.closed, () => `refused or closed, got ${JSON.stringify(answer)}`);
        socket.cut();
    }
});

await ok('bytes at random, before and after the handshake', async () => {
    for (let i = 0; i < 60; i++) {
        const bytes = Buffer.from(Array.from({ length: 1 + rng.below(400) }, () => rng.below(256)));
        if (i % 2) {
            const socket = await greeted();
            socket.raw(bytes);
            await sleep(5);
            socket.cut();
        } else {
            const tcp = await connect(port);
            tcp.on('error', () => {});
            tcp.write(bytes);
            await sleep(5);
            tcp.destroy();
        }
    }
});

await ok('HTTP that is wrong: method, path, length, type, origin, huge header', async () => {
    const status = async (method, path, options) => (await request(port, method, path, options)).status;
    same(await status('GET', '/api/no-such'), 404, 'an unknown path');
    for (const path of ['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '//etc/passwd', '/t/../../../etc/passwd'])
        check(!(await request(port, 'GET', path)).text.includes('root:'), `that ${path} is not served`);
    check([400, 404, 405, 501].includes(await status('DELETE', '/api/guest')), 'that DELETE is refused');
    check([400, 415].includes(await status('POST', '/api/guest', { body: '{', headers: { 'Content-Type': 'application/json' } })), 'that half JSON is refused');
    check([400, 415].includes(await status('POST', '/api/guest', { body: '{"name":"A"}', headers: { 'Content-Type': 'text/plain' } })), 'that another type is refused');
    check([400, 403].includes(await status('POST', '/api/guest', { body: '{"name":"A"}', headers: { Origin: 'http://evil.example' } })), 'that another origin is refused');
    check([400, 413].includes(await status('POST', '/api/guest', { body: JSON.stringify({ name: 'x'.repeat(20000) }) }).catch(() => 413)), 'that a long body is refused');
    const carla = await Player.enter(port, 'Carla');
    const { table } = await carla.create({ seats: ['me', 1] }); // and never plays
    same(await status('GET', `/api/tables/${table}/record`), 409, 'the record of a game that is not over');
    same(await status('GET', `/api/tables/${'a'.repeat(16)}/record`), 404, 'the record of no table');
    for (const origin of ['http://evil.example', 'null', `http://127.0.0.1:${port}.evil.example`, `https://127.0.0.1:${port + 1}`])
        check(await open(port, '/ws', { headers: { Origin: origin } }).then(() => false, () => true), `that a WebSocket from ${origin} is refused`);
    (await open(port, '/ws', { headers: { Origin: `http://127.0.0.1:${port}` } })).cut();
    const tcp = await connect(port);
    tcp.on('error', () => {});
    tcp.write('GET / HTTP/1.1\r\nHost: x\r\nX: ' + 'x'.repeat(200000) + '\r\n\r\n');
    const closed = new Promise((done) => tcp.on('close', done).on('data', () => {}));
    await within(patience, 'the end of a request with a huge header', closed);
});

await ok('connections that say nothing, or a byte at a time, do not keep others out', async () => {
    const idle = await Promise.all(Array.from({ length: 50 }, () => connect(port)));
    const slow = await Promise.all(Array.from({ length: 20 }, () => connect(port)));
    for (const tcp of [...idle, ...slow]) tcp.on('error', () => {});
    for (const byte of 'GET /ws HT') { for (const tcp of slow) tcp.write(byte); await sleep(5); }
    (await greeted()).cut();
    for (const tcp of [...idle, ...slow]) tcp.destroy();
});

await ok('an address may have only so many connections that say nothing; others come and go', async () => {
    const silent = [];
    let refused = 0;
    const another = async () => {
        const tcp = await connect(port, '127.0.0.9');
        silent.push(tcp.on('error', () => {}).on('data', (data) => (refused += /^HTTP\/1\.1 429 [^]*"code":"too-fast"/.test(data))));
    };
    for (let i = 0; i < 320; i++) await another();
    // On a slow machine the first were let go meanwhile, as they said nothing for too long: then more come.
    await until('twenty to be turned away', () => refused >= 20 || another().then(() => false));
    check(refused <= silent.length - 300, () => `${refused} of ${silent.length} were turned away`);
    (await greeted()).cut();
    for (const tcp of silent) tcp.destroy();
});

await ok('when all connections are taken by those who say nothing, who has something to say still gets in', async () => {
    const small = await serve({ prefix: ['prlimit', '--nofile=200:200'] });
    const silent = [];
    for (let i = 0; i < 400; i++) silent.push(await connect(small.port, `127.0.0.${2 + (i % 9)}`));
    for (const tcp of silent) tcp.on('error', () => {}).resume();
    for (let i = 0; i < 20; i++) same((await request(small.port, 'GET', '/healthz')).status, 200, 'the health');
    const anna = await Player.enter(small.port, 'Anna');
    await anna.create({ seats: ['me', 1] });
    check(anna.owes() || (await anna.until((m) => m.type === 'table' && m.legal, 'a turn')), 'that a game begins');
    for (const tcp of silent) tcp.destroy();
    same(await small.stop(), { code: 0, signal: null }, 'how it ended');
});

await ok('with players who came first, all the rest taken by those who say nothing or too little, newcomers still get in', async () => {
    const small = await serve({ prefix: ['prlimit', '--nofile=364:364'] }); // 300 connections
    const players = await Promise.all(Array.from({ length: 120 }, (_, i) => Player.enter(small.port, `Player ${i}`)));
    const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
    const words = ['', 'G', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', 'POST /api/guest HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{', 'x\r\n\r\n',
        `GET /ws HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n`];
    for (const say of words) {
        const idle = await Promise.all(Array.from({ length: 290 }, (_, i) => connect(small.port, `127.0.0.${2 + (i % 9)}`)));
        for (const tcp of idle) tcp.on('error', () => {}).resume().write(say);
        for (let i = 0; i < 20; i++) same((await request(small.port, 'GET', '/healthz')).status, 200, `the health beside those who say ${JSON.stringify(say)}`);
        (await Player.enter(small.port, 'Newcomer')).leave();
        for (const tcp of idle) tcp.destroy();
    }
    for (const player of players) await player.ask({ type: 'ping' }); // nobody was sent away for them
    same(await small.stop(), { code: 0, signal: null }, 'how it ended');
});

await ok('a flood of messages is held back, and the connection closed if it goes on', async () => {
    const socket = await greeted();
    for (let i = 0; i < 200 && !socket.closed; i++) { for (let k = 0; k < 100; k++) socket.send('{"type":"ping"}'); await sleep(1); }
    const { code } = await socket.ended();
    check([1008, 4000, 1006].includes(code), () => `closed with ${code}, want 1008 or 4000`);
});

await ok('a client that does not read is dropped, others read on', async () => {
    const deaf = await Player.enter(port, 'Deaf');
    await deaf.attach(anna.table, 0);
    deaf.socket.tcp.pause();
    for (let i = 0; i < 150; i++) { deaf.send({ type: 'attach', table: anna.table, seen: 0 }); if (i % 10 === 9) await sleep(60); }
    const before = moves;
    await until('the others to play on', () => broken || moves > before + 3);
    deaf.socket.cut();
});

await ok('more tables than a guest may have are refused, and more connections than an address may have', async () => {
    const greedy = await Player.enter(port, 'Greedy');
    let code = null;
    for (let i = 0; i < 60 && !code; i++) { await greedy.create({ seats: ['me', 'open'] }).catch((error) => (code = error.code)); await sleep(6); }
    same(code, 'limit', 'the code for a table too many');
    const all = [];
    for (let i = 0; i < 320; i++) all.push(await open(port, '/ws'));
    await until('a connection too many to be refused', () => all.some(({ closed }) => closed?.code === 1008));
    check(all.filter(({ closed }) => !closed).length > 200, 'that others are not');
    for (const socket of all) socket.cut();
    await until('those to be gone', () => greeted().then((socket) => (socket.cut(), true), () => false));
});

await ok('a head and a body that trickle are ended in time', async () => {
    for (const told of await within(patience, 'their end', Promise.all(trickles))) same(told, 'HTTP/1.1 408 Request Timeout', 'the answer');
});

await ok('all the while a table played on', async () => {
    if (broken) throw broken;
    const before = moves;
    await until('the bystanders to play', () => broken || moves > before + 10);
    stopped = true;
    if (broken) throw broken;
    same((await request(port, 'GET', '/healthz')).status, 200, 'the health');
});

await ok('the log tells no token, no card and no control character', async () => {
    const tokens = [anna.token, ben.token];
    for (const line of server.log) {
        check(!tokens.some((token) => line.includes(token)), () => `no token in ${line}`);
        check(!/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line), () => `no control character in ${JSON.stringify(line)}`);
    }
});

await ok('and the server stops cleanly', async () => same(await server.stop(), { code: 0, signal: null }, 'how it ended'));
finish();
