#!/usr/bin/env bash
# Fills build/pi-wheels/3.11 and build/pi-wheels/3.13 with the Pi's locked packages as wheels for arm64. As root.
#
# Three of its drivers come as C source only. They are compiled in a Debian of the release that has that Python:
# on a Pi as it is, elsewhere through qemu-user-static. Both Debians are kept for the next time.
set -euo pipefail
umask 022
cd "$(dirname "$0")/.."

readonly python=.venv/bin/python
readonly -A release=([3.11]=bookworm [3.13]=trixie)
# The newest C library that a wheel may ask for: that of Debian 12, the older one.
readonly glibc=36
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

say() { printf 'pi-wheels: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
source scripts/packages.sh
source scripts/debian.sh

# What pip would take on such a Pi, wheels where there are some; each is checked against its hash.
download() {
    local minor
    local -a platforms=(--platform linux_aarch64 --platform manylinux2014_aarch64)
    for minor in $(seq 17 $glibc); do
        platforms+=(--platform "manylinux_2_${minor}_aarch64")
    done
    $python -m scripts.pi_lock "$1" >"build/pi-lock-$1.txt"
    $python -m pip download -qqq --no-deps --require-hashes --no-build-isolation -d "$2" \
        --implementation cp --python-version "$1" --abi "cp${1/./}" --abi abi3 --abi none "${platforms[@]}" \
        -r "build/pi-lock-$1.txt"
}

# Source into wheels, in the Debian of that Python and without a network.
compile() {
    local folder=$debians/build-${release[$1]}
    rm -rf "$folder/wheels"
    cp -r "$2" "$folder/wheels"
    chroot "$folder" sh -ec '
        [ -d /venv ] || python3 -m venv /venv
        /venv/bin/pip install -qq --no-index /wheels/setuptools-*.whl
        /venv/bin/pip wheel -qq --no-index --no-deps --no-build-isolation --use-pep517 -w /wheels /wheels/*.tar.gz'
    rm -f "$2"/*
    cp "$folder"/wheels/*.whl "$2/"
    rm -rf "$folder/wheels"
}

mkdir -p build
for version in "${!release[@]}"; do
    made=build/pi-wheels/$version
    sum=$(cat requirements/pi5.txt scripts/pi_wheels.sh | cksum)
    if [ -f "$made.sum" ] && [ "$(cat "$made.sum")" = "$sum" ]; then
        continue
    fi
    debian_ready "build-${release[$version]}" "${release[$version]}" arm64 gcc,libc6-dev,python3-dev,python3-venv
    rm -rf "$made"
    mkdir -p "$made"
    say "packages for Python $version"
    download "$version" "$made"
    compile "$version" "$made"
    printf '%s\n' "$sum" >"$made.sum"
done
