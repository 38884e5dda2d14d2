#!/bin/sh
# Builds the page for a static host: tools/static.sh [FOLDER], build/static without one. The folder can be served by any file server
# under any path. It has everything but tables online: games against bots and around one device, the lesson, puzzles, reviews, the daily
# deal, offline too. Nothing has to be configured: every file is named relative to index.html, and addresses follow a #.
set -eu
case ${1-} in
-h | --help) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 0 ;;
-*) echo "tools/static.sh: no option $1; usage: tools/static.sh [FOLDER]" >&2; exit 2 ;;
esac
[ $# -le 1 ] || { echo "usage: tools/static.sh [FOLDER]" >&2; exit 2; }
folder=${1:+$(realpath -m "$1")}
cd "$(dirname "$0")/.."
mkdir -p build
. tools/setup.sh
if [ -n "$folder" ] && [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ] && [ ! -e "$folder/manifest.webmanifest" ]; then
    echo "tools/static.sh: $folder is not empty and holds something else; name an empty folder" >&2
    exit 2
fi
need $page_tools
. tools/node.sh
build wasm all
build_static() { cd web && FF_STATIC=1 npx vite build --logLevel warn; }
if ! (quietly "Building the page" build/static.log build_static); then
    cat build/static.log >&2
    exit 1
fi
if [ -n "$folder" ]; then
    rm -rf "$folder"
    cp -r build/static "$folder"
fi
echo "The page is in ${folder:-build/static}. Serve it with any file server, for example: python3 -m http.server -d ${folder:-build/static}"
