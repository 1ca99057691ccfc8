package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"catamaran.dev/engine/serve"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// A finding is a mistake, at a line, or at none with 0. Its rule is one of the command's.
type finding struct {
	Rule    string `json:"rule"`
	File    string `json:"file"` // from the project's folder
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// A project is what a request asks about, and what it finds.
type project struct {
	Folder  string    `json:"folder"`  // absolute
	Watched []watched `json:"watched"` // the kinds of watches.yaml
	// Status is the schema of what the operator writes for charts.
	Status v1.JSONSchemaProps `json:"status"`

	findings    []finding
	definitions []*definition
}

type watched struct {
	Group    string `json:"group"`
	Version  string `json:"version"`
	Kind     string `json:"kind"`
	HasChart bool   `json:"hasChart"`
	Line     int    `json:"line"` // of its entry
}

// config checks the folder config of a project: definitions and samples as the API server does, and whether kustomize builds their folders.
func config(_ context.Context, call serve.Call) (any, error) {
	of := &project{}
	if err := call.Into(of); err != nil {
		return nil, err
	}
	// As kustomize names files.
	if real, err := filepath.EvalSymlinks(of.Folder); err == nil {
		of.Folder = real
	}
	for _, one := range of.documents("config/crd", "bases", "crd-unlisted") {
		of.define(one)
	}
	of.documents("config/rbac", "", "rbac-unlisted")
	samples := of.documents("config/samples", "", "") // They are also for people, so kustomize may leave them out.
	for _, one := range samples {
		of.try(one)
	}
	return struct {
		Findings []finding `json:"findings"`
	}{of.findings}, nil
}

func (p *project) report(rule, file string, line int, message string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(message, args...), p.Folder+"/", "")
	p.findings = append(p.findings, finding{rule, file, line, text})
}

// documents returns all documents in the files of a folder, and reports what kustomize finds.
//
// files is the folder of the files, below that of the kustomization; unlisted is the rule for those that kustomize leaves out, if any.
func (p *project) documents(folder, files, unlisted string) (all []document) {
	used, problem := p.build(folder)
	entries, _ := os.ReadDir(filepath.Join(p.Folder, folder, files)) // A missing folder has no files.
	for _, entry := range entries {
		path := filepath.Join(folder, files, entry.Name())
		if entry.IsDir() || !slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(path)) ||
			slices.Contains(konfig.RecognizedKustomizationFileNames(), entry.Name()) {
			continue
		}
		documents, isValid := p.read(path)
		if !isValid && used[filepath.Join(p.Folder, path)] {
			problem = "" // It is this one.
		}
		if unlisted != "" && len(used) > 0 && problem == "" && !used[filepath.Join(p.Folder, path)] {
			p.report(unlisted, path, 0, "%s/kustomization.yaml does not list it", folder)
		}
		all = append(all, documents...)
	}
	if problem != "" {
		p.report("kustomization-invalid", filepath.Join(folder, "kustomization.yaml"), 0, "%s", problem)
	}
	return all
}

// where kustomize says what it cannot read, between what it tried before and after that.
var where = regexp.MustCompile(`(?s)^accumulating resources: accumulation err='(.*?)': must build at directory.*`)

// build returns the files that a kustomization uses, and why it cannot be built. Without a kustomization there are none.
func (p *project) build(folder string) (used map[string]bool, problem string) {
	files := reading{filesys.MakeFsOnDisk(), map[string]bool{}}
	_, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(files, filepath.Join(p.Folder, folder))
	if err == nil || len(files.read) == 0 {
		return files.read, ""
	}
	return files.read, where.ReplaceAllString(err.Error(), "$1")
}

// reading knows which files could be read.
type reading struct {
	filesys.FileSystem
	read map[string]bool
}

func (r reading) ReadFile(path string) ([]byte, error) {
	content, err := r.FileSystem.ReadFile(path)
	if err == nil {
		r.read[path] = true
	}
	return content, err
}
