# Sourced after tools/setup.sh: a Node.js that is new enough comes first in PATH, and web/node_modules holds what the lock file
# names. Debian 12's own Node.js is too old for Vite; then one is installed into .tools with npm.

node_is_new() { node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null; }

PATH=$PWD/.tools/node_modules/.bin:$PATH
if ! node_is_new; then
    say "Installing a newer Node.js into .tools with npm ..."
    mkdir -p .tools
    if ! npm install --prefix .tools --no-save --no-fund --no-audit node@22 npm@11 </dev/null >build/install-node.log 2>&1; then
        tail -n 20 build/install-node.log >&2
        say "Installing failed (above; all of it in build/install-node.log). Node.js 20.19 or newer is needed."
        exit 2
    fi
fi

if ! cmp -s web/package-lock.json web/node_modules/.lock; then
    say "Installing what the page is built with ..."
    if ! (cd web && npm ci --no-fund --no-audit) </dev/null >build/install-npm.log 2>&1; then
        tail -n 20 build/install-npm.log >&2
        say "Installing failed (above; all of it in build/install-npm.log)."
        exit 2
    fi
    cp web/package-lock.json web/node_modules/.lock
fi
