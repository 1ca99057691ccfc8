package charts

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
)

// Opened is the state of a chart at the time of a request.
type Opened struct {
	Name       string `json:"name"`
	Version    string `json:"version"`
	AppVersion string `json:"appVersion,omitempty"`
	// Digest is that of its files; a chart and its package have the same.
	Digest string `json:"digest"`
	// Problems prevent every installation.
	Problems []Problem `json:"problems,omitempty"`
}

// Open answers what a chart is, with all of its problems, and copies it into a folder in the given one, named by its digest: later changes of its
// files do not change the copy. A copy that is there is used again.
func Open(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		// Path is a folder with a Chart.yaml, or a .tgz.
		Path string `json:"path"`
		// Copies is where the folders of copies are; empty for no copy.
		Copies string `json:"copies"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	opened, err := open(params.Path, params.Copies)
	if problem := (*Problem)(nil); errors.As(err, &problem) {
		return Opened{Problems: []Problem{*problem}}, nil
	}
	return opened, err
}

func open(path, copies string) (Opened, error) {
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return Opened{}, &Problem{Problem: "does not exist", Hint: "check the path"}
	case err == nil && !info.IsDir() && !(info.Mode().IsRegular() && strings.HasSuffix(path, ".tgz")):
		return Opened{}, &Problem{Problem: "not a chart directory or .tgz", Hint: "name the directory that has Chart.yaml in it"}
	}
	found, err := read(path)
	if err != nil {
		return Opened{}, err
	}
	opened := inspect(found)
	opened.Digest = found.digest()
	if len(opened.Problems) > 0 || copies == "" {
		return opened, nil
	}
	folder := filepath.Join(copies, opened.Digest)
	if err := found.keep(copies, folder); err != nil {
		return Opened{}, err
	}
	if _, err := loader.Load(folder); err != nil {
		return Opened{}, &Problem{Problem: "Helm cannot load it: " + err.Error()}
	}
	return opened, nil
}

// keep makes sure that a folder has the copy.
func (f files) keep(copies, folder string) error {
	if _, err := os.Stat(folder); err != nil {
		// Another process may make it at the same time.
		if err := f.write(copies, folder); err != nil && !isFolder(folder) {
			return fault.New(fault.Engine, fault.Other, "a copy of the chart cannot be written: %v", err)
		}
	}
	kept, err := read(folder)
	if err == nil && kept.digest() != f.digest() {
		err = &Problem{Problem: "its copy was changed", Hint: "delete " + folder}
	}
	return err
}

// write makes a folder that is whole as soon as it is there.
func (f files) write(copies, folder string) error {
	beside, err := os.MkdirTemp(copies, "unpacking-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(beside)
	root, err := os.OpenRoot(beside)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, content := range f {
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil && filepath.Dir(name) != "." {
			return err
		}
		if err := root.WriteFile(name, content, 0o644); err != nil {
			return err
		}
	}
	return os.Rename(beside, folder)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
