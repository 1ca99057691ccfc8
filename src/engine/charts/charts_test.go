package charts

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"catamaran.dev/engine/fault"
	"github.com/stretchr/testify/require"
)

func write(t *testing.T, folder string, files map[string]string) string {
	for name, content := range files {
		file := filepath.Join(folder, name)
		require.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)))
	}
	return folder
}

func chartFiles(version string) map[string]string {
	return map[string]string{
		"Chart.yaml":                  "apiVersion: v2\nname: c\nversion: " + version + "\ndependencies: [{name: s, version: 1.0.0, condition: s.enabled}]\n",
		"values.yaml":                 "a: {b: 1}\n",
		"charts/s/Chart.yaml":         "apiVersion: v2\nname: s\nversion: 1.0.0\n",
		"charts/s/values.yaml":        "size: small\n",
		"charts/s/values.schema.json": `{"properties": {"size": {"enum": ["small", "large"]}}}`,
		"values.schema.json":          `{"properties": {"a": {"properties": {"b": {"type": "integer"}}}}}`,
	}
}

func TestTheContentIsTheDigest(t *testing.T) {
	cache := NewCache(1 << 20)
	digests := map[string]string{}
	for name, version := range map[string]string{"first": "1.0.0", "same": "1.0.0", "other": "1.0.1"} {
		_, digest, err := cache.Get(Reference{Path: write(t, filepath.Join(t.TempDir(), "c"), chartFiles(version))})
		require.NoError(t, err)
		digests[name] = digest
	}
	if digests["first"] != digests["same"] || digests["first"] == digests["other"] {
		t.Error(digests)
	}
	if _, _, err := cache.Get(Reference{Path: "/none", Digest: digests["first"]}); err != nil {
		t.Errorf("a known digest needs no files: %v", err)
	}
	if _, _, err := cache.Get(Reference{Path: "/none", Digest: "unknown"}); fault.Of(err, nil).Reason != fault.Unloadable {
		t.Error(err)
	}
	folder := write(t, t.TempDir(), chartFiles("1.0.0"))
	require.NoError(t, os.Symlink(folder, filepath.Join(folder, "again")))
	if _, _, err := cache.Get(Reference{Path: folder}); fault.Of(err, nil).Reason != fault.Unloadable {
		t.Errorf("a folder within itself: %v", err)
	}
}

func TestKeepsAsMuchAsItMay(t *testing.T) {
	folders := []string{}
	for _, version := range []string{"1.0.0", "1.0.1", "1.0.2"} {
		folders = append(folders, write(t, t.TempDir(), chartFiles(version)))
	}
	_, size, err := digestOf(folders[0])
	require.NoError(t, err)
	cache := NewCache(2 * size)
	for _, i := range []int{0, 1, 0, 2} {
		if _, _, err := cache.Get(Reference{Path: folders[i]}); err != nil {
			t.Fatal(err)
		}
	}
	if cache.size != 2*size || len(cache.known) != 2 || cache.used.Len() != 2 {
		t.Errorf("%d bytes of %d charts", cache.size, len(cache.known))
	}
	first, _, _ := digestOf(folders[0])
	if second, _, _ := digestOf(folders[1]); cache.find(first) == nil || cache.find(second) != nil {
		t.Error("the one used least recently stays")
	}
}

func TestACopyIsNobodyElses(t *testing.T) {
	cache, folder := NewCache(1<<20), write(t, t.TempDir(), chartFiles("1.0.0"))
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			chart, _, err := cache.Get(Reference{Path: folder, Annotations: map[string]string{"a": "b"}})
			if err != nil {
				t.Error(err)
				return
			}
			values, err := Coalesce(chart, map[string]any{"s": map[string]any{"enabled": i%2 == 0}})
			if err != nil {
				t.Error(err)
				return
			}
			values["a"].(map[string]any)["b"] = i
			chart.Values["a"].(map[string]any)["c"] = i
			if want := (i + 1) % 2; len(chart.Dependencies()) != want || len(chart.Metadata.Dependencies) != want {
				t.Errorf("%d: %d dependencies", i, len(chart.Dependencies()))
			}
		})
	}
	all.Wait()
	chart, _, err := cache.Get(Reference{Path: folder})
	if err != nil || len(chart.Metadata.Annotations) != 0 || len(chart.Values["a"].(map[string]any)) != 1 || len(chart.Dependencies()) != 1 {
		t.Errorf("%+v %v", chart.Values, err)
	}
}
