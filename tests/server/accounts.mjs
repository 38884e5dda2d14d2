// accounts.mjs - a player on several devices: node tests/server/accounts.mjs PROGRAM, with a PostgreSQL (FF_POSTGRES) too.
//
// Devices come by link, code, passkey and recovery code, at one server on SQLite and at two on one PostgreSQL; every secret works once, also
// if both servers are asked at the same time. What is stolen from the store signs nobody in.
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chance, check, finish, ok, same, seed, serve, work } from './harness.mjs';
import { Player } from './player.mjs';
import { request, until } from './socket.mjs';

const file = `${work}/tables.db`;
const places = [['SQLite', `sqlite:${file}`, 1]];
if (process.env.FF_POSTGRES) places.push(['PostgreSQL', process.env.FF_POSTGRES, 2]);
const base64url = (bytes) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();

// A program or browser that keeps the cookie.
class Browser {
    constructor(port, agent) { this.port = port; this.agent = agent; }
    async ask(method, path, body) {
        const headers = { 'User-Agent': this.agent, Origin: `http://127.0.0.1:${this.port}`, ...(this.cookie && { Cookie: this.cookie }) };
        const answer = await request(this.port, method, `/api/${path}`, { body, headers });
        const set = answer.headers['set-cookie'];
        if (set) this.cookie = set.split(';')[0];
        if (set) check(/HttpOnly; SameSite=Strict/.test(set), set);
        return { status: answer.status, ...answer.json() };
    }
    post(path, body = {}) { return this.ask('POST', path, body); }
    get token() { return this.cookie.split('=')[1]; }
}

// What an authenticator does: a key pair, and answers that it signs.
class Authenticator {
    constructor(type) {
        this.keys = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
        this.digest = type === 'ed25519' ? null : 'sha256';
        this.credential = randomBytes(32);
        this.counter = 0;
    }
    data(host, made) {
        const counter = Buffer.alloc(4);
        counter.writeUInt32BE(++this.counter);
        const key = made ? Buffer.concat([randomBytes(16), Buffer.from([0, this.credential.length]), this.credential, randomBytes(40)]) : Buffer.alloc(0);
        return Buffer.concat([sha256(host), Buffer.from([made ? 0x45 : 0x05]), counter, key]);
    }
    client(type, challenge, origin) { return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false })); }
    create(challenge, port) {
        return { challenge, credential: base64url(this.credential), key: base64url(this.keys.publicKey.export({ type: 'spki', format: 'der' })),
            client_data: base64url(this.client('create', challenge, `http://127.0.0.1:${port}`)), authenticator_data: base64url(this.data('127.0.0.1', true)) };
    }
    get(challenge, port, host = '127.0.0.1') {
        const client = this.client('get', challenge, `http://${host}:${port}`), data = this.data(host, false);
        return { challenge, credential: base64url(this.credential), client_data: base64url(client), authenticator_data: base64url(data),
            signature: base64url(sign(this.digest, Buffer.concat([data, sha256(client)]), this.keys.privateKey)) };
    }
}

const phoneAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const laptopAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

for (const [name, store, n] of places) {
    const servers = [];
    for (let i = 0; i < n; i++) servers.push(await serve({ store }));
    const ports = [servers[0].port, servers[n - 1].port];
    const anna = new Browser(ports[0], laptopAgent);
    const guest = (await anna.post('guest', { name: 'Anna' })).guest;
    const browser = (agent = phoneAgent) => new Browser(ports[1], agent);

    await ok(`${name}: a link signs a second device in, once`, async () => {
        const link = await anna.post('player/link');
        check(/^[0-9a-f]{32}$/.test(link.secret) && /^[2-9A-HJKMNP-Z]{6}$/.test(link.code), () => JSON.stringify(link));
        const racers = [browser(), new Browser(ports[0], phoneAgent)];
        const answers = await Promise.all(racers.map((racer) => racer.post('sign-in/link', { secret: link.secret })));
        same(answers.map((answer) => answer.status).sort(), [200, 401], 'the answers of two at the same time');
        const phone = racers[answers.findIndex((answer) => answer.status === 200)];
        same((await phone.ask('GET', 'guest')).guest, guest, 'who the phone is');
        same((await anna.ask('GET', 'player')).devices.map((device) => device.name), ['Firefox on Linux', 'Safari on iPhone'], 'the devices');
        check(phone.token !== anna.token, 'that each has its own token');
        same((await browser().post('sign-in/link', { secret: 'f'.repeat(32) })).status, 401, 'a link that nobody made');
    });

    await ok(`${name}: a code asks the first device, which allows or refuses it`, async () => {
        for (const allow of [false, true]) {
            const { code } = await anna.post('player/link'), phone = browser();
            const asked = await phone.post('sign-in/code', { code: `${code.slice(0, 3)}-${code.slice(3).toLowerCase()}` });
            same(asked.status, 200, 'the answer to a code');
            check(!phone.cookie, 'that a code alone signs nobody in');
            same((await phone.post('sign-in/approval', { approval: asked.approval })).waiting, true, 'waiting');
            const [approval] = (await anna.ask('GET', 'player')).approvals;
            same(approval.asks, { device: 'Safari on iPhone', address: '127.0.0.1' }, 'what the first device sees');
            same((await phone.post('sign-in/code', { code })).status, 401, 'the code again');
            same((await anna.post('player/approve', { id: approval.id, allow })).status, 200, 'the approval');
            const answer = await phone.post('sign-in/approval', { approval: asked.approval });
            same(answer.status, allow ? 200 : 401, 'the answer then');
            if (allow) same(answer.guest, guest, 'who it is');
            same((await phone.post('sign-in/approval', { approval: asked.approval })).status, 401, 'the approval again');
        }
        const stranger = browser();
        await stranger.post('guest', { name: 'Zoe' });
        const { code } = await anna.post('player/link');
        await browser().post('sign-in/code', { code });
        const [approval] = (await anna.ask('GET', 'player')).approvals;
        same((await stranger.post('player/approve', { id: approval.id, allow: true })).status, 409, 'a stranger who approves');
    });

    await ok(`${name}: a recovery code signs in and is replaced`, async () => {
        const old = (await anna.post('player/recovery')).recovery, { recovery } = await anna.post('player/recovery');
        check(recovery.length === 20 && recovery !== old, 'that it is another');
        same((await browser().post('sign-in/recovery', { code: old })).status, 401, 'the one before');
        const found = browser(), answer = await found.post('sign-in/recovery', { code: recovery });
        same(answer.guest, guest, 'who it is');
        same((await browser().post('sign-in/recovery', { code: recovery })).status, 401, 'the code again');
        same((await browser().post('sign-in/recovery', { code: answer.recovery })).guest, guest, 'the new one');
        check((await anna.ask('GET', 'player')).lasting, 'that the player lasts');
    });

    for (const type of ['ec', 'ed25519'])
        await ok(`${name}: a passkey signs in (${type})`, async () => {
            const key = new Authenticator(type);
            const challenge = async (who, path) => (await who.post(path)).challenge;
            const made = key.create(await challenge(anna, 'player/passkeys/challenge'), ports[0]);
            same((await anna.post('player/passkeys', { ...made, name: 'My key' })).status, 200, 'registering');
            same((await anna.post('player/passkeys', made)).status, 401, 'the same answer again');
            check((await anna.ask('GET', 'player')).passkeys.some(({ id, name }) => id === key.credential.toString('hex') && name === 'My key'), 'that it is listed');
            const phone = browser(), right = key.get(await challenge(phone, 'sign-in/challenge'), ports[1]);
            same((await phone.post('sign-in/passkey', right)).guest, guest, 'who it is');
            same((await browser().post('sign-in/passkey', right)).status, 401, 'the same answer again');
            for (const [what, change] of [['another host', (c) => key.get(c, ports[1], 'evil.example')], ['a copy', (c) => (key.counter -= 2, key.get(c, ports[1]))],
                ['another key', (c) => ({ ...new Authenticator(type).get(c, ports[1]), credential: base64url(key.credential) })]])
                same((await browser().post('sign-in/passkey', change(await challenge(browser(), 'sign-in/challenge')))).status, 401, what);
            const mine = key.get(await challenge(anna, 'player/passkeys/challenge'), ports[1]);
            same((await browser().post('sign-in/passkey', mine)).status, 401, 'a challenge for registering');
            same((await anna.post('player/passkeys/delete', { id: key.credential.toString('hex') })).status, 200, 'deleting it');
            same((await browser().post('sign-in/passkey', key.get(await challenge(browser(), 'sign-in/challenge'), ports[1]))).status, 401, 'a deleted one');
        });

    await ok(`${name}: a device is revoked, and its connections are closed at every server`, async () => {
        const { secret } = await anna.post('player/link'), phone = browser();
        await phone.post('sign-in/link', { secret });
        const playing = await Player.enter(ports[1], undefined, { token: phone.token });
        const { devices, device } = await anna.ask('GET', 'player'), other = (await phone.ask('GET', 'player')).device;
        check(device !== other && devices.some(({ id }) => id === other), 'that each device knows itself');
        same((await anna.post('player/devices/delete', { id: other })).status, 200, 'revoking');
        await until('the connection to be closed', () => playing.socket.closed);
        same(playing.socket.closed.code, 4001, 'the code');
        same((await phone.ask('GET', 'player')).status, 401, 'the device later');
        same((await anna.ask('GET', 'player')).status, 200, 'the other device');
    });

    await ok(`${name}: wrong bodies get an answer`, async () => {
        for (const path of ['sign-in/link', 'sign-in/code', 'sign-in/approval', 'sign-in/recovery', 'sign-in/passkey', 'player/approve', 'player/passkeys',
            'player/passkeys/delete', 'player/devices/delete', 'player/devices/change', 'player/imports', 'player/imports/delete', 'players/game', 'players/table', 'player/delete'])
            for (const body of ['', '{', '[]', '{}', '{"code":1,"secret":[],"approval":null,"id":"zz","guest":"me","challenge":"?"}'])
                check([400, 404, 409, 411, 415].includes((await anna.ask('POST', path, body)).status), () => `${path} ${body}`);
        same((await browser().ask('GET', 'player')).status, 401, 'without a token');
        const foreign = await request(ports[0], 'POST', '/api/player/link', { body: {}, headers: { Cookie: anna.cookie, Origin: 'http://evil.example' } });
        same(foreign.status, 403, 'from the page of another site');
    });

    await ok(`${name}: who has the store's data cannot sign in with them`, async () => {
        const { secret, code } = await anna.post('player/link'), { recovery } = await anna.post('player/recovery');
        const stored = n === 1 ? [file, `${file}-wal`].map((path) => readFileSync(path, 'latin1')).join('') : '';
        for (const shown of [secret, code, recovery, anna.token, Buffer.from(anna.token, 'hex').toString('latin1')]) check(!stored.includes(shown), () => `that ${shown} is not stored`);
        if (n === 1) check(stored.includes('Firefox on Linux'), 'that the file was read');
    });

    await ok(`${name}: names are claimed, pages show what players allow, programs have their own tokens`, async () => {
        const ben = browser(), zoe = browser();
        await ben.post('guest', { name: 'Ben' });
        await zoe.post('guest', { name: 'Zoe' });
        same((await ben.post('player/name', { name: 'Ben' })).status, 409, 'claiming without a second way to sign in');
        await ben.post('player/recovery');
        same((await ben.post('player/name', { name: 'Ben' })).status, 200, 'claiming');
        for (const like of ['Ben', 'BEN', 'B\u00e9n', '\u0412en']) same((await zoe.post('guest', { name: like })).status, 409, like);
        same((await zoe.post('guest', { name: 'Bea' })).status, 200, 'another name');
        const page = await browser().post('players', { name: 'ben' });
        same([page.status, page.name, page.shows, page.games], [200, 'Ben', 'nothing', undefined], 'the page at first');
        await ben.post('player/profile', { shows: 'games' });
        const table = (await (async () => { const p = await Player.enter(ports[0], undefined, { token: ben.token }); await p.create({ seats: ['me', 1] }); p.leave(); return p.table; })());
        const shown = await browser().post('players', { name: 'Ben' });
        check(shown.games.length === 1 && shown.games[0].phase === 'play' && !JSON.stringify(shown).includes(table), () => JSON.stringify(shown));
        const bot = await ben.post('player/bots', { name: 'Robot' });
        const program = await Player.enter(ports[1], undefined, { token: bot.token });
        same(program.guest, bot.guest, 'who the program is');
        await program.create({ seats: ['me', 1], programs: true });
        same(await program.ask({ type: 'chat', text: 'hi' }).then(() => 'nothing', (error) => error.code), 'not-allowed', 'a program that chats');
        same((await request(ports[0], 'GET', '/api/player', { headers: { Authorization: `Bearer ${bot.token}` } })).status, 403, 'a program that looks at the account');
        same((await request(ports[0], 'GET', '/api/ratings', { headers: { Authorization: `Bearer ${bot.token}` } })).json().base.games, 0, 'its ratings');
        same((await ben.ask('GET', 'player')).bots.map((one) => one.name), ['Robot'], 'the programs');
        same((await zoe.post('player/bots/delete', { guest: bot.guest })).status, 409, 'a stranger who deletes it');
        same((await zoe.post('player/report', { table: program.table, guest: bot.guest, text: 'rude\n\u001b[31m' })).status, 200, 'a report');
        const admin = (...words) => execFileSync(process.argv[2], ['admin', '--store', store, ...words]).toString();
        check(new RegExp(`reports ${bot.guest} at table ${program.table}: rude`).test(admin('reports')), () => admin('reports'));
        check(/^1 reports/.test(admin('reports', bot.guest)) && admin('reports') === '', 'that it can be settled');
        same((await ben.post('player/bots/delete', { guest: bot.guest })).status, 200, 'deleting it');
        program.leave();
    });

    await ok(`${name}: a page shows ratings and games as its player allows, and each finished game opens`, async () => {
        const rng = chance(seed), cara = browser(), stranger = browser();
        await cara.post('guest', { name: 'Cara' });
        await cara.post('player/recovery');
        await cara.post('player/name', { name: 'Cara' });
        const play = async (options) => {
            const player = await Player.enter(ports[0], undefined, { token: cara.token });
            await player.create({ seats: ['me', 1], ...options });
            await player.playOn(rng);
            player.leave();
            return player.table;
        };
        const rated = await play({ rated: true }), hidden = await play({ watch: 'nobody' });
        const page = (who) => who.post('players', { name: 'Cara' });
        same([(await page(stranger)).ratings, (await page(stranger)).games], [undefined, undefined], 'what a stranger sees at first');
        const own = await page(cara);
        same([own.yours, own.shows, own.games.map(({ table }) => table).sort()], [true, 'nothing', [rated, hidden].sort()], 'what the player sees');
        const game = own.games.find(({ table }) => table === rated);
        same([game.phase, game.seat, game.rated, Array.isArray(game.winners)], ['over', 0, true, true], 'a game of one\'s own');
        await cara.post('player/profile', { shows: 'ratings' });
        const some = await page(stranger);
        same([some.games, some.ratings.base.games, some.ratings.expert.games, some.ratings.base.course[0].table], [undefined, 1, 0, undefined], 'ratings alone');
        same((await stranger.post('players/game', { name: 'Cara', ended_ms: game.ended_ms })).status, 404, 'a game that is not shown');
        check(/ a number from 1 to [1-9]\d+\.$/.test((await stranger.post('players/game', { name: 'Cara', ended_ms: 0 })).text), 'what a time must be');
        await cara.post('player/profile', { shows: 'games' });
        const all = await page(stranger);
        same(all.games.map(({ table, ended_ms }) => [table, ended_ms]), [[undefined, game.ended_ms]], 'games that a stranger sees: not where nobody may watch');
        const { share } = await stranger.post('players/game', { name: 'CARA', ended_ms: game.ended_ms });
        same((await request(ports[1], 'GET', `/api/shared/${share}`)).status, 200, 'the record');
        const record = (await request(ports[1], 'GET', `/api/shared/${share}`)).text;
        const incomes = [...record.matchAll(/"player":0,[^\n]*"income":(\d+)/g)].map(([, income]) => Number(income));
        same([all.games[0].seats[0].sale[0], all.games[0].seats[1].sale], [Math.max(...incomes), undefined], 'the biggest sale, of people alone');
        const private_ = own.games.find(({ table }) => table === hidden);
        same((await stranger.post('players/game', { name: 'Cara', ended_ms: private_.ended_ms })).status, 403, 'a private game');
        same((await cara.post('players/game', { name: 'Cara', ended_ms: private_.ended_ms })).status, 200, 'by its player');
        same((await cara.post('player/profile', { shows: 'all' })).status, 400, 'what a page cannot show');
        for (const path of ['/p/Cara', '/p/No.body', '/p/%C3%89'])
            same((await request(ports[0], 'GET', path)).headers['content-type'], 'text/html; charset=utf-8', path);
        // At the table.
        const seats = await stranger.post('players/table', { table: rated });
        same([seats.rated, seats.seats.length, seats.seats[0].page, seats.seats[0].games, seats.seats[1]], [true, 5, 'Cara', 1, null], 'who sits there');
        same(seats.seats[0].points, 1500 + seats.seats[0].change, 'what the game changed');
        same(seats.seats[0].points, some.ratings.base.points, 'the rating then');
        same((await stranger.post('players/table', { table: hidden })).status, 404, 'a private table');
        same((await cara.post('players/table', { table: hidden })).seats[0], { page: 'Cara' }, 'a game that is not rated');
        await play({ rated: true });
        same((await stranger.post('players/table', { table: rated })).seats[0].change, seats.seats[0].change, 'the change, later');
        // Reports without a table, about a name; with an entry of the log.
        const rude = await browser(), target = (await page(stranger)).guest;
        await rude.post('guest', { name: 'Rude' });
        same((await rude.post('player/report', { guest: target, text: 'the name' })).status, 200, 'a report about a name');
        same((await rude.post('player/report', { guest: (await rude.ask('GET', 'guest')).guest, text: 'x' })).status, 409, 'about a name that nobody has claimed');
        same((await rude.post('player/report', { table: rated, seat: 0, entry: 7, text: 'the line' })).status, 200, 'a report about an entry');
        const reports = execFileSync(process.argv[2], ['admin', '--store', store, 'reports']).toString();
        check(reports.includes(`reports ${target}: the name`) && reports.includes(`at table ${rated}, entry 7: the line`), reports);
    });

    await ok(`${name}: results are imported once, devices are renamed, and everything can be exported`, async () => {
        const dana = browser(), source = 'a'.repeat(16);
        await dana.post('guest', { name: 'Dana' });
        await dana.post('player/recovery');
        await dana.post('player/name', { name: 'Dana' });
        for (const results of ['base 3 1 5 2', 'base 3 1 6 2, expert 2 4 1 0'])
            same((await dana.post('player/imports', { source, results })).status, 200, results);
        for (const results of ['base', 'base 6 1 5 2', 'base 3 0 5 2', 'base 3 1 2 5', 'chess 3 1 5 2', 'base 3 1 5 2 <b>'])
            same((await dana.post('player/imports', { source, results })).status, 400, results);
        same((await dana.post('player/imports', { source: 'me', results: '' })).status, 400, 'a source that is none');
        same((await dana.post('players', { name: 'Dana' })).imports, ['base 3 1 6 2, expert 2 4 1 0'], 'on the page');
        const { device } = await dana.ask('GET', 'player');
        same((await dana.post('player/devices/change', { id: device, name: ' Kitchen ' })).status, 200, 'renaming');
        same((await dana.post('player/devices/change', { id: device, name: '\u200b' })).status, 400, 'without a name');
        same((await browser().post('player/devices/change', { id: device, name: 'x' })).status, 401, 'by a stranger');
        const player = await Player.enter(ports[0], undefined, { token: dana.token });
        await player.create({ seats: ['me', 1, 1], rated: true });
        const text = await request(ports[0], 'GET', '/api/player/export', { headers: { Cookie: dana.cookie } });
        const data = text.json();
        same([text.status, data.name, data.devices.map((one) => one.name), data.imports[0].source, data.tables.map(({ table, seat }) => [table, seat]), data.ratings.base.games, data.plans, data.reports],
            [200, 'Dana', ['Kitchen'], source, [[player.table, 0]], 0, [], []], 'what the export has');
        check(!text.text.includes(dana.token), 'that no token is exported');
        same((await browser().ask('GET', 'player/export')).status, 401, 'without a token');
        same((await dana.post('player/imports/delete', { source })).status, 200, 'deleting the import');
        same((await dana.ask('GET', 'player')).imports, [], 'then');
        player.leave();
    });

    await ok(`${name}: a mute counts on a device that is connected elsewhere`, async () => {
        const ina = await Player.enter(ports[0], 'Ina'), elsewhere = await Player.enter(ports[1], undefined, { token: ina.token }), loud = await Player.enter(ports[1], 'Loud');
        await loud.create({ seats: ['me', 'open', 'open'] });
        await ina.attach(loud.table);
        await ina.sit();
        await loud.ask({ type: 'chat', text: 'again and again' });
        same((await elsewhere.attach(loud.table, 0)).chat.length, 1, 'the chat before');
        await elsewhere.ask({ type: 'detach' });
        const { status } = await request(ports[0], 'POST', '/api/player/block', { body: { table: loud.table, seat: 0, kind: 'mute' }, headers: { Authorization: `Bearer ${ina.token}` } });
        same(status, 200, 'the mute');
        await until('it to count there', async () => (await elsewhere.attach(loud.table, 0)).muted?.join() === '0' || (await elsewhere.ask({ type: 'detach' }), false));
        same(elsewhere.frame.chat, undefined, 'the chat');
        for (const player of [ina, elsewhere, loud]) player.leave();
    });

    await ok(`${name}: a finished game has a link for everybody`, async () => {
        const evil = 'A"<b>&', rng = chance(seed), player = await Player.enter(ports[0], evil);
        const ask = async (path, body, token = player.token) => request(ports[1], body ? 'POST' : 'GET', path, { body, headers: token ? { Authorization: `Bearer ${token}` } : {} });
        await player.create({ seats: ['me', 1], watch: 'nobody' });
        same((await ask('/api/share', { table: player.table })).status, 409, 'sharing a running game');
        await player.playOn(rng);
        same((await ask('/api/share', { table: player.table }, null)).status, 403, 'sharing by a stranger, where nobody may watch');
        const { share } = (await ask('/api/share', { table: player.table })).json();
        check(/^[a-z2-7]{16}$/.test(share) && share !== player.table, share);
        same((await ask('/api/share', { table: player.table })).json().share, share, 'the link again');
        const record = await ask(`/api/shared/${share}`, undefined, null);
        same([record.status, record.headers['content-type']], [200, 'application/jsonl'], 'the record for a stranger');
        check(!record.text.includes(player.table), 'that the table stays secret');
        same((await ask(`/api/shared/${player.table}`, undefined, null)).status, 404, 'the table in place of the share');
        const page = await ask(`/g/${share}`, undefined, null);
        same([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'], 'the page');
        check(page.text.includes('og:title" content="A&quot;&lt;b>&amp;, level1"') && /og:image" content="http:\/\/[^"]*icon-512.png"/.test(page.text), () => page.text.slice(0, 900));
        same((await ask('/g/aaaaaaaaaaaaaaaa', undefined, null)).status, 404, 'the page of no game');
        player.leave();
    });

    await ok(`${name}: a player deletes everything`, async () => {
        const playing = await Player.enter(ports[1], undefined, { token: anna.token });
        same((await anna.post('player/delete', { guest: 'aaaaaaaaaaaaaaaa' })).status, 400, 'without the right id');
        const token = anna.token;
        same((await anna.post('player/delete', { guest })).status, 200, 'deleting');
        same(anna.token, '', 'the cookie');
        await until('the connection to be closed', () => playing.socket.closed);
        same((await request(ports[1], 'GET', '/api/guest', { headers: { Authorization: `Bearer ${token}` } })).status, 401, 'the token');
    });
    for (const server of servers) same((await server.stop()).code, 0, 'how it ended');
}

await ok('attempts to sign in are limited by address', async () => {
    const server = await serve({ args: ['--bot-pace', '0'] });
    const stranger = new Browser(server.port, phoneAgent);
    const answers = [];
    for (let i = 0; i < 15; i++) answers.push((await stranger.post('sign-in/code', { code: '234567' })).status);
    same([answers.filter((status) => status === 401).length, answers.at(-1)], [10, 429], 'wrong codes');
    const anna = new Browser(server.port, laptopAgent);
    await anna.post('guest', { name: 'Zoe' });
    same((await anna.post('player/link')).status, 200, 'what needs no attempt');
    await server.stop();
});

finish();
