# Debian packages that a script needs, for `source`. The script has a `say` and a `die` of its own.

have() { command -v "$1" >/dev/null 2>&1; }

# Install the Debian packages named, saying so first. Without apt or the rights, name the command.
install_packages() {
    local -a as_root=()
    local remedy="apt-get update && apt-get install -y --no-install-recommends $*"
    if ! have apt-get; then
        die "these are missing: $*. Install them with this system's package manager (on Debian: sudo sh -c '$remedy'), then run make again."
    fi
    if [ "$(id -u)" -ne 0 ]; then
        have sudo || die "these Debian packages are missing: $*. Run as root: $remedy"
        as_root=(sudo)
    fi
    say "installing the Debian packages $* with: ${as_root[*]:+sudo }apt-get install"
    # An update may fail for one foreign source while the packages can still be had: install decides.
    "${as_root[@]}" apt-get update -qq </dev/null >&2 || say "apt-get update failed, going on with the lists at hand"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends "$@" </dev/null >&2 ||
        die "that failed. Run as root: $remedy"
}

# Some of the Pi's drivers come as C source only: a compiler and the headers of this Python, before
# minutes are spent on everything else.
compiler_ready() {
    local headers='import os, sysconfig; raise SystemExit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))'
    have gcc && "$1" -c "$headers" || install_packages build-essential python3-dev
}

# The lock file of this computer: a Pi 5 drives its pixels through another package.
lock_of_this_pi() {
    case "$(tr -d '\0' <"${MODEL:-/proc/device-tree/model}" 2>/dev/null)" in
    *"Raspberry Pi 5"* | *"Compute Module 5"*) printf 'pi5\n' ;;
    *) printf 'pi\n' ;;
    esac
}
