#!/usr/bin/env bash
# Builds dist/tavoliere_VERSION_all.deb: the program with its locked packages, for the simulated board and for
# boards behind a Pico, on Debian 12 and 13 and Raspberry Pi OS. `make deb`
#
# Boards on the Pi's own pins need drivers that are compiled on the Pi: `sudo make install` there.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."

readonly python=.venv/bin/python
version=$($python -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
readonly version
root=$(mktemp -d)
readonly root
trap 'rm -rf "$root"' EXIT
readonly site=$root/usr/lib/tavoliere/site
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

mkdir -p "$site" "$root/usr/bin" "$root/DEBIAN" dist
# No binary may come in: this package is for every machine and for two versions of Python.
$python -m pip install -qq --require-hashes --only-binary :all: --platform any --python-version 3.11 \
    --target "$site" -r requirements/run.txt
copy=$(mktemp -d)
cp -rL engines hardware firmware_bridge pyproject.toml README.md LICENSE "$copy/"
$python -m pip install -qq --no-deps --no-build-isolation --target "$site" "$copy"
rm -rf "$copy" "$site/bin" "$site"/setuptools* "$site/_distutils_hack" "$site"/distutils-precedence.pth
find "$site" -name __pycache__ -prune -exec rm -rf {} +
if find "$site" -name '*.so' | grep -q .; then
    echo "deb: a compiled package found its way into the lock of the core" >&2
    exit 1
fi

install -m 755 packaging/tavoliere "$root/usr/bin/tavoliere"
install -D -m 644 systemd/tavoliere.conf "$root/usr/share/tavoliere/tavoliere.conf"
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
    packaging/control >"$root/DEBIAN/control"
SOURCE_DATE_EPOCH=1735689600 dpkg-deb --root-owner-group -Zxz --build "$root" \
    "dist/tavoliere_${version}_all.deb" >/dev/null
echo "dist/tavoliere_${version}_all.deb"
