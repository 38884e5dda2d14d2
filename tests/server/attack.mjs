// attack.mjs - bytes that a stranger may send, from a seed: for tests/server/wire.mjs.
//
// A script is what one connection does: { bytes, cuts, pauses, end, polite, wants }. `bytes` go out in pieces, cut at `cuts`; the
// connection ends as `end` says. A polite script is one that the server must answer in full, and `wants` tells what.
import { messages, requests } from './documented.mjs';
import { frameOf } from './socket.mjs';

const crlf = '\r\n';
const hex = (rng, n) => Array.from({ length: n }, () => '0123456789abcdef'[rng.below(16)]).join('');
const letters = (rng, n) => Array.from({ length: n }, () => 'abcdefghijklmnopqrstuvwxyz234567'[rng.below(32)]).join('');
const junk = (rng, n) => Buffer.from(Array.from({ length: n }, () => rng.below(256)));

// What all connections know of the server: the ids and tokens they were told.
export const known = { tables: [], tokens: [], port: 0 };
const table = (rng) => (known.tables.length && rng.below(5) ? rng.pick(known.tables) : letters(rng, 16));
const token = (rng) => (known.tokens.length && rng.below(4) ? rng.pick(known.tokens) : hex(rng, 64));

// ------------------------------------------------------------------------------------------------------------------ HTTP

// What is added to the protocol is attacked too.
const gets = requests.filter(({ method }) => method === 'GET').map(({ path }) => path), posts = requests.filter(({ method }) => method === 'POST');
const paths = (rng) => rng.pick([...gets, '/healthz', '/api/tables', '/', '/t/*', '/no/such', '/ws']).replace('*', table(rng));
function documentedBody(rng, names) {
    const made = {};
    for (const name of [...names, 'token'])
        if (rng.below(8)) made[name] = rng.pick([hex(rng, 32), hex(rng, 20), letters(rng, 6), 'x'.repeat(rng.below(300)), 'Phone', true, false, null, 7, {}, [[]]]);
    return made;
}

// A request that is right, and the statuses that may answer it.
function goodRequest(rng) {
    const method = rng.pick(['GET', 'GET', 'HEAD', 'POST']), post = rng.pick(posts);
    const path = method === 'POST' ? post.path : paths(rng);
    const headers = { Host: `127.0.0.1:${known.port}` };
    if (rng.below(3) === 0) headers.Authorization = `Bearer ${token(rng)}`;
    if (rng.below(3) === 0) headers.Cookie = `a=b; ff=${token(rng)}`;
    if (rng.below(4) === 0) headers['Accept-Encoding'] = 'br, gzip';
    if (rng.below(4) === 0) headers['X-Padding'] = 'x'.repeat(rng.below(900));
    let body = '';
    if (method === 'POST') {
        body = JSON.stringify(rng.pick([{ name: 'Mallory' }, { name: 'Mallory', token: true }, { name: '' }, { nome: 1 }, ...Array(8).fill(documentedBody(rng, Object.keys(post.body)))]));
        headers['Content-Type'] = 'application/json';
        headers['Content-Length'] = body.length;
    }
    return { method, path, headers, body, statuses: [200, 304, 400, 401, 403, 404, 409, 426, 429, 503] };
}

const text = ({ method, path, headers, body = '', version = 'HTTP/1.1' }) =>
    `${method} ${path} ${version}${crlf}` + Object.entries(headers).map(([k, v]) => `${k}: ${v}${crlf}`).join('') + crlf + body;

// A request with something wrong about it.
function oddRequest(rng) {
    const request = goodRequest(rng);
    const { headers } = request;
    const wrong = [
        () => { request.method = rng.pick(['PUT', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE', 'PATCH', 'get', 'X'.repeat(300), '']); },
        () => { request.version = rng.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.11', 'HTTPS/1.1', '']); },
        () => { request.path = rng.pick(['*', 'x', '//', '/%00', '/%zz', '/..', '/' + 'a'.repeat(9000), 'http://127.0.0.1/healthz', '/healthz?x=' + 'y'.repeat(200), '/\u00e4']); },
        () => { headers['Content-Length'] = rng.pick(['-1', '0', '1', '5', '4097', '99999999999999999999', '0x10', '3, 3', '', ' 7']); },
        () => { headers['Transfer-Encoding'] = rng.pick(['chunked', 'identity', 'gzip, chunked', 'xchunked']); request.body = `4${crlf}{"na${crlf}0${crlf}${crlf}`; },
        () => { headers.Upgrade = rng.pick(['h2c', 'h2c', 'websocket', 'TLS/1.0', 'h2c, websocket']); headers.Connection = rng.pick(['Upgrade', 'Upgrade, HTTP2-Settings']); headers['HTTP2-Settings'] = 'AAMAAABkAAQAAP__'; request.body += rng.below(2) ? 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' + junk(rng, 40).toString('latin1') : ''; },
        () => { headers.Expect = rng.pick(['100-continue', '200-ok']); },
        () => { headers.Connection = rng.pick(['close', 'keep-alive', 'upgrade', 'x'.repeat(100)]); },
        () => { headers[rng.pick(['X Y', 'X\u0001', '', ' Folded', 'Host', 'Content-Length'])] = rng.pick(['', '1', 'a\u0000b', 'x'.repeat(20000)]); },
        () => { headers['X-Forwarded-For'] = rng.pick(['1.2.3.4', '::1', 'x'.repeat(500)]); headers.Origin = rng.pick(['null', 'http://evil.example', 'x'.repeat(400)]); },
        () => { request.body += rng.pick(['{', 'x'.repeat(5000), '\u0000', 'GET / HTTP/1.1\r\n\r\n']); },
        () => { delete headers.Host; },
        () => { headers['Content-Type'] = rng.pick(['text/plain', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded']); },
    ];
    for (let n = 1 + rng.below(2); n > 0; n--) rng.pick(wrong)();
    return request;
}

// Bytes changed, dropped, doubled.
function mangle(rng, bytes) {
    let out = Buffer.from(bytes);
    for (let n = rng.below(4); n > 0 && out.length; n--) {
        const at = rng.below(out.length);
        if (rng.below(3) === 0) out[at] = rng.below(256);
        else if (rng.below(2)) out = Buffer.concat([out.subarray(0, at), out.subarray(at + 1 + rng.below(4))]);
        else out = Buffer.concat([out.subarray(0, at), out.subarray(Math.max(0, at - rng.below(30)))]);
    }
    return out;
}

function http(rng) {
    const polite = rng.below(2) === 0;
    const requests = Array.from({ length: 1 + rng.below(6) }, () => (polite || rng.below(2) ? goodRequest(rng) : oddRequest(rng)));
    const bytes = Buffer.from(requests.map(text).join(''), 'latin1');
    return polite ? { kind: 'http', polite, bytes, wants: requests } : { kind: 'http', polite, bytes: rng.below(3) ? bytes : mangle(rng, bytes) };
}

// HEAD alone, for what is answered at once and what is answered later.
function head(rng) {
    const wants = Array.from({ length: 1 + rng.below(3) }, () => ({ ...goodRequest(rng), method: 'HEAD', path: rng.pick(['/metrics', '/api/tables', '/healthz', '/']), body: '' }));
    for (const { headers } of wants) delete headers['Content-Length'];
    return { kind: 'head', polite: true, bytes: Buffer.from(wants.map(text).join('')), wants };
}

// ------------------------------------------------------------------------------------------------------------- WebSocket

function handshake(rng, right) {
    const headers = { Host: `127.0.0.1:${known.port}`, Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version': '13' };
    const request = { method: 'GET', path: '/ws', headers };
    const wrong = [
        () => { headers['Sec-WebSocket-Version'] = rng.pick(['8', '12', '14', '', '13, 8']); },
        () => { headers['Sec-WebSocket-Key'] = rng.pick(['', 'x', 'x'.repeat(300)]); },
        () => { delete headers[rng.pick(Object.keys(headers))]; },
        () => { headers.Origin = rng.pick(['http://evil.example', 'null']); },
        () => { headers['Sec-WebSocket-Protocol'] = rng.pick(['fuerstenfeld.1', 'chat', 'chat, fuerstenfeld.1']); },
        () => { headers['Sec-WebSocket-Extensions'] = 'permessage-deflate; client_max_window_bits'; },
        () => { request.path = rng.pick(['/ws/', '/', '/wss', '/ws?x']); },
        () => { request.method = rng.pick(['POST', 'HEAD', 'CONNECT']); },
        () => { request.version = 'HTTP/1.0'; },
    ];
    if (!right && rng.below(3) === 0) rng.pick(wrong)();
    if (!right && rng.below(5) === 0) headers.Authorization = `Bearer ${token(rng)}`;
    return text(request);
}

const actions = (rng) => rng.pick(['done', 'draw', 'brewery A', 'brewery B; sell 1 hops', 'build crane; space 1', 'keep hops1', 'x', '', 'raw 705', 'done; done']);

const documented = messages.filter(({ type }) => type !== 'hello');
// What a documented member may be. Others are numbers.
const members = {
    table, token, name: (rng) => rng.pick(['Eve', 'x'.repeat(24), '']), text: () => 'hm', actions: (rng) => actions(rng),
    seat: (rng) => rng.below(6), seats: (rng) => rng.pick([['me', 'open'], ['me', 1, 'open'], [0, 1], []]), level: (rng) => rng.below(7), seen: (rng) => rng.below(9),
    number: (rng) => rng.below(40), on: (rng) => rng.below(2) === 0, legal: (rng) => rng.below(2) === 0, protocol: () => 1,
    seal: (rng) => hex(rng, 64), mix: (rng) => hex(rng, 64), value: (rng) => hex(rng, 64),
};
function fromDocs(rng) {
    const { type, members: names } = rng.pick(documented), made = { type };
    for (const name of names)
        if (rng.below(6)) made[name] = rng.below(12) ? members[name]?.(rng) ?? rng.below(9) : rng.pick([null, -1, 1e300, {}, [[]], 'x'.repeat(rng.below(400)), true]);
    delete made.id;
    return made;
}

// A message of docs/authors/protocol.md; `id` where it is to be answered with one.
function message(rng, id) {
    const kinds = [
        () => ({ type: 'tables' }), () => ({ type: 'tables' }), () => ({ type: 'tables' }),
        () => ({ type: 'name', name: rng.pick(['Eve', 'Mallory', '']) }),
        () => ({ type: 'ping' }),
        () => ({ type: 'create', seats: ['me', ...Array.from({ length: 1 + rng.below(4) }, () => rng.pick(['open', 1, 1, 2]))], listed: rng.below(2) === 0, ...(rng.below(3) === 0 && { turn_s: 10 }), ...(rng.below(3) === 0 && { seal: hex(rng, 64) }) }),
        () => ({ type: 'attach', table: table(rng), seen: rng.below(3) }), () => ({ type: 'attach', table: table(rng) }),
        () => ({ type: 'detach' }),
        () => ({ type: 'sit', ...(rng.below(2) && { mix: hex(rng, 64) }) }),
        () => ({ type: 'fill', level: 1 + rng.below(2) }),
        () => ({ type: 'play', number: rng.below(30), actions: actions(rng) }),
        () => ({ type: 'chat', text: rng.pick(['hm', 'x'.repeat(300), '\u001b[2J', '']) }),
        () => ({ type: rng.pick(['leave', 'back', 'rematch', 'mute', 'reveal', 'hello', 'dance']) }),
        () => ({ type: 'mute', seats: [rng.below(5)] }),
        () => ({ type: 'reveal', value: hex(rng, 64) }),
        () => fromDocs(rng), () => fromDocs(rng), () => fromDocs(rng), () => fromDocs(rng),
    ];
    const made = { ...(rng.below(4) === 0 && { table: table(rng) }), ...rng.pick(kinds)() };
    return id || made.type === 'create' || made.type === 'play' ? { ...made, id: id || letters(rng, 6) } : made;
}

const hello = (rng) => ({ type: 'hello', protocol: 1, name: 'Mallory', legal: rng.below(2) === 0, follow: rng.below(3) === 0, ...(known.tokens.length && rng.below(2) && { token: rng.pick(known.tokens) }) });

// One message as frames: whole, or in fragments with controls between.
function frames(rng, json) {
    if (rng.below(3)) return frameOf('text', json);
    const bytes = Buffer.from(json), pieces = [];
    for (let at = 0, n; at < bytes.length; at += n) {
        n = 1 + rng.below(Math.min(bytes.length, 40));
        pieces.push(frameOf(at ? 'continuation' : 'text', bytes.subarray(at, at + n), { fin: at + n >= bytes.length }));
        if (rng.below(4) === 0) pieces.push(frameOf(rng.pick(['ping', 'pong']), 'x'.repeat(rng.below(126))));
    }
    return Buffer.concat(pieces);
}

function oddFrame(rng) {
    const close = (code) => { const two = Buffer.alloc(2); two.writeUInt16BE(code); return two; };
    return rng.pick([
        () => frameOf(rng.pick([3, 5, 7, 11, 15]), 'x'),
        () => frameOf('text', '{}', { rsv: 1 + rng.below(7) }),
        () => frameOf('text', '{"type":"ping"}', { masked: false }),
        () => frameOf('binary', junk(rng, rng.below(50))),
        () => frameOf('continuation', 'x'),
        () => Buffer.concat([frameOf('text', '{"type"', { fin: false }), frameOf('text', ':"ping"}')]),
        () => frameOf('ping', 'x'.repeat(126)),
        () => frameOf('ping', 'x', { fin: false }),
        () => frameOf('close', rng.pick([Buffer.alloc(0), Buffer.from([3]), close(1000), close(1005), close(999), close(5000), Buffer.concat([close(1000), junk(rng, 20)])])),
        () => Buffer.concat([frameOf('close', close(1000)), frameOf('text', '{"type":"tables","id":"after"}')]),
        () => frameOf('text', 'x'.repeat(4097)),
        () => frameOf('text', 'x'.repeat(300), { length: rng.pick([2 ** 40, 2 ** 32, 70000]), form: 64 }),
        () => frameOf('text', 'xx', { form: 64 }),
        () => frameOf('text', junk(rng, 20)),
        () => frameOf('text', ''),
        () => junk(rng, 1 + rng.below(60)),
    ])();
}

function webSocket(rng) {
    const pieces = [handshake(rng, rng.below(4) > 0), frames(rng, JSON.stringify(hello(rng)))];
    if (known.tables.length && rng.below(2)) pieces.push(frames(rng, JSON.stringify({ type: 'attach', table: rng.pick(known.tables), ...(rng.below(2) && { id: 'at' }) })));
    for (let n = rng.below(12); n > 0; n--) {
        const what = rng.below(8);
        if (what === 0) pieces.push(oddFrame(rng));
        else if (what === 1) pieces.push(frames(rng, JSON.stringify(message(rng)).slice(0, rng.below(60))));
        else pieces.push(frames(rng, JSON.stringify(message(rng, rng.below(2) && letters(rng, 5)))));
    }
    const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
    return { kind: 'ws', polite: false, bytes: rng.below(8) ? bytes : mangle(rng, bytes) };
}

// Everything well-formed and with an id: each message must get its answer.
function asking(rng) {
    const messages = Array.from({ length: 1 + rng.below(8) }, (_, i) => message(rng, `${letters(rng, 4)}${i}`));
    if (known.tables.length && rng.below(2)) messages.unshift({ type: 'attach', table: rng.pick(known.tables), id: 'first' });
    const said = [{ ...hello(rng), id: 'hello' }, ...messages];
    const bytes = Buffer.concat([Buffer.from(handshake(rng, true)), ...said.map((one) => frames(rng, JSON.stringify(one)))]);
    return { kind: 'asking', polite: true, bytes, asks: said.map(({ id }) => id) };
}

const noise = (rng) => ({ kind: 'noise', polite: false, bytes: junk(rng, 1 + rng.below(600)) });
const silence = () => ({ kind: 'silence', polite: false, bytes: Buffer.alloc(0) });

const generators = { http, head, ws: webSocket, asking, noise, silence };
export const kinds = Object.keys(generators);
const often = ['http', 'http', 'http', 'head', 'ws', 'ws', 'ws', 'asking', 'asking', 'noise', 'silence'];

// The next script; `only` limits the kinds.
export function script(rng, only = []) {
    const kind = only.length ? rng.pick(only) : rng.pick(often);
    const made = generators[kind](rng);
    const n = rng.below(3) ? 0 : 1 + rng.below(6);
    made.cuts = Array.from({ length: made.bytes.length > 1 ? n : 0 }, () => 1 + rng.below(made.bytes.length - 1)).sort((a, b) => a - b);
    if (rng.below(20) === 0 && made.bytes.length < 200) made.cuts = Array.from({ length: Math.max(0, made.bytes.length - 1) }, (_, i) => i + 1);
    made.pauses = made.cuts.map(() => (rng.below(3) || made.cuts.length > 20 ? 0 : rng.below(20)));
    made.end = made.polite && rng.below(3) ? 'wait' : rng.pick(['wait', 'reset', 'finish', 'drop', 'cut short', 'deaf']);
    if (made.end === 'deaf' && made.bytes.length) made.bytes = Buffer.concat(Array(1 + rng.below(30)).fill(made.bytes)); // asks and asks, and does not read
    if (made.end === 'cut short') made.bytes = made.bytes.subarray(0, rng.below(made.bytes.length + 1));
    if (made.end !== 'wait') made.polite = false;
    return made;
}
