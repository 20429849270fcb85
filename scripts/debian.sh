# Whole Debians in folders of build/, for `source`. The script has a `say` and a `die` of its own.

# Programs for that architecture must be able to run: on their own kernel, or through the emulator that the kernel
# was told of.
can_run() {
    [ "$(dpkg --print-architecture)" != "$1" ] || return 0
    [ "$1" = arm64 ] || die "programs for $1 do not run here"
    local registered=/proc/sys/fs/binfmt_misc
    [ -e $registered/register ] || mount -t binfmt_misc binfmt_misc $registered ||
        die "this kernel has no binfmt_misc, so it cannot run programs for arm64: build on a Raspberry Pi"
    [ -e $registered/qemu-aarch64 ] || install_packages qemu-user-static binfmt-support
    [ -e $registered/qemu-aarch64 ] || update-binfmts --enable qemu-aarch64 ||
        die "programs for arm64 do not run here: build on a Raspberry Pi"
}

# Puts together a small Debian, once: folder, release, architecture, packages with commas between them.
# MIRROR=… takes it from another place than debootstrap would.
debian_ready() {
    [ ! -e "$1/.complete" ] || return 0
    [ "$(id -u)" -eq 0 ] || die "a Debian is put together as root"
    can_run "$3"
    have debootstrap || install_packages debootstrap
    say "putting together Debian $2 for $3 (minutes)"
    rm -rf "$1"
    mkdir -p "$(dirname "$1")"
    debootstrap --arch="$3" --variant=minbase ${4:+--include="$4"} "$2" "$1" ${MIRROR:+"$MIRROR"} >"$1.log" 2>&1 ||
        die "that failed: see $1.log"
    touch "$1/.complete"
}
