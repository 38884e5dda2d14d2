#!/bin/sh
# The page in real browsers, from the real server: tools/browser.sh [what `playwright test` takes]. Builds what is missing, runs
# web/e2e with Debian's Chromium, Firefox and WebKit, and ends with "N passed, N failed". Pictures of what failed are in build/e2e.
# `--project firefox` (webkit, chromium, page, tables) runs a part, PAGE_SAMPLE=1 the sample of ./check --all, and --smoke alone two games
# in one browser, as ./check does.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/check
. tools/setup.sh
if [ "${1-}" = --smoke ]; then
    browser_tools=$smoke_tools
    export PAGE_SAMPLE=1
    set -- e2e/games.spec.ts --project page
fi
need $program_tools $page_tools $browser_tools
tools/page.sh
[ build/static/index.html -nt build/page/index.html ] || tools/static.sh >/dev/null # for e2e/static.spec.ts
build release fuerstenfeld
. tools/node.sh

# The first that is free: not everybody who checks something here is alone.
free='const { createServer } = require("net");
    const look = port => createServer().once("error", () => look(port + 1)).listen(port, "127.0.0.1", function () { this.close(() => console.log(port)); });
    look(4873);'
port=${PAGE_PORT:-$(node -e "$free")}
rm -f build/check/browser.json
export PAGE_PORT="$port" PLAYWRIGHT_JSON_OUTPUT_NAME="$PWD/build/check/browser.json"
export PAGE_COMMAND="$PWD/build/fuerstenfeld serve --listen 127.0.0.1:$port --store memory --no-limits --bot-pace 0 --quiet"
export NODE_OPTIONS=--experimental-websocket # Node.js 20 has it, but not yet by default; Firefox is spoken to by it
cd web
status=0
npx playwright test --reporter=list,json "$@" || status=$?
node -e 'const { stats, suites } = JSON.parse(require("fs").readFileSync("../build/check/browser.json", "utf8"));
    const all = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(all)];
    for (const { title, tests } of suites.flatMap(all))
        for (const { status, projectName } of tests) if (status === "flaky") console.log(`Flaky, passed only the second time: ${projectName}, ${title}`);
    const ran = stats.expected + stats.flaky + stats.unexpected;
    if (!ran) console.log("No test was run: none is meant by what was asked for, or none could begin (above).");
    console.log(`${stats.expected + stats.flaky} passed, ${ran ? stats.unexpected : 1} failed`);
    process.exit(ran ? 0 : 1);' || status=1
exit $status
