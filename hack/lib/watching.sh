# What a person sees while the cluster works: steps, and one line that counts. Sourced by the scripts beside this folder.

step() { printf '\n==> %s\n' "$*"; }

# ready_pods NAME: how many pods of the custom resource NAME are ready, and not on their way out.
ready_pods() {
  hack/kubectl get pods -l "app.kubernetes.io/instance=$1" -o jsonpath='{range .items[*]}
    {.metadata.deletionTimestamp}{.status.conditions[?(@.type=="Ready")].status}{end}' | grep -c '^ *True' || true
}

# progress TEXT: over the line before on a terminal, else on a line of its own, and only when it says something new.
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

# await_samples SECONDS MEMCACHEDS BACKUPS: until as many pods of both samples are ready, and both say so. Calls still_well,
# which may give up earlier.
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
  # The custom resources say so a moment later.
  hack/kubectl wait --for=condition=Ready --timeout=30s >/dev/null \
    memcached/memcached-sample memcachedbackup/memcachedbackup-sample
}

# await_nothing SECONDS COMMAND...: until the command prints nothing; else fails with what it printed last.
await_nothing() {
  local deadline=$((SECONDS + $1)) left
  shift
  while left=$("$@") && [ -n "$left" ]; do
    [ $SECONDS -lt $deadline ] || fail "still there:" "$left"
    sleep 1
  done
}
