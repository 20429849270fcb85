#!/usr/bin/env bash
# Resolves the lock files anew: the newest versions that pyproject.toml allows, with their hashes.
#
# Hashes only: a lock file that names a download address would tie every set-up to that host.
set -euo pipefail
cd "$(dirname "$0")/.."

compile() {
    local name=$1
    shift
    .venv/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
        --generate-hashes --no-emit-index-url --no-emit-find-links \
        --custom-compile-command "make lock" \
        --output-file "requirements/$name.txt" "$@" requirements/build.in pyproject.toml
}

# The others keep to the versions of dev.txt, so that what is played is what was tested.
compile dev --extra dev
compile run --constraints requirements/dev.txt
compile pi --extra pi --constraints requirements/dev.txt
compile pi5 --extra pi5 --constraints requirements/dev.txt
for name in fuzz publish rivals; do
    .venv/bin/uv pip compile --quiet --upgrade --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
        --constraints requirements/dev.txt \
        --output-file "requirements/$name.txt" "requirements/$name.in"
done
npm install --prefix tests --package-lock-only --omit-lockfile-registry-resolved \
    --ignore-scripts --no-audit --no-fund --loglevel=error

if grep -nE '://|--(extra-)?index-url|--find-links|"resolved"' \
    requirements/*.txt tests/package-lock.json; then
    echo "lock: an address found its way into a lock file (above); remove it before committing" >&2
    exit 1
fi
