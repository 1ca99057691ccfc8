module catamaran.dev/hack/cluster/tools/pause

go 1.24.0
