# A cluster with one real node: the part on the host. The node has separate namespaces (processes, mounts, network, names).
# node-init.sh is their first process: after it is killed, the kernel ends all processes in them. Needs root on Linux.
#
# A pair of network interfaces connects host and node, and the host has routes to pods and Services. The number N of the
# networks follows from the cluster's name, or is the next one that is free:
#   10.213.N.0/30  host .1, node .2     10.214.N.0/24  pods     10.215.N.0/24  Services

NODE_PARTS=(openssl=openssl flock=util-linux setsid=util-linux unshare=util-linux containerd=containerd ctr=containerd
  runc=runc nft=nftables ip=iproute2)
HIDDEN_IN_NODE=(/run /var/lib /var/log)

need_for_node() {
  local folder hidden
  [ "$(id -u)" = 0 ] || fail "a real node needs root" "run it again with sudo -E, or leave out --node for simulated nodes"
  CNI=$(find /usr/lib/cni /opt/cni/bin -name bridge -printf '%h\n' -quit 2>/dev/null) || true
  need_commands "${NODE_PARTS[@]}" "${CNI:-/usr/lib/cni}/bridge=containernetworking-plugins"
  unshare --mount --pid --net --uts --ipc --fork true 2>/dev/null ||
    fail "root may not make namespaces here" "in a container: start it with --privileged"
  need_kernel_part overlay "grep -qw overlay /proc/filesystems"
  need_kernel_part br_netfilter "test -d /proc/sys/net/bridge"
  for folder in "$STATE" "$BIN" "$HERE"; do
    for hidden in "${HIDDEN_IN_NODE[@]}"; do
      [[ $(realpath -m "$folder")/ != $hidden/* ]] ||
        fail "$folder cannot be seen from inside the node, which has its own $hidden" \
          "set TMPDIR, XDG_CACHE_HOME or the checkout to another place"
    done
  done
}

# need_kernel_part MODULE CONDITION
need_kernel_part() {
  eval "$2" || modprobe "$1" 2>/dev/null || fail "the kernel lacks $1" "load it on the host: modprobe $1"
}

up_node() {
  reserve_networks
  use_networks
  make_pki 127.0.0.1 "$API_IP" "$NODE_IP"
  kubeconfigs "https://$NODE_IP:6443"
  node_identity kube-proxy /CN=system:kube-proxy
  node_identity kubelet "/O=system:nodes/CN=system:node:$NAME" "IP:$NODE_IP,DNS:$NAME"
  configure_node
  enter_node
  await "containerd" 30 ctr -a "$SOCKET" version
  load_images "$IMAGES"/*.tar
  await "the default service account" 60 service_accounts_ready
  await "the node to become ready" 60 kube wait --for=condition=Ready "node/$NAME" --timeout=5s
}

# The successful creation of the interfaces reserves the number.
reserve_networks() {
  local number
  number=$(($(cksum <<<"$NAME" | cut -d' ' -f1) % 256))
  for _ in {1..256}; do
    if [ -z "$(ip -4 route show to root "10.214.$number.0/24" && ip -4 route show to root "10.215.$number.0/24")" ] &&
      ip link add "catamaran-$number" type veth peer name "catamaran-${number}n" 2>/dev/null; then
      echo "$number" >"$STATE/network"
      return
    fi
    number=$(((number + 1) % 256))
  done
  fail "no network is free for the node" "look at what runs: ip link show type veth; ls -d ${STATE%-*}-*"
}

use_networks() {
  NUMBER=$(cat "$STATE/network")
  LINK=catamaran-$NUMBER
  HOST_IP=10.213.$NUMBER.1 NODE_IP=10.213.$NUMBER.2
  POD_NET=10.214.$NUMBER.0/24
  SERVICE_NET=10.215.$NUMBER.0/24 API_IP=10.215.$NUMBER.1
  SOCKET=$STATE/containerd.sock
}

# node_identity NAME SUBJECT [ALTERNATIVE_NAMES]: certificate and kubeconfig of a component.
node_identity() {
  certificate "$1" "$2" "${3:-}" "${EC_KEY[@]}"
  kubeconfig "$1" "https://$NODE_IP:6443" "$STATE/config/$1.kubeconfig"
}

enter_node() {
  local unshare init=''
  make_cgroups
  declare -p HERE BIN KUBECTL STATE NAME LINK HOST_IP NODE_IP SERVICE_NET >"$STATE/config/node.env"
  start node unshare --mount --pid --net --uts --ipc --fork --kill-child --mount-proc \
    "$HERE/lib/node-init.sh" "$STATE/config/node.env"
  read -r unshare _ <"$STATE/pid/node"
  until [ -n "$init" ]; do
    check_components
    init=$(tr -d ' ' <"/proc/$unshare/task/$unshare/children" || true)
  done
  remember node-init "$init"
  ln -s node.log "$STATE/log/node-init.log"
  ip link set "${LINK}n" netns "$init"
  ip addr add "$HOST_IP/30" dev "$LINK"
  ip link set "$LINK" up
  ip route add "$POD_NET" via "$NODE_IP"
  ip route add "$SERVICE_NET" via "$NODE_IP"
}

# In every hierarchy the control groups of the node have a common parent, so that `down` can find them.
make_cgroups() {
  local folder controller controllers
  if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
    read -ra controllers </sys/fs/cgroup/cgroup.controllers
    for controller in "${controllers[@]}"; do
      echo "+$controller" >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null || true
    done
    mkdir -p "/sys/fs/cgroup/$LINK"
  else
    for folder in /sys/fs/cgroup/*/; do mkdir -p "$folder$LINK"; done
  fi
}

# Namespaces end with their processes; interfaces with their routes, and control groups, do not.
remove_node_leftovers() {
  local group
  [ -f "$STATE/network" ] || return 0
  use_networks
  ip link delete "$LINK" 2>/dev/null || true
  for group in "/sys/fs/cgroup/$LINK" /sys/fs/cgroup/*/"$LINK"; do
    [ ! -d "$group" ] || find "$group" -depth -type d -exec rmdir {} +
  done
}

# The components run as children of the node's first process.
status_in_node() {
  local init child children command
  read -r init _ <"$STATE/pid/node-init"
  children=$(cat "/proc/$init/task/$init/children" 2>/dev/null) || return 0
  for child in $children; do
    read -r -d '' command <"/proc/$child/cmdline" || continue
    [[ $command = *containerd-shim* ]] || status_line "${command##*/}" "$(date -d "$(ps -o lstart= -p "$child")" '+%F %T')" "$child"
  done
}

# load_images FILE...
load_images() {
  local file
  [ $# -gt 0 ] || fail "load which images?" "usage: $0 load IMAGE.tar..."
  for file; do
    [ -f "$file" ] || fail "there is no image $file"
    ctr -a "$STATE/containerd.sock" -n k8s.io images import "$file" >"$STATE/log/import.log" 2>&1 ||
      fail "cannot load $file" "$(tail -n 3 "$STATE/log/import.log")"
  done
}
