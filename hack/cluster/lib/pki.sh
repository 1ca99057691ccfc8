# A certificate authority for each cluster, and its certificates. All files are in $STATE/pki and are deleted with the cluster.

EC_KEY=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1)
RSA_KEY=(-newkey rsa:2048)

# make_pki API_SERVER_IP...: certificates of the API server, of its clients, and the key of service account tokens.
make_pki() {
  local names="DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc" ip
  names+=",DNS:kubernetes.default.svc.cluster.local"
  for ip; do names+=",IP:$ip"; done
  mkdir -p "$STATE/pki"
  openssl req -x509 "${EC_KEY[@]}" -nodes -days 365 -subj "/CN=catamaran-$NAME" \
    -keyout "$STATE/pki/ca.key" -out "$STATE/pki/ca.crt" 2>/dev/null
  certificate apiserver /CN=kube-apiserver "$names" "${EC_KEY[@]}"
  certificate admin /O=system:masters/CN=admin "" "${RSA_KEY[@]}" # fabric8 reads EC client keys only with a setting
  certificate controller-manager /CN=system:kube-controller-manager "" "${EC_KEY[@]}"
  certificate scheduler /CN=system:kube-scheduler "" "${EC_KEY[@]}"
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out "$STATE/pki/tokens.key" 2>/dev/null
  openssl pkey -in "$STATE/pki/tokens.key" -pubout -out "$STATE/pki/tokens.pub"
}

# certificate FILE SUBJECT ALTERNATIVE_NAMES KEY_OPTION...
certificate() {
  local file=$STATE/pki/$1 subject=$2 names=$3
  shift 3
  openssl req -x509 "$@" -nodes -days 365 -subj "$subject" -CA "$STATE/pki/ca.crt" -CAkey "$STATE/pki/ca.key" \
    -addext basicConstraints=critical,CA:false -addext extendedKeyUsage=serverAuth,clientAuth \
    ${names:+-addext "subjectAltName=$names"} -keyout "$file.key" -out "$file.crt" 2>/dev/null
}

# kubeconfig CERTIFICATE SERVER FILE: with everything embedded, so that the file can be copied anywhere.
kubeconfig() {
  cat >"$3" <<END
apiVersion: v1
kind: Config
clusters:
- name: catamaran-$NAME
  cluster: {server: "$2", certificate-authority-data: $(base64 -w0 "$STATE/pki/ca.crt")}
users:
- name: $1
  user: {client-certificate-data: $(base64 -w0 "$STATE/pki/$1.crt"), client-key-data: $(base64 -w0 "$STATE/pki/$1.key")}
contexts:
- name: catamaran-$NAME
  context: {cluster: catamaran-$NAME, user: $1}
current-context: catamaran-$NAME
END
}

# kubeconfigs SERVER: of the administrator (the one printed at the end) and of the components that every cluster has.
kubeconfigs() {
  mkdir -p "$STATE/config"
  kubeconfig admin "$1" "$STATE/kubeconfig"
  kubeconfig controller-manager "$1" "$STATE/config/controller-manager.kubeconfig"
  kubeconfig scheduler "$1" "$STATE/config/scheduler.kubeconfig"
}
