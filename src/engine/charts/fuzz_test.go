package charts

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"helm.sh/helm/v4/pkg/chart/loader/archive"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
)

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
