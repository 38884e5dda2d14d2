// documented.mjs - the requests and messages that docs/authors/protocol.md lists: tests that send each kind learn of new ones here.
// The import fails if the server has a path that the document lacks, or the other way round.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const protocol = read('docs/authors/protocol.md');

// { method, path, body }: the path has "*" where an id stands. The body is the example of the document; it has zeros where that has
// no value.
const zeros = JSON.stringify('0'.repeat(32));
export const requests = [...protocol.matchAll(/^\| `(?:(GET|POST) \/)?([a-z][\w/-]*)` (?:`(\{.*?\})`|\|)/gm)]
    .filter(([, method, , body]) => method || body)
    .map(([, method = 'POST', path, body = '']) => ({
        method,
        path: (path.match(/^(api|g|healthz|metrics)\b/) ? '/' : '/api/') + path.replace(/\b[A-Z]+\b/, '*'),
        body: body && JSON.parse(body.replace(/:(…|[A-Z]+)/g, `:${zeros}`)),
    }));

const routes = [...read('server/net/http.c').matchAll(/^ {4}\{"(\/[^"]*)", (\w+), (\w+), (\w+), \w+\},$/gm)]
    .flatMap(([, path, get, post, own]) => [...(get + own !== 'NULLNULL' ? [`GET ${path}`] : []), ...(post !== 'NULL' ? [`POST ${path}`] : [])]);
assert.deepEqual([...new Set(requests.map(({ method, path }) => `${method} ${path}`)), 'GET /ws'].sort(), routes.sort());

// { type, members }
const table = /\n\| type \| members \| what it does \|\n((?:\|.*\n)+)/.exec(protocol)[1];
export const messages = [...table.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)]
    .map(([, type, members]) => ({ type, members: [...members.matchAll(/`(\w+)`/g)].map(([, name]) => name) }));
const types = [...read('server/app/message.c').matchAll(/\[MESSAGE_\w+\] = \{"(\w+)",/g)].map(([, type]) => type);
assert.deepEqual(messages.map(({ type }) => type).sort(), types.sort());
