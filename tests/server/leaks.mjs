// leaks.mjs - what real connections are told during whole games: node tests/server/leaks.mjs PROGRAM [GAMES]
//
// tests/test_leaks.c proves on thousands of games that frames depend on nothing secret. This is the same from outside, over every
// way that a server speaks: each message of each connection, lists, records, errors and the log. While a game runs, a message to
// a seat may name cards only as its own, as built, or as values of the edition (R10.1, R10.2). And whether a seat is asked to build after
// its sale must follow from what a spectator sees (R10.2a).
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chance, check, finish, ok, program, same, seed, serve, work } from './harness.mjs';
import { Player } from './player.mjs';
import { request } from './socket.mjs';

const games = Number(process.argv[3] ?? 6);
const rng = chance(seed);
const card = /\b(hops[123]|barley[123]|water[123]|bank[12]|townhall[12]|lab[12]|office|warehouse|market|magistrate|crane|palace[1-6]|guide|scavenger)\b/;
const server = await serve();
const { port } = server;
let builds = 0; // questions whether to build that were looked at
const secrets = new Set(); // tokens and seeds: never in the log

// One line of a view: which cards may stand there for the seat.
function viewLine(line, seat, owes) {
    if (line.startsWith('first-trash ')) return owes; // the seat's own, in the middle of its turn
    const found = /^player (\d) (\w+)(.*)$/.exec(line);
    if (!found) return !card.test(line.replace(/^(market|stage|card|first-build) .*/, ''));
    const [, who, fact, rest] = found;
    if (fact === 'board' || fact === 'covered') return true; // built in the open
    if (Number(who) === seat) return true;
    return !card.test(rest);
}

// One event: who draws, buries or removes what is for that seat alone.
function eventLine(line, seat) {
    const [what, who, ...rest] = line.split(' ');
    if (Number(who) === seat || ['sell', 'build', 'store', 'keep', 'round'].includes(what)) return true;
    return !card.test(rest.join(' '));
}

function checkMessage(message, seat) {
    const { view = '', events = [], edition, legal, ...rest } = JSON.parse(message);
    for (const line of view.split('\n')) check(viewLine(line, seat, legal !== undefined), () => `the line "${line}" of the view may be told to seat ${seat}`);
    for (const line of events) check(eventLine(line, seat), () => `the event "${line}" may be told to seat ${seat}`);
    if (rest.type === 'table') {
        check(rest.seed === undefined, 'that the seed is not told during the game');
        check(seat !== null || legal === undefined, 'that a spectator is offered no actions');
    }
    // A refusal repeats the action that was refused, and says which words there are; test_leaks.c compares those byte by byte.
    const text = rest.type === 'refused' ? rest.text.replace(/ \([^)]*\)$/, '').replace(/; (cards are|here say) .*/, '') : JSON.stringify(rest);
    check(!card.test(text), () => `no card is named in ${JSON.stringify(rest)}`);
    check(!JSON.stringify(rest).match(/token/) || rest.type === 'welcome', 'that tokens come with welcome only');
}

// ------------------------------------------------------------------------------------------------ whether to build (R10.2a)

const base = ['hops', 'barley', 'water'].flatMap((good) => [1, 2, 3].map((n) => good + n)).concat('bank1 bank2 townhall1 townhall2 lab1 lab2 office warehouse market magistrate crane palace1 palace2 palace3 palace4 palace5 palace6'.split(' '));

// The facts of a view, by their names: 'stage', 'player 0 coins'.
function factsOf(view) {
    const facts = {};
    for (const line of view.split('\n')) {
        const found = /^((?:player \d )?[a-z-]+) ?(.*)$/.exec(line);
        if (found) facts[found[1]] = found[2];
    }
    return facts;
}

// Whether the seat could pay for a card that it never built, and has a card and a space.
function couldBuild(facts, costs, seat) {
    const of = (fact) => (facts[`player ${seat} ${fact}`] ?? '').split(' ');
    const built = new Set([...of('board'), ...of('covered')]), board = of('board');
    const seen = facts.mode === 'expert' ? [...base, 'guide', 'scavenger'] : base;
    const palaces = Number(facts.palaces), price = 8 + 2 * Math.floor(palaces / Number(facts.players));
    const purse = Number(of('coins')[0]) + (board.includes('crane') ? 2 : 0);
    const full = board.every((name) => name.startsWith('palace'));
    return !full && Number(of('hand')[0]) > 0 && seen.some((name) => !built.has(name) && (name.startsWith('palace') ? price : costs[name]) <= purse);
}

// A person's action that ended a sale, and what a spectator saw right after it. People here take one action a message.
function checkBuilds(messages, people) {
    let costs = null, asked = 0;
    for (const message of messages.map((text) => JSON.parse(text))) {
        if (message.edition) costs = Object.fromEntries([...message.edition.matchAll(/^cost (\w+) (\d+)/gm)].map(([, name, cost]) => [name, Number(cost)]));
        const [what, who] = (message.events?.at(-1) ?? '').split(' ');
        if (message.phase !== 'play' || what !== 'sell' || !people.includes(Number(who)) || message.events.length !== 1) continue;
        const facts = factsOf(message.view);
        same(facts.stage === 'build' && facts.owe === who, couldBuild(facts, costs, Number(who)), `that all can see why seat ${who} is asked to build, or is not`);
        asked += facts.stage === 'build';
    }
    return asked;
}

// What there is to read beside the socket while the game runs: it does, for the player owes a decision and waits for this.
async function probe(player, table) {
    const headers = { Authorization: `Bearer ${player.token}` };
    same((await request(port, 'GET', `/api/tables/${table}/record`, { headers })).status, 409, 'the record of a game that runs');
    const lists = await request(port, 'GET', '/api/tables', { headers });
    check(!card.test(lists.text), () => `no card is named in ${lists.text}`);
    const metrics = await request(port, 'GET', '/metrics');
    check(!card.test(metrics.text) && !metrics.text.includes(table), 'that the metrics name neither cards nor tables');
}

async function game(n) {
    const seats = 2 + (n % 4), people = 2;
    const host = await Player.enter(port, 'Host'), friend = await Player.enter(port, 'Friend');
    const plan = Array.from({ length: seats }, (_, i) => (i === 0 ? 'me' : i === seats - 1 ? 'open' : 1 + rng.below(2)));
    await host.create({ seats: plan, mode: n % 2 ? 'expert' : 'base', aid: n % 3 > 0, listed: true });
    const spectator = await Player.enter(port, 'Spectator');
    await spectator.attach(host.table);
    await friend.attach(host.table);
    await friend.sit();
    let asked = 0;
    // A spectator is told several actions at once: after a sale nobody plays on before it saw where the game stands.
    const seen = async ({ number, view = '' }) => {
        if (factsOf(view).stage === 'build' && spectator.frame.number < number) await spectator.until((m) => m.type === 'table' && m.number >= number, 'what was played');
    };
    const curious = async (player) => {
        await seen(player.frame);
        if (++asked % 40 === 0 && player.owes()) await probe(player, host.table);
        if (asked % 7 === 0) player.send({ type: 'play', id: `w${asked}`, number: player.frame.number, actions: rng.pick(['build crane', 'bury lab1', 'trash office', 'done', 'draw; dance', 'brewery A; sell 1 hops; build palace1; space 1']) });
        return false;
    };
    await Promise.all([host, friend].map((player) => player.playOn(rng, curious)));
    for (const player of [host, friend, spectator]) {
        const seat = player.frame.seat;
        for (const text of player.messages) {
            if (text.includes('"phase":"over"')) break;
            checkMessage(text, seat);
        }
    }
    builds += checkBuilds(spectator.messages, [host.frame.seat, friend.frame.seat]);
    secrets.add(host.token).add(friend.token).add(host.frame.seed);
    const record = await request(port, 'GET', `/api/tables/${host.table}/record`);
    same(record.status, 200, 'the record of a game that is over');
    writeFileSync(join(work, 'game.jsonl'), record.text);
    execFileSync(program, ['verify', '--fair', join(work, 'game.jsonl')]);
    for (const player of [host, friend, spectator]) player.leave();
    return people;
}

console.log(`${games} games, seed ${seed}`);
await ok("R10.1 R10.2 over real connections no message tells a seat another's cards", async () => {
    for (let n = 0; n < games; n += 2) await Promise.all([game(n), n + 1 < games && game(n + 1)]);
});
await ok('R10.2a whether a seat is asked to build follows from what a spectator sees', () => check(builds > 0, 'that some were asked'));
await ok('R10.2 the log names no card, no token and no seed', async () => {
    check(server.log.length > 0, 'that there is a log');
    for (const line of server.log) {
        check(!card.test(line), () => `no card in "${line}"`);
        for (const secret of secrets) check(!line.includes(secret), () => `no secret in "${line}"`);
    }
});
await ok('the server stops cleanly', async () => same(await server.stop(), { code: 0, signal: null }, 'how it ended'));
finish();
