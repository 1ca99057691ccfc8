# The common flags of both kinds of cluster; each function sets the array of its name to a command line.
# Sourced by ../cluster and, inside a real node, by node-init.sh. Uses $BIN, $KUBECTL, $STATE and $HERE.

# etcd listens on a socket in the folder of the cluster: no port conflicts, and no access for other users. It requires a
# port for its peers (any free one), and an advertised address (no client uses it).
etcd_flags() {
  ETCD=("$BIN/etcd" --data-dir="$STATE/etcd" --unsafe-no-fsync --log-outputs=stderr
    --listen-client-urls="unix://$STATE/etcd.sock" --advertise-client-urls=http://127.0.0.1:1
    --listen-peer-urls=http://127.0.0.1:0)
}

# api_server_flags SERVICE_NET FLAG...
api_server_flags() {
  local services=$1
  shift
  API_SERVER=("$BIN/kube-apiserver" --etcd-servers="unix://$STATE/etcd.sock"
    --tls-cert-file="$STATE/pki/apiserver.crt" --tls-private-key-file="$STATE/pki/apiserver.key"
    --client-ca-file="$STATE/pki/ca.crt"
    --service-account-issuer=https://kubernetes.default.svc.cluster.local
    --service-account-key-file="$STATE/pki/tokens.pub" --service-account-signing-key-file="$STATE/pki/tokens.key"
    --service-cluster-ip-range="$services" --allow-privileged=true --profiling=false
    --audit-policy-file="$HERE/manifests/audit-policy.yaml"
    --audit-log-path="$STATE/audit.log" --audit-log-maxsize=500 --audit-log-maxbackup=1 "$@")
}

# Without the higher limits these two are the slowest part of a test cluster.
controller_manager_flags() {
  CONTROLLER_MANAGER=("$BIN/kube-controller-manager" --kubeconfig="$STATE/config/controller-manager.kubeconfig"
    --leader-elect=false --secure-port=0 --use-service-account-credentials=true
    --service-account-private-key-file="$STATE/pki/tokens.key" --root-ca-file="$STATE/pki/ca.crt"
    --cluster-signing-cert-file="$STATE/pki/ca.crt" --cluster-signing-key-file="$STATE/pki/ca.key"
    --kube-api-qps=200 --kube-api-burst=400)
}

scheduler_flags() {
  SCHEDULER=("$BIN/kube-scheduler" --kubeconfig="$STATE/config/scheduler.kubeconfig"
    --leader-elect=false --secure-port=0 --kube-api-qps=200 --kube-api-burst=400)
}

# kube ARGUMENT...: kubectl as the administrator, with its cache in the folder of the cluster.
kube() { KUBECACHEDIR="$STATE/kubectl" "$KUBECTL" --kubeconfig "$STATE/kubeconfig" "$@"; }

api_server_ready() { kube get --raw /readyz; }

# Pods need both objects in their namespace.
service_accounts_ready() { kube -n default get serviceaccount/default configmap/kube-root-ca.crt; }
