# Progress on the terminal: steps, and one line with counters. Sourced by the scripts beside this folder.

step() { printf '\n==> %s\n' "$*"; }

# ready_pods NAME: the number of ready pods of the custom resource NAME, without terminating ones.
ready_pods() {
  hack/kubectl get pods -l "app.kubernetes.io/instance=$1" -o jsonpath='{range .items[*]}
    {.metadata.deletionTimestamp}{.status.conditions[?(@.type=="Ready")].status}{end}' | grep -c '^ *True' || true
}

# progress TEXT: replaces the last line on a terminal; elsewhere prints a new line, if the text is new.
PROGRESS=
progress() {
  [ "$1" != "$PROGRESS" ] || return 0
  PROGRESS=$1
  if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; then
    printf '\r\033[K    %s' "$1"
  else
    printf '    %s\n' "$1"
  fi
}

progress_ends() {
  PROGRESS=
  if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; then echo; fi
}

# await_samples SECONDS MEMCACHEDS BACKUPS: waits until these numbers of pods and both samples are ready. Calls still_well,
# which may fail earlier.
await_samples() {
  local started=$SECONDS charts backups
  while :; do
    charts=$(ready_pods memcached-sample) backups=$(ready_pods memcachedbackup-sample)
    progress "ready pods: memcached-sample $charts of $2, memcachedbackup-sample $backups of $3"
    [ "$charts/$backups" != "$2/$3" ] || break
    still_well
    [ $((SECONDS - started)) -lt "$1" ] || fail "the pods were not ready within $1 s"
    sleep 0.2
  done
  progress_ends
  # The custom resources become ready a moment later.
  hack/kubectl wait --for=condition=Ready --timeout=30s >/dev/null \
    memcached/memcached-sample memcachedbackup/memcachedbackup-sample
}

# await_nothing SECONDS COMMAND...: waits until the command prints nothing; otherwise fails with its last output.
await_nothing() {
  local deadline=$((SECONDS + $1)) left
  shift
  while left=$("$@") && [ -n "$left" ]; do
    [ $SECONDS -lt $deadline ] || fail "still there:" "$left"
    sleep 1
  done
}
