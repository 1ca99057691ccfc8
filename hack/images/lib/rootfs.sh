# Builds the file system of an image. Sourced by the scripts beside this folder.

# minimal_root FOLDER: users, name lookup and a place for temporary files.
minimal_root() {
  mkdir -p "$1"/{etc,tmp,usr/lib,usr/lib64}
  ln -s usr/lib "$1/lib"
  ln -s usr/lib64 "$1/lib64"
  chmod 1777 "$1/tmp"
  printf '%s\n' root:x:0:0:root:/:/sbin/nologin nonroot:x:65532:65532:nonroot:/tmp:/sbin/nologin >"$1/etc/passwd"
  printf '%s\n' root:x:0: nonroot:x:65532: >"$1/etc/group"
  echo 'hosts: files dns' >"$1/etc/nsswitch.conf"
}

# copy_libraries FROM ROOT FILE...: copies the required libraries of the files, and the loader, from the file system FROM to
# the same paths in ROOT. Fails if FROM lacks one.
copy_libraries() {
  local from root loader file library
  from=$(realpath "$1") root=$(realpath "$2")
  from=${from%/}
  shift 2
  loader=$(find_loader "$from")
  case ${loader##*/} in
    ld-linux-x86-64.so.2) install -D -m 755 "$loader" "$root/lib64/${loader##*/}" ;;
    *) install -D -m 755 "$loader" "$root/lib/${loader##*/}" ;;
  esac
  for file; do
    "$loader" --inhibit-cache --library-path "$(library_path "$from")" --list "$file" >"$root.libraries" ||
      fail "cannot find the libraries of $file" "$(grep -i 'not found' "$root.libraries")"
    while read -r library; do copy_library "$from" "$root" "$library"; done \
      < <(awk '$2 == "=>" { print $3 }' "$root.libraries")
  done
  rm "$root.libraries"
}

# Installs the library under its requested name, not under the name of the target of a link.
copy_library() {
  local place=${3#"$1"}
  [[ $3 = "$2"/* || -e $2$place ]] || install -D -m 755 "$(realpath "$3")" "$2$place"
}

# The file itself, because the link to it in lib64 may lead out of this file system. Not all of the folders exist.
find_loader() {
  local folders
  IFS=: read -ra folders <<<"$(library_path "$1")"
  { find "${folders[@]}" -maxdepth 1 -type f -name 'ld-linux*.so.*' 2>/dev/null || true; } | sed -n 1p | grep . ||
    fail "there is no loader of the GNU C library below $1/"
}

library_path() {
  local triplet
  triplet=$(uname -m)-linux-gnu
  printf '%s:' "$1"/{lib,usr/lib}/"$triplet" "$1"/{lib64,usr/lib64,lib,usr/lib}
}
