# Unpacks an image. Sourced by the scripts of .. and by ../../bench.

# unpack_image ARCHIVE FOLDER: FOLDER/root gets the files of the image, FOLDER/config.json its configuration.
unpack_image() {
  local layer
  mkdir -p "$2/root"
  tar -xf "$1" -C "$2" config.json manifest.json
  # Java compares the times of the files with those of the archive.
  while read -r layer; do
    tar -xOf "$1" "$layer" | tar -xzf - --no-same-owner --warning=no-unknown-keyword -C "$2/root"
  done < <(grep -o '"Layers":\[[^]]*\]' "$2/manifest.json" | grep -o '[0-9a-f]*\.tar\.gz')
}

# in_unpacked FOLDER CLASS_PATH: the same class path below FOLDER/root.
in_unpacked() { sed "s|^|$1/root|; s|:|:$1/root|g" <<<"$2"; }
