#!/usr/bin/env bash
# A club's broker on this machine, safe by default, and its page: make club
#
# Every board has a name and a password (scripts/club.sh board NAME makes them) and may write into its own
# topics alone; nobody is let in without. Files are kept in CLUB (default ~/.local/state/tavoliere-club).
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${CLUB:-${XDG_STATE_HOME:-$HOME/.local/state}/tavoliere-club}
store=$folder
owner=$(id -un)
# Where `install` puts things: the machine itself, or a folder that stands for it.
root=${CLUB_ROOT:-}
if [ "${1:-}" = install ] || { [ -d /etc/tavoliere-club ] && [ -w /etc/tavoliere-club ] && [ -z "${CLUB:-}" ]; }; then
    folder=/etc/tavoliere-club
    store=/var/lib/tavoliere-broker
    owner=mosquitto
fi
port=${CLUB_PORT:-1883}
say() { printf 'club: %s\n' "$*" >&2; }

command -v mosquitto >/dev/null || [ -x /usr/sbin/mosquitto ] || {
    say "installing mosquitto"
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get install -y --no-install-recommends mosquitto >&2
}
PATH=$PATH:/usr/sbin

umask 077
mkdir -p "$root$folder"
passwords=$folder/passwords
touch "$root$passwords"

# A password nobody can guess, kept where only this user reads it and told once.
member() {
    local name=$1 secret
    secret=$(head -c 18 /dev/urandom | base64 | tr '+/' '-_')
    mosquitto_passwd -b "$root$passwords" "$name" "$secret" >/dev/null 2>&1
    printf '%s' "$secret"
}

cat >"$root$folder/rights" <<'RIGHTS'
# A board writes its own topics and reads what the rooms hold; the page of the club reads all boards.
pattern write tavoliere/boards/%u/#
pattern read tavoliere/club/pairings/%u
pattern readwrite tavoliere/rooms/#
# What home automation finds boards by, for boards that are started with --home-assistant; the user "home"
# reads them and may dim their lamps.
pattern write homeassistant/+/%u/+/config
pattern read tavoliere/boards/%u/home/set
user home
topic read homeassistant/#
topic read tavoliere/boards/#
topic write tavoliere/boards/+/home/set
user club
topic read tavoliere/boards/#
topic write tavoliere/club/#
RIGHTS
cat >"$root$folder/mosquitto.conf" <<CONF
user $owner
listener $port
allow_anonymous false
password_file $passwords
acl_file $folder/rights
max_packet_size 131072
max_connections 2000
max_inflight_messages 20
max_queued_messages 100
persistence true
persistence_location $store/
CONF

case "${1:-run}" in
configure) ;;
board)
    [[ ${2:-} =~ ^[A-Za-z0-9-]{1,40}$ ]] || { say "name the board: letters, digits and dashes"; exit 2; }
    secret=$(member "$2")
    printf '["%s"]\nuser = "%s"\npassword = "%s"\n' "$(hostname)" "$2" "$secret"
    say "put these lines into broker.toml in the folder of that board's games"
    # A broker that runs already reads its passwords again.
    if [ -s "$folder/pid" ]; then kill -HUP "$(cat "$folder/pid")" 2>/dev/null || true; fi
    if [ "$owner" = mosquitto ] && [ -d /run/systemd/system ]; then systemctl reload tavoliere-broker; fi
    ;;
install)
    [ "$(id -u)" = 0 ] || { say "needs root: sudo scripts/club.sh install"; exit 2; }
    for unit in tavoliere-broker tavoliere-club; do
        install -D -m 644 "systemd/$unit.service" "$root/etc/systemd/system/$unit.service"
    done
    home=$root/var/lib/private/tavoliere-club
    mkdir -p "$home"
    [ -s "$home/broker.toml" ] ||
        printf '["localhost"]\nuser = "club"\npassword = "%s"\n' "$(member club)" >"$home/broker.toml"
    getent group mosquitto >/dev/null && chgrp -R mosquitto "$root$folder"
    chmod -R u=rwX,g=rX,o= "$root$folder"
    if [ -z "$root" ] && [ -d /run/systemd/system ]; then
        systemctl daemon-reload
        systemctl enable --now tavoliere-broker tavoliere-club
    fi
    say "installed; sudo scripts/club.sh board NAME lets a board in, sudo cat /run/tavoliere-club/link shows the page"
    ;;
run)
    bash scripts/setup.sh play
    if ! grep -q '^club:' "$root$passwords"; then
        printf '["localhost"]\nuser = "club"\npassword = "%s"\n' "$(member club)" >"$folder/broker.toml"
    fi
    mosquitto -c "$folder/mosquitto.conf" &
    broker=$!
    echo "$broker" >"$folder/pid"
    trap 'kill $broker; rm -f "$folder/pid"' EXIT
    # shellcheck disable=SC2086  # a list of arguments
    TAVOLIERE_STATE=$folder .venv/bin/tavoliere club --broker "mqtt://localhost:$port" ${ARGS:-}
    ;;
*)
    say "write: scripts/club.sh [run | configure | board NAME | install]"
    exit 2
    ;;
esac
