#!/bin/sh
# Builds the page into build/page: the engine as WebAssembly, what npm's lock file names, then Vite; and beside every file that
# is worth it compressed ones, NAME.gz and NAME.br, for the server to send. Each step is done only if something it depends on changed.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
. tools/setup.sh

# zopfli takes its time and makes files that are 4 % smaller than those of gzip -9.
build_page() {
    (cd web && npx vite build --logLevel warn) || return 1
    echo "compressing"
    find build/page -type f ! -name '*.gz' ! -name '*.woff2' ! -name '*.png' -exec zopfli {} + &&
        node tools/brotli.mjs build/page && touch build/page/index.html
}

need $page_tools
. tools/node.sh
build wasm all

if [ ! -e build/page/index.html ] || [ -n "$(find web weights/default.net build/wasm/*.wasm tools/page.sh tools/brotli.mjs \
    -name node_modules -prune -o -type f -newer build/page/index.html -print | head -n 1)" ]; then
    if ! quietly "Building the page" build/page.log build_page; then
        cat build/page.log >&2
        say "The page could not be built (above; all of it in build/page.log)."
        exit 1
    fi
fi
