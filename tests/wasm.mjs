// The browser's module under node: that it imports nothing and plays the same games as the native programs.
//
//     node tests/wasm.mjs          tests; ends with "N passed, N failed"
//     node tests/wasm.mjs --hash   prints the lines of tests/hash.c
//     node tests/wasm.mjs --bots   prints the lines of tests/bot_hash.c
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const moduleOf = (name) =>
  new WebAssembly.Module(readFileSync(fileURLToPath(new URL(`../build/wasm/${name}.wasm`, import.meta.url))));
const module = moduleOf("fuerstenfeld-tests");
let ff = new WebAssembly.Instance(module).exports;
const modes = ["base", "expert"];

const read = (length) => Buffer.from(ff.memory.buffer, ff.buffer(), length).toString("latin1");
const write = (text) => Buffer.from(ff.memory.buffer).write(text, ff.buffer(), "latin1");

function hashLines() {
  const lines = [];
  for (let mode = 0; mode < 2; mode++)
    for (let players = 2; players <= 5; players++) {
      const decisions = ff.random_play_hashing(players, mode, 1n, 300);
      const rounds = ff.random_rounds();
      lines.push(`${modes[mode]} ${players}: 300 games, ${decisions} decisions, ${rounds} rounds, hash ${hex(ff.random_hash())}`);
    }
  return lines;
}

const hex = (hash) => BigInt.asUintN(64, hash).toString(16).padStart(16, "0");

// The games of tests/bot_hash.c: every choice of a bot, from the view and what everybody saw, must be the native one.
function botLines() {
  const net = readFileSync(new URL("../weights/default.net", import.meta.url));
  new Uint8Array(ff.memory.buffer).set(net, ff.net_buffer(net.length));
  if (ff.net_load(net.length) !== 0) throw new Error(read(ff.error_length()));
  const lines = [];
  for (const [bot, iterations] of [["steward", 0], ["apprentice", 0], ["prince", 40]])
    for (const mode of [0, 1]) {
      let decisions = 0;
      let hash = 0n;
      const follow = () => {
        do ff.public_history_observe();
        while (ff.game_follow());
      };
      ff.setup_deal(3, mode, 5n);
      ff.public_history_clear();
      follow();
      for (; ff.game_owe() !== 0; decisions++) {
        const seat = 31 - Math.clz32(ff.game_owe() & -ff.game_owe());
        ff.view_of(seat);
        if (ff.bot_begin(write(bot), BigInt(decisions)) < 0) throw new Error(read(ff.error_length()));
        if (iterations) ff.bot_think(iterations);
        ff.game_act(seat, (ff.game_stage() << 6) | ff.bot_option());
        follow();
        hash = BigInt.asUintN(64, (hash ^ BigInt.asUintN(64, ff.game_hash())) * 0x100000001b3n);
      }
      lines.push(`${bot} ${iterations}, ${modes[mode]}: ${decisions} decisions, hash ${hex(hash)}`);
    }
  return lines;
}

// Plays a game through the exports a page uses; every action and position goes through text and back.
function playThroughText(players, mode, seed) {
  if (ff.setup_deal(players, mode, seed) !== 0) throw new Error("no deal");
  while (ff.game_follow());
  for (let i = 0; ff.game_owe() !== 0; i++) {
    const seat = 31 - Math.clz32(ff.game_owe());
    const options = [...Array(57).keys()].filter((option) => (ff.game_options(seat) >> BigInt(option)) & 1n);
    const action = (ff.game_stage() << 6) | options[(i * 7) % options.length];
    const text = read(ff.action_print(action));
    if (ff.action_read(ff.game_stage(), write(text)) !== action) throw new Error(`"${text}" is read as another action`);
    if (ff.game_act(seat, action) !== 0) throw new Error(`"${text}" is refused`);
    while (ff.game_follow());
    const hash = ff.game_hash();
    const position = read(ff.position_print());
    if (ff.position_read(write(position)) !== 0) throw new Error(`position refused: ${read(ff.error_length())}`);
    if (ff.game_hash() !== hash) throw new Error(`position changed:\n${position}`);
  }
  if (ff.game_check() !== 0) throw new Error(`invariant ${ff.game_check()}`);
}

function loadNet() {
  const net = readFileSync(new URL("../weights/default.net", import.meta.url));
  new Uint8Array(ff.memory.buffer).set(net, ff.net_buffer(net.length));
  if (ff.net_load(net.length) !== 0) throw new Error(read(ff.error_length()));
}

// A game of the steward's, as lines "seat action".
function stewardsGame() {
  const lines = [];
  ff.edition_default();
  ff.setup_deal(2, 0, 9n);
  while (ff.game_follow());
  while (ff.game_owe() !== 0) {
    const seat = 31 - Math.clz32(ff.game_owe() & -ff.game_owe());
    ff.view_of(seat);
    if (ff.bot_begin(write("steward"), 1n) < 0) throw new Error(read(ff.error_length()));
    const action = (ff.game_stage() << 6) | ff.bot_option();
    lines.push(`${seat} ${read(ff.action_print(action))}`);
    ff.game_act(seat, action);
    while (ff.game_follow());
  }
  return lines;
}

function judged(item, slice) {
  same(ff.review_item(item, 0), 0);
  while (ff.coach_think(slice));
  same(ff.coach_done(), 1000);
  return read(ff.coach_json());
}

function reviewInSlices() {
  loadNet();
  const lines = stewardsGame();
  same(ff.review_open(), 0);
  const items = ff.review_add(write(lines.join("\n")));
  same(JSON.parse(read(ff.review_items_json())).length, items);
  const first = judged(0, 1000);
  const second = judged(1, 5);
  same(JSON.parse(second).ideas.length >= 1, true);
  const kept = new Uint8Array(ff.memory.buffer, ff.review_summaries(), ff.review_summaries_size()).slice();
  same(ff.review_open(), 0);
  ff.review_add(write(lines.join("\n")));
  new Uint8Array(ff.memory.buffer).set(kept, ff.review_summaries());
  same(judged(0, 3), first);
  while (ff.review_luck_step(1) > 0);
  const balance = JSON.parse(read(ff.review_luck_json()));
  same(balance.whole, false);
  same(balance.seats.reduce((turns, seat) => turns + seat.turns, 0), 2);
  same(ff.review_item(items, 0), -1);
  same(ff.review_add(write("0 fly")), -1);
}

function hintStays() {
  ff.setup_deal(3, 0, 4n);
  while (ff.game_follow());
  const seat = 31 - Math.clz32(ff.game_owe() & -ff.game_owe());
  ff.view_of(seat);
  same(ff.coach_hint(0, 0), 0);
  while (ff.coach_think(16));
  const hint = read(ff.coach_json());
  const plan = JSON.parse(hint).ideas[0].actions;
  same(ff.coach_hint(0, write(plan.slice(0, 2).join("\n"))), 0);
  same(ff.coach_think(16), 0);
  same(read(ff.coach_json()), hint);
  same(ff.coach_hint(7, 0), -1);
  same(ff.coach_hint(0, write("space 9")), -1);
}

// R2.3 The seat that does not play first plans, and what the plan plays is a turn that the game takes.
function planAhead() {
  ff.setup_deal(2, 0, 9n);
  while (ff.game_follow());
  const first = 31 - Math.clz32(ff.game_owe() & -ff.game_owe());
  const seat = 1 - first;
  const evaluate = (plan) => JSON.parse(read(ff.plan_json(seat, write(plan))));
  same(ff.plan_json(seat, write("dance")), -1);
  same(read(ff.error_length()).startsWith("line 1: "), true);
  same(evaluate("done; done").turns[0].result, "incomplete");
  const hand = JSON.parse(read(ff.hands_json())).hands[seat].cards;
  const whole = `done; done; ${hand.slice(1).map((card) => `bury ${card}`).join("; ")}`;
  same(evaluate(`if coins >= 90: ${whole}\n${whole}`).plays, 2);
  same(ff.plan_chain(seat, write(`if coins >= 90: ${whole}`)), 0);
  same(read(ff.plan_chain(seat, write(whole))), whole);
}

let passed = 0;
let failed = 0;
function test(title, run) {
  try {
    run();
    console.log(`ok   ${title}`);
    passed++;
  } catch (error) {
    console.log(`FAIL ${title}\n  ${error.message}`);
    failed++;
  }
}

function startRefersOn() {
  const net = readFileSync(new URL("../weights/default.net", import.meta.url));
  ff.edition_default();
  ff.setup_deal(3, 0, 5n);
  while (ff.game_follow());
  ff.view_of(31 - Math.clz32(ff.game_owe() & -ff.game_owe()));
  new Uint8Array(ff.memory.buffer).set(net, ff.net_buffer(net.length));
  same(ff.net_load(net.length), 0);
  for (const [bot, needsNet] of [["novice", 0], ["steward", 0], ["pupil", 1], ["apprentice", 1], ["prince", 1]]) {
    same(ff.bot_needs_net(write(bot)), needsNet);
    same(ff.bot_begin(write(bot), 1n) < 0, needsNet === 1);
    if (needsNet) same(read(ff.error_length()), "this bot is in the other module");
  }
}

function same(got, want) {
  if (got !== want) throw new Error(`is ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

function tests() {
  test("the module imports nothing", () => same(WebAssembly.Module.imports(module).length, 0));
  test("the default edition is read", () => same(ff.edition_default(), 0));
  for (const mode of [0, 1])
    for (const players of [2, 3, 4, 5])
      test(`R0.1 the ${modes[mode]} game of ${players} through text and back`, () => playThroughText(players, mode, 7n));
  test("R0.1 six players are refused", () => same(ff.setup_deal(6, 0, 1n), -1));
  test("a bad edition says its line", () => {
    same(ff.edition_read(write("price_track 0 1 2 3\ncost crane x\n")), -1);
    same(read(ff.error_length()).startsWith("line 2: "), true);
  });
  test("a wrong action says what is right", () => {
    same(ff.action_read(8, write("fly")), -1);
    same(ff.error_length() > 10, true);
  });
  test("a refusal names its rule", () => same(/ \(R9\.1\)$/.test(read(ff.refusal_print(2))), true));
  test("R2.3 a turn is planned", planAhead);
  test("an edition is printed and read back", () => {
    ff.edition_default();
    const text = read(ff.edition_print());
    same(ff.edition_read(write(text)), 0);
    same(read(ff.edition_print()), text);
  });
  for (const name of ["fuerstenfeld", "fuerstenfeld-start", "fuerstenfeld-coach"])
    test(`${name}.wasm imports nothing`, () => same(WebAssembly.Module.imports(moduleOf(name)).length, 0));
  ff = new WebAssembly.Instance(moduleOf("fuerstenfeld-start")).exports;
  test("the module of a first visit refers bots with a network to the other module", startRefersOn);
  ff = new WebAssembly.Instance(module).exports;
  test("the coach: a review in slices, kept and gone on with", reviewInSlices);
  test("the coach: a hint stays while it is followed, and bad questions are answered", hintStays);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

ff.edition_default();
if (process.argv[2] === "--hash") console.log(hashLines().join("\n"));
else if (process.argv[2] === "--bots") console.log(botLines().join("\n"));
else tests();
