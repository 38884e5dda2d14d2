// faulty.mjs - a wire that fails once for every type of message: a proxy before a server.
//
//     const wire = await faulty(() => server.port, 'refuse');   // wire.port is its own
//
// The first message of each type is not passed on but refused with `busy` ('refuse'), or the connection is cut before it is passed
// on ('cut'), or behind it, so that its answer is lost ('lose'). wire.failed has the types that met that. `only`: no other type fails.
// `port` is a function: the server may move.
import net from 'node:net';

// The first WebSocket frame of the bytes, or null where it is not whole yet.
function frameIn(bytes) {
    if (bytes.length < 2) return null;
    const form = bytes[1] & 127, extra = form === 126 ? 2 : form === 127 ? 8 : 0, masked = bytes[1] > 127 ? 4 : 0;
    if (bytes.length < 2 + extra) return null;
    const n = form === 126 ? bytes.readUInt16BE(2) : form === 127 ? Number(bytes.readBigUInt64BE(2)) : form;
    const at = 2 + extra + masked;
    if (bytes.length < at + n) return null;
    const payload = Buffer.from(bytes.subarray(at, at + n));
    if (masked) for (let i = 0; i < n; i++) payload[i] ^= bytes[at - 4 + (i & 3)];
    return { size: at + n, opcode: bytes[0] & 15, payload };
}

// Calls `take` with each frame and its bytes, and `head` with what stands before the first.
function split(socket, head, take) {
    let rest = Buffer.alloc(0), begun = false;
    socket.on('data', (data) => {
        rest = Buffer.concat([rest, data]);
        const end = rest.indexOf('\r\n\r\n');
        if (!begun && end < 0) return;
        if (!begun) head(rest.subarray(0, end + 4));
        if (!begun) rest = rest.subarray(end + 4);
        begun = true;
        for (let frame; (frame = frameIn(rest)); rest = rest.subarray(frame.size)) take(frame, rest.subarray(0, frame.size));
    });
}

const says = (json) => {
    const text = Buffer.from(JSON.stringify(json));
    return Buffer.concat([text.length < 126 ? Buffer.from([0x81, text.length]) : Buffer.from([0x81, 126, text.length >> 8, text.length & 255]), text]);
};

export function faulty(port, how, only) {
    const failed = new Set(), open = new Set();
    const server = net.createServer((client) => {
        const inner = net.connect(port(), '127.0.0.1');
        const end = () => (client.destroy(), inner.destroy());
        for (const socket of [client, inner]) socket.on('error', end).on('close', end);
        open.add(client);
        split(inner, (head) => client.write(head), (_, bytes) => client.write(bytes));
        split(client, (head) => inner.write(head), ({ opcode, payload }, bytes) => {
            const { type, id } = opcode === 1 ? JSON.parse(payload) : {};
            const fails = type && (!only || type === only) && !failed.has(type);
            if (fails) failed.add(type);
            if (fails && how === 'refuse') return client.write(says({ type: 'refused', ...(id && { ack: id }), code: 'busy', text: 'Once.' }));
            if (fails && how === 'cut') return end();
            inner.write(bytes, () => fails && how === 'lose' && end());
        });
    });
    return new Promise((done) => server.listen(0, '127.0.0.1', () => done({
        port: server.address().port, failed,
        close() { server.close(); for (const client of open) client.destroy(); },
    })));
}
