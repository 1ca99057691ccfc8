package charts

import (
	"encoding/json"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnswersWhatTemplatesSee(t *testing.T) {
	files := chartFiles("1.0.0")
	files["values.yaml"] = "a: {b: 1, c: 2}\ns: {size: large}\nglobal: {g: 1}\n"
	chart := Reference{Path: write(t, t.TempDir(), files)}
	for values, want := range map[string]string{
		`{}`:                               `{"a":{"b":1,"c":2},"global":{"g":1},"s":{"global":{"g":1},"size":"large"}}`,
		`{"a":{"b":"text","c":null}}`:      `{"a":{"b":"text"},"global":{"g":1},"s":{"global":{"g":1},"size":"large"}}`,
		`{"s":{"size":null,"n":10000000}}`: `{"a":{"b":1,"c":2},"global":{"g":1},"s":{"global":{"g":1},"n":10000000}}`,
	} {
		got, err := answer(t, NewCache(1<<20).Values, map[string]any{"chart": chart, "values": json.RawMessage(values)})
		if err != nil || !strings.Contains(got, `"values":`+want) {
			t.Errorf("%s: %s, %v", values, got, err)
		}
	}
	_, err := answer(t, NewCache(1<<20).Values, map[string]any{"chart": chart, "values": json.RawMessage(`{"s":1}`)})
	assert.Equal(t, fault.Values, fault.Of(err, nil).Reason)
}

func TestTellsDefinitionsThatOnlyAReleaseEnables(t *testing.T) {
	files := map[string]string{
		"Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: s, version: 1.0.0, condition: s.enabled}, " +
			"{name: s, version: 1.0.0, alias: t, condition: t.enabled}, {name: u, version: 1.0.0, condition: u.enabled}]\n",
		"values.yaml":          "s: {enabled: false}\nt: {enabled: false}\nu: {enabled: false}\n",
		"ci/u-values.yml":      "u: {enabled: true}\n",
		".helmignore":          "ci/u*\n",
		"ci/none.yaml":         "- u\n",
		"crds/a.yaml":          "kind: A\n---\n# nothing\n---\nkind: B\nlarge: 10000000\n",
		"crds/README.md":       "kind: C\n",
		"charts/s/Chart.yaml":  "apiVersion: v2\nname: s\nversion: 1.0.0\n",
		"charts/s/crds/s.json": `{"kind": "S"}`,
		"charts/u/Chart.yaml":  "apiVersion: v2\nname: u\nversion: 1.0.0\n",
		"charts/u/crds/u.yml":  "kind: U\n",
	}
	chart := Reference{Path: write(t, t.TempDir(), files)}
	const ab = `{"object":{"kind":"A"},"own":true},{"object":{"kind":"B","large":10000000},"own":true}`
	for params, want := range map[string]string{
		`{}`: ab,
		// What is no boolean disables nothing.
		`{"values":{"s":{"enabled":0}}}`:                                       ab + `,{"object":{"kind":"S"}}`,
		`{"values":{"s":{"enabled":true}}}`:                                    ab + `,{"object":{"kind":"S"}}`,
		`{"values":{"t":{"enabled":true}}}`:                                    ab + `,{"object":{"kind":"S"}}`,
		`{"values":{"u":{"enabled":true}}}`:                                    ab + `,{"object":{"kind":"U"},"own":true}`,
		`{"values":{"t":{"enabled":true}},"overrides":{"s":{"enabled":true}}}`: ab + `,{"object":{"kind":"S"},"own":true}`,
	} {
		var given map[string]any
		require.NoError(t, json.Unmarshal([]byte(params), &given))
		given["chart"] = chart
		if got, err := answer(t, NewCache(1<<20).Definitions, given); got != `{"definitions":[`+want+`],"any":true}` {
			t.Errorf("%s: %s, %v", params, got, err)
		}
	}
	files["crds/a.yaml"] = "kind: [\n"
	chart = Reference{Path: write(t, t.TempDir(), files)}
	if _, err := answer(t, NewCache(1<<20).Definitions, map[string]any{"chart": chart}); fault.Of(err, nil).Reason != fault.Unloadable ||
		!strings.Contains(err.Error(), "crds/a.yaml") {
		t.Error(err)
	}
	chart = Reference{Path: write(t, t.TempDir(), chartFiles("1.0.0"))}
	if got, err := answer(t, NewCache(1<<20).Definitions, map[string]any{"chart": chart}); got != `{"definitions":null,"any":false}` {
		t.Error(got, err)
	}
}

// Helm fills these maps. Many charts have a file with nothing but a comment there, and exclude the folder from their package.
func TestReadsEachValuesFileOfCi(t *testing.T) {
	files := chartFiles("1.0.0")
	files[".helmignore"] = "ci/\n"
	files["ci/a.yaml"] = "# The defaults.\n"
	files["ci/b.yml"] = "b: 1\n"
	files["ci/c.txt"] = "c: 1\n"
	whole, _, err := NewCache(1 << 20).Get(Reference{Path: write(t, t.TempDir(), files)})
	require.NoError(t, err)
	if got, _ := json.Marshal(OwnInputs(whole, nil)); string(got) != `[{},{},{"b":1}]` {
		t.Error(string(got))
	}
}
