# Builds Kubernetes, etcd and what goes with them from Go modules, once per content of ../tools. KUBERNETES=1.37.2 builds that
# version instead of the pinned one.

TOOLS=$HERE/tools
PINNED_VERSION=$(awk '$1 == "k8s.io/kubernetes" { print $2 }' "$TOOLS/go.mod")
KUBERNETES_VERSION=v${KUBERNETES:-${PINNED_VERSION#v}}
BUILT=$CACHE/kubernetes-$KUBERNETES_VERSION-$(cat "$TOOLS"/go.* "$TOOLS"/*/* | sha256sum | head -c 8)
[ "$KUBERNETES_VERSION" = "$PINNED_VERSION" ] || TOOLS=$BUILT/tools
BIN=$BUILT/bin
IMAGES=$BUILT/images

CONTROL_PLANE=(etcd kube-apiserver kube-controller-manager kube-scheduler)
# The programs in the one that tools/kubernetes is.
PARTS=(kube-apiserver kube-controller-manager kube-scheduler simulated-nodes)

# kubectl: the one on the PATH, if it is of this minor version or the one before or after, as Kubernetes supports it; else one is built.
KUBECTL=kubectl
fits() {
  local minor ours=${KUBERNETES_VERSION#v1.}
  minor=$(kubectl version --client --output=json 2>/dev/null | sed -n 's/^ *"minor": "\([0-9]*\).*/\1/p') || return 1
  [ -n "$minor" ] && [ $((minor - ${ours%%.*})) -ge -1 ] && [ $((minor - ${ours%%.*})) -le 1 ]
}
if [ -x "$BIN/kubectl" ] || ! fits; then KUBECTL=$BIN/kubectl; fi

# build TOOL...: builds the missing tools, as one build: what they have in common is compiled once, and no processor waits for the linker.
# Concurrent builds wait for each other.
build() {
  local tool missing=()
  mkdir -p "$BIN" "$IMAGES"
  exec 8>"$BUILT/lock"
  flock -n 8 || { say "waiting for another build" && flock 8; }
  [ "$KUBECTL" = kubectl ] || set -- "$@" kubectl
  for tool; do [ -e "$(artifact "$tool")" ] || missing+=("$tool"); done
  if [ ${#missing[@]} -gt 0 ]; then
    need_go 1.24 Kubernetes
    say "Kubernetes ${KUBERNETES_VERSION#v} is built from source into $BUILT (once; 5 minutes on 2 cores without other work): ${missing[*]}"
    [ -e "$TOOLS/go.mod" ] || telling "list of modules" "$BUILT/build.log" list_modules
    telling Kubernetes "$BUILT/build.log" compile "${missing[@]}"
  fi
  exec 8>&-
}

# list_modules: makes the tools' modules for another version than the pinned one. Kubernetes requires its own parts at v0.0.0.
list_modules() {
  local parts
  [[ $KUBERNETES_VERSION =~ ^v1\.[0-9]+\.[0-9]+$ ]] || fail "KUBERNETES must be a version such as 1.37.2"
  rm -rf "$TOOLS.part"
  cp -r "$HERE/tools" "$TOOLS.part"
  cd "$TOOLS.part" || return
  awk '/^require/ { exit } { print }' "$HERE/tools/go.mod" >go.mod
  parts=$(go mod download -json "k8s.io/kubernetes@$KUBERNETES_VERSION" | awk -F'"' '$2 == "GoMod" { print $4 }') ||
    fail "there is no Go module k8s.io/kubernetes $KUBERNETES_VERSION, or the proxy of Go's modules does not answer"
  awk -v part="v0.${KUBERNETES_VERSION#v1.}" -v version="$KUBERNETES_VERSION" \
    '/=> \.\/staging\// { print "replace", $1, "=>", $1, part } END { print "require k8s.io/kubernetes", version }' "$parts" >>go.mod
  GOTOOLCHAIN=local GOWORK=off GOFLAGS='' go mod tidy
  mv "$TOOLS.part" "$TOOLS"
}

# compile TOOL...: into another folder first, so that no other process uses an incomplete file.
compile() {
  local tool packages=() part=$BUILT/part
  rm -rf "$part"
  mkdir "$part"
  for tool; do
    case $tool in
      etcd) packages+=(go.etcd.io/etcd/server/v3) ;;
      pause) compile_image ;;
      kubectl | kubelet | kube-proxy) packages+=("k8s.io/kubernetes/cmd/$tool") ;;
      *) [[ " ${packages[*]} " = *" ./kubernetes "* ]] || packages+=(./kubernetes) ;;
    esac
  done
  [ ${#packages[@]} = 0 ] || go_build . "$part/" "${packages[@]}"
  [ ! -e "$part/server" ] || mv "$part/server" "$part/etcd" # Go names a program by its folder
  if [ -e "$part/kubernetes" ]; then
    for tool in "${PARTS[@]}"; do ln -s kubernetes "$part/$tool"; done
  fi
  find "$part" -mindepth 1 -exec mv -t "$BIN" {} +
  rmdir "$part"
}

# go_build FOLDER TARGET PACKAGE...: prints the packages as it compiles them. Without the -X flags the API server reports version v0.0.0,
# and clients and charts that check the version fail. The linker would drop what debuggers read: the compiler takes 7 % less without it.
go_build() {
  local minor=${KUBERNETES_VERSION#v1.} version=k8s.io/component-base/version
  cd "$TOOLS/$1" || return
  CGO_ENABLED=0 GOTOOLCHAIN=local GOWORK=off GOFLAGS='' go build -v -trimpath -buildvcs=false -gcflags=k8s.io/...=-dwarf=false -o "$2" -ldflags "-s -w \
    -X $version.gitVersion=$KUBERNETES_VERSION -X $version.gitMajor=1 -X $version.gitMinor=${minor%%.*}" "${@:3}"
}

compile_image() {
  local root
  root=$(mktemp -d)
  go_build pause "$root/pause" .
  image_archive "$IMAGES/pause.tar.part" localhost/pause:1 "$root" '{"Entrypoint":["/pause"]}'
  mv "$IMAGES/pause.tar.part" "$IMAGES/pause.tar"
  rm -rf "$root"
}

# artifact TOOL: the built file.
artifact() {
  case $1 in
    pause) echo "$IMAGES/pause.tar" ;;
    *) echo "$BIN/$1" ;;
  esac
}
