// run.mjs - our server under load, and boardgame.io's beside it in the same run: node lab/server/run.mjs [OPTIONS]
//
//     --program FILE     build/fuerstenfeld
//     --store STORE      sqlite:FILE in a new folder
//     --seconds N        of each measurement (10)
//     --connections N    that are held (5000)
//     --alone            without boardgame.io
//     --json             figures as JSON, for programs
//
// Four measurements: whole games as fast as our server goes, its connections held at one action per 10 seconds each, tables with
// many who watch, and whole games as fast as boardgame.io goes. What a server costs is its own CPU time, so the players' does not count.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { load as loadBoardgame } from './boardgame_load.mjs';
import { freePort, start } from './measure.mjs';

const here = import.meta.dirname ?? dirname(new URL(import.meta.url).pathname);
const { values: options } = parseArgs({ options: {
    program: { type: 'string', default: resolve(here, '../../build/fuerstenfeld') }, store: { type: 'string' },
    seconds: { type: 'string', default: '10' }, connections: { type: 'string', default: '5000' },
    alone: { type: 'boolean' }, json: { type: 'boolean' },
} });
if (resolve(options.program) === resolve(here, '../../build/fuerstenfeld'))
    execFileSync(resolve(here, '../../tools/build.sh'), ['release', 'fuerstenfeld', 'fuerstenfeld-lab'], { stdio: 'inherit' });
const seconds = Number(options.seconds), players = 3;
const folder = mkdtempSync(join(tmpdir(), 'ff-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const limits = ['--no-limits', '--quiet'];

// One measurement of our server, started anew.
async function ours(tables, thinkMs, name, watchers = 0) {
    const port = await freePort();
    const store = options.store ?? `sqlite:${join(folder, name)}.db`;
    const server = await start(options.program, ['serve', '--listen', `127.0.0.1:${port}`, '--store', store, ...limits], port);
    try {
        const lab = join(dirname(resolve(options.program)), 'fuerstenfeld-lab');
        const terms = { port, pid: server.pid, tables, players, seconds, think: thinkMs, watchers };
        const args = Object.entries(terms).map(([name, value]) => `--${name}=${value}`);
        const { stdout } = await promisify(execFile)(lab, ['server-load', '--json', ...args]);
        return JSON.parse(stdout).load[0];
    } finally {
        await server.stop();
    }
}

async function theirs() {
    const port = await freePort();
    const server = await start('node', [join(here, 'boardgame.mjs'), String(port)], port);
    try {
        return await loadBoardgame({ port, pid: server.pid, tables: 30, players, seconds });
    } finally {
        await server.stop();
    }
}

if (!options.alone && !existsSync(join(here, 'node_modules'))) execFileSync('npm', ['ci', '--silent'], { cwd: here, stdio: 'inherit' });
const figures = { throughput: await ours(200, 0, 'throughput') };
const held = Math.ceil(Number(options.connections) / players);
figures.held = await ours(held, Math.round(10000 / players), 'held');
figures.watched = await ours(10, 0, 'watched', 100);
if (!options.alone) figures.boardgame = await theirs();

const rate = (n, cpu) => Math.round(n / cpu).toLocaleString('en');
if (options.json) console.log(JSON.stringify(figures));
else {
    const { throughput: t, held: h, watched: w, boardgame: b } = figures;
    const mine = t.actions / t.cpu_s;
    console.log(`whole games, ${t.connections} connections, everything stored:
  ${t.actions.toLocaleString('en')} actions in ${t.wall_s.toFixed(1)} s, ${t.games} games ended, ${t.refused} refused
  ${rate(t.actions, t.cpu_s)} actions per second of the server's CPU (${Math.round(t.actions / t.wall_s).toLocaleString('en')} a second in all)
  p50 ${t.p50_ms.toFixed(1)} ms, p99 ${t.p99_ms.toFixed(1)} ms
held connections, one action per 10 s each:
  ${h.connections.toLocaleString('en')} connections, ${h.actions.toLocaleString('en')} actions in ${h.wall_s.toFixed(1)} s, ${h.refused} refused
  p50 ${h.p50_ms.toFixed(2)} ms, p99 ${h.p99_ms.toFixed(2)} ms, longest ${h.max_ms.toFixed(1)} ms
  ${((h.memory_after - h.memory_before) / h.connections / 1000).toFixed(1)} kB of memory a connection, its part of the table included
  ${(100 * h.cpu_s / h.wall_s).toFixed(0)} % of one core
10 tables that 100 watch each:
  ${rate(w.actions, w.cpu_s)} actions per second of the server's CPU, p50 ${w.p50_ms.toFixed(1)} ms, p99 ${w.p99_ms.toFixed(1)} ms`);
    if (b) console.log(`boardgame.io 0.50.2, in memory, ${b.moves.toLocaleString('en')} moves in ${b.wall.toFixed(1)} s:
  ${rate(b.moves, b.cpu)} moves per second of the server's CPU
  p50 ${b.p50.toFixed(1)} ms, p99 ${b.p99.toFixed(1)} ms
ours makes ${(mine / (b.moves / b.cpu)).toFixed(1)} times as many`);
}
