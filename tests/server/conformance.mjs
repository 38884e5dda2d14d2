// conformance.mjs - WebSocket and HTTP as the standards want them: node tests/server/conformance.mjs PROGRAM
//
// Two tables. The first is in the style of the Autobahn test suite, whose numbers it has: what a client sends after a
// handshake, and what must come back (RFC 6455). This server speaks JSON, not an echo, so what Autobahn has echoed is here the
// `pad` of a ping, which must be answered with `pong`; and a message has at most 4,096 bytes and is text. The second is
// requests and the answers that they must get (RFC 9110, 9112).
//
// The client below knows nothing of the rest of these tests: bytes out, bytes in.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import net from 'node:net';
import tls from 'node:tls';
import { chance, check, finish, generous, ok, same, serve, work } from './harness.mjs';

const freePort = () => new Promise((done) => { const s = net.createServer().listen(0, '127.0.0.1', () => { const { port } = s.address(); s.close(() => done(port)); }); });
const figures = await freePort();
const server = await serve({ args: [...generous, '--metrics-listen', `127.0.0.1:${figures}`] });
const rng = chance(11);
const patience = 60000;

// ---------------------------------------------------------------------------------------------------------- a client of its own

class Wire {
    constructor(port = server.port) {
        this.bytes = Buffer.alloc(0);
        this.closed = false;
        this.waiting = null;
        this.tcp = net.connect({ port, host: '127.0.0.1' });
        this.tcp.setNoDelay(true);
        this.tcp.on('data', (data) => { this.bytes = Buffer.concat([this.bytes, data]); this.waiting?.(); });
        this.tcp.on('error', () => {});
        this.tcp.on('close', () => { this.closed = true; this.waiting?.(); });
    }

    write(bytes) { if (!this.closed) this.tcp.write(bytes); }

    // Waits until `find` returns something of the bytes: { value, size }. null: the connection was closed before.
    async get(find, what) {
        const end = Date.now() + patience;
        for (;;) {
            const found = find(this.bytes);
            if (found) {
                this.bytes = this.bytes.subarray(found.size);
                return found.value;
            }
            if (this.closed) return null;
            check(Date.now() < end, () => `${what} came within ${patience} ms`);
            await new Promise((done) => { this.waiting = done; setTimeout(done, 1000); });
        }
    }

    head() {
        return this.get((bytes) => {
            const end = bytes.indexOf('\r\n\r\n');
            return end >= 0 && { value: bytes.toString('latin1', 0, end), size: end + 4 };
        }, 'a head');
    }

    // The next frame of the server, strictly: whole, without a mask, in the shortest form.
    frame() {
        return this.get((bytes) => {
            if (bytes.length < 2) return null;
            let n = bytes[1], at = 2;
            check(n < 128, 'that a server masks nothing');
            if (n === 126) { if (bytes.length < 4) return null; n = bytes.readUInt16BE(2); at = 4; check(n > 125, 'the shortest form'); }
            else if (n === 127) { if (bytes.length < 10) return null; n = Number(bytes.readBigUInt64BE(2)); at = 10; check(n > 65535, 'the shortest form'); }
            if (bytes.length < at + n) return null;
            check((bytes[0] & 0x70) === 0, 'that reserved bits are clear');
            return { value: { fin: bytes[0] >= 128, opcode: bytes[0] & 15, payload: Buffer.from(bytes.subarray(at, at + n)) }, size: at + n };
        }, 'a frame');
    }

    end() { return this.get(() => null, 'the end'); }
}

const TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;
const of = (value) => (Buffer.isBuffer(value) ? value : Buffer.from(value));

function frame(opcode, payload = '', { fin = true, rsv = 0, masked = true, form } = {}) {
    const data = Buffer.from(of(payload)), bits = form ?? (data.length < 126 ? 7 : data.length < 65536 ? 16 : 64);
    const head = Buffer.alloc({ 7: 2, 16: 4, 64: 10 }[bits]);
    head[0] = (fin ? 128 : 0) | (rsv << 4) | opcode;
    head[1] = (masked ? 128 : 0) | { 7: data.length, 16: 126, 64: 127 }[bits];
    if (bits === 16) head.writeUInt16BE(data.length, 2);
    if (bits === 64) head.writeBigUInt64BE(BigInt(data.length), 2);
    if (!masked) return Buffer.concat([head, data]);
    const mask = Buffer.from([rng.below(256), rng.below(256), rng.below(256), rng.below(256)]);
    for (let i = 0; i < data.length; i++) data[i] ^= mask[i % 4];
    return Buffer.concat([head, mask, data]);
}

const code = (number, why = '') => { const two = Buffer.alloc(2); two.writeUInt16BE(number); return Buffer.concat([two, of(why)]); };
const cont = (payload, fin = false) => frame(0, payload, { fin });
const begin = (payload) => frame(TEXT, payload, { fin: false });
// A text as frames of n bytes.
function pieces(payload, n) {
    const data = of(payload), list = [];
    for (let at = 0; at === 0 || at < data.length; at += n) list.push(frame(at ? 0 : TEXT, data.subarray(at, at + n), { fin: at + n >= data.length }));
    return list;
}

// A message of n bytes that is answered with pong; `pad` may be any text.
const hello = '{"type":"hello","protocol":1,"name":"Autobahn"}';
const message = (pad, id = 'a1') => of(`{"type":"ping","id":"${id}","pad":"${pad}"}`);
const sized = (n) => message('*'.repeat(n - message('').length));

async function open(lines = '') {
    const wire = new Wire();
    wire.write(`GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${lines}\r\n`);
    const head = await wire.head();
    check(/^HTTP\/1\.1 101 /.test(head) && /\r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/i.test(head), () => `101: ${head}`);
    check(!/extensions/i.test(head), 'that no extension is agreed to');
    return wire;
}

let welcomed = null;
async function greeted() {
    const wire = await open('Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n');
    wire.write(frame(TEXT, welcomed ? hello.replace('}', `,"token":"${welcomed}"}`) : hello));
    const { payload } = await wire.frame();
    welcomed ??= JSON.parse(payload).token;
    return wire;
}

// What may come back: each takes the next frame, or the end.
const pong = (payload = '') => async (wire) => {
    const got = await wire.frame();
    check(got?.opcode === PONG && got.payload.equals(of(payload)), () => `the pong ${JSON.stringify(payload)}, not ${got && `${got.opcode} ${got.payload}`}`);
};
const answer = (id = 'a1') => async (wire) => {
    const got = await wire.frame();
    const said = got?.opcode === TEXT && JSON.parse(got.payload);
    check(said?.type === 'pong' && said.ack === id, () => `the answer to ${id}, not ${got && `${got.opcode} ${got.payload}`}`);
};
const closes = (...codes) => async (wire) => {
    const got = await wire.frame();
    check(got?.opcode === CLOSE, () => `a close, not ${got && `${got.opcode} ${got.payload}`}`);
    const said = got.payload.length ? got.payload.readUInt16BE(0) : 1005;
    check(codes.includes(said), () => `closed with ${said} ${got.payload.subarray(2)}, want ${codes}`);
    check(Buffer.from(got.payload.subarray(2).toString()).equals(got.payload.subarray(2)), 'that the reason is UTF-8');
    wire.write(frame(CLOSE, got.payload.subarray(0, 2)));
    await wire.end();
    check(wire.closed && wire.bytes.length === 0, 'that nothing follows the close');
};

// [number and title, what is sent, what comes back]. A step of what is sent is bytes, or an answer to wait for first; `chopped`
// sends them byte by byte as well.
const cases = [];
const add = (title, sends, ...wants) => cases.push({ title, sends: [sends].flat(), wants });

for (const n of [125, 126, 127, 128, 1000, 4096]) add(`1.1 text of ${n} bytes`, frame(TEXT, sized(n)), answer());
add('1.1 text of 4,097 bytes: too long here', frame(TEXT, sized(4097)), closes(1009));
add('1.1 text of 65,536 bytes: too long here', frame(TEXT, sized(65536)), closes(1009));
for (const n of [0, 125, 126]) add(`1.2 binary of ${n} bytes: not spoken here`, frame(BINARY, 'x'.repeat(n)), closes(1003));

add('2.1 ping without a payload', frame(PING), pong());
add('2.2 ping with text', frame(PING, 'Hello, world!'), pong('Hello, world!'));
add('2.3 ping with bytes that are no text', frame(PING, Buffer.from([0, 255, 254, 253, 252, 251, 0, 255])), pong(Buffer.from([0, 255, 254, 253, 252, 251, 0, 255])));
add('2.4 ping of 125 bytes', frame(PING, Buffer.alloc(125, 254)), pong(Buffer.alloc(125, 254)));
add('2.5 ping of 126 bytes', frame(PING, Buffer.alloc(126, 254)), closes(1002));
for (const title of ['2.7 a pong that nobody asked for', '2.8 the same with a payload']) add(title, [frame(PONG, title.slice(4)), frame(TEXT, message(''))], answer());
add('2.9 a pong, then a ping', [frame(PONG, 'unsolicited'), frame(PING, 'solicited')], pong('solicited'));
add('2.10 ten pings', Array.from({ length: 10 }, (_, i) => frame(PING, `payload ${i}`)), ...Array.from({ length: 10 }, (_, i) => pong(`payload ${i}`)));

for (let rsv = 1; rsv < 8; rsv++) add(`3.${rsv} reserved bits ${rsv}`, frame([TEXT, PING, CLOSE][rsv % 3], rsv % 3 === 2 ? code(1000) : 'x', { rsv }), closes(1002));
add('3 a frame without a mask', frame(TEXT, message(''), { masked: false }), closes(1002));
for (const opcode of [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) add(`4 the reserved kind ${opcode}`, [frame(TEXT, message('')), answer(), frame(opcode, 'x')], closes(1002));

add('5.1 a ping in two fragments', [frame(PING, 'x', { fin: false }), cont('y', true)], closes(1002));
add('5.2 a pong in two fragments', [frame(PONG, 'x', { fin: false }), cont('y', true)], closes(1002));
add('5.3 text in two fragments', pieces(message('two'), 30), answer());
add('5.6 a ping between two fragments', [begin(message('x').subarray(0, 9)), frame(PING, 'between'), cont(message('x').subarray(9), true)], pong('between'), answer());
add('5.7 the same, and the pong is waited for', [begin(message('x').subarray(0, 9)), frame(PING, 'between'), pong('between'), cont(message('x').subarray(9), true)], answer());
for (const fin of [true, false]) {
    add(`5.9-11 a continuation without a beginning, ${fin ? 'last' : 'more to come'}`, [cont('non-continuation payload', fin), frame(TEXT, message(''))], closes(1002));
    add(`5.12-14 the same after a message, ${fin ? 'last' : 'more to come'}`, [...pieces(message(''), 20), answer(), cont('x', fin)], closes(1002));
}
add('5.15 a continuation after the last one', [...pieces(message('x'), 20), cont('fragment', false), begin('fragment3'), cont('x', true)], answer(), closes(1002));
add('5.18 text within text', [begin('fragment1'), frame(TEXT, 'fragment2')], closes(1002));
add('5.19 five fragments with pings between', [...pieces(message('five'), 8).slice(0, 2), frame(PING, '1'), pong('1'), ...pieces(message('five'), 8).slice(2, 4), frame(PING, '2'), ...pieces(message('five'), 8).slice(4)], pong('2'), answer());
add('5 empty fragments', [begin(''), cont(''), cont(message('empty')), cont('', true)], answer());
add('5 an empty message', frame(TEXT, ''), async (wire) => same(JSON.parse((await wire.frame()).payload).code, 'bad-message', 'the code'));

// Lengths: the shortest form, and no more than 63 bits.
for (const [form, n] of [[16, 0], [16, 1], [16, 125], [64, 0], [64, 126], [64, 4000]]) add(`5.2 of RFC 6455: ${n} bytes in the form of ${form} bits`, frame(TEXT, n > 80 ? sized(n) : 'x'.repeat(n), { form }), closes(1002));
add('5.2 of RFC 6455: a ping of 5 bytes in the form of 16 bits', frame(PING, 'hello', { form: 16 }), closes(1002));
add('5.2 of RFC 6455: a length of 2^63', Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]), closes(1002));
add('5.2 of RFC 6455: a length of 2^62', Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]), closes(1009));

// Text, good and bad; the numbers are those of Autobahn's groups.
const good = { '6.2 \u00e4\u00f6\u00fc': 'Hello-\u00b5@\u00df\u00f6\u00e4\u00fc\u00e0\u00e1-UTF-8!!', '6.5 greek': '\u03ba\u1f79\u03c3\u03bc\u03b5', '6.7 the first of each length': '\u0080\u0800\u{10000}',
    '6.9 the last of each length': '\u007f\u07ff\uffff\u{10ffff}', '6.11 beside the surrogates': '\ud7ff\ue000\ufffd', '6.22 non-characters': '\ufffe\uffff\u{1fffe}\u{1ffff}\u{2fffe}\u{10fffe}\u{10ffff}' };
for (const [title, pad] of Object.entries(good)) {
    add(title, frame(TEXT, message(pad)), answer());
    add(`${title}, a byte a fragment`, pieces(message(pad), 1), answer());
}
const bad = { '6.3 with a byte that is none': 'cebae1bdb9cf83ceb5eda080656469746564', '6.6 cut in a character': 'cebae1bdb9cf83cebc' + 'ce', '6.8 five bytes': 'f888808080', '6.8 six bytes': 'fc8480808080',
    '6.10 beyond U+10FFFF': 'f4908080', '6.10 beyond that by far': 'f7bfbfbf', '6.12 a lone continuation byte': '80', '6.12 another': 'bf', '6.12 seven of them': '80bf80bf80bf80', '6.13 a lone first byte': 'c0202020',
    '6.13 of three bytes': 'e020', '6.13 of four': 'f020', '6.14 a missing last byte': 'c3', '6.14 of three': 'e080', '6.14 of four': 'f0908d', '6.15 several of them': 'e0a0f09080', '6.16 fe': 'fe', '6.16 ff': 'ff',
    '6.17 overlong /': 'c0af', '6.17 in three bytes': 'e080af', '6.17 in four': 'f08080af', '6.18 the last overlong': 'c1bf', '6.18 of three': 'e09fbf', '6.18 of four': 'f08fbfbf', '6.19 overlong NUL': 'c080',
    '6.20 a surrogate': 'eda080', '6.20 another': 'edbfbf', '6.21 a pair of them': 'eda080edb080' };
for (const [title, hex] of Object.entries(bad)) {
    const bytes = Buffer.concat([of('{"type":"ping","pad":"'), Buffer.from(hex, 'hex')]);
    add(`${title}: ${hex}`, frame(TEXT, bytes), closes(1007));
    add(`${title}: ${hex}, in two fragments`, [begin(bytes.subarray(0, bytes.length - 1)), cont(bytes.subarray(bytes.length - 1), true)], closes(1007));
}
// The rest is never sent: what is wrong already is known at once.
const failsFast = Buffer.from('cebae1bdb9cf83cebcceb5f4908080', 'hex'), whole = frame(TEXT, Buffer.concat([failsFast, of('edited')]));
add('6.4.1 a fragment that is wrong, before the last one', [begin(failsFast.subarray(0, 11)), cont(failsFast.subarray(11))], closes(1007));
add('6.4.2 a fragment cut in the wrong character', [begin(failsFast.subarray(0, 12)), cont(failsFast.subarray(12, 13))], closes(1007));
add('6.4.3 a frame that is wrong, before its end', whole.subarray(0, whole.length - 8), closes(1007));
add('6.4 a close before the text is whole', [begin(Buffer.from('ce', 'hex')), frame(CLOSE, code(1000))], closes(1000));

add('7.1.1 a message, then a close', [frame(TEXT, message('')), frame(CLOSE, code(1000))], answer(), closes(1000));
add('7.1.2 two closes', [frame(CLOSE, code(1000)), frame(CLOSE, code(1000))], closes(1000));
add('7.1.3 a ping after the close', [frame(CLOSE, code(1000)), frame(PING, 'x')], closes(1000));
add('7.1.4 a message after the close', [frame(CLOSE, code(1000)), frame(TEXT, message(''))], closes(1000));
add('7.1.5 a close within a message', [begin('fragment1'), frame(CLOSE, code(1000)), cont('fragment2', true)], closes(1000));
add('7.3.1 a close without a code', frame(CLOSE), closes(1005));
add('7.3.2 with half a code', frame(CLOSE, 'x'), closes(1002));
add('7.3.4 with a reason', frame(CLOSE, code(1000, 'Hello World!')), closes(1000));
add('7.3.5 with a reason of 123 bytes', frame(CLOSE, code(1000, 'x'.repeat(123))), closes(1000));
add('7.3.6 with one of 124', frame(CLOSE, code(1000, 'x'.repeat(124))), closes(1002));
add('7.5.1 with a reason that is not UTF-8', frame(CLOSE, code(1000, Buffer.from('cebae1bdb9cf83cebceda080656469746564', 'hex'))), closes(1007));
add('7.5 with a reason that is cut in a character', frame(CLOSE, code(1000, Buffer.from('e282', 'hex'))), closes(1007));
for (const n of [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999]) add(`7.7 the code ${n}`, frame(CLOSE, code(n)), closes(n));
for (const n of [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535]) add(`7.9 the code ${n}`, frame(CLOSE, code(n)), closes(1002));

add('9 a message of 4,096 bytes in frames of 64', pieces(sized(4096), 64), answer());
add('10.1.1 a message of 4,096 bytes in frames of 13', pieces(sized(4096), 13), answer());
add('10 sixteen messages at once', Array.from({ length: 16 }, (_, i) => frame(TEXT, message('x', `m${i}`))), ...Array.from({ length: 16 }, (_, i) => answer(`m${i}`)));

async function play({ sends, wants }, chop) {
    const wire = await greeted();
    let bytes = [];
    const flush = () => {
        const all = Buffer.concat(bytes.splice(0));
        for (let at = 0; at < all.length; at += chop) wire.write(all.subarray(at, at + chop));
    };
    for (const step of sends) {
        if (typeof step !== 'function') { bytes.push(step); continue; }
        flush();
        await step(wire);
    }
    flush();
    for (const want of wants) await want(wire);
    if (!wire.closed) {
        check(wire.bytes.length === 0, () => `nothing more comes, not ${wire.bytes.toString('hex')}`);
        wire.write(frame(CLOSE, code(1000)));
        await closes(1000)(wire);
    }
}
for (const one of cases) {
    await ok(one.title, async () => {
        await play(one, 1 << 20);
        if (Buffer.concat(one.sends.filter(Buffer.isBuffer)).length < 500) await play(one, 1);
    });
}

// ------------------------------------------------------------------------------------------------------------------------- HTTP

const crlf = '\r\n';
const request = (line, ...lines) => [line, ...lines].join(crlf) + crlf + crlf;
const get = (path, ...lines) => request(`GET ${path} HTTP/1.1`, 'Host: a', ...lines);
const post = (body, ...lines) => request('POST /api/guest HTTP/1.1', 'Host: a', `Content-Length: ${Buffer.byteLength(body)}`, ...lines) + body;
const json = 'Content-Type: application/json', name = '{"name":"Anna"}';
const upgrade = ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'];
const token = `Authorization: Bearer ${welcomed}`;
const has = (pattern) => ({ head }) => check(pattern.test(head), () => `${pattern} in ${head}`);
const lacks = (pattern) => ({ head }) => check(!pattern.test(head), () => `no ${pattern} in ${head}`);

// [title, bytes, statuses of the answers in order; further checks of the first]. After the last the connection is as it says.
const table = [
    ['GET', get('/'), [200], has(/^content-type: text\/html/im), has(/^content-length: \d+/im), has(/^date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/im), has(/^etag: "/im)],
    ['HEAD has no body', 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n' + get('/api/x'), [200, 404]],
    ['three requests at once', get('/api/x') + get('/') + get('/api/tables'), [404, 200, 200]],
    ['a path of the page', get('/t/abc'), [200]],
    ['the whole URL', request('GET http://a/ HTTP/1.1', 'Host: a'), [200]],
    ['a query', get('/?x=y'), [200]],
    ['a path that is not there', get('/no/such.js'), [404]],
    ['a method that is none', request('BREW / HTTP/1.1', 'Host: a'), [405], has(/^allow: GET, HEAD$/im)],
    ['another method of /api/guest', request('PUT /api/guest HTTP/1.1', 'Host: a'), [405], has(/^allow: GET, HEAD, POST$/im)],
    ['a POST to a path that is for GET', post('{}', json).replace('/api/guest', '/api/tables'), [405], has(/^allow: GET, HEAD$/im)],
    ['a POST to a file', post('{}', json).replace('/api/guest', '/'), [405], has(/^allow: GET, HEAD$/im)],
    ['a Host with a space', request('GET / HTTP/1.1', 'Host: a b'), [400]],
    ['methods have capital letters', request('get / HTTP/1.1', 'Host: a'), [405]],
    ['OPTIONS', request('OPTIONS * HTTP/1.1', 'Host: a'), [405]],
    ['HTTP/1.0 is closed', request('GET / HTTP/1.0'), [200], has(/^connection: close$/im)],
    ['HTTP/1.0 is kept on demand', request('GET /api/x HTTP/1.0', 'Connection: Keep-Alive') + request('GET /api/x HTTP/1.0'), [404, 404]],
    ['HTTP/2.0', request('GET / HTTP/2.0', 'Host: a'), [505]],
    ['no Host', request('GET / HTTP/1.1'), [400]],
    ['two Hosts', get('/', 'Host: b'), [400]],
    ['names of headers in any case', request('GET / HTTP/1.1', 'hOsT: a'), [200]],
    ['a line that is folded', get('/', 'X: a', ' b'), [400]],
    ['a blank before the colon', get('/', 'X : a'), [400]],
    ['a NUL', get('/', 'X: \0'), [400]],
    ['lines that end in LF', get('/', 'X: a\nY: b'), [400]],
    ['a head of more than 16,384 bytes', get('/', `X: ${'x'.repeat(16400)}`), [431]],
    ['a head of 16,000', get('/', `X: ${'x'.repeat(15900)}`), [200]],
    ['Connection: close in a second line', get('/api/x', 'Connection: keep-alive', 'Connection: x, Close') + get('/'), [404], has(/^connection: close$/im)],
    ['If-None-Match: *', get('/', 'If-None-Match: *'), [304], has(/^etag: /im), lacks(/^content-length/im)],
    ['If-None-Match of another', get('/', 'If-None-Match: "x"'), [200]],
    ['If-None-Match: * where there is nothing', get('/no.js', 'If-None-Match: *'), [404]],
    ['POST', post(name, json), [200], has(/^set-cookie: ff=[0-9a-f]{64}; Path=\/; .*HttpOnly; SameSite=Strict/im)],
    ['two POSTs at once', post(name, json) + post(name, json), [200, 200]],
    ['a media type in capital letters', post(name, 'Content-Type: Application/JSON'), [200]],
    ['with a parameter', post(name, 'Content-Type: application/json; charset=utf-8'), [200]],
    ['with one behind a blank', post(name, 'Content-Type: application/json ;charset=utf-8'), [200]],
    ['a type that only begins so', post(name, 'Content-Type: application/jsonfoo'), [415]],
    ['a type with a word behind it', post(name, 'Content-Type: application/json text/plain'), [415]],
    ['another that only begins so', post(name, 'Content-Type: application/json-patch+json'), [415]],
    ['another type', post(name, 'Content-Type: text/plain'), [415]],
    ['no type', post(name), [415]],
    ['no length', request('POST /api/guest HTTP/1.1', 'Host: a', json), [411]],
    ['chunks', request('POST /api/guest HTTP/1.1', 'Host: a', json, 'Transfer-Encoding: chunked') + '0\r\n\r\n', [411]],
    ['a length and chunks', request('POST /api/guest HTTP/1.1', 'Host: a', json, 'Content-Length: 5', 'Transfer-Encoding: chunked') + '0\r\n\r\n', [411]],
    ['two lengths', request('POST /api/guest HTTP/1.1', 'Host: a', json, 'Content-Length: 15', 'Content-Length: 15') + name, [400]],
    ['a length that is no number', request('POST /api/guest HTTP/1.1', 'Host: a', json, 'Content-Length: +15') + name, [400]],
    ['a body that is too long', post('x'.repeat(8193), json), [413]],
    ['an empty body', post('', json), [400]],
    ['half an object', post('{', json), [400]],
    ['Expect: 100-continue', post(name, json, 'Expect: 100-continue'), [100, 200]],
    ['another Expect', post(name, json, 'Expect: 200-ok'), [417]],
    ['a POST elsewhere', post(name, json).replace('/api/guest', '/api/x'), [404]],
    ['another site\'s page', post(name, json, 'Origin: http://b'), [403]],
    ['another scheme', post(name, json, 'Origin: ftp://a'), [403]],
    ['the same site', post(name, json, 'Origin: http://a'), [200]],
    ['a token', get('/api/guest', token), [200]],
    ['schemes have no case', get('/api/guest', token.replace('Bearer', 'bEARER')), [200]],
    ['another scheme of authorization', get('/api/guest', token.replace('Bearer', 'Basic')), [401]],
    ['a token without its scheme', get('/api/guest', token.replace('Bearer ', '')), [401]],
    ['an upgrade', get('/ws', ...upgrade, 'Connection: Upgrade', 'Upgrade: websocket'), [101], lacks(/^sec-websocket-protocol/im)],
    ['an upgrade in several lines', get('/ws', ...upgrade, 'Connection: Upgrade', 'Connection: keep-alive', 'Upgrade: WebSocket', 'Upgrade: h2c'), [101]],
    ['a subprotocol', get('/ws', ...upgrade, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Protocol: chat, fuerstenfeld.1'), [101], has(/^sec-websocket-protocol: fuerstenfeld\.1$/im)],
    ['subprotocols in several lines', get('/ws', ...upgrade, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Protocol: fuerstenfeld.1', 'Sec-WebSocket-Protocol: chat'), [101], has(/^sec-websocket-protocol: fuerstenfeld\.1$/im)],
    ['a subprotocol that is not spoken', get('/ws', ...upgrade, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Protocol: chat'), [400]],
    ['no upgrade', get('/ws', ...upgrade), [426], has(/^upgrade: websocket$/im)],
    ['an upgrade to something else', get('/ws', ...upgrade, 'Connection: Upgrade', 'Upgrade: h2c'), [426]],
    ['an upgrade that Connection does not name', get('/ws', ...upgrade, 'Upgrade: websocket'), [426]],
    ['another version', get('/ws', upgrade[0], 'Sec-WebSocket-Version: 8', 'Connection: Upgrade', 'Upgrade: websocket'), [426], has(/^sec-websocket-version: 13$/im)],
    ['no key', get('/ws', upgrade[1], 'Connection: Upgrade', 'Upgrade: websocket'), [400]],
    ['a key that is too short', get('/ws', 'Sec-WebSocket-Key: abc', upgrade[1], 'Connection: Upgrade', 'Upgrade: websocket'), [400]],
    ['figures are at their own port alone', get('/metrics') + get('/healthz'), [404, 404]],
];

// Reads one answer; HEAD, 1xx, 204 and 304 have no body.
async function readAnswer(wire, isHead) {
    const head = await wire.head();
    if (head === null) return null;
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    if (!isHead && status >= 200 && status !== 304) await wire.get((bytes) => bytes.length >= length && { value: true, size: length }, 'a body');
    return { head, status };
}
for (const [title, bytes, statuses, ...checks] of table) {
    await ok(title, async () => {
        for (const chop of [1 << 20, 1]) {
            if (chop === 1 && bytes.length > 400) break;
            const wire = new Wire(), all = Buffer.from(bytes, 'latin1');
            for (let at = 0; at < all.length; at += chop) wire.write(all.subarray(at, at + chop));
            let last;
            for (const [i, status] of statuses.entries()) {
                last = await readAnswer(wire, i === 0 && bytes.startsWith('HEAD'));
                same(last?.status, status, `the status of answer ${i + 1}`);
                if (i === 0) for (const test of checks) test(last);
            }
            check(wire.bytes.length === 0, () => `nothing more comes, not ${wire.bytes}`);
            if (/^connection: close$/im.test(last.head)) await wire.end();
            wire.tcp.destroy();
        }
    });
}

await ok('the port for figures has them and nothing else', async () => {
    const wire = new Wire(figures), paths = { '/metrics': 200, '/healthz': 200, '/': 404, '/ws': 404, '/api/tables': 404 };
    for (const [path, status] of Object.entries(paths)) {
        wire.write(get(path));
        same((await readAnswer(wire, false)).status, status, `the status of ${path}`);
    }
    wire.write(post(name, json));
    same((await readAnswer(wire, false)).status, 404, 'the status of a POST');
    wire.tcp.destroy();
});

// ------------------------------------------------------------------------------------------------------------------------- TLS

const files = { key: join(work, 'key.pem'), cert: join(work, 'cert.pem') };
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', files.key, '-out', files.cert, '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' });
const secure = await serve({ args: [...generous, '--tls-cert', files.cert, '--tls-key', files.key] });

// The suite that is agreed to and what answers the bytes; null where there is no agreement.
const over = (options, bytes = '') => new Promise((done) => {
    let got = '';
    const tcp = tls.connect({ port: secure.port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => (bytes ? tcp.write(bytes) : tcp.end()));
    tcp.on('data', (data) => (got += data)).on('error', () => done(null));
    const suite = () => `${tcp.getProtocol()} ${tcp.getCipher()?.name}`;
    let agreed = null;
    tcp.on('secureConnect', () => { agreed = suite(); if (!bytes) done({ agreed, got }); });
    tcp.on('close', () => done(agreed && { agreed, got }));
});
const old = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' };
for (const ciphers of ['AES128-SHA', 'AES256-SHA256', 'AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384', 'DHE-RSA-AES128-GCM-SHA256'])
    await ok(`TLS 1.2 with ${ciphers} is not spoken`, async () => same(await over({ ...old, ciphers: `${ciphers}:@SECLEVEL=0` }), null, 'the suite'));
for (const ciphers of ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-CHACHA20-POLY1305'])
    await ok(`TLS 1.2 with ${ciphers} is`, async () => same((await over({ ...old, ciphers })).agreed, `TLSv1.2 ${ciphers}`, 'the suite'));
await ok('TLS 1.1 is not spoken, and 1.3 is', async () => {
    same(await over({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }), null, 'the suite');
    check((await over({ minVersion: 'TLSv1.3' })).agreed.startsWith('TLSv1.3'), 'TLS 1.3');
});
await ok('under TLS browsers are told to keep to it, and pages that came without it are refused', async () => {
    const ask = async (origin) => (await over({}, post(name, json, 'Connection: close', `Origin: ${origin}`))).got;
    const answer = await ask('https://a');
    check(/^HTTP\/1\.1 200 /.test(answer) && /^strict-transport-security: max-age=\d{8}\r$/m.test(answer) && /^set-cookie: .*; Secure\r$/m.test(answer), () => answer);
    for (const origin of ['http://a', 'https://b', 'ftp://a', 'null']) check((await ask(origin)).startsWith('HTTP/1.1 403 '), () => `${origin} is refused`);
});
await ok('behind a proxy that does TLS the same pages are refused', async () => {
    const behind = await serve({ args: [...generous, '--trust-proxy', '--secure-cookies'] });
    for (const [origin, status] of [['https://a', 200], ['http://a', 403]]) {
        const wire = new Wire(behind.port);
        wire.write(post(name, json, `Origin: ${origin}`));
        same((await readAnswer(wire, false)).status, status, `the status for ${origin}`);
        wire.tcp.destroy();
    }
    await behind.stop();
});
await ok('the server with TLS stops cleanly', async () => same(await secure.stop(), { code: 0, signal: null }, 'how it ended'));

await ok('and the server stops cleanly', async () => same(await server.stop(), { code: 0, signal: null }, 'how it ended'));
finish();
