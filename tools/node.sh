# Sourced after tools/setup.sh: puts a Node.js that is new enough first in PATH, and installs into web/node_modules the packages of
# its lock file. Debian 12's own Node.js is too old for Vite, so npm installs a newer one into .tools.

node_is_new() { node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null; }

# npm_install TITLE LOG NEED COMMAND...: stops with the sentence NEED if the command fails.
npm_install() {
    title=$1 log=$2 needed=$3
    shift 3
    if ! quietly "$title" "$log" "$@"; then
        tail -n 20 "$log" >&2
        say "Installing failed (above; all of it in $log). $needed"
        exit 2
    fi
}

PATH=$PWD/.tools/node_modules/.bin:$PATH
if ! node_is_new; then
    mkdir -p .tools
    npm_install "Installing a newer Node.js into .tools with npm" build/install-node.log "Node.js 20.19 or newer is needed." \
        npm install --prefix .tools --no-save --no-fund --no-audit node@22 npm@11
fi

if ! cmp -s web/package-lock.json web/node_modules/.lock; then
    npm_install "Installing what the page is built with" build/install-npm.log "The page needs npm's registry." \
        npm ci --prefix web --no-fund --no-audit
    cp web/package-lock.json web/node_modules/.lock
fi
