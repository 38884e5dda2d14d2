// reliability.mjs - whether the chances that reviews tell are true: of turns told 30 %, 30 % are won.
//
//     fuerstenfeld selfplay --players 3 --bots apprentice,steward,novice --games 100 --seed 1 --record games.jsonl
//     for k in $(seq 100); do fuerstenfeld review games.jsonl --game $k --seat 0 --effort quick --json; done >reviews
//     node bench/reliability.mjs reviews
//
// Each turn that was judged has a chance after it, and its game a result. Prints what was told and what was won by
// tenths of chances and by rounds, the Brier score, and that of telling par always. A win that is shared counts by its
// share. The error (95 %) takes the games as independent, the turns of one game not.
import { readFileSync } from "node:fs";

// The objects stand one after the other, each ended by a line of its own.
const reviews = process.argv.slice(2).flatMap((file) =>
  readFileSync(file, "utf8").split(/(?<=^\],"balance":.*)\n/m).filter((text) => text.trim()).map((text) => JSON.parse(text)),
);

const turns = reviews.flatMap(({ turns, balance }, game) =>
  turns.map(({ seat, round, played, ideas }) => ({
    game,
    round,
    told: ideas[played].chances[seat] / 10000,
    won: balance.seats[seat].result / 10000,
    par: balance.par / 10000,
  })),
);
const mean = (list, of) => list.reduce((sum, one) => sum + of(one), 0) / list.length;

function error(list) {
  const byGame = new Map();
  for (const { game, told, won } of list) byGame.set(game, (byGame.get(game) ?? 0) + told - won);
  return (1.96 * Math.sqrt([...byGame.values()].reduce((sum, off) => sum + off * off, 0))) / list.length;
}

function line(name, list) {
  if (!list.length) return;
  const points = (share) => (100 * share).toFixed(1).padStart(6);
  const told = mean(list, (turn) => turn.told);
  const won = mean(list, (turn) => turn.won);
  const brier = mean(list, (turn) => (turn.told - turn.won) ** 2);
  const pars = mean(list, (turn) => (turn.par - turn.won) ** 2);
  console.log(`${name.padEnd(14)}${String(list.length).padStart(6)}${points(told)}${points(won)} +-${points(error(list))}   ${brier.toFixed(3)}  ${pars.toFixed(3)}`);
}

console.log("               turns  told   won   error   Brier  par's");
for (let tenth = 0; tenth < 10; tenth++)
  line(`${tenth * 10} to ${tenth * 10 + 10} %`, turns.filter(({ told }) => Math.min(9, Math.floor(told * 10)) === tenth));
for (const [from, to] of [[0, 3], [4, 6], [7, 9], [10, 99]])
  line(to < 99 ? `rounds ${from} to ${to}` : "later", turns.filter(({ round }) => round >= from && round <= to));
line("all", turns);
