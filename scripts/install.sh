#!/usr/bin/env bash
# Installs Tavoliere as a service on Raspberry Pi OS (Bookworm, Trixie), or takes it away again.
#
#   scripts/install.sh install      program, unit, udev rule, settings; run again, it upgrades
#   scripts/install.sh rollback     back to the version before the upgrade
#   scripts/install.sh uninstall    all of it except games, profiles and settings
#
# DESTDIR=… installs below another root and starts nothing. PYTHON=… picks the Python, LOCK=… the lock
# file: pi5, pi, or run without the Pi's drivers (by itself: that of this Pi).
#
# Each version is whole in a folder of its own; a link says which one runs. An upgrade that is interrupted,
# at whatever point, leaves the old one running.
set -euo pipefail
# The service runs as a user of its own, who must be able to read what root installs.
umask 022
cd "$(dirname "$0")/.."

readonly root=${DESTDIR:-}
readonly home=/usr/local/lib/tavoliere
readonly command=/usr/local/bin/tavoliere
readonly unit=/etc/systemd/system/tavoliere.service
readonly rule=/etc/udev/rules.d/60-tavoliere.rules
readonly settings=/etc/tavoliere/tavoliere.conf
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

say() { printf 'install: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
source scripts/packages.sh
lock=${LOCK:-$(lock_of_this_pi)}
readonly lock

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

# The version that the program is started from; empty when there is none yet.
current() { readlink "$root$home/venv" 2>/dev/null || true; }

# A new name for a version takes the place of the old one in a single step.
point() {
    ln -sfn "$2" "$root$home/$1.new"
    mv -T "$root$home/$1.new" "$root$home/$1"
}

# Builds this version beside the one that runs. Until it is complete, nothing points to it.
build() {
    local folder=$root$home/$1 copy python
    [ ! -e "$folder/.complete" ] || return 0
    python=$(python_found)
    [ "$lock" = run ] || compiler_ready "$python"
    say "installing into $home"
    rm -rf "$folder"
    mkdir -p "$(dirname "$folder")"
    "$python" -m venv "$folder"
    "$folder/bin/pip" install -qq --require-hashes --no-build-isolation --use-pep517 -r requirements/run.txt
    [ "$lock" = run ] ||
        "$folder/bin/pip" install -qq --require-hashes --no-build-isolation --use-pep517 -r "requirements/$lock.txt"
    # From a copy: building leaves traces, and this folder may be anybody's.
    copy=$(mktemp -d)
    cp -rL engines hardware firmware_bridge pyproject.toml README.md LICENSE "$copy/"
    "$folder/bin/pip" install -qq --no-deps --no-build-isolation --force-reinstall "$copy"
    rm -rf "$copy"
    mkdir -p "$folder/around"
    install -m 644 README.md systemd/tavoliere.service systemd/60-tavoliere.rules "$folder/around/"
    # On the disk before anything points to it.
    sync
    touch "$folder/.complete"
    sync
}

# From here on that version is started; the one before it can be gone back to.
switch_to() {
    local before
    before=$(current)
    if [ "$before" = "$1" ]; then
        say "$home is up to date"
    else
        [ -L "$root$home/venv" ] || rm -rf "$root$home/venv"
        [ -z "$before" ] || point previous "$before"
        point venv "$1"
    fi
    install -m 644 "$root$home/$1/around/README.md" "$root$home/README.md"
    install -D -m 644 "$root$home/$1/around/tavoliere.service" "$root$unit"
    install -D -m 644 "$root$home/$1/around/60-tavoliere.rules" "$root$rule"
}

# All but the version that runs and the one before it.
forget_others() {
    local folder
    for folder in "$root$home"/versions/*; do
        case "versions/$(basename "$folder")" in
        "$(current)" | "$(readlink "$root$home/previous" 2>/dev/null || true)") ;;
        *) rm -rf "$folder" ;;
        esac
    done
}

restart() {
    live || return 0
    udevadm control --reload && udevadm trigger --subsystem-match=tty || say "replug the board"
    systemctl daemon-reload
    systemctl enable --quiet tavoliere
    systemctl restart tavoliere
    say "it runs, and starts with the machine: systemctl status tavoliere"
}

install_all() {
    may_write install
    [ -f "requirements/$lock.txt" ] || die "LOCK=$lock: there is no requirements/$lock.txt"
    local version
    version=versions/$(checksum | tr -s ' ' -)
    build "$version"
    switch_to "$version"
    forget_others
    mkdir -p "$root$(dirname "$command")"
    ln -sfn "$home/venv/bin/tavoliere" "$root$command"
    if [ -e "$root$settings" ]; then
        say "$settings is kept as it is"
    else
        install -D -m 644 systemd/tavoliere.conf "$root$settings"
    fi
    restart
    ! live || say "where phones may join (--lan in the settings), sudo tavoliere link shows them the way"
    say "settings: $settings, games and profiles: /var/lib/tavoliere"
}

rollback_all() {
    may_write rollback
    local before
    before=$(readlink "$root$home/previous" 2>/dev/null || true)
    [ -n "$before" ] && [ -e "$root$home/$before/.complete" ] || die "there is no version to go back to"
    switch_to "$before"
    restart
    say "back at the version before; make rollback again goes forward, make install installs this one"
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
rollback) rollback_all ;;
uninstall) uninstall_all ;;
*) die "usage: scripts/install.sh install|rollback|uninstall" ;;
esac
