# The folder of a cluster: $STATE has all its files, and is locked while the cluster changes.
#
#   pid/NAME        process id and start time of a component
#   log/NAME.log    what the component prints
#   kind            `simulated` or `node`; written last, so a cluster without it never came up

# use_state NAME: sets $STATE.
use_state() {
  [[ $1 =~ ^[a-z0-9]([-a-z0-9]{0,30}[a-z0-9])?$ ]] ||
    fail "\"$1\" cannot name a cluster" "take at most 32 lower case letters, digits and inner hyphens"
  NAME=$1
  STATE=$(realpath -m "${TMPDIR:-/tmp}")/catamaran-$(id -u)-$NAME
}

# Waits for any other command on this cluster. The folder itself is the lock, so that no lock file remains. If `down`
# removed the folder during the wait, locks a new one.
lock_state() {
  while :; do
    # shellcheck disable=SC2174 # the deepest folder is the one that matters
    mkdir -p -m 700 "$STATE"
    [[ -O $STATE && ! -L $STATE ]] ||
      fail "$STATE belongs to another user" "set TMPDIR to a folder of your own"
    exec 9<"$STATE"
    flock 9
    [[ $STATE -ef /proc/self/fd/9 ]] && break
  done
}

kind() { cat "$STATE/kind" 2>/dev/null; }
