// stubborn.mjs - a guest who plays on through every broken connection, as docs/authors/protocol.md tells clients to: keeps token, table
// and the last number, connects again, and sends a turn that was not answered again, unchanged. It writes down what it was told
// is done, so that a test can hold the server to it.
import { randomHex } from './player.mjs';
import { open } from './socket.mjs';

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Stubborn {
    // book: { acks: [{ table, id, number }], seen: Map table -> highest number shown, tables: Set }
    constructor(name, port, rng, book) {
        Object.assign(this, { name, port, rng, book, token: null, table: null, number: 0, pending: null, stopped: false, connections: 0, refusals: [], done: new Set() });
    }

    // Plays at the table that `plan` gives until stopped: plan(this) -> a table's id, null to make one.
    async run(plan) {
        this.plan = plan;
        while (!this.stopped) {
            try {
                await this.session();
            } catch (error) {
                if (!/closed|ECONN|EPIPE|HTTP|socket|waited/.test(String(error.message))) throw error;
                this.problem = error.message;
            }
            this.socket?.cut();
            await pause(5 + this.rng.below(20));
        }
    }

    async session() {
        this.socket = await open(this.port(), '/ws', this.way);
        this.connections++;
        this.socket.send(JSON.stringify({ type: 'hello', protocol: 1, name: this.name, legal: true, ...(this.token && { token: this.token }) }));
        if (this.table) this.enter();
        while (!this.stopped) this.take(JSON.parse(await this.socket.next(4000)));
    }

    say(message) { this.socket.send(JSON.stringify(message)); }

    enter() {
        this.say({ type: 'attach', table: this.table, seen: this.number });
        if (this.pending) this.say(this.pending);
    }

    take(message) {
        if (message.type === 'welcome') {
            this.token ??= message.token;
            if (!this.table) this.begin();
        } else if (message.type === 'table') this.show(message);
        else if (message.type === 'found') this.found(message);
        else if (message.type === 'refused') this.refused(message);
    }

    // The seek has led to a table, always to the same.
    found({ seek, table }) {
        const { found } = this.book;
        if ((found.get(seek) ?? table) !== table) throw new Error(`seek ${seek} led to ${found.get(seek)} and to ${table}`);
        found.set(seek, table);
        this.seek = null;
        this.number = 0;
        this.table = table;
        this.enter();
    }

    // A table to play at: the plan's, or an own one.
    begin() {
        if (this.seeks) return this.say((this.seek ??= { type: 'seek', id: randomHex(8), ...this.seeks }));
        const table = this.plan(this), { socket } = this;
        if (this.done.has(table)) return void setTimeout(() => !socket.closed && !this.stopped && this.begin(), 20);
        this.number = 0;
        this.pending = null;
        if (table) {
            this.table = table;
            this.say({ type: 'attach', table });
        } else {
            this.pending = { type: 'create', id: randomHex(8), ...this.options, mix: randomHex(32) };
            this.say(this.pending);
        }
    }

    show(frame) {
        const { book } = this;
        if (this.pending && frame.ack === this.pending.id) {
            if (this.pending.type === 'play') book.acks.push({ table: frame.table, id: this.pending.id, number: frame.number });
            else { this.table = frame.table; this.made?.(frame.table); }
            this.pending = null;
        }
        if (frame.table !== this.table) return;
        book.tables.add(frame.table);
        book.seen.set(frame.table, Math.max(book.seen.get(frame.table) ?? 0, frame.number));
        if (frame.number < this.number) return;
        this.number = frame.number;
        if (frame.seat === null) this.sit(frame);
        else if (frame.phase === 'over') this.change();
        else this.decide(frame);
    }

    change() {
        this.done.add(this.table);
        this.table = null;
        this.begin();
    }

    sit(frame) {
        if (frame.phase === 'open') return this.say({ type: 'sit', id: randomHex(8), mix: randomHex(32) });
        this.change(); // others were faster
    }

    decide(frame) {
        if (this.plans && !frame.plan && !frame.legal?.length && frame.view)
            this.say({ type: 'plan', id: randomHex(8), round: Number(/^round (\d+)/m.exec(frame.view)[1]), plan: this.plans });
        if (this.pending || !frame.legal?.length || frame.plan?.plays) return; // the server plays what was planned
        this.pending = { type: 'play', id: randomHex(8), number: frame.number, actions: this.rng.pick(frame.legal) };
        this.say(this.pending);
    }

    refused(message) {
        this.refusals.push(message);
        const { socket, pending } = this;
        if (message.code === 'busy' && pending && message.ack === pending.id)
            return void setTimeout(() => this.pending === pending && !socket.closed && this.say(pending), 20);
        if (['busy', 'hello-first'].includes(message.code)) return socket.cut(); // of hello, attach or sit: all over again
        if (this.pending && message.ack === this.pending.id) this.pending = null; // the frame that follows shows what is owed now
    }

    stop() { this.stopped = true; this.socket?.cut(); }
}
