#!/usr/bin/env bash
# Builds a Debian package into dist/, for Debian 12 and 13 and Raspberry Pi OS.
#
#   scripts/deb.sh all      for every machine: the simulated board, and boards behind a Pico. `make deb`
#   scripts/deb.sh arm64    for a 64-bit Raspberry Pi: also boards on its own pins, their drivers compiled.
#                           `sudo make deb-pi`; as root, see scripts/pi_wheels.sh
#
# The program and its locked packages are a virtual environment on the machine's own Python. It has a folder of
# packages for each version of Python that it may meet, so that one file serves both Debians.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."

readonly python=.venv/bin/python
readonly venv=/usr/lib/tavoliere/venv
version=$($python -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
readonly version
root=$(mktemp -d)
readonly root
trap 'rm -rf "$root"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

site() { printf '%s\n' "$root$venv/lib/python$1/site-packages"; }

# The program itself, from a copy: building leaves traces, and this folder may be anybody's.
put_program() {
    local copy
    copy=$(mktemp -d)
    cp -rL engines hardware firmware_bridge pyproject.toml README.md LICENSE "$copy/"
    $python -m pip install -qq --no-deps --no-build-isolation --target "$1" "$copy"
    rm -rf "$copy"
}

# No binary may come in: this package is for every machine, and one folder serves all versions of Python.
put_pure() {
    local folder
    folder=$(site 3.11)
    $python -m pip install -qq --require-hashes --only-binary :all: --platform any --python-version 3.11 \
        --target "$folder" -r requirements/run.txt
    put_program "$folder"
    if find "$folder" -name '*.so' | grep -q .; then
        echo "deb: a compiled package found its way into the lock of the core" >&2
        exit 1
    fi
    ln -s python3.11 "$root$venv/lib/python3.12"
    ln -s python3.11 "$root$venv/lib/python3.13"
}

put_for_pi() {
    bash scripts/pi_wheels.sh
    local wheels number
    for wheels in build/pi-wheels/3.*/; do
        number=$(basename "$wheels")
        mkdir -p "$(site "$number")"
        # Wheels are only unpacked; nothing of them runs here.
        find "$wheels" -name '*.whl' -exec $python -m zipfile -e {} "$(site "$number")" \;
        put_program "$(site "$number")"
    done
}

case "${1:-}" in
all)
    put_pure
    pythons="python3 (>= 3.11), python3 (<< 3.14)"
    ;;
arm64)
    put_for_pi
    pythons="python3 (>= 3.11), python3 (<< 3.14), python3 (<< 3.12) | python3 (>= 3.13)"
    ;;
*)
    echo "usage: scripts/deb.sh all|arm64" >&2
    exit 2
    ;;
esac
# Only building needed it.
find "$root$venv" \( -name 'setuptools*' -o -name pkg_resources -o -name _distutils_hack -o -name distutils-precedence.pth \
    -o -name __pycache__ -o -path '*/site-packages/bin' -o -name '*.data' \) -prune -exec rm -rf {} +

mkdir -p "$root$venv/bin" "$root/DEBIAN" dist
ln -s /usr/bin/python3 "$root$venv/bin/python"
printf 'home = /usr/bin\ninclude-system-site-packages = false\n' >"$root$venv/pyvenv.cfg"
install -D -m 755 packaging/tavoliere "$root/usr/bin/tavoliere"
install -D -m 644 systemd/tavoliere.conf "$root/usr/share/tavoliere/tavoliere.conf"
install -D -m 644 systemd/pwm-pixels.conf "$root/usr/share/tavoliere/pwm-pixels.conf"
install -D -m 644 LICENSE "$root/usr/share/doc/tavoliere/copyright"
install -D -m 644 README.md "$root/usr/share/doc/tavoliere/README.md"
install -D -m 644 systemd/60-tavoliere.rules "$root/usr/lib/udev/rules.d/60-tavoliere.rules"
mkdir -p "$root/usr/lib/systemd/system"
sed -e 's#/usr/local/lib/tavoliere/venv/bin/tavoliere#/usr/bin/tavoliere#' \
    -e 's#/usr/local/lib/tavoliere/README.md#/usr/share/doc/tavoliere/README.md#' \
    systemd/tavoliere.service >"$root/usr/lib/systemd/system/tavoliere.service"
for script in postinst prerm postrm; do
    install -m 755 "packaging/$script" "$root/DEBIAN/$script"
done
sed -e "s/@VERSION@/$version/" -e "s/@SIZE@/$(du -sk "$root/usr" | cut -f1)/" \
    -e "s/@ARCHITECTURE@/$1/" -e "s/@PYTHONS@/$pythons/" packaging/control >"$root/DEBIAN/control"
made=dist/tavoliere_${version}_$1.deb
SOURCE_DATE_EPOCH=1735689600 dpkg-deb --root-owner-group -Zxz --build "$root" "$made" >/dev/null
echo "$made"
