# A temporary cluster for a script. Sourced by the scripts beside this folder.

# with_cluster NAME [--node]: starts a cluster until the end of the script, and puts a kubectl for it on the PATH.
TEMPORARY=
with_cluster() {
  at_the_end
  TEMPORARY=$1-$$
  hack/cluster/cluster up --name "$TEMPORARY" --until-exit $$ "${@:2}" >/dev/null
  eval "$(hack/cluster/cluster env --name "$TEMPORARY")"
}

# At the end of the script, calls its functions `last_words` (after a failure) and `end_what_runs`, and always removes the cluster.
at_the_end() {
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

clean_up() {
  local status=$?
  trap '' INT TERM HUP
  trap - EXIT
  progress_ends
  [ $status -eq 0 ] || last_words || true
  step "Taking everything down"
  end_what_runs
  [ -z "$TEMPORARY" ] || hack/cluster/cluster down --name "$TEMPORARY" || status=1
  exit $status
}

# end_group PID: ends a process and its children. `setsid` must have started the process.
end_group() {
  kill -TERM -- "-$1" 2>/dev/null || return 0
  for _ in {1..100}; do
    kill -0 -- "-$1" 2>/dev/null || return 0
    sleep 0.1
  done
  say "process $1 did not end within 10 s and is killed"
  kill -KILL -- "-$1"
}
