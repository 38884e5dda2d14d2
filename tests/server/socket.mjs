// socket.mjs - HTTP and WebSocket by hand, over a plain TCP connection: for tests that must be able to send what no library
// would (a frame without a mask, half a header, a wrong origin), and for load drivers that want nothing in between.
//
//     const socket = await open(port, '/ws', { headers: { Origin: '...' } });
//     socket.send('{"type":"hello"}');
//     const text = await socket.next();              // throws after `patience` ms, or when the socket is closed
//     socket.frame('text', 'x', { masked: false });  // any frame, also wrong ones
//     socket.raw(Buffer.from([0x81]));               // any bytes
//     const { code, reason } = await socket.ended();
//
// One connection only ever goes to 127.0.0.1.
import { createHash, randomBytes } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';

const host = '127.0.0.1';
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };
// How long anything may take that a test waits for, in ms: a machine may be slow and busy, so it only ends what hangs.
export const patience = 120000;

// Waits for the promise, for at most that long.
export async function within(ms, what, promise) {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error(`waited ${ms} ms for ${what}`)), ms);
    });
    try {
        return await Promise.race([promise, late]);
    } finally {
        clearTimeout(timer);
    }
}

// Waits until the test, which may be a promise, is true, and returns what it gave: no test may hope that a time is long enough.
export async function until(what, test) {
    const end = performance.now() + patience;
    for (;;) {
        const held = await test();
        if (held) return held;
        if (performance.now() > end) throw new Error(`waited ${patience} ms for ${typeof what === 'function' ? what() : what}`);
        await new Promise((done) => setTimeout(done, 5));
    }
}

// One frame as a client sends it. `length` tells a length other than the payload's, `form` (7, 16, 64) how it is written.
export function frameOf(opcode, payload = '', { fin = true, rsv = 0, masked = true, length, form } = {}) {
    const data = Buffer.from(payload);
    const n = length ?? data.length;
    const bits = form ?? (n < 126 ? 7 : n < 65536 ? 16 : 64);
    const extra = bits === 7 ? 0 : bits / 8;
    const head = Buffer.alloc(2 + extra + (masked ? 4 : 0));
    head[0] = (fin ? 0x80 : 0) | (rsv << 4) | (opcodes[opcode] ?? opcode);
    head[1] = (masked ? 0x80 : 0) | (bits === 7 ? n : bits === 16 ? 126 : 127);
    if (bits === 16) head.writeUInt16BE(n, 2);
    if (bits === 64) head.writeBigUInt64BE(BigInt(n), 2);
    if (masked) {
        const mask = randomBytes(4);
        mask.copy(head, 2 + extra);
        for (let i = 0; i < data.length; i++) data[i] ^= mask[i & 3];
    }
    return Buffer.concat([head, data]);
}

class Socket {
    constructor(tcp) {
        this.tcp = tcp;
        this.onmessage = null; // called with each text at once; otherwise they wait for next()
        this.waiting = [];
        this.texts = [];
        this.bytes = 0; // received in all
        this.rest = null;
        this.pieces = [];
        this.closed = null;
        this.end = new Promise((done) => (this.finish = done));
        tcp.setNoDelay(true);
        tcp.on('data', (data) => this.take(data));
        tcp.on('error', () => {});
        tcp.on('close', () => this.over(1006, ''));
    }

    over(code, reason) {
        this.closed ??= { code, reason };
        this.finish(this.closed);
        for (const { fail } of this.waiting.splice(0)) fail(new Error(`closed with ${code} ${reason}`));
    }

    take(data) {
        this.bytes += data.length;
        let buffer = this.rest ? Buffer.concat([this.rest, data]) : data;
        for (let frame; (frame = readFrame(buffer)); buffer = buffer.subarray(frame.size)) this.got(frame);
        this.rest = buffer.length ? buffer : null;
    }

    got({ opcode, fin, payload }) {
        if (opcode === opcodes.ping) return this.frame('pong', payload);
        if (opcode === opcodes.close) {
            this.closed ??= { code: payload.length > 1 ? payload.readUInt16BE(0) : 1005, reason: payload.subarray(2).toString() };
            this.tcp.end(frameOf('close', payload.subarray(0, 2)));
            return;
        }
        if (opcode > 2) return;
        this.pieces.push(payload);
        if (!fin) return;
        const text = this.pieces.length === 1 ? payload.toString() : Buffer.concat(this.pieces).toString();
        this.pieces = [];
        if (this.onmessage) this.onmessage(text);
        else if (this.waiting.length) this.waiting.shift().take(text);
        else this.texts.push(text);
    }

    next(ms = patience) {
        if (this.texts.length) return Promise.resolve(this.texts.shift());
        if (this.closed) return Promise.reject(new Error(`closed with ${this.closed.code} ${this.closed.reason}`));
        return within(ms, 'a message', new Promise((take, fail) => this.waiting.push({ take, fail })));
    }

    send(text) { this.frame('text', text); }
    frame(opcode, payload, options) { this.raw(frameOf(opcode, payload, options)); }
    raw(bytes) { if (!this.tcp.destroyed) this.tcp.write(bytes); }
    close(code = 1000) { const two = Buffer.alloc(2); two.writeUInt16BE(code); this.frame('close', two); }
    cut() { this.tcp.destroy(); } // as a lost line does
    ended(ms = patience) { return within(ms, 'the end of the connection', this.end); }
}

// The first frame of a server's bytes, or null where it is not whole yet.
function readFrame(buffer) {
    if (buffer.length < 2) return null;
    let n = buffer[1] & 127, at = 2;
    if (n === 126) {
        if (buffer.length < 4) return null;
        n = buffer.readUInt16BE(2), at = 4;
    } else if (n === 127) {
        if (buffer.length < 10) return null;
        n = Number(buffer.readBigUInt64BE(2)), at = 10;
    }
    if (buffer.length < at + n) return null;
    return { fin: buffer[0] >= 128, opcode: buffer[0] & 15, payload: buffer.subarray(at, at + n), size: at + n };
}

// Over TLS where `secure.on`; the certificate is a test's own and is not looked at.
export const secure = { on: false };
export const dial = (port, from, done) => (secure.on ? tls.connect({ port, host, localAddress: from, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }, done)
    : net.connect({ port, host, localAddress: from }, done));

// `from`: an address of this machine.
export function connect(port, from) {
    return new Promise((done, fail) => {
        const tcp = dial(port, from, () => done(tcp));
        tcp.once('error', fail);
    });
}

// The bytes up to the blank line after a header; what follows it goes back.
function header(tcp) {
    return new Promise((done, fail) => {
        let bytes = Buffer.alloc(0);
        const off = () => tcp.off('data', data).off('close', close).off('error', close);
        const close = () => (off(), fail(new Error('closed during the header: ' + JSON.stringify(bytes.toString()))));
        const data = (piece) => {
            bytes = Buffer.concat([bytes, piece]);
            const end = bytes.indexOf('\r\n\r\n');
            if (end < 0) return;
            off();
            tcp.pause();
            if (bytes.length > end + 4) tcp.unshift(bytes.subarray(end + 4));
            done(bytes.subarray(0, end).toString());
        };
        tcp.on('data', data).on('close', close).on('error', close);
    });
}

const key = randomBytes(16).toString('base64');
const accept = createHash('sha1').update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');

// Opens a WebSocket. Fails with the server's status line where it does not agree to one.
export async function open(port, path, { headers = {}, protocol, from } = {}) {
    const tcp = await connect(port, from);
    const lines = { Host: `${host}:${port}`, Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Key': key,
        'Sec-WebSocket-Version': 13, ...(protocol && { 'Sec-WebSocket-Protocol': protocol }), ...headers };
    tcp.write(`GET ${path} HTTP/1.1\r\n` + Object.entries(lines).map(([k, v]) => `${k}: ${v}\r\n`).join('') + '\r\n');
    const answer = await within(patience, 'the upgrade', header(tcp));
    if (!/^HTTP\/1\.1 101 /.test(answer) || !answer.includes(accept)) {
        tcp.destroy();
        throw new Error(answer.split('\r\n')[0]);
    }
    const socket = new Socket(tcp);
    tcp.resume();
    return socket;
}

// One HTTP request with the body as JSON, read to its end. Returns { status, headers, text }.
export async function request(port, method, path, { body, headers = {} } = {}) {
    const tcp = await connect(port);
    const bytes = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const lines = { Host: `${host}:${port}`, Connection: 'close', 'Content-Length': Buffer.byteLength(bytes),
        ...(bytes && { 'Content-Type': 'application/json' }), ...headers };
    tcp.write(`${method} ${path} HTTP/1.1\r\n` + Object.entries(lines).map(([k, v]) => `${k}: ${v}\r\n`).join('') + '\r\n' + bytes);
    return within(patience, `${method} ${path}`, readAnswer(tcp));
}

async function readAnswer(tcp) {
    const [first, ...rest] = (await header(tcp)).split('\r\n');
    const headers = Object.fromEntries(rest.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
    const pieces = [];
    const length = headers['content-length'] === undefined ? Infinity : Number(headers['content-length']);
    await new Promise((done) => {
        let n = 0;
        if (length === 0) return done();
        tcp.on('data', (piece) => { pieces.push(piece); if ((n += piece.length) >= length) done(); }).on('close', done).on('error', done);
        tcp.resume();
    });
    tcp.destroy();
    let text = Buffer.concat(pieces).toString();
    if (headers['transfer-encoding'] === 'chunked') text = unchunk(text);
    return { status: Number(first.split(' ')[1]), headers, text, json: () => JSON.parse(text) };
}

function unchunk(text) {
    let whole = '';
    for (let n; (n = parseInt(text, 16)) > 0; ) {
        const at = text.indexOf('\r\n') + 2;
        whole += text.slice(at, at + n);
        text = text.slice(at + n + 2);
    }
    return whole;
}
