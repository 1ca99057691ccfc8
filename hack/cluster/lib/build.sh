# Builds Kubernetes, etcd and what goes with them from Go modules, once per set of versions in ../tools. KUBERNETES=1.37.2 builds that
# version instead of the pinned one.

TOOLS=$HERE/tools
PINNED_VERSION=$(awk '$1 == "k8s.io/kubernetes" { print $2 }' "$TOOLS/go.mod")
KUBERNETES_VERSION=v${KUBERNETES:-${PINNED_VERSION#v}}
BUILT=$CACHE/kubernetes-$KUBERNETES_VERSION-$(cat "$TOOLS"/go.* "$TOOLS"/*/* | sha256sum | head -c 8)
[ "$KUBERNETES_VERSION" = "$PINNED_VERSION" ] || TOOLS=$BUILT/tools
BIN=$BUILT/bin
IMAGES=$BUILT/images

CONTROL_PLANE=(etcd kube-apiserver kube-controller-manager kube-scheduler kubectl)

# build TOOL...: builds the missing tools. Concurrent builds wait for each other.
build() {
  local tool missing=() started=$SECONDS
  mkdir -p "$BIN" "$IMAGES"
  exec 8>"$BUILT/lock"
  flock -n 8 || { say "waiting for another build" && flock 8; }
  for tool; do [ -e "$(artifact "$tool")" ] || missing+=("$tool"); done
  if [ ${#missing[@]} -gt 0 ]; then
    need_go 1.24 Kubernetes
    say "building Kubernetes ${KUBERNETES_VERSION#v} from source into $BUILT (once; about 10 minutes on 2 cores)"
    [ -e "$TOOLS/go.mod" ] || telling "the list of modules" "$BUILT/build.log" list_modules
    local number=0
    for tool in "${missing[@]}"; do build_one "$tool" $((++number)) ${#missing[@]}; done
    say "built in $((SECONDS - started)) s"
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

# build_one TOOL NUMBER TOTAL
build_one() {
  say "building $2 of $3: $1"
  telling "$1" "$BUILT/build.log" compile "$1"
}

# compile TOOL: into a temporary file first, so that no other process uses an incomplete file.
compile() {
  local tool=$1
  case $tool in
    etcd) go_build . go.etcd.io/etcd/server/v3 "$BIN/etcd" ;;
    kwok) go_build kwok sigs.k8s.io/kwok/cmd/kwok "$BIN/kwok" ;;
    coredns | pause) compile_image "$tool" ;;
    *) go_build . "k8s.io/kubernetes/cmd/$tool" "$BIN/$tool" ;;
  esac
}

# go_build FOLDER PACKAGE FILE. Without the -X flags the API server reports version v0.0.0, and clients and charts
# that check the version fail.
go_build() {
  local minor=${KUBERNETES_VERSION#v1.} version=k8s.io/component-base/version
  cd "$TOOLS/$1" || return
  CGO_ENABLED=0 GOTOOLCHAIN=local GOWORK=off GOFLAGS='' go build -trimpath -buildvcs=false -o "$3.part" -ldflags "-s -w \
    -X $version.gitVersion=$KUBERNETES_VERSION -X $version.gitMajor=1 -X $version.gitMinor=${minor%%.*}" "$2"
  mv "$3.part" "$3"
}

compile_image() {
  local root
  root=$(mktemp -d)
  go_build "$1" . "$root/$1"
  image_archive "$(artifact "$1").part" "localhost/$1:1" "$root" '{"Entrypoint":["/'"$1"'"]}'
  mv "$(artifact "$1").part" "$(artifact "$1")"
  rm -rf "$root"
}

# artifact TOOL: the built file.
artifact() {
  case $1 in
    coredns | pause) echo "$IMAGES/$1.tar" ;;
    *) echo "$BIN/$1" ;;
  esac
}
