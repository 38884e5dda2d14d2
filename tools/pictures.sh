#!/bin/sh
# Pictures of every screen and state of the page in six windows, by day and at dusk, to be looked at:
# tools/pictures.sh [what `playwright test` takes]. They come into build/pictures, and one of all windows for each state.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/pictures
PICTURES="$PWD/build/pictures" tools/browser.sh e2e/pictures.spec.ts --project page "$@"
echo "The pictures are in build/pictures."
