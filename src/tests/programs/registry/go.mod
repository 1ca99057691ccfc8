// A container registry for tests, from source: charts are pushed to it and pulled from it.
//
// To change the version, edit it and run `go mod tidy`.
module catamaran.dev/programs/registry

go 1.24.0

tool github.com/google/go-containerregistry/cmd/registry

require github.com/google/go-containerregistry v0.20.6 // indirect
