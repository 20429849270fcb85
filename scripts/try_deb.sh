#!/usr/bin/env bash
# Installs a package of dist/ in a fresh Debian, plays with it, purges it, and says how long each took. As root.
#
#   scripts/try_deb.sh bookworm amd64       trixie, and arm64 (through qemu-user-static elsewhere than on a Pi)
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."

say() { printf 'try-deb: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
source scripts/packages.sh
source scripts/debian.sh

readonly release=${1:?which release: bookworm or trixie} architecture=${2:?which architecture: amd64 or arm64}
[ "$architecture" = arm64 ] && kind=arm64 || kind=all
package=$(ls dist/tavoliere_*_$kind.deb 2>/dev/null) || die "there is no package for that in dist/: make deb, or sudo make deb-pi"

debian_ready "fresh-$release-$architecture" "$release" "$architecture" ""
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp -a "$debians/fresh-$release-$architecture/." "$root"
cp "$package" "$root/tmp/"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"

# Nobody is there to be asked.
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@" </dev/null; }

timed() {
    local begin=$SECONDS what=$1
    shift
    "$@" >"$root.log" 2>&1 || { cat "$root.log" >&2; die "$release $architecture: $what failed"; }
    say "$release $architecture: $what $((SECONDS - begin)) s"
}

# What it needs of Debian first, so that the time of the package itself is seen.
timed "apt update, python3" inside sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends python3'
timed "apt install" inside sh -c 'apt-get install -qq -y --no-install-recommends /tmp/tavoliere_*.deb'
timed "tavoliere --version" inside tavoliere --version
timed "board check" inside tavoliere board check simulated:quadra --lang en
timed "a game, its page fetched" inside sh -ec '
    TAVOLIERE_STATE=/var/lib/tavoliere tavoliere play dama --no-browser --port 8737 >/tmp/said 2>&1 &
    cat >/tmp/fetch.py <<END
import time, urllib.error, urllib.request
for _ in range(600):
    try:
        print(len(urllib.request.urlopen("http://127.0.0.1:8737/", timeout=60).read()))
        break
    except urllib.error.HTTPError as error:
        print(error.code)
        break
    except OSError:
        time.sleep(0.2)
else:
    raise SystemExit("no page")
END
    python3 /tmp/fetch.py
    kill $!
    wait $! || true
    cat /tmp/said
    find /var/lib/tavoliere -name "*.jsonl" | grep -q .'
if [ "$kind" = arm64 ]; then
    timed "drivers loaded" inside sh -ec '
        cd /tmp
        BLINKA_SKIP_DEPENDENCY_CHECK=1 /usr/lib/tavoliere/venv/bin/python -I -c "import lgpio, gpiod, spidev, smbus2, _rpi_ws281x, RPi._GPIO as _" 2>/tmp/why ||
            grep -q "only be run on a Raspberry Pi" /tmp/why || { cat /tmp/why; exit 1; }
        tavoliere board check quadra-matrix --lang en 2>&1 | grep -i gpio'
fi
timed "purge" inside apt-get purge -qq -y tavoliere
inside sh -ec '
    test ! -e /usr/lib/tavoliere
    test ! -e /etc/tavoliere
    test ! -e /etc/systemd/system/multi-user.target.wants/tavoliere.service
    find /var/lib/tavoliere -name "*.jsonl" | grep -q .' || die "$release $architecture: purging left or took the wrong things"
say "$release $architecture: all is well, the games are still there"
