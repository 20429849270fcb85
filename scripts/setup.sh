#!/usr/bin/env bash
# Makes .venv from the hashed lock files, and installs missing system packages.
#
#   scripts/setup.sh play    what playing needs: Python and the core packages
#   scripts/setup.sh dev     also what tests, checks and benchmarks need: browser, Node.js, tools
#   scripts/setup.sh rivals  also the programs that benchmarks compare with
#   scripts/setup.sh fuzz    also what coverage-guided fuzzing needs
#   scripts/setup.sh publish also what looks over the files that are published
#   scripts/setup.sh pi      what playing on a Raspberry Pi needs: the core and the Pi's drivers
#
# Run again, it does nothing unless something it depends on has changed. PYTHON=… picks the Python,
# LOCK=pi5 or LOCK=pi the Pi's lock file (by itself: that of this Pi).
set -euo pipefail
cd "$(dirname "$0")/.."

readonly venv=.venv
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
source scripts/packages.sh

fits() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; }

# The Python to build .venv with: the machine's own if it fits, else a newer or older one beside it.
find_python() {
    local candidate
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 /usr/bin/python3}; do
        if have "$candidate" && fits "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
}

python_ready() {
    local python
    python=$(find_python)
    if [ -z "$python" ]; then
        [ -z "${PYTHON:-}" ] || die "PYTHON=$PYTHON is not a Python from 3.11 to 3.13"
        install_packages python3 python3-venv
        python=$(find_python)
        [ -n "$python" ] || die "no Python from 3.11 to 3.13 on this machine: install one and name it with PYTHON=…"
    fi
    # Debian ships venv without the part that brings pip; the package of that name adds it.
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        install_packages "python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
    fi
    printf '%s\n' "$python"
}

venv_ready() {
    if [ -x $venv/bin/python ] && fits $venv/bin/python && [ -x $venv/bin/pip ]; then
        return
    fi
    local python
    python=$(python_ready)
    say "making $venv with $python"
    rm -rf $venv
    "$python" -m venv $venv
}

# A stamp holds the checksum of all that a part was made from.
fresh() { [ -f "$2" ] && [ "$(cat "$2")" = "$1" ]; }

# Build isolation would fetch unpinned build tools, so setuptools comes from the lock file of the
# core, which is always installed first.
install_lock() {
    local lock=requirements/$1.txt stamp=$venv/.ready-$1 sum
    sum=$(cat "$lock" pyproject.toml scripts/setup.sh | cksum)
    fresh "$sum" "$stamp" && return
    say "installing $lock"
    $venv/bin/pip install -qq --require-hashes --no-build-isolation --use-pep517 -r "$lock"
    $venv/bin/pip install -qq --no-deps --no-build-isolation -e .
    printf '%s\n' "$sum" >"$stamp"
}

# The games of the examples, as anybody installs them: the tests over every game run over them too.
install_examples() {
    local stamp=$venv/.ready-examples sum
    sum=$(cat examples/*/pyproject.toml scripts/setup.sh $venv/.ready-run | cksum)
    fresh "$sum" "$stamp" && return
    local example
    for example in examples/*/; do
        grep -q 'tavoliere\.games' "$example/pyproject.toml" || continue
        say "installing $example"
        $venv/bin/pip install -qq --no-deps --no-build-isolation -e "$example"
    done
    printf '%s\n' "$sum" >"$stamp"
}

install_node_packages() {
    local stamp=tests/node_modules/.ready sum
    sum=$(cat tests/package.json tests/package-lock.json | cksum)
    fresh "$sum" "$stamp" && return
    say "installing tests/package-lock.json"
    npm ci --prefix tests --ignore-scripts --no-audit --no-fund --loglevel=error >&2
    printf '%s\n' "$sum" >"$stamp"
}

missing_for_tests() {
    have node || printf 'nodejs '
    have npm || printf 'npm '
    have chromium || have chromium-browser || printf 'chromium '
    have systemd-analyze || printf 'systemd '
    have mosquitto || [ -x /usr/sbin/mosquitto ] || printf 'mosquitto '
}

case "${1:-}" in
play)
    venv_ready
    install_lock run
    ;;
dev)
    missing=$(missing_for_tests)
    # shellcheck disable=SC2086  # a list of package names
    [ -z "$missing" ] || install_packages $missing
    venv_ready
    install_lock run
    install_lock dev
    install_examples
    install_node_packages
    ;;
fuzz | publish | rivals)
    "$0" dev
    install_lock "$1"
    ;;
pi)
    venv_ready
    compiler_ready $venv/bin/python
    install_lock run
    install_lock "${LOCK:-$(lock_of_this_pi)}"
    ;;
*)
    die "usage: scripts/setup.sh play|dev|rivals|fuzz|publish|pi"
    ;;
esac
