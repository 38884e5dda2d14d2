// boardgame_load.mjs - players of boardgame.io's server: tables of whole games, each seat with a WebSocket of its own, the next
// player's move sent as soon as its update came. Socket.IO's frames are written by hand, so that the players cost little.
import { open, request } from '../../tests/server/socket.mjs';
import { cpuSeconds, percentile } from './measure.mjs';

const game = 'fuerstenfeld';

async function api(port, path, body) {
    const answer = await request(port, 'POST', `/games/${game}/${path}`, { body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json();
}

// One seat: connects, joins the game's namespace, asks for the state; `take` gets every state.
async function sit(port, table, seat, take) {
    const { playerCredentials } = await api(port, `${table}/join`, { playerID: String(seat), playerName: `player ${seat}` });
    const socket = await open(port, '/socket.io/?EIO=4&transport=websocket');
    await socket.next(); // 0{"sid":...}
    socket.send(`40/${game},`);
    await socket.next();
    socket.onmessage = (text) => {
        if (text === '2') return socket.send('3'); // ping
        const at = text.indexOf('[');
        if (!text.startsWith('42')) return;
        const [kind, , state] = JSON.parse(text.slice(at));
        if (kind === 'update') take(state);
        else if (kind === 'sync') take(state.state);
    };
    socket.send(`42/${game},["sync","${table}","${seat}","${playerCredentials}",3]`);
    return {
        move(state) {
            const { hand } = state.G;
            const args = { brewery: state._stateID % 3, sell: [1, 1, 1], build: hand[0], space: state._stateID % 6 };
            const action = { type: 'MAKE_MOVE', payload: { type: 'turn', args: [args], playerID: String(seat), credentials: playerCredentials } };
            socket.send(`42/${game},` + JSON.stringify(['update', action, state._stateID, table, String(seat)]));
        },
        close: () => socket.cut(),
    };
}

// Plays one game after another at a table until `more` says no.
async function table(port, players, more, moved) {
    while (more()) {
        const { matchID } = await api(port, 'create', { numPlayers: players });
        const seats = [];
        let sent = 0, number = -1, finish;
        const over = new Promise((done) => (finish = done));
        const take = (seat) => (state) => {
            if (seats.length < players || state.ctx.currentPlayer !== String(seat) && !state.ctx.gameover) return;
            if (state._stateID <= number) return;
            if (sent) moved(performance.now() - sent);
            number = state._stateID;
            if (state.ctx.gameover || !more()) return finish();
            sent = performance.now();
            seats[seat].move(state);
        };
        const first = [];
        for (let seat = 0; seat < players; seat++)
            seats.push(await sit(port, matchID, seat, (state) => { first[seat] ??= state; take(seat)(state); }));
        while (!first[0]) await new Promise((done) => setTimeout(done, 5));
        if (!sent) take(0)(first[0]);
        await over;
        for (const seat of seats) seat.close();
    }
}

// `tables` tables at once for `seconds`. Returns moves, server CPU seconds and latencies in ms.
export async function load({ port, pid, tables, players, seconds }) {
    const latencies = [];
    const end = performance.now() + seconds * 1000;
    const cpu = cpuSeconds(pid), began = performance.now();
    await Promise.all(Array.from({ length: tables }, () =>
        table(port, players, () => performance.now() < end, (ms) => latencies.push(ms))));
    latencies.sort((a, b) => a - b);
    return { moves: latencies.length, cpu: cpuSeconds(pid) - cpu, wall: (performance.now() - began) / 1000,
        p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

if (process.argv[1] === import.meta.filename) {
    const { start, freePort } = await import('./measure.mjs');
    const port = await freePort();
    const server = await start('node', [new URL('boardgame.mjs', import.meta.url).pathname, String(port)], port);
    console.log(await load({ port, pid: server.pid, tables: Number(process.argv[2] ?? 20), players: 3, seconds: 10 }));
    await server.stop();
}
