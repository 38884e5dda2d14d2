#!/bin/sh
# Builds the npm package into build/npm and tries it in Node.js and, if it is installed, in Chromium: tools/npm.sh. Ends with
# "N passed, N failed". `npm pack ./build/npm` makes the file that npm publishes.
set -u
cd "$(dirname "$0")/.."
. tools/setup.sh
need $page_tools
. tools/node.sh
build wasm all || exit 1
. tests/ok.sh

# Node.js wants the ends of the names in the types, which bundlers do not.
bundle() {
    rm -rf build/npm && (cd web && npx vite build --config ../npm/vite.config.ts && npx tsc -p ../npm/tsconfig.json) &&
        find build/npm -name '*.d.ts' -exec sed -i -E "s#(from '\.[^']*)'#\1.js'#" {} +
}
ok "npm: the package is built" bundle
packed() { (cd "$work" && npm pack --silent "$OLDPWD/build/npm" && mkdir -p node_modules && tar -xzf fuerstenfeld-*.tgz && mv package node_modules/fuerstenfeld); }
ok "npm: it is packed" packed
cp npm/example.mjs npm/test.mjs npm/test.html "$work/"
in_work() { (cd "$work" && "$@"); }
ok "npm: the example plays" in_work node example.mjs
short() { [ "$(wc -l <npm/example.mjs)" -le 30 ]; }
ok "npm: the example has at most 30 lines" short
node_games() { (cd "$work" && node test.mjs) | diff npm/test.txt -; }
ok "npm: the games of other languages in Node.js" node_games
types() {
    printf 'import { load, type View } from "fuerstenfeld"\nexport const view = async (): Promise<View> => (await load()).engine.view(0, true)\n' >"$work/user.ts"
    cp -r web/node_modules/typescript web/node_modules/@types "$work/node_modules/" &&
        in_work node node_modules/typescript/bin/tsc --strict --noEmit --target es2022 --module nodenext --skipLibCheck user.ts
}
ok "npm: the types" types
# The README's examples: the one of Node.js runs there, the script of the page in test.html.
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" npm/README.md | sed '/^```/d'; }
block js >"$work/readme.mjs"
block html | sed -n '/<script/,/<\/script/p' | sed '/script/d' >"$work/page.mjs"
readme() { in_work node readme.mjs | grep -q 'winners'; }
ok "npm: the README's game plays" readme
# A bundler finds the files that the package loads.
bundled() {
    mkdir "$work/bundled" && cp "$work/readme.mjs" "$work/bundled/" && echo '<script type="module" src="readme.mjs"></script>' >"$work/bundled/index.html" &&
        (cd web && npx vite build "$work/bundled" --target es2022) && ls "$work"/bundled/dist/assets/fuerstenfeld-*.wasm "$work"/bundled/dist/assets/default-*.net
}
ok "npm: a bundler takes the two files along" bundled
# A file that could not be loaded is loaded at the next attempt.
again() {
    (cd "$work/node_modules/fuerstenfeld" && mkdir ../away && mv fuerstenfeld.wasm ../away) &&
        in_work node --input-type=module -e '
            import { load } from "fuerstenfeld"
            import { renameSync } from "node:fs"
            await load().then(() => process.exit(1), () => {})
            renameSync("node_modules/away/fuerstenfeld.wasm", "node_modules/fuerstenfeld/fuerstenfeld.wasm")
            await load()'
}
ok "npm: a second attempt to load" again
# Serves the folder to a browser; its page sends the lines back.
chromium() {
    node -e '
        const { createServer } = require("http"), { readFile } = require("fs"), { spawn } = require("child_process")
        const types = { html: "text/html", mjs: "text/javascript", js: "text/javascript", wasm: "application/wasm" }
        let browser = null
        createServer((request, answer) => {
            if (request.method === "POST") {
                request.pipe(process.stdout)
                request.on("end", () => process.kill(-browser.pid)) // with the programs that it has started
                return
            }
            readFile(process.argv[1] + request.url, (error, bytes) => {
                answer.writeHead(error ? 404 : 200, { "Content-Type": types[request.url.split(".").pop()] ?? "application/octet-stream" }).end(bytes)
            })
        }).listen(0, "127.0.0.1", function () {
            const address = `http://127.0.0.1:${this.address().port}/test.html`
            const options = ["--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", address]
            browser = spawn("chromium-headless-shell", options, { detached: true, stdio: "ignore" }).on("exit", () => process.exit())
        })' "$work" | diff npm/test.txt -
}
if command -v chromium-headless-shell >/dev/null; then
    ok "npm: the games of other languages in Chromium" chromium
else
    echo "skipped: the package in a browser needs chromium-headless-shell"
fi
all_done
