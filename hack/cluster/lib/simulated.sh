# A cluster with simulated nodes: a real control plane, and a program that plays the nodes (../tools/kubernetes/nodes.go). Needs no root.

SIMULATED_SERVICES=10.96.0.0/16

need_for_simulated() { need_commands openssl=openssl flock=util-linux setsid=util-linux; }

up_simulated() {
  make_pki 127.0.0.1 10.96.0.1
  etcd_flags
  start etcd "${ETCD[@]}"
  await "the socket of etcd" 30 test -S "$STATE/etcd.sock"
  start_api_server
  controller_manager_flags
  scheduler_flags
  start kube-controller-manager "${CONTROLLER_MANAGER[@]}"
  start kube-scheduler "${SCHEDULER[@]}"
  start simulated-nodes "$BIN/simulated-nodes" "$STATE/kubeconfig"
  await "the default service account" 60 service_accounts_ready
  await "the nodes to become ready" 60 kube wait --for=condition=Ready node --all --timeout=5s
}

# Another process may take a free port before the API server does: then tries another port.
start_api_server() {
  local port attempt try
  for attempt in 1 2 3 4 5; do
    port=$(free_port)
    kubeconfigs "https://127.0.0.1:$port"
    # No pod could use an endpoint of `kubernetes` on the loopback address, so the API server creates none.
    api_server_flags "$SIMULATED_SERVICES" --authorization-mode=RBAC --bind-address=127.0.0.1 --secure-port="$port" \
      --advertise-address=127.0.0.1 --endpoint-reconciler-type=none
    start kube-apiserver "${API_SERVER[@]}"
    for ((try = 0; try < 300; try++)); do
      ! api_server_ready >/dev/null 2>&1 || return 0
      alive kube-apiserver || break
      sleep 0.1
    done
    grep -q 'address already in use' "$STATE/log/kube-apiserver.log" || break
    say "another process took port $port (attempt $attempt)"
  done
  check_components
  fail "the API server did not become ready" "see $STATE/log/kube-apiserver.log"
}

# Below the range from which the kernel takes ports for outgoing connections.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  echo "$port"
}
