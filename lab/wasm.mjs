// Native against WebAssembly on the same random games, in one run: node lab/wasm.mjs [games of each kind]. Both are built first.
// The two take turns, so that a busy machine slows both; the best of five counts.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = (path) => fileURLToPath(new URL(`../build/${path}`, import.meta.url));
const build = (...what) => execFileSync(fileURLToPath(new URL("../tools/build.sh", import.meta.url)), what, { stdio: "inherit" });
build("release", "fuerstenfeld-lab");
build("wasm", "fuerstenfeld-tests");
const games = Number(process.argv[2] ?? 2000);
const rounds = 5;
const ff = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file("wasm/fuerstenfeld-tests.wasm")))).exports;
ff.edition_default();

function native() {
  const text = execFileSync(file("fuerstenfeld-lab"), ["random-games", "--json", "--games", String(games)], { encoding: "utf8" });
  return JSON.parse(text).games.map((row) => ({ ...row, name: `${row.mode} ${row.players}` }));
}

function wasm() {
  const results = [];
  for (const mode of [0, 1])
    for (const players of [2, 3, 4, 5]) {
      const start = performance.now();
      const decisions = Number(ff.random_play(players, mode, 1n, games));
      const seconds = (performance.now() - start) / 1000;
      const hash = BigInt.asUintN(64, ff.random_hash()).toString(16).padStart(16, "0");
      results.push({ name: `${mode ? "expert" : "base"} ${players}`, decisions, hash, seconds });
    }
  return results;
}

const best = (runs, i) => Math.min(...runs.map((run) => run[i].seconds));
const million = (decisions, seconds) => (decisions / seconds / 1e6).toFixed(1).padStart(8);

const natives = [];
const wasms = [];
for (let i = 0; i < rounds; i++) {
  natives.push(native());
  wasms.push(wasm());
}

console.log(`million decisions/s, ${games} games each, best of ${rounds}`);
console.log("game        native    wasm   ratio");
let nativeSeconds = 0;
let wasmSeconds = 0;
natives[0].forEach(({ name, decisions, hash }, i) => {
  if (wasms[0][i].hash !== hash) throw new Error(`${name}: the two played different games`);
  const [n, w] = [best(natives, i), best(wasms, i)];
  nativeSeconds += n;
  wasmSeconds += w;
  console.log(`${name.padEnd(9)} ${million(decisions, n)} ${million(decisions, w)} ${((100 * n) / w).toFixed(0).padStart(5)} %`);
});
console.log(`all together: WebAssembly at ${((100 * nativeSeconds) / wasmSeconds).toFixed(0)} % of native speed`);
