# Whole Debians in folders, for `source`. The script has a `say` and a `die` of its own.

# Not in this folder: whoever looks for files in it would walk through them, and their links lead in circles.
readonly debians=${DEBIANS:-/var/cache/tavoliere}

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

# Puts together a small Debian, once: its name, release, architecture, packages with commas between them.
# MIRROR=… takes it from another place than debootstrap would.
debian_ready() {
    local folder=$debians/$1
    [ ! -e "$folder/.complete" ] || return 0
    [ "$(id -u)" -eq 0 ] || die "a Debian is put together as root"
    can_run "$3"
    have debootstrap || install_packages debootstrap
    say "putting together Debian $2 for $3 (minutes)"
    rm -rf "$folder"
    mkdir -p "$debians"
    debootstrap --arch="$3" --variant=minbase ${4:+--include="$4"} "$2" "$folder" ${MIRROR:+"$MIRROR"} \
        >"$folder.log" 2>&1 || die "that failed: see $folder.log"
    touch "$folder/.complete"
}
