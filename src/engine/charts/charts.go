// Package charts keeps parsed charts by the digest of their files.
package charts

import (
	"container/list"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
)

// A Reference names a chart of a request.
type Reference struct {
	// Path is a folder or an archive.
	Path string `json:"path"`
	// Digest is what the parent calls this chart, or an earlier answer. If it is known, the files are not read; others are refused.
	Digest string `json:"digest,omitempty"`
	// Annotations come in addition to those of Chart.yaml, and are stored with the revision. An empty one removes it.
	Annotations map[string]string `json:"annotations,omitempty"`
}

// A Cache keeps the charts that were used last, up to so many bytes of their files. It is safe for concurrent use.
type Cache struct {
	most  int64
	mutex sync.Mutex
	size  int64
	used  *list.List // of *parsed, the last used first
	known map[string]*list.Element
}

type parsed struct {
	digest string
	size   int64
	chart  *chart.Chart
}

// NewCache returns a cache for most bytes.
func NewCache(most int64) *Cache {
	return &Cache{most: most, used: list.New(), known: map[string]*list.Element{}}
}

// Get returns a copy of the chart, which Helm may change as it does, and the digest of its files.
func (c *Cache) Get(reference Reference) (*chart.Chart, string, error) {
	if reference.Path == "" {
		return nil, "", fault.New(fault.Request, fault.BadRequest, "the request names no chart")
	}
	digest, size := reference.Digest, int64(0)
	found := c.find(digest)
	if found == nil {
		content, err := read(reference.Path)
		if err != nil {
			return nil, "", unloadable(err)
		}
		digest, size = content.digest(), content.size()
		if reference.Digest != "" && digest != reference.Digest {
			return nil, "", fault.New(fault.Chart, fault.Unloadable,
				"the copy of the chart in the chart cache was changed; delete %s", reference.Path)
		}
		found = c.find(digest)
	}
	if found == nil {
		loaded, err := loader.Load(reference.Path)
		if err == nil {
			err = addCI(loaded, reference.Path)
		}
		if err == nil {
			err = enclose(loaded)
		}
		if err != nil {
			return nil, "", unloadable(err)
		}
		found = loaded
		c.keep(&parsed{digest, size, loaded})
	}
	copied := Copy(found)
	for name, value := range reference.Annotations {
		if copied.Metadata.Annotations == nil {
			copied.Metadata.Annotations = map[string]string{}
		}
		copied.Metadata.Annotations[name] = value
		if value == "" {
			delete(copied.Metadata.Annotations, name)
		}
	}
	return copied, digest, nil
}

// addCI reads the values files of a folder's ci that .helmignore names: Helm need not pack them, but permissions follow from them. Raw is
// neither stored with a release nor seen by templates.
func addCI(loaded *chart.Chart, folder string) error {
	for _, name := range []string{"*.yaml", "*.yml"} {
		files, _ := fs.Glob(os.DirFS(folder), "ci/"+name) // An archive is no folder.
		for _, file := range files {
			if slices.ContainsFunc(loaded.Raw, func(raw *common.File) bool { return raw.Name == file }) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(folder, file))
			if err != nil {
				return err
			}
			loaded.Raw = append(loaded.Raw, &common.File{Name: file, Data: data})
		}
	}
	return nil
}

func unloadable(err error) error {
	return fault.New(fault.Chart, fault.Unloadable, "the chart cannot be loaded: %v", err)
}

func (c *Cache) find(digest string) *chart.Chart {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	element := c.known[digest]
	if element == nil {
		return nil
	}
	c.used.MoveToFront(element)
	return element.Value.(*parsed).chart
}

func (c *Cache) keep(one *parsed) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.known[one.digest] != nil || one.size > c.most {
		return
	}
	c.known[one.digest] = c.used.PushFront(one)
	c.size += one.size
	for c.size > c.most {
		last := c.used.Remove(c.used.Back()).(*parsed)
		c.size -= last.size
		delete(c.known, last.digest)
	}
}

// Copy copies what Helm changes while it works with a chart: metadata, values and the tree of dependencies. The files are shared.
func Copy(original *chart.Chart) *chart.Chart {
	copied := *original
	if original.Metadata != nil {
		metadata := *original.Metadata
		metadata.Annotations = map[string]string{}
		for name, value := range original.Metadata.Annotations {
			metadata.Annotations[name] = value
		}
		metadata.Dependencies = nil
		for _, dependency := range original.Metadata.Dependencies {
			one := *dependency
			metadata.Dependencies = append(metadata.Dependencies, &one)
		}
		if len(metadata.Annotations) == 0 {
			metadata.Annotations = nil
		}
		copied.Metadata = &metadata
	}
	copied.Values, _ = copyValue(original.Values).(map[string]any)
	var dependencies []*chart.Chart
	for _, dependency := range original.Dependencies() {
		dependencies = append(dependencies, Copy(dependency))
	}
	copied.SetDependencies(dependencies...)
	return &copied
}

// CopyValues copies a tree.
func CopyValues(values map[string]any) map[string]any {
	copied, _ := copyValue(values).(map[string]any)
	return copied
}

func copyValue(value any) any {
	switch value := value.(type) {
	case map[string]any:
		if value == nil {
			return value
		}
		copied := make(map[string]any, len(value))
		for key, inner := range value {
			copied[key] = copyValue(inner)
		}
		return copied
	case []any:
		copied := make([]any, len(value))
		for i, inner := range value {
			copied[i] = copyValue(inner)
		}
		return copied
	default:
		return value
	}
}
