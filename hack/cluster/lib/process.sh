# Starts, watches and ends the processes of a cluster.

# start NAME COMMAND...: starts a component in the background, in a separate session.
start() {
  local name=$1
  shift
  setsid "$@" >"$STATE/log/$name.log" 2>&1 </dev/null 9>&- &
  remember "$name" $!
}

remember() { echo "$2 $(start_time "$2")" >"$STATE/pid/$1"; }

# start_time PID: in clock ticks since boot. PID and start time identify a process, because PIDs are reused.
# Prints nothing after the end of all threads of the process, also for a zombie process.
start_time() {
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 0
  read -ra stat <<<"${stat##*) }"
  [[ ${stat[0]} = Z && ${stat[17]} -le 1 ]] || echo "${stat[19]}"
}

# alive NAME: whether the process of `start` still runs.
alive() {
  local pid time
  read -r pid time <"$STATE/pid/$1" 2>/dev/null && [ -n "$time" ] && [ "$(start_time "$pid")" = "$time" ]
}

components() { for file in "$STATE"/pid/*; do [ -f "$file" ] && basename "$file"; done; }

# Prints the components that have ended, if any.
ended() {
  local name
  for name in $(components); do alive "$name" || echo "$name"; done
}

# await WHAT SECONDS COMMAND...: waits until the command succeeds; fails at once if a component ends.
await() {
  local what=$1 deadline=$((SECONDS + $2))
  shift 2
  until "$@" >/dev/null 2>&1; do
    check_components
    ((SECONDS < deadline)) || fail "timeout while waiting for $what" "the logs are in $STATE/log"
    sleep 0.1
  done
}

check_components() {
  local name
  for name in $(ended); do
    say "the end of $STATE/log/$name.log:"
    tail -n 8 "$STATE/log/$name.log" >&2
    fail "$name ended"
  done
}

# Kills every process of the cluster, and waits until they are gone. A graceful end is not necessary. Each process leads a
# separate process group. This process may be one of them: see `watch_for_exit`.
stop_components() {
  local name pid _
  for name in $(components); do
    read -r pid _ <"$STATE/pid/$name"
    if [ "$pid" != $$ ] && alive "$name"; then
      kill -KILL -- "-$pid" 2>/dev/null || kill -KILL "$pid" 2>/dev/null || true
      while alive "$name"; do sleep 0.05; done
    fi
    rm -f "$STATE/pid/$name"
  done
}

# watch_for_exit PID: takes the cluster down as soon as the process ends, for any reason.
watch_for_exit() {
  # shellcheck disable=SC2016 # the arguments are for the inner shell
  start until-exit bash -c 'tail --pid="$1" -f /dev/null; exec "$2" down --name "$3"' until-exit "$1" "$HERE/cluster" "$NAME"
}
