#!/bin/sh
# Restores the artifacts of one tag from a restic repository, verified, or changes nothing.
#
#   RESTIC_REPOSITORY       as restic reads it; needed
#   RESTIC_PASSWORD_FILE    or RESTIC_PASSWORD, or RESTIC_PASSWORD_COMMAND; needed
#   PACKAGE_TAG             tag of the snapshot; needed: untagged and latest are not accepted
#   RESTORE_DIR             where the artifacts go; needed; must not exist or be empty
#
# A set is complete when it holds SHA256SUMS and every file that this names, with the digest it says, and no other.
set -eu
umask 077

fail() {
  printf 'restic-restore: %s\n' "$1" >&2
  exit "${2:-1}"
}
note() { printf 'restic-restore: %s\n' "$1"; }

[ -n "${RESTIC_REPOSITORY:-}" ] || fail 'RESTIC_REPOSITORY is not set' 2
[ -n "${RESTIC_PASSWORD_FILE:-}${RESTIC_PASSWORD:-}${RESTIC_PASSWORD_COMMAND:-}" ] ||
  fail 'neither RESTIC_PASSWORD_FILE, RESTIC_PASSWORD nor RESTIC_PASSWORD_COMMAND is set' 2
[ -n "${PACKAGE_TAG:-}" ] || fail 'PACKAGE_TAG is not set' 2
[ -n "${RESTORE_DIR:-}" ] || fail 'RESTORE_DIR is not set' 2
case $PACKAGE_TAG in
  *[!A-Za-z0-9._-]* | .* | latest) fail 'PACKAGE_TAG is not a tag of a package set' 2 ;;
esac
case $RESTORE_DIR in
  /*) ;;
  *) fail 'RESTORE_DIR must begin with /' 2 ;;
esac
while [ "$RESTORE_DIR" != "${RESTORE_DIR%/}" ]; do RESTORE_DIR=${RESTORE_DIR%/}; done
[ -n "$RESTORE_DIR" ] || fail 'RESTORE_DIR must not be the root' 2
if [ -e "$RESTORE_DIR" ] && [ -n "$(ls -A "$RESTORE_DIR")" ]; then
  fail "RESTORE_DIR is not empty: $RESTORE_DIR" 2
fi
for program in restic sha256sum; do
  command -v "$program" >/dev/null 2>&1 || fail "$program is not installed" 3
done

snapshots=$(restic snapshots --no-lock --json --tag "$PACKAGE_TAG" --latest 1) ||
  fail 'the repository cannot be queried with these credentials' 4
case $snapshots in
  *'"short_id"'*) ;;
  *) fail "the repository has no snapshot with the tag $PACKAGE_TAG" 4 ;;
esac

# A name of its own: the restic of a run that was killed may still write into the folder of that run.
rm -rf "$RESTORE_DIR".part.*
PART_DIR=$RESTORE_DIR.part.$$

# Before there is anything to remove: a shell without a trap dies of a signal, and leaves what it made.
restoring=
interrupted() {
  trap '' INT TERM HUP
  # $! and no variable: a signal may come between the start of restic and the next line.
  if [ -n "$restoring" ] && [ -n "${!:-}" ]; then
    kill -TERM "$!" 2>/dev/null || true
    wait "$!" || true
  fi
  fail 'interrupted; nothing was restored' "$1"
}
trap 'rm -rf "$PART_DIR"' EXIT
trap 'interrupted 130' INT
trap 'interrupted 143' TERM
trap 'interrupted 129' HUP
mkdir -p "$PART_DIR"

note "restoring $PACKAGE_TAG"
# In the background: a shell that waits for a program in the foreground hears of a signal only after it.
restoring=yes
restic restore latest --no-lock --tag "$PACKAGE_TAG" --target "$PART_DIR" &
wait "$!" || fail 'the snapshot cannot be restored' 5
restoring=

# A snapshot keeps the path it was made of; the set is where SHA256SUMS is.
sums=$(find "$PART_DIR" -name SHA256SUMS -type f)
case $sums in
  '') fail 'the set is not complete: it has no SHA256SUMS' 5 ;;
  *"
"*) fail 'the snapshot holds more than one set' 5 ;;
esac
set_dir=$(dirname "$sums")
[ -s "$sums" ] || fail 'the set is not complete: its SHA256SUMS is empty' 5
(cd "$set_dir" && sha256sum --check --strict --quiet SHA256SUMS) || fail 'the set is not complete or was changed' 5
# What is not named was not verified.
named=$(sed 's/^[0-9a-f]* [ *]//' "$sums" | sort)
there=$(cd "$set_dir" && find . ! -type d ! -path ./SHA256SUMS | sed 's|^\./||' | sort)
[ "$there" = "$named" ] || fail 'the set has files that its SHA256SUMS does not name' 5

if [ -d "$RESTORE_DIR" ]; then rmdir "$RESTORE_DIR" || fail "RESTORE_DIR cannot be replaced: $RESTORE_DIR" 5; fi
mv "$set_dir" "$RESTORE_DIR"
note "restored and verified in $RESTORE_DIR"
