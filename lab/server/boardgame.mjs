// boardgame.mjs - boardgame.io's server with a game comparable to ours: boardgame.mjs PORT.
//
// It is kept in memory, which is boardgame.io's default and faster than any of its stores. The game has the shape of
// Fürstenfeld and less work than its rules: seats with a board of six spaces, coins, goods, a hand and a deck; breweries with
// prices. A move is a whole turn, as one of our messages is: sell, build a card over a space, put the hand under the deck,
// draw three. Other hands and decks are hidden from a player, as boardgame.io's PlayerView does it, so a player gets about as
// many bytes as ours does.
import { createRequire } from 'node:module';

const { Server, Origins } = createRequire(import.meta.url)('boardgame.io/server');
export const rounds = 13; // as many as a game of ours takes

const cards = ['hops1', 'hops2', 'hops3', 'barley1', 'barley2', 'barley3', 'water1', 'water2', 'water3', 'bank1', 'bank2',
    'townhall1', 'townhall2', 'lab1', 'lab2', 'office', 'warehouse', 'market', 'magistrate', 'crane', 'palace1', 'palace2',
    'palace3', 'palace4', 'palace5', 'palace6'];

function setup({ ctx, random }) {
    const seats = Array.from({ length: ctx.numPlayers }, () => ({
        coins: 2, goods: [1, 1, 1], board: [null, null, null, null, null, null], handN: 3, deckN: 23, disc: 0, built: [],
    }));
    const decks = seats.map(() => random.Shuffle(cards));
    return {
        seats,
        breweries: seats.map(() => ({ demand: [1, 3, 2], step: [1, 1, 1], room: [1, 3, 2] })),
        hands: decks.map((deck) => deck.slice(0, 3)),
        decks: decks.map((deck) => deck.slice(3)),
        round: 1,
    };
}

function turn({ G, ctx, playerID, events }, { brewery, sell, build, space }) {
    const seat = G.seats[playerID], shop = G.breweries[brewery];
    let income = 0;
    for (let good = 0; good < 3; good++) {
        const n = Math.min(sell[good], seat.goods[good]);
        income += n * shop.step[good];
        shop.room[good] = Math.max(0, shop.room[good] - n);
        seat.goods[good] -= n;
    }
    seat.coins += income;
    seat.disc = Math.min(income, 25);
    const hand = G.hands[playerID], deck = G.decks[playerID];
    const at = hand.indexOf(build);
    if (at >= 0) {
        hand.splice(at, 1);
        if (seat.board[space]) seat.built.push(seat.board[space]);
        seat.board[space] = build;
    }
    deck.push(...hand.splice(1));
    hand.push(...deck.splice(0, 3));
    seat.handN = hand.length;
    seat.deckN = deck.length;
    seat.goods = [1, 1, 1];
    if (Number(playerID) === ctx.numPlayers - 1 && ++G.round > rounds) events.endGame({ winner: playerID });
}

// Own hand only; a deck's contents for nobody.
function playerView({ G, playerID }) {
    const { hands, decks, ...rest } = G;
    return { ...rest, hand: hands[playerID] ?? null };
}

const game = { name: 'fuerstenfeld', setup, playerView, moves: { turn }, turn: { minMoves: 1, maxMoves: 1 }, minPlayers: 2, maxPlayers: 5 };

if (process.argv[2]) {
    const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
    await server.run({ port: Number(process.argv[2]) });
}
