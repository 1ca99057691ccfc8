// Package kustomize builds folders with a kustomization.
package kustomize

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// Build answers the objects of a folder as kustomize builds them, but with the images that the files have, and with the given prefix and namespace: without
// these, with the names and namespaces of the files. It also answers the prefix and the namespace that kustomize would give.
func Build(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Path       string `json:"path"`
		NamePrefix string `json:"namePrefix"`
		Namespace  string `json:"namespace"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	files := &renamed{FileSystem: filesys.MakeFsOnDisk(), names: map[string]any{"namePrefix": params.NamePrefix, "namespace": params.Namespace}}
	root, _, err := files.CleanedAbs(params.Path)
	if err != nil {
		return nil, fault.New(fault.Request, fault.BadRequest, "%v", err)
	}
	files.root = root.String()
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, params.Path)
	if err != nil {
		return nil, fault.New(fault.Request, fault.BadRequest, "%v", err)
	}
	var objects []string
	for _, object := range built.Resources() {
		// In the order of its fields, which Resource.AsYAML does not keep.
		text, err := object.RNode.String()
		if err != nil {
			return nil, err
		}
		objects = append(objects, text)
	}
	return struct {
		NamePrefix string `json:"namePrefix"`
		Namespace  string `json:"namespace"`
		Objects    string `json:"objects"` // YAML documents
	}{files.prefix, files.namespace, strings.Join(objects, "---\n")}, nil
}

// renamed are files in which no kustomization names images, and that of the root has other names.
type renamed struct {
	filesys.FileSystem
	names                   map[string]any
	root, prefix, namespace string
}

func (r *renamed) ReadFile(path string) ([]byte, error) {
	content, err := r.FileSystem.ReadFile(path)
	if err != nil || !slices.Contains(konfig.RecognizedKustomizationFileNames(), filepath.Base(path)) {
		return content, err
	}
	var fields map[string]any
	if yaml.Unmarshal(content, &fields) != nil {
		return content, nil // Kustomize says what is wrong.
	}
	delete(fields, "images")
	if filepath.Dir(path) == r.root {
		r.prefix, _ = fields["namePrefix"].(string)
		r.namespace, _ = fields["namespace"].(string)
		maps.Copy(fields, r.names)
	}
	return yaml.Marshal(fields)
}
