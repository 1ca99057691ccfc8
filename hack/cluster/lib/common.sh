# Messages, and the paths of common folders. Sourced by ../cluster and by the scripts of ../../images.

CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/catamaran

say() { printf '%s\n' "$*" >&2; }

fail() {
  printf 'error: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
  exit 1
}

# need_commands COMMAND=PACKAGE...: fails if commands are missing, and prints one line that installs their packages.
need_commands() {
  local pair missing=() packages=()
  for pair; do
    command -v "${pair%%=*}" >/dev/null && continue
    missing+=("${pair%%=*}")
    packages+=("${pair#*=}")
  done
  [ ${#missing[@]} -eq 0 ] || fail "not installed: ${missing[*]}" \
    "on Debian or Ubuntu: apt-get update && apt-get install -y --no-install-recommends $(unique "${packages[@]}")"
}

unique() { printf '%s\n' "$@" | sort -u | paste -sd' '; }
