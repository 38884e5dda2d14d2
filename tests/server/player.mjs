// player.mjs - a guest at a server's table, for tests: keeps every message, knows the newest frame, plays random legal actions.
//
//     const anna = await Player.enter(port, 'Anna');
//     await anna.create({ seats: ['me', 'open'] });
//     const ben = await Player.enter(port, 'Ben');
//     await ben.attach(anna.table); await ben.sit();
//     await Promise.all([anna, ben].map((player) => player.playOn(rng)));
import { randomBytes } from 'node:crypto';
import { open, patience, within } from './socket.mjs';

export const randomHex = (bytes) => randomBytes(bytes).toString('hex');

export class Player {
    static async enter(port, name, { token, headers, legal = true, follow } = {}) {
        const player = new Player();
        player.name = name;
        await player.connect(port, { token, headers, legal, follow });
        return player;
    }

    constructor() {
        this.messages = []; // all that came, as text
        this.frame = null;
        this.table = null;
        this.waiting = [];
        this.answered = 0; // the number of the frame that was answered last
        this.pace = 0; // milliseconds of rest before an action
    }

    async connect(port, { token = this.token, headers, legal = true, follow } = {}) {
        this.port = port;
        const socket = await open(port, '/ws', { headers });
        this.socket = socket;
        socket.onmessage = (text) => this.take(text);
        socket.end.then(() => { if (this.socket === socket) this.take(null); }); // the end of one before may come late
        this.send({ type: 'hello', protocol: 1, name: this.name, legal, ...(follow && { follow }), ...(token && { token }) });
        const welcome = await this.until((message) => message.type === 'welcome' || message.type === 'refused', 'welcome');
        if (welcome.type === 'refused') throw Object.assign(new Error(`${welcome.code}: ${welcome.text}`), welcome);
        this.guest = welcome.guest;
        this.token = welcome.token ?? token;
    }

    take(text) {
        const message = text === null ? { type: 'closed', ...this.socket.closed } : JSON.parse(text);
        if (text !== null) this.messages.push(text);
        if (message.type === 'table') {
            this.table = message.table;
            if (!this.frame || this.frame.table !== message.table || message.number >= this.frame.number) this.frame = message;
        }
        this.onmessage?.(message);
        for (const waiter of this.waiting.slice()) {
            if (message.type !== 'closed' && !waiter.test(message)) continue;
            this.waiting.splice(this.waiting.indexOf(waiter), 1);
            if (message.type === 'closed') waiter.fail(new Error(`closed with ${message.code} ${message.reason}`));
            else waiter.done(message);
        }
    }

    // The next message that passes the test.
    until(test, what = 'a message', ms = patience) {
        if (this.socket.closed) return Promise.reject(new Error('closed'));
        return within(ms, `${what} (${this.name})`, new Promise((done, fail) => this.waiting.push({ test, done, fail })));
    }

    send(message) { this.socket.send(JSON.stringify(message)); }

    // Sends a message with an id and waits for what answers it: a frame, or a refusal, which is thrown.
    async ask(message, ms) {
        const id = message.id ?? randomHex(8);
        const answer = this.until((m) => m.ack === id || (m.type === 'refused' && m.ack === undefined), message.type, ms);
        this.send({ ...message, id });
        const got = await answer;
        if (got.type === 'refused') throw Object.assign(new Error(`${got.code}: ${got.text}`), got);
        return got;
    }

    create(options) { return this.ask({ type: 'create', mix: randomHex(32), ...options }); }
    sit(options) { return this.ask({ type: 'sit', mix: randomHex(32), ...options }); }
    attach(table, seen) { return this.ask({ type: 'attach', table, ...(seen !== undefined && { seen }) }); }

    owes(frame = this.frame) { return frame?.phase === 'play' && frame.legal?.length > 0 && frame.number > this.answered; }

    // One random legal action for the newest frame.
    async act(rng) {
        const { number, legal } = this.frame;
        this.answered = number;
        return this.ask({ type: 'play', number, actions: rng.pick(legal) });
    }

    // Plays until the game is over, or `enough`, which may be a promise, says so.
    async playOn(rng, enough = () => false) {
        while (this.frame.phase !== 'over' && !(await enough(this))) {
            if (this.owes()) {
                if (this.pace) await new Promise((done) => setTimeout(done, this.pace));
                await this.act(rng).catch((error) => { if (error.code !== 'stale') throw error; });
            } else if (this.frame.phase !== 'over') await this.until((m) => m.type === 'table' && (m.phase === 'over' || this.owes(m)), 'a turn');
        }
        return this.frame;
    }

    leave() { this.socket.close(); }
}
