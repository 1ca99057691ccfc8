package charts

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func answer(t *testing.T, method serve.Method, params map[string]any) (string, error) {
	content, err := json.Marshal(params)
	require.NoError(t, err)
	result, err := method(context.Background(), serve.NewCall(content, nil))
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(result)
	return string(text), err
}

// answers expects an answer with these parts.
func answers(t *testing.T, method serve.Method, params map[string]any, parts ...string) {
	t.Helper()
	got, err := answer(t, method, params)
	require.NoError(t, err)
	for _, part := range parts {
		assert.Contains(t, got, part)
	}
}

// refuses expects an error for a reason.
func refuses(t *testing.T, method serve.Method, params map[string]any, reason fault.Reason) {
	t.Helper()
	assert.Equal(t, reason, fault.Of(testcluster.Err(answer(t, method, params)), nil).Reason, params)
}

func TestShowsAndLintsAChart(t *testing.T) {
	chart := filepath.Join(testcluster.Root(), "helm-charts/memcached")
	answers(t, NewCache(1<<20).Show, map[string]any{"chart": map[string]string{"path": chart}}, `"templates/deployment.yaml"`)
	if got, err := answer(t, Lint, map[string]any{"path": chart}); err != nil || strings.Contains(got, `"error"`) {
		t.Errorf("%s %v", got, err)
	}
	broken := testcluster.Write(t, filepath.Join(t.TempDir(), "c"), map[string]string{"Chart.yaml": "apiVersion: v2\nname: c\n", "templates/a.yaml": "{{ .a"})
	answers(t, Lint, map[string]any{"path": broken}, `"severity":"error"`)
	refuses(t, Lint, map[string]any{"path": t.TempDir()}, fault.Unloadable)
}

func TestTellsWhichHooksHelmLeavesOut(t *testing.T) {
	chart := testcluster.Write(t, filepath.Join(t.TempDir(), "c"), map[string]string{
		"Chart.yaml":       "apiVersion: v2\nname: c\nversion: 1.0.0\n",
		"templates/a.yaml": "metadata:\n  annotations:\n    \"helm.sh/hook\": Pre-Install, post-upgrad # c\n    helm.sh/hook-weight: \"1\"\n",
		"templates/b.yaml": "metadata: {annotations: {helm.sh/hook: \"test-success,pre-rollback\"}}\n---\nmetadata: {annotations: {helm.sh/hook: {{ .Values.on | quote }}}}\n",
		"templates/d.yaml": "metadata: {annotations: {'helm.sh/hook': 'crd-install'}}\n", "values.yaml": "on: test\n",
		"charts/d/Chart.yaml": "apiVersion: v2\nname: d\nversion: 1.0.0\n", "charts/d/templates/a.yaml": "metadata: {annotations: {helm.sh/hook: pos-delete, a: b}}\n",
	})
	got, err := answer(t, Lint, map[string]any{"path": chart})
	for path, event := range map[string]string{"templates/a.yaml": "post-upgrad", "templates/d.yaml": "crd-install", "charts/d/templates/a.yaml": "pos-delete"} {
		if want := fmt.Sprintf(`{"severity":"warning","path":%q,"message":"helm.sh/hook: %s is no event`, path, event); !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s, %v", want, got, err)
		}
	}
	assert.EqualValues(t, 3, strings.Count(got, "is no event"))
}

func TestNamesTheFilesThatAreNotIgnored(t *testing.T) {
	folder := testcluster.Write(t, filepath.Join(t.TempDir(), "c"), map[string]string{
		"Chart.yaml": "{apiVersion: v2, name: c, version: 1.0.0}", ".helmignore": "*.md\n", "README.md": "", "a.txt": "", "charts/d/Chart.yaml": "{apiVersion: v2, name: d, version: 1.0.0}",
		".gitignore": "", "charts/d/.git": "gitdir: x", "..2026/a.txt": "", "files/a.gitignore": "",
	})
	answers(t, NewCache(1<<20).Show, map[string]any{"chart": map[string]string{"path": folder}}, `"files":[".helmignore","Chart.yaml","a.txt","charts/d/Chart.yaml","files/a.gitignore"]`)
}

func TestCreatesHelmsStarterChart(t *testing.T) {
	folder := t.TempDir()
	answers(t, Create, map[string]any{"name": "web", "folder": folder}, fmt.Sprintf(`{"path":%q}`, filepath.Join(folder, "web")))
	answers(t, NewCache(1<<20).Show, map[string]any{"chart": map[string]string{"path": filepath.Join(folder, "web")}}, `"templates/deployment.yaml"`)
	for _, wrong := range []map[string]any{{"name": "no name", "folder": folder}, {"name": "web", "folder": filepath.Join(folder, "none")}} {
		refuses(t, Create, wrong, fault.BadRequest)
	}
}

func TestPackagesAChart(t *testing.T) {
	folder, archives := t.TempDir(), t.TempDir()
	for range 2 { // A second time, Helm replaces its files.
		answers(t, Create, map[string]any{"name": "mine", "folder": folder}, fmt.Sprintf(`{"path":%q}`, filepath.Join(folder, "mine")))
	}
	chart := testcluster.Write(t, filepath.Join(folder, "mine"), map[string]string{".helmignore": "ignored.txt\n", "ignored.txt": "a", "kept.txt": "b"})
	packaged := filepath.Join(archives, "mine-0.1.0.tgz")
	answers(t, Package, map[string]any{"path": chart, "destination": archives}, fmt.Sprintf(`{"path":%q}`, packaged))
	loaded, _, err := NewCache(1 << 20).Get(Reference{Path: packaged})
	require.NoError(t, err)
	names := []string{}
	for _, file := range loaded.Raw {
		names = append(names, file.Name)
	}
	for name, want := range map[string]bool{"Chart.yaml": true, "values.yaml": true, "templates/deployment.yaml": true, "kept.txt": true, "ignored.txt": false} {
		assert.Equal(t, want, slices.Contains(names, name), name)
	}
	lacking := testcluster.Write(t, filepath.Join(t.TempDir(), "c"), map[string]string{
		"Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: sub, version: 1.0.0, repository: \"https://none.example\"}]\n"})
	for _, row := range map[string]struct {
		method serve.Method
		params map[string]any
		reason fault.Reason
	}{
		"no folder":                      {Create, map[string]any{"name": "mine", "folder": filepath.Join(folder, "none")}, fault.BadRequest},
		"no name":                        {Create, map[string]any{"folder": folder}, fault.BadRequest},
		"a path as name":                 {Create, map[string]any{"name": "../mine", "folder": folder}, fault.BadRequest},
		"no chart":                       {Package, map[string]any{"path": folder, "destination": archives}, fault.Unloadable},
		"no destination":                 {Package, map[string]any{"path": chart}, fault.BadRequest},
		"a dependency that is not there": {Package, map[string]any{"path": lacking, "destination": archives}, fault.Unloadable},
	} {
		refuses(t, row.method, row.params, row.reason)
	}
}
