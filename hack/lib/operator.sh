# A cluster with simulated nodes, and the operator at work on it from this machine. Sourced by ../demo and ../readme.

# run_with_cluster NAME COMMAND...: runs the command in this shell, with kubectl on the PATH and talking to a cluster of that
# name, and takes everything down, however it ends.
run_with_cluster() {
  CLUSTER=$1-$$ WORK=$(mktemp -d) OPERATOR=
  shift
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  step "Starting a Kubernetes control plane with simulated nodes"
  hack/cluster/cluster up --name "$CLUSTER" --until-exit $$ >/dev/null
  eval "$(hack/cluster/cluster env --name "$CLUSTER")"
  "$@"
}

start_operator() {
  step "Starting the operator"
  hack/kubectl apply -k config/crd
  # No ports: it must not meet whatever else runs on this machine. And a session of its own, so that Ctrl-C is for us.
  setsid hack/java -jar target/catamaran.jar run --watches-file watches.yaml \
    --metrics-bind-address=0 --health-probe-bind-address=0 >"$WORK/operator.log" 2>&1 &
  OPERATOR=$!
}

still_well() { kill -0 "$OPERATOR" 2>/dev/null || fail "the operator has ended"; }

clean_up() {
  local status=$?
  trap '' INT TERM HUP
  trap - EXIT
  progress_ends
  if [ $status -ne 0 ] && [ -s "$WORK/operator.log" ]; then
    step "The operator's last words"
    tail -n 40 "$WORK/operator.log"
  fi
  step "Taking everything down"
  [ -z "$OPERATOR" ] || stop_operator
  hack/cluster/cluster down --name "$CLUSTER" || status=1
  rm -rf "$WORK"
  exit $status
}

stop_operator() {
  kill -TERM "$OPERATOR" 2>/dev/null || return 0
  for _ in {1..100}; do
    kill -0 "$OPERATOR" 2>/dev/null || return 0
    sleep 0.1
  done
  say "the operator did not end within 10 s and is killed"
  kill -KILL "$OPERATOR"
  wait "$OPERATOR" 2>/dev/null || true
}
