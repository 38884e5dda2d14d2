// protocol.mjs - the examples of docs/authors/protocol.md, played against a real server: node tests/server/protocol.mjs PROGRAM
//
// Fenced blocks named `wire` are WebSocket messages, `http` are requests; all blocks of the document are one session, from top
// to bottom. `>` goes to the server, `<` must come from it:
//
//     # as Ben                      from here on this is another connection (Anna's is the first)
//     > {"type":"ping"}             a message; in an http block "> POST /api/guest {json}"
//     < {"type":"pong"}             the next message that has this type; in an http block "< 200 {json}", "< 200 text"
//
// In what is expected `…` stands for anything: a value, a part of a string, more members (`,…}`). Ids, tokens and hashes are
// chosen anew each time: the document's stand for the real ones from where they first come until the end.
//
// Who plays first is drawn by lot. A session where it is not the one who plays first in the document (whose frame has `legal`) is
// begun again.
import { readFileSync } from 'node:fs';
import { check, finish, ok, serve } from './harness.mjs';
import { open, request } from './socket.mjs';

const text = readFileSync(new URL('../../docs/authors/protocol.md', import.meta.url), 'utf8');
const drawn = new Set(['guest', 'token', 'table', 'seed', 'commit', 'mix', 'before', 'rematch', 'cookie', 'version']);

class NotFirst extends Error {}

// The blocks as steps: { line, kind, way, text }.
function steps() {
    const found = [];
    let kind = null;
    text.split('\n').forEach((line, i) => {
        const fence = /^```(\w*)/.exec(line);
        if (fence) kind = kind === null ? fence[1] : null;
        else if (kind === 'wire' || kind === 'http') found.push({ line: i + 1, kind, way: line[0], text: line.slice(1).trim() });
    });
    for (let i = found.length - 1; i > 0; i--) // what does not begin with a sign goes on with the line before
        if (!'><#'.includes(found[i].way)) found[i - 1].text += found.splice(i, 1)[0].text;
    return found;
}

// The expected JSON, with members that are left out marked.
const more = '…more';
function pattern(json) {
    return JSON.parse(json.replace(/,\s*…\s*\]/g, `,"${more}"]`).replace(/,\s*…\s*\}/g, `,"${more}":0}`)
        .replace(/([:[,])\s*…(?=\s*[,\]}])/g, '$1"…"').replace(/\{\s*…\s*\}/g, `{"${more}":0}`));
}

// Whether `got` is what `want` says; binds the drawn names.
function fits(want, got, names, key) {
    if (want === '…') return got !== undefined;
    if (typeof want === 'string' && drawn.has(key) && typeof got === 'string') {
        if (!names.has(want)) names.set(want, got);
        return names.get(want) === got;
    }
    if (typeof want === 'string' && typeof got === 'string') {
        const parts = want.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        return new RegExp('^' + parts.join('[^]*') + '$').test(got);
    }
    if (want === null || typeof want !== 'object' || got === null || typeof got !== 'object') return want === got;
    if (Array.isArray(want)) {
        const open = want.at(-1) === more;
        const list = open ? want.slice(0, -1) : want;
        return Array.isArray(got) && (open ? got.length >= list.length : got.length === list.length) &&
            list.every((item, i) => fits(item, got[i], names, key));
    }
    const keys = Object.keys(want).filter((name) => name !== more);
    return keys.every((name) => fits(want[name], got[name], names, name)) &&
        (more in want || Object.keys(got).every((name) => name in want));
}

function replaced(message, names) {
    for (const [shown, real] of names) message = message.replaceAll(shown, real);
    return message;
}

async function wire(step, state) {
    state.sockets[state.who] ??= await open(state.port, '/ws');
    const socket = state.sockets[state.who];
    if (step.way === '>') return socket.send(replaced(step.text, state.names));
    const want = pattern(step.text), passed = [];
    for (let i = 0; i < 200; i++) {
        const message = await socket.next().catch((error) => { passed.push(error.message); });
        if (!message) break;
        const got = JSON.parse(message);
        const names = new Map(state.names);
        if (fits(want, got, names)) return void (state.names = names);
        if (want.legal && got.phase === 'play' && !got.legal) throw new NotFirst();
        passed.push(message);
        if (got.type !== 'table') break;
    }
    throw new Error(`docs/authors/protocol.md:${step.line}: want\n${step.text}\ngot\n${passed.join('\n')}`);
}

async function http(step, state) {
    if (step.way === '>') {
        const [, method, path, body] = /^(\S+)\s+(\S+)\s*([^]*)$/.exec(replaced(step.text, state.names));
        const token = state.names.get(state.token);
        const headers = token ? { Authorization: `Bearer ${token}` } : {};
        state.answer = await request(state.port, method, path, { headers, ...(body && { body }) });
        return;
    }
    const [, status, body] = /^(\d+)\s*([^]*)$/.exec(step.text);
    const shown = `docs/authors/protocol.md:${step.line}: want\n${step.text}\ngot\n${state.answer.status} ${state.answer.text}`;
    check(state.answer.status === Number(status), () => shown);
    if (body) check(fits(body[0] === '{' ? pattern(body) : body, body[0] === '{' ? state.answer.json() : state.answer.text.trim(), state.names), () => shown);
}

async function session(all) {
    const server = await serve();
    const state = { port: server.port, who: 'Anna', sockets: {}, names: new Map(), answer: null };
    try {
        for (const step of all) {
            if (step.way === '#') state.who = /as (\w+)/.exec(step.text)?.[1] ?? state.who;
            else await (step.kind === 'wire' ? wire : http)(step, state);
        }
    } finally {
        for (const socket of Object.values(state.sockets)) socket.cut();
        await server.stop();
    }
}

await ok('the examples of docs/authors/protocol.md happen as they stand there', async () => {
    const all = steps();
    check(all.filter((step) => step.way === '<').length >= 10, 'that there are ten answers at least');
    for (let tries = 0; ; tries++) {
        try {
            return await session(all);
        } catch (error) {
            if (!(error instanceof NotFirst) || tries > 60) throw error;
        }
    }
});
finish();
