// book.mjs - what guests were told, held against what a store has: for the tests that kill servers and break disks.
//
// A book collects what Stubborn guests are told: acks [{ table, id, number }], seen (table -> highest number shown), tables, and
// found (seek -> table).
// read() asks tests/replay.c what the store holds, without a server; hold() compares.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { check } from './harness.mjs';

export const makeBook = () => ({ acks: [], seen: new Map(), tables: new Set(), found: new Map() });

// table -> { number, phase, round, waited, planned, plays: Map message id -> [entry numbers] }. Finished games' records are written to `records`. Opening
// an SQLite file tidies it up, so `copy` names a file to look at instead.
export function read(program, store, book, { records, copy } = {}) {
    if (copy) {
        const file = store.replace(/^sqlite:/, '');
        for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
        store = `sqlite:${copy}`;
    }
    const replay = join(dirname(program), 'tests', 'replay');
    const out = execFileSync(replay, [store, ...(records ? [records] : [])], { input: [...book.tables].map((id) => id + '\n').join(''), maxBuffer: 1 << 30 });
    const tables = new Map();
    let plays = new Map(), planned = 0;
    for (const line of out.toString().split('\n')) {
        const [word, a, b, c, round, waited] = line.split(' ');
        if (word === 'planned') planned++;
        if (word === 'play') plays.set(c, [...(plays.get(c) ?? []), Number(a)]);
        if (word !== 'table') continue;
        tables.set(a, { number: Number(b), phase: c, round: Number(round), waited: Number(waited), planned, plays });
        plays = new Map();
        planned = 0;
    }
    return tables;
}

export function hold(book, tables) {
    for (const { table, id, number } of book.acks) {
        const found = tables.get(table)?.plays.get(id) ?? [];
        check(found.length === 1, () => `turn ${id} of table ${table}, acknowledged at ${number}, is stored ${found.length} times`);
        check(found[0] <= number, () => `turn ${id} was acknowledged at ${number} and is stored as ${found[0]}`);
    }
    for (const [table, number] of book.seen) {
        const have = tables.get(table)?.number ?? 0;
        check(have >= number, () => `number ${number} of table ${table} was shown, and the store ends at ${have}`);
    }
    for (const [table, { plays }] of tables)
        for (const [id, numbers] of plays) check(id === '-' || numbers.length === 1, () => `turn ${id} of ${table} was done ${numbers.length} times`);
}
