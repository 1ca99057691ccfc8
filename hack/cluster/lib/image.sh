# Makes an image from a folder, without a container engine.

# image_archive FILE NAME:TAG ROOT CONFIG: a docker archive with one layer, the same bytes for the same content.
# CONFIG is the "config" object of the image: {"Entrypoint":["/x"],"Env":["PATH=/bin"],"User":"65532"}
image_archive() (
  set -euo pipefail
  file=$1 name=$2 root=$3 config=$4
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  case $(uname -m) in
    x86_64) architecture=amd64 ;;
    aarch64) architecture=arm64 ;;
    *) architecture=$(uname -m) ;;
  esac
  # Only the owner may enter a folder of mktemp. Other users could then not enter the root of the container.
  pack() { tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --format=gnu "$@"; }
  pack --mode=go+rX -C "$root" -cf "$work/layer.tar" .
  digest=$(sha256sum <"$work/layer.tar" | cut -d' ' -f1)
  cat >"$work/config.json" <<END
{"architecture":"$architecture","os":"linux","created":"1970-01-01T00:00:00Z","config":$config,
 "rootfs":{"type":"layers","diff_ids":["sha256:$digest"]},"history":[{"created_by":"image_archive"}]}
END
  echo '[{"Config":"config.json","RepoTags":["'"$name"'"],"Layers":["layer.tar"]}]' >"$work/manifest.json"
  mkdir -p "$(dirname "$file")"
  pack -C "$work" -cf "$file" config.json manifest.json layer.tar
)
