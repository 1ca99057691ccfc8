package charts

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/loader/archive"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
)

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
		_, digest, err := cache.Get(Reference{Path: testcluster.Write(t, filepath.Join(t.TempDir(), "c"), chartFiles(version))})
		require.NoError(t, err)
		digests[name] = digest
	}
	assert.Equal(t, digests["first"], digests["same"])
	assert.NotEqual(t, digests["first"], digests["other"])
	if _, _, err := cache.Get(Reference{Path: "/none", Digest: digests["first"]}); err != nil {
		t.Errorf("a known digest needs no files: %v", err)
	}
	if _, _, err := cache.Get(Reference{Path: "/none", Digest: "unknown"}); fault.Of(err, nil).Reason != fault.Unloadable {
		t.Error(err)
	}
	folder := testcluster.Write(t, t.TempDir(), chartFiles("1.0.0"))
	require.NoError(t, os.Symlink(folder, filepath.Join(folder, "again")))
	if _, _, err := cache.Get(Reference{Path: folder}); fault.Of(err, nil).Reason != fault.Unloadable {
		t.Errorf("a folder within itself: %v", err)
	}
}

func TestKeepsAsMuchAsItMay(t *testing.T) {
	folders := []string{}
	for _, version := range []string{"1.0.0", "1.0.1", "1.0.2"} {
		folders = append(folders, testcluster.Write(t, t.TempDir(), chartFiles(version)))
	}
	first, err := read(folders[0])
	require.NoError(t, err)
	size := first.size()
	cache := NewCache(2 * size)
	for _, i := range []int{0, 1, 0, 2} {
		if _, _, err := cache.Get(Reference{Path: folders[i]}); err != nil {
			t.Fatal(err)
		}
	}
	assert.Equal(t, []int{int(2 * size), 2, 2}, []int{int(cache.size), len(cache.known), cache.used.Len()})
	second, _ := read(folders[1])
	if cache.find(first.digest()) == nil || cache.find(second.digest()) != nil {
		t.Error("the one used least recently stays")
	}
}

func TestACopyIsNobodyElses(t *testing.T) {
	cache, folder := NewCache(1<<20), testcluster.Write(t, t.TempDir(), chartFiles("1.0.0"))
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

func TestChoosesTheBestVersionAsHelmDoes(t *testing.T) {
	versions := []string{"1.2.0", "1.10.0", "2.0.0-rc.1", "v1.9.0", "no version", "1.10.0+b", "1.2.3.4", ""}
	for of, want := range map[string]string{
		"*": "1.10.0", "~1.2": "1.2.0", "<1.10.0": "v1.9.0", ">=2.0.0-0": "2.0.0-rc.1", "2.0.0-rc.1": "2.0.0-rc.1", ">3": "",
		"1.10.0+b": "1.10.0+b", "v1.10.0": "1.10.0", "1.9.0": "v1.9.0", "1.2 - 1.4": "1.2.0", "0.3 || 1.2": "1.2.0", " ^1 ": "1.10.0", "1.10.1": "",
	} {
		got, err := answer(t, Versions, map[string]any{"range": of, "versions": versions})
		assert.Equal(t, fmt.Sprintf(`{"best":%q}`, want), got, of)
		assert.NoError(t, err, of)
	}
	for _, text := range []string{"", "^^", "latest", "newest please", "{}", "1.2.3-01", strings.Repeat("1 ", 300)} {
		if _, err := answer(t, Versions, map[string]any{"range": text}); err == nil || fault.Of(err, nil).Reason != fault.BadRequest {
			t.Errorf("%q is a range: %v", text, err)
		}
	}
	newest := []string{"2.0.0-rc.1", "1.10.0", "1.10.0+b", "v1.9.0", "1.2.0"}
	if got := Newest(versions); !slices.Equal(got[:5], newest) || len(got) != len(versions) {
		t.Error(got)
	}
}

func TestPrefersTheSpellingOfAnExactVersion(t *testing.T) {
	for want, versions := range map[string][]string{
		"1.0.0":    {"1.0.0+b2", "1.0.0"},
		"v1.0.0":   {"1.0.0+b2", "v1.0.0"},
		"1.0.0+b2": {"1.0.0+b2", "1.0.0+b1"},
	} {
		assert.Equal(t, want, Best("1.0.0", versions))
	}
	for text, exact := range map[string]bool{
		"1.2.3": true, "1.2.3-rc.1": true, "1.2.3+b1": true, "0.0.0": true, "v1.2.3": true,
		"20260101": false, "1": false, "1.2": false, "latest": false, "01.2.3": false, "1.2.3-01": false, "^1.2.3": false,
	} {
		assert.Equal(t, exact, IsExact(text), text)
	}
}

// tarred writes an archive that is not yet compressed.
func tarred(files ...string) []byte {
	var written bytes.Buffer
	to := tar.NewWriter(&written)
	for i := 0; i < len(files); i += 2 {
		_ = to.WriteHeader(&tar.Header{Name: files[i], Mode: 0o600, Size: int64(len(files[i+1])), Typeflag: tar.TypeReg})
		_, _ = to.Write([]byte(files[i+1]))
	}
	_ = to.Close()
	return written.Bytes()
}

func FuzzArchive(f *testing.F) {
	const whole = "apiVersion: v2\nname: c\nversion: 0.1.0\n"
	f.Add(tarred("c/Chart.yaml", whole, "c/values.yaml", "a: 1\n", "c/templates/a.yaml", "{{ .Values.a }}"))
	f.Add(tarred("c/Chart.yaml", whole, "c/charts/d/Chart.yaml", "apiVersion: v2\nname: d\nversion: 1.0.0\n", "c/charts/d/values.schema.json", "{}"))
	f.Add(tarred("c/Chart.yaml", whole, "../etc/passwd", "x"))
	f.Add(tarred("c/Chart.yaml", whole, "c/charts/d.tgz", "x", "c/Chart.lock", "dependencies: []\n"))
	f.Add(tarred("Chart.yaml", whole))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, content []byte) {
		var packed bytes.Buffer
		to := gzip.NewWriter(&packed)
		_, _ = to.Write(content)
		_ = to.Close()
		loaded, err := loader.LoadArchive(&packed)
		if err == nil {
			work(t, loaded, map[string]any{"a": 1})
		}
	})
}

func FuzzChartFiles(f *testing.F) {
	const whole = "apiVersion: v2\nname: c\nversion: 0.1.0\ndependencies:\n- {name: d, version: \">0\", condition: d.enabled, tags: [t], import-values: [x, {child: a, parent: b}]}\n"
	const below = "apiVersion: v2\nname: d\nversion: 1.0.0\ntype: library\n"
	f.Add(whole, "a: 1\nd: {enabled: true}\n", `{"properties": {"a": {"type": "string"}}}`, below, "a: {b: [1, ~]}\nexports: {x: {y: 1}}\n", `{"a": 2}`)
	f.Add("name: c\nversion: 0.1.0\n", "", "", "name: d\nversion: 1\n", "- a\n", `{"d": []}`)
	f.Add(whole, "tags: {t: false}\nglobal: {a: 1}\n", `{"$ref": "#/$defs/a", "$defs": {"a": {"pattern": "(a+)+$"}}}`, below, "global: 1\n", `{"global": null, "d": {"a": null}}`)
	f.Add("apiVersion: v1\nname: ../c\nversion: 0.1.0-a+b\nkubeVersion: '>=1'\n", "&a [*a]", "1", "", "a: !!int x", "null")
	f.Fuzz(func(t *testing.T, main, values, schema, below, inner, given string) {
		files := []*archive.BufferedFile{}
		for _, file := range [][2]string{{"Chart.yaml", main}, {"values.yaml", values}, {"values.schema.json", schema}, {"charts/d/Chart.yaml", below}, {"charts/d/values.yaml", inner}} {
			if file[1] != "" {
				files = append(files, &archive.BufferedFile{Name: file[0], Data: []byte(file[1])})
			}
		}
		loaded, err := loader.LoadFiles(files)
		var input Input
		if err == nil && json.Unmarshal([]byte(given), &input) == nil {
			work(t, loaded, input)
		}
	})
}

// work does with a chart what the engine does, on copies: the original stays as it is.
func work(t *testing.T, loaded *chart.Chart, values map[string]any) {
	original, given := Copy(loaded), CopyValues(values)
	again := Copy(loaded)
	if _, err := Coalesce(again, values); err == nil {
		_ = Violations(again, values)
	}
	assert.Equal(t, given, values, values)
	if now := Copy(loaded); !reflect.DeepEqual(now.Metadata, original.Metadata) || !reflect.DeepEqual(now.Values, original.Values) {
		t.Errorf("the chart %v, %v became %v, %v", original.Metadata, original.Values, now.Metadata, now.Values)
	}
}
