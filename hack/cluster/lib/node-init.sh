#!/usr/bin/env bash
# The first process in the namespaces of a real node; see node.sh. When it ends, the kernel ends all others with it.
set -euo pipefail
# shellcheck source=/dev/null
. "$1"
. "$HERE/lib/control-plane.sh"

declare -A NAME_OF

run() {
  local name=$1
  shift
  "$@" >"$STATE/log/$name.log" 2>&1 &
  NAME_OF[$!]=$name
}

# A node needs all its components: if one ends, all end.
give_up() {
  echo "$1 ended; the end of $STATE/log/$1.log:"
  tail -n 5 "$STATE/log/$1.log"
  exit 1
}

# Mounts only over folders that no process removes: a removal elsewhere would unmount it here. /var/log/pods and
# /var/log/containers come to lie beside the other logs.
private_mounts() {
  mount --no-mtab --make-rshared /
  mount --no-mtab -t tmpfs tmpfs /run # first, since the others would leave their notes in it
  mount --bind "$STATE/log" /var/log
  mount -t tmpfs tmpfs /var/lib
}

# kubelet sets some kernel parameters of the whole host: it gets copies of these files.
private_switches() {
  local switch copy
  for switch in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops \
    kernel/keys/root_maxkeys kernel/keys/root_maxbytes; do
    copy=$STATE/switches/$switch
    mkdir -p "${copy%/*}"
    cat "/proc/sys/$switch" >"$copy"
    mount --bind "$copy" "/proc/sys/$switch"
  done
}

network() {
  until ip link show "${LINK}n" >/dev/null 2>&1; do sleep 0.05; done
  ip link set "${LINK}n" name eth0
  ip link set lo up
  ip addr add "$NODE_IP/30" dev eth0
  ip link set eth0 up
  ip route add default via "$HOST_IP"
  echo 1 >/proc/sys/net/ipv4/ip_forward
  echo 1 >/proc/sys/net/bridge/bridge-nf-call-iptables # for a pod that calls itself or its neighbour through a Service
}

control_plane() {
  etcd_flags
  run etcd "${ETCD[@]}"
  api_server_flags "$SERVICE_NET" --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction \
    --bind-address=0.0.0.0 --secure-port=6443 --advertise-address="$NODE_IP" \
    --kubelet-client-certificate="$STATE/pki/admin.crt" --kubelet-client-key="$STATE/pki/admin.key" \
    --kubelet-certificate-authority="$STATE/pki/ca.crt" --kubelet-preferred-address-types=InternalIP
  run kube-apiserver "${API_SERVER[@]}"
  until api_server_ready >/dev/null 2>&1; do
    kill -0 $! 2>/dev/null || give_up kube-apiserver
    sleep 0.1
  done
  controller_manager_flags
  scheduler_flags
  run kube-controller-manager "${CONTROLLER_MANAGER[@]}"
  run kube-scheduler "${SCHEDULER[@]}"
}

hostname "$NAME"
private_mounts
private_switches
network
run containerd containerd --config "$STATE/config/containerd.toml"
control_plane
run kubelet "$BIN/kubelet" --config="$STATE/config/kubelet.yaml" --kubeconfig="$STATE/config/kubelet.kubeconfig" \
  --hostname-override="$NAME" --node-ip="$NODE_IP" --root-dir="$STATE/kubelet"
run kube-proxy "$BIN/kube-proxy" --config="$STATE/config/kube-proxy.yaml" --hostname-override="$NAME"

wait -n -p ended || true
give_up "${NAME_OF[$ended]}"
