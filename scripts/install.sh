#!/usr/bin/env bash
# Installs Tavoliere as a service on Raspberry Pi OS (Bookworm, Trixie), or takes it away again.
#
#   scripts/install.sh install      program, unit, udev rule, settings; run again, it upgrades
#   scripts/install.sh uninstall    all of it except games, profiles and settings
#
# DESTDIR=… installs below another root and starts nothing. PYTHON=… picks the Python, LOCK=pi5 the
# lock file for a Pi 5 (default pi; run: without the Pi's drivers).
set -euo pipefail
cd "$(dirname "$0")/.."

readonly root=${DESTDIR:-}
readonly home=/usr/local/lib/tavoliere
readonly command=/usr/local/bin/tavoliere
readonly unit=/etc/systemd/system/tavoliere.service
readonly rule=/etc/udev/rules.d/60-tavoliere.rules
readonly settings=/etc/tavoliere/tavoliere.conf
readonly lock=${LOCK:-pi}
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

say() { printf 'install: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

may_write() {
    [ -n "$root" ] || [ "$(id -u)" -eq 0 ] || die "this writes below /usr/local and /etc: run sudo make $1"
}

# Only where the files are this system's own and a service manager runs.
live() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

python_found() {
    local candidate
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    die "no Python from 3.11 to 3.13 with venv: sudo apt install python3-venv"
}

# All that the program is made from; the same sum means that nothing has to be done.
checksum() {
    cat "requirements/run.txt" "requirements/$lock.txt" pyproject.toml scripts/install.sh \
        $(find engines hardware firmware_bridge -type f ! -path '*/__pycache__/*' | sort) | cksum
}

install_program() {
    local venv=$root$home/venv sum
    sum=$(checksum)
    if [ -x "$venv/bin/tavoliere" ] && [ "$(cat "$root$home/.installed" 2>/dev/null)" = "$sum" ]; then
        say "$home is up to date"
        return
    fi
    say "installing into $home"
    mkdir -p "$root$home"
    rm -f "$root$home/.installed"
    [ -x "$venv/bin/python" ] || "$(python_found)" -m venv "$venv"
    "$venv/bin/pip" install -qq --require-hashes --no-build-isolation --use-pep517 -r requirements/run.txt
    [ "$lock" = run ] ||
        "$venv/bin/pip" install -qq --require-hashes --no-build-isolation --use-pep517 -r "requirements/$lock.txt"
    # From a copy: building leaves traces, and this folder may be anybody's.
    local copy
    copy=$(mktemp -d)
    cp -r engines hardware firmware_bridge pyproject.toml README.md LICENSE "$copy/"
    "$venv/bin/pip" install -qq --no-deps --no-build-isolation --force-reinstall "$copy"
    rm -rf "$copy"
    install -m 644 README.md "$root$home/README.md"
    printf '%s\n' "$sum" >"$root$home/.installed"
}

install_all() {
    may_write install
    [ -f "requirements/$lock.txt" ] || die "LOCK=$lock: there is no requirements/$lock.txt"
    install_program
    mkdir -p "$root$(dirname "$command")"
    ln -sfn "$home/venv/bin/tavoliere" "$root$command"
    install -D -m 644 systemd/tavoliere.service "$root$unit"
    install -D -m 644 systemd/60-tavoliere.rules "$root$rule"
    if [ -e "$root$settings" ]; then
        say "$settings is kept as it is"
    else
        install -D -m 644 systemd/tavoliere.conf "$root$settings"
    fi
    if live; then
        udevadm control --reload && udevadm trigger --subsystem-match=tty || say "replug the board"
        systemctl daemon-reload
        systemctl enable --quiet tavoliere
        systemctl restart tavoliere
        say "it runs, and starts with the machine: systemctl status tavoliere"
        say "where phones may join (--lan in the settings), sudo tavoliere link shows them the way"
    fi
    say "settings: $settings, games and profiles: /var/lib/tavoliere"
}

uninstall_all() {
    may_write uninstall
    if live; then
        systemctl disable --now --quiet tavoliere 2>/dev/null || true
    fi
    rm -f "$root$unit" "$root$rule" "$root$command"
    rm -rf "$root${home:?}"
    if live; then
        systemctl daemon-reload
        udevadm control --reload || true
    fi
    say "gone. Games and settings are kept; to delete them too: sudo rm -r /var/lib/tavoliere /var/lib/private/tavoliere /etc/tavoliere"
}

case "${1:-}" in
install) install_all ;;
uninstall) uninstall_all ;;
*) die "usage: scripts/install.sh install|uninstall" ;;
esac
