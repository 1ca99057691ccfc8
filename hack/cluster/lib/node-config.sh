# The configuration files of the node's components, written below $STATE/config.

configure_node() {
  configure_containerd >"$STATE/config/containerd.toml"
  mkdir -p "$STATE/cni"
  configure_pod_network >"$STATE/cni/10-pods.conflist"
  configure_kubelet >"$STATE/config/kubelet.yaml"
  configure_kube_proxy >"$STATE/config/kube-proxy.yaml"
}

# The omitted plugin would create a folder on the host.
configure_containerd() {
  cat <<END
version = 2
root = "$STATE/containerd"
state = "/run/containerd"
disabled_plugins = ["io.containerd.internal.v1.opt"]
[grpc]
  address = "$SOCKET"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/pause:1"
  restrict_oom_score_adj = true   # root in a container may not lower it
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$CNI"
    conf_dir = "$STATE/cni"
END
}

configure_pod_network() {
  cat <<END
{"cniVersion": "0.4.0", "name": "pods", "plugins": [
  {"type": "bridge", "bridge": "pods", "isGateway": true, "hairpinMode": true, "ipam":
    {"type": "host-local", "ranges": [[{"subnet": "$POD_NET"}]], "routes": [{"dst": "0.0.0.0/0"}]}},
  {"type": "portmap", "capabilities": {"portMappings": true}}]}
END
}

# Image garbage collection is off, because images of `cluster load` cannot be pulled again.
configure_kubelet() {
  cat <<END
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
containerRuntimeEndpoint: unix://$SOCKET
cgroupDriver: cgroupfs
cgroupRoot: /$LINK
failCgroupV1: false
failSwapOn: false
makeIPTablesUtilChains: false
resolvConf: ""
clusterDomain: cluster.local
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $STATE/pki/ca.crt}}
authorization: {mode: Webhook}
tlsCertFile: $STATE/pki/kubelet.crt
tlsPrivateKeyFile: $STATE/pki/kubelet.key
imageGCHighThresholdPercent: 100
evictionHard: {imagefs.available: "1%", nodefs.available: "1%", memory.available: "50Mi"}
END
}

# The limits of connection tracking belong to the host: kube-proxy would end because it may not set them.
configure_kube_proxy() {
  cat <<END
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clientConnection: {kubeconfig: $STATE/config/kube-proxy.kubeconfig}
mode: nftables
clusterCIDR: $POD_NET
conntrack: {maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s}
END
}
