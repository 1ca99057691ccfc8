# What is built from what. Sourced by ../build, ../publish and ../docker-build.

# newer_than FILE PATH...: prints the name of a source under the paths that is newer than the file.
newer_than() {
  find pom.xml src/pom.xml hack/engine-build "${@:2}" -name target -prune -o -type f \
    \( -name pom.xml -o -path '*/src/main/*' -o -path 'hack/*' -o -path 'src/engine/*' ! -name '*_test.go' \) -newer "$1" -print -quit
}
