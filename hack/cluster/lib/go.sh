# Builds with Go, and reports the progress. Sourced by ../cluster and ../../../src/tests/programs/build.

# need_go VERSION WHAT: fails with advice if `go` is missing or older.
need_go() {
  local version
  command -v go >/dev/null ||
    fail "Go $1 or newer is needed to build $2, and there is no \`go\` on the PATH" "$(go_advice)"
  version=$(go env GOVERSION)
  printf '%s\n' "go$1" "$version" | sort -CV ||
    fail "Go $1 or newer is needed to build $2, but $(command -v go) is $version" "$(go_advice)"
}

# go_arch: the architecture of this machine, in Go's words.
go_arch() {
  case $(uname -m) in
    x86_64) echo amd64 ;;
    aarch64 | arm64) echo arm64 ;;
    *) uname -m ;;
  esac
}

go_advice() {
  echo "curl -fsSL https://go.dev/dl/go1.26.3.linux-$(go_arch).tar.gz | sudo tar -C /usr/local -xz &&" \
    "export PATH=/usr/local/go/bin:\$PATH"
}

# telling NAME LOG COMMAND...: runs the command with its output in LOG, and reports the progress every half minute.
telling() {
  local name=$1 log=$2 started=$SECONDS
  shift 2
  "$@" >"$log" 2>&1 8>&- &
  local compiler=$!
  while kill -0 $compiler 2>/dev/null; do
    sleep 1
    (((SECONDS - started) % 30)) || say "  $name, since $((SECONDS - started)) s: $(tail -n 1 "$log" | grep . || echo compiling)"
  done
  wait $compiler || fail "cannot build $name" "$(tail -n 5 "$log")"
  say "  $name: built in $((SECONDS - started)) s"
}
