#!/bin/sh
# Turns this machine into a worker: checks it, downloads one tagged package set, verifies every file, starts the agent.
#
#   YARDSTICK_WORKER_TOKEN  registration token (ysr_…); needed
#   PACKAGE_URL             https address of the platform or of a mirror of its packages; needed
#   PACKAGE_TAG             tag of the package set; needed: "whatever is newest" is not accepted
#   YARDSTICK_API           address of the API; default $PACKAGE_URL/api
#   YARDSTICK_HOSTNAME      name of this server on the platform; default the host's own
#   INSTALL_DIR             default /opt/yardstick-worker for root, else ~/yardstick-worker
#   WORKER_SERVICE          systemd, nohup or none; default systemd where it runs and this is root, else nohup
#   UNIT_DIR                where the systemd unit goes; default /etc/systemd/system
#
# Running it again with the same tag verifies what is there and restarts the agent.
# JavaScript for Node stands in single quotes; the shell is to expand nothing there.
# shellcheck disable=SC2016
set -eu
umask 077

fail() {
  printf 'worker-startup: %s\n' "$1" >&2
  exit "${2:-1}"
}
note() { printf 'worker-startup: %s\n' "$1"; }

# A worker elsewhere cannot reach this machine, a container host or a private name.
require_public() {
  name=$1
  address=$2
  case $address in
    https://*) ;;
    *) fail "$name must be an https address" 2 ;;
  esac
  host=${address#https://}
  host=${host%%/*}
  host=${host##*@}
  case $host in
    \[*) host=${host%%\]*}']' ;;
    *) host=${host%%:*} ;;
  esac
  host=$(printf '%s' "$host" | tr '[:upper:]' '[:lower:]')
  case $host in
    '' | localhost | localhost. | *.localhost | 0.* | 127.* | 10.* | 192.168.* | 169.254.* | 172.1[6-9].* | 172.2[0-9].* | 172.3[01].*)
      fail "$name points to a local or private address ($host)" 2
      ;;
    '[::1]' | '[::]' | '[fc'* | '[fd'* | '[fe8'* | '[fe9'* | '[fea'* | '[feb'* | '[::ffff:'*)
      fail "$name points to a local or private address ($host)" 2
      ;;
    host.docker.internal | gateway.docker.internal | host.containers.internal)
      fail "$name points to the host of a container ($host)" 2
      ;;
    *.local | *.internal | *.lan | *.home | *.corp | *.private | *.localdomain)
      fail "$name is a name of a private network ($host)" 2
      ;;
    \[* | *.*) ;;
    *) fail "$name is a name of a private network ($host)" 2 ;;
  esac
}

[ -n "${YARDSTICK_WORKER_TOKEN:-}" ] || fail 'YARDSTICK_WORKER_TOKEN is not set' 2
[ -n "${PACKAGE_URL:-}" ] || fail 'PACKAGE_URL is not set' 2
[ -n "${PACKAGE_TAG:-}" ] || fail 'PACKAGE_TAG is not set' 2
case $YARDSTICK_WORKER_TOKEN in
  ysr_*) ;;
  *) fail 'YARDSTICK_WORKER_TOKEN is not a registration token (ysr_…)' 2 ;;
esac
case $PACKAGE_TAG in
  *[!A-Za-z0-9._-]* | .* | latest) fail 'PACKAGE_TAG is not a tag of a package set' 2 ;;
esac
PACKAGE_URL=${PACKAGE_URL%/}
YARDSTICK_API=${YARDSTICK_API:-$PACKAGE_URL/api}
YARDSTICK_HOSTNAME=${YARDSTICK_HOSTNAME:-$(uname -n)}
require_public PACKAGE_URL "$PACKAGE_URL"
require_public YARDSTICK_API "$YARDSTICK_API"
case $YARDSTICK_API$YARDSTICK_HOSTNAME in
  *[!A-Za-z0-9._:/@%~\[\]-]*) fail 'YARDSTICK_API or YARDSTICK_HOSTNAME has a character that does not belong there' 2 ;;
esac

if [ "$(id -u)" -eq 0 ]; then
  INSTALL_DIR=${INSTALL_DIR:-/opt/yardstick-worker}
else
  INSTALL_DIR=${INSTALL_DIR:-$HOME/yardstick-worker}
fi
case $INSTALL_DIR in
  /*) ;;
  *) fail 'INSTALL_DIR must begin with /' 2 ;;
esac
case $INSTALL_DIR in
  *[!A-Za-z0-9._/-]*) fail 'INSTALL_DIR may hold letters, digits, dot, dash and underscore only' 2 ;;
esac

for program in curl node; do
  command -v "$program" >/dev/null 2>&1 || fail "$program is not installed" 3
done
NODE=$(command -v node)
"$NODE" -e '
  const [major, minor] = process.versions.node.split(".").map(Number);
  process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1);
' || fail "Node 20.19 or newer is needed, this is $("$NODE" --version)" 3

mkdir -p "$INSTALL_DIR"
chmod 700 "$INSTALL_DIR"
TOKEN_FILE=$INSTALL_DIR/token
rm -f "$TOKEN_FILE"
printf '%s\n' "$YARDSTICK_WORKER_TOKEN" >"$TOKEN_FILE"
chmod 600 "$TOKEN_FILE"

# The token goes to curl on standard input: an argument would be in the process list.
fetch() {
  printf 'header = "Authorization: Bearer %s"\n' "$YARDSTICK_WORKER_TOKEN" |
    curl --fail --silent --show-error --location --proto '=https' --retry 3 --max-time 300 --config - --output "$2" "$1"
}

SET_DIR=$INSTALL_DIR/packages/$PACKAGE_TAG
PART_DIR=$SET_DIR.part
rm -rf "$PART_DIR"
# Not every shell runs the trap of EXIT when a signal ends it.
trap 'rm -rf "$PART_DIR"' EXIT
trap 'fail "interrupted; nothing was installed" 130' INT
trap 'fail "interrupted; nothing was installed" 143' TERM
trap 'fail "interrupted; nothing was installed" 129' HUP
mkdir -p "$PART_DIR"

note "package set $PACKAGE_TAG from $PACKAGE_URL"
fetch "$PACKAGE_URL/api/packages/?tag=$PACKAGE_TAG" "$PART_DIR/listing.json" ||
  fail "the package set $PACKAGE_TAG cannot be listed at $PACKAGE_URL" 4

# Prints "name file" of each package; fails for a listing that is incomplete or names files outside of the folder.
"$NODE" -e '
  const { packages } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
  const safe = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
  for (const each of packages) {
    if (each.tag !== process.argv[2] || !safe.test(each.name) || !safe.test(each.file)) process.exit(1);
    console.log(`${each.name} ${each.file}`);
  }
  const files = packages.map((each) => each.file);
  process.exit(["agent.js", "bench-llm.js"].every((file) => files.includes(file)) ? 0 : 1);
' "$PART_DIR/listing.json" "$PACKAGE_TAG" >"$PART_DIR/names" ||
  fail "the package set $PACKAGE_TAG is not complete" 4

while read -r name file; do
  fetch "$PACKAGE_URL/api/packages/$name" "$PART_DIR/$file" || fail "$name cannot be downloaded" 4
done <"$PART_DIR/names"

"$NODE" -e '
  const fs = require("node:fs"), path = require("node:path"), { createHash } = require("node:crypto");
  const folder = process.argv[1];
  const { packages } = JSON.parse(fs.readFileSync(path.join(folder, "listing.json"), "utf8"));
  for (const { file, size, sha256 } of packages) {
    const content = fs.readFileSync(path.join(folder, file));
    if (content.length !== size || createHash("sha256").update(content).digest("hex") !== sha256) {
      console.error(`worker-startup: ${file} does not have the size or the SHA-256 that its set says`);
      process.exit(1);
    }
  }
' "$PART_DIR" || fail 'nothing was installed' 5

rm -f "$PART_DIR/names"
rm -rf "$SET_DIR"
mv "$PART_DIR" "$SET_DIR"
trap - EXIT INT TERM HUP
note "verified and installed in $SET_DIR"

WORK_DIR=$INSTALL_DIR/work
if [ -z "${WORKER_SERVICE:-}" ]; then
  if [ -d /run/systemd/system ] && [ "$(id -u)" -eq 0 ]; then WORKER_SERVICE='systemd'; else WORKER_SERVICE='nohup'; fi
fi

# A percent sign begins a specifier of systemd's.
unit_text() { printf '%s' "$1" | sed 's/%/%%/g'; }

# Only what is our agent: the number may belong to another program by now.
PID_FILE=$INSTALL_DIR/agent.pid
stop_nohup_agent() {
  [ -f "$PID_FILE" ] || return 0
  old=$(cat "$PID_FILE")
  if tr '\0' ' ' <"/proc/$old/cmdline" 2>/dev/null | grep -qF "$INSTALL_DIR/packages/"; then
    kill "$old" 2>/dev/null || true
    tries=0
    while kill -0 "$old" 2>/dev/null && [ "$tries" -lt 20 ]; do
      sleep 1
      tries=$((tries + 1))
    done
  fi
  rm -f "$PID_FILE"
}

UNIT_DIR=${UNIT_DIR:-/etc/systemd/system}
UNIT=yardstick-worker.service
case $WORKER_SERVICE in
  systemd)
    command -v systemctl >/dev/null 2>&1 || fail 'systemctl is not installed; WORKER_SERVICE=nohup needs none' 3
    [ -w "$UNIT_DIR" ] || fail "a systemd service needs root: $UNIT_DIR cannot be written" 2
    case $PATH in
      *[!A-Za-z0-9._:/@%~+=,-]*) fail 'PATH has a character that a systemd unit cannot carry' 2 ;;
    esac
    # Two agents cannot share a work folder.
    stop_nohup_agent
    cat >"$UNIT_DIR/$UNIT" <<UNIT
[Unit]
Description=Yardstick worker
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=$NODE $SET_DIR/agent.js --api $(unit_text "$YARDSTICK_API") --hostname $(unit_text "$YARDSTICK_HOSTNAME") --work-dir $WORK_DIR --token-file $TOKEN_FILE
# Model servers are found as in the shell that set this up.
Environment=PATH=$(unit_text "$PATH")
Restart=always
RestartSec=10
# The agent ends what it started by itself; a refusal by the platform (exit 3) does not get better by trying again.
RestartPreventExitStatus=2 3
KillMode=mixed
TimeoutStopSec=30
# A model server that ran out of memory fails its job, not the worker.
OOMPolicy=continue
Nice=-5

[Install]
WantedBy=multi-user.target
UNIT
    chmod 644 "$UNIT_DIR/$UNIT"
    systemctl daemon-reload
    systemctl enable "$UNIT"
    systemctl restart "$UNIT"
    sleep 1
    systemctl is-active --quiet "$UNIT" || fail 'the agent ended at once; see journalctl -u yardstick-worker' 6
    note 'started as yardstick-worker.service; journalctl -u yardstick-worker shows its log'
    ;;
  nohup)
    stop_nohup_agent
    if [ -f "$UNIT_DIR/$UNIT" ] && command -v systemctl >/dev/null 2>&1; then
      systemctl disable --now "$UNIT" || fail "$UNIT runs the agent already and cannot be stopped" 6
    fi
    # The token is in its file; the agent's environment does not need it.
    unset YARDSTICK_WORKER_TOKEN
    nohup "$NODE" "$SET_DIR/agent.js" --api "$YARDSTICK_API" --hostname "$YARDSTICK_HOSTNAME" \
      --work-dir "$WORK_DIR" --token-file "$TOKEN_FILE" >>"$INSTALL_DIR/agent.log" 2>&1 </dev/null &
    printf '%s\n' "$!" >"$PID_FILE"
    sleep 1
    kill -0 "$(cat "$PID_FILE")" 2>/dev/null || fail "the agent ended at once; see $INSTALL_DIR/agent.log" 6
    note "started; its log is $INSTALL_DIR/agent.log"
    ;;
  none) note 'not started, as asked' ;;
  *) fail 'WORKER_SERVICE is systemd, nohup or none' 2 ;;
esac
