#!/bin/sh
# Checks, tests and builds the page; ./run web calls it.
set -eu

die() { printf 'run: %s\n' "$*" >&2; exit 2; }

# What npm installed is kept as long as the lock is the same.
install_node_packages() {
    [ ! -L node_modules ] || return 0 # somebody put another folder's packages here
    lock=$(cksum <package-lock.json)
    [ "$(cat node_modules/.lock 2>/dev/null)" != "$lock" ] || return 0
    echo "run: installing the packages that build the page" >&2
    npm ci --silent || die "npm cannot install the packages of the page: is the registry reachable?"
    echo "$lock" >node_modules/.lock
}

cd "$(dirname "$0")"
for tool in node npm; do
    command -v "$tool" >/dev/null 2>&1 ||
        die "$tool is missing: apt-get install nodejs npm (only those who change the page need it)"
done
node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' ||
    die "expected node 20 or later, found $(node --version)"
install_node_packages
npm run --silent check
npm run --silent test
npm run --silent build
