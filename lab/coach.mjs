// coach.mjs - how long the browser's module takes to review a game, on one core.
//
//     node lab/coach.mjs [EFFORT [SEED]]     0 quick (default), 1 normal; three players, apprentices, base game
//
// Prints the turns, what was tried, and the seconds of the processor; docs/players/coach.md has what was measured.
import { readFileSync } from "node:fs";

const file = (path) => readFileSync(new URL(path, import.meta.url));
const ff = new WebAssembly.Instance(new WebAssembly.Module(file("../build/wasm/fuerstenfeld-tests.wasm"))).exports;
const read = (length) => Buffer.from(ff.memory.buffer, ff.buffer(), length).toString("latin1");
const write = (text) => Buffer.from(ff.memory.buffer).write(text, ff.buffer(), "latin1");
const [effort = 0, seed = 5] = process.argv.slice(2).map(Number);

function game() {
  const lines = [];
  ff.edition_default();
  ff.setup_deal(3, 0, BigInt(seed));
  while (ff.game_follow());
  for (; ff.game_owe() !== 0; ) {
    const seat = 31 - Math.clz32(ff.game_owe() & -ff.game_owe());
    ff.view_of(seat);
    if (ff.bot_begin(write("apprentice"), 1n) < 0) throw new Error(read(ff.error_length()));
    ff.bot_think(7);
    const action = (ff.game_stage() << 6) | ff.bot_option();
    lines.push(`${seat} ${read(ff.action_print(action))}`);
    ff.game_act(seat, action);
    while (ff.game_follow());
  }
  return lines;
}

const net = file("../weights/default.net");
new Uint8Array(ff.memory.buffer).set(net, ff.net_buffer(net.length));
if (ff.net_load(net.length) !== 0) throw new Error(read(ff.error_length()));
const lines = game();
const begin = process.cpuUsage();
ff.review_open();
const items = ff.review_add(write(lines.join("\n")));
let tries = 0;
for (let i = 0; i < items; i++) {
  if (ff.review_item(i, effort) !== 0) throw new Error(read(ff.error_length()));
  while (ff.coach_think(16));
  tries += JSON.parse(read(ff.coach_json())).tries;
}
while (ff.review_luck_step(1) > 0);
const { user, system } = process.cpuUsage(begin);
console.log(`${items} items, ${tries} tries, ${((user + system) / 1e6).toFixed(1)} s of the processor`);
