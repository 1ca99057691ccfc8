package charts

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// templatesSee returns the values that templates see, as JSON.
func templatesSee(t *testing.T, of Reference, values string) (string, error) {
	whole, _, err := NewCache(1 << 20).Get(of)
	require.NoError(t, err)
	var given Input
	require.NoError(t, json.Unmarshal([]byte(values), &given))
	found, err := Coalesce(Copy(whole), given)
	text, _ := json.Marshal(found)
	return string(text), err
}

func TestAnswersWhatTemplatesSee(t *testing.T) {
	files := chartFiles("1.0.0")
	files["values.yaml"] = "a: {b: 1, c: 2}\ns: {size: large}\nglobal: {g: 1}\n"
	chart := Reference{Path: testcluster.Write(t, t.TempDir(), files)}
	for values, want := range map[string]string{
		`{}`:                               `{"a":{"b":1,"c":2},"global":{"g":1},"s":{"global":{"g":1},"size":"large"}}`,
		`{"a":{"b":"text","c":null}}`:      `{"a":{"b":"text"},"global":{"g":1},"s":{"global":{"g":1},"size":"large"}}`,
		`{"s":{"size":null,"n":10000000}}`: `{"a":{"b":1,"c":2},"global":{"g":1},"s":{"global":{"g":1},"n":10000000}}`,
	} {
		found, err := templatesSee(t, chart, values)
		assert.NoError(t, err)
		assert.Equal(t, want, found)
	}
	_, err := templatesSee(t, chart, `{"s":1}`)
	assert.Error(t, err)
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
	made := func(input string) (string, error) {
		var given struct{ Values, Overrides Input }
		require.NoError(t, json.Unmarshal([]byte(input), &given))
		whole, _, err := NewCache(1 << 20).Get(Reference{Path: testcluster.Write(t, t.TempDir(), files)})
		require.NoError(t, err)
		found, err := Definitions(whole, given.Values, given.Overrides)
		text := ""
		for _, each := range found {
			text += fmt.Sprint(" ", string(each.Object), each.Own)
		}
		return text, err
	}
	const ab, s, u = ` {"kind":"A"}true {"kind":"B","large":10000000}true`, ` {"kind":"S"}`, ` {"kind":"U"}`
	for params, want := range map[string]string{
		`{}`: ab,
		// What is no boolean disables nothing.
		`{"values":{"s":{"enabled":0}}}`:                                       ab + s + "false",
		`{"values":{"s":{"enabled":true}}}`:                                    ab + s + "false",
		`{"values":{"t":{"enabled":true}}}`:                                    ab + s + "false",
		`{"values":{"u":{"enabled":true}}}`:                                    ab + u + "true",
		`{"values":{"t":{"enabled":true}},"overrides":{"s":{"enabled":true}}}`: ab + s + "true",
	} {
		found, err := made(params)
		assert.NoError(t, err)
		assert.Equal(t, want, found, params)
	}
	files["crds/a.yaml"] = "kind: [\n"
	_, err := made("{}")
	assert.Equal(t, fault.Unloadable, fault.Of(err, nil).Reason)
	assert.ErrorContains(t, err, "crds/a.yaml")
}

// Helm fills these maps. Many charts have a file with nothing but a comment there, and exclude the folder from their package.
func TestReadsEachValuesFileOfCi(t *testing.T) {
	files := chartFiles("1.0.0")
	files[".helmignore"] = "ci/\n"
	files["ci/a.yaml"] = "# The defaults.\n"
	files["ci/b.yml"] = "b: 1\n"
	files["ci/c.txt"] = "c: 1\n"
	whole, _, err := NewCache(1 << 20).Get(Reference{Path: testcluster.Write(t, t.TempDir(), files)})
	require.NoError(t, err)
	if got, _ := json.Marshal(OwnInputs(whole, nil)); string(got) != `[{},{},{"b":1}]` {
		t.Error(string(got))
	}
}

// A null in the chart's own values deletes a default of a dependency, whether or not the request has values for it (helm/helm issue 32132).
func TestDeletesDefaultsOfDependenciesByNulls(t *testing.T) {
	const limits = "resources: {limits: {cpu: 1, memory: 2}}\n"
	chart := Reference{Path: testcluster.Write(t, t.TempDir(), map[string]string{
		"Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: s, version: 1.0.0}, {name: s, version: 1.0.0, alias: t}, " +
			"{name: idle, version: 1.0.0, condition: idle.enabled}]\n",
		"values.yaml":                   "s: {resources: {limits: {cpu: null}}}\nt: {resources: null}\nidle: {enabled: false, a: null}\n",
		"charts/s/Chart.yaml":           "apiVersion: v2\nname: s\nversion: 1.0.0\n",
		"charts/s/values.yaml":          limits + "in: {deep: null}\n",
		"charts/s/charts/in/Chart.yaml": "apiVersion: v2\nname: in\nversion: 1.0.0\n", "charts/s/charts/in/values.yaml": "deep: 1\nb: 2\n",
		"charts/idle/Chart.yaml": "apiVersion: v2\nname: idle\nversion: 1.0.0\n",
	})}
	const in = `"global":{},"in":{"b":2,"global":{}}`
	for values, want := range map[string]string{
		`{}`: `{"idle":{"enabled":false},"s":{` + in + `,"resources":{"limits":{"memory":2}}},"t":{` + in + `}}`,
		`{"s":{"resources":{"limits":{"memory":3}}}}`:        `{"idle":{"enabled":false},"s":{` + in + `,"resources":{"limits":{"memory":3}}},"t":{` + in + `}}`,
		`{"s":{"resources":{"limits":{"cpu":4}}},"idle":{}}`: `{"idle":{"enabled":false},"s":{` + in + `,"resources":{"limits":{"cpu":4,"memory":2}}},"t":{` + in + `}}`,
		`{"t":{"in":{"deep":5}},"idle":{"enabled":false}}`:   `{"idle":{"enabled":false},"s":{` + in + `,"resources":{"limits":{"memory":2}}},"t":{"global":{},"in":{"b":2,"deep":5,"global":{}}}}`,
	} {
		found, err := templatesSee(t, chart, values)
		assert.NoError(t, err)
		assert.Equal(t, want, found)
	}
}

// A null among the globals deletes the default for the whole chart: with Helm alone, dependencies get the deleted default, or their own, or the chart's
// null in place of a table of the request.
func TestDeletesDefaultsOfGlobalsByNulls(t *testing.T) {
	files := map[string]string{
		"Chart.yaml":                    "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: s, version: 1.0.0}]\n",
		"values.yaml":                   "global: {x: 1, m: {a: 1, b: 2}, own: null, t: null}\n",
		"charts/s/Chart.yaml":           "apiVersion: v2\nname: s\nversion: 1.0.0\ndependencies: [{name: in, version: 1.0.0}]\n",
		"charts/s/values.yaml":          "global: {m: {a: 3, c: 4}, own: 5, s: 6, z: null}\n",
		"charts/s/charts/in/Chart.yaml": "apiVersion: v2\nname: in\nversion: 1.0.0\n", "charts/s/charts/in/values.yaml": "global: {x: 7, z: 8}\n",
	}
	for _, dependencies := range []string{"listed", "only there"} {
		if dependencies == "only there" {
			files["Chart.yaml"] = "apiVersion: v2\nname: c\nversion: 1.0.0\n"
		}
		chart := Reference{Path: testcluster.Write(t, t.TempDir(), files)}
		for values, want := range map[string]string{
			`{}`:                                           `{"m":{"a":1,"b":2},"x":1} {"m":{"a":1,"b":2,"c":4},"s":6,"x":1} {"m":{"a":1,"b":2,"c":4},"s":6,"x":1}`,
			`{"global":{"x":null}}`:                        `{"m":{"a":1,"b":2}} {"m":{"a":1,"b":2,"c":4},"s":6} {"m":{"a":1,"b":2,"c":4},"s":6}`,
			`{"global":{"m":{"a":null}}}`:                  `{"m":{"b":2},"x":1} {"m":{"b":2,"c":4},"s":6,"x":1} {"m":{"b":2,"c":4},"s":6,"x":1}`,
			`{"global":{"m":null}}`:                        `{"x":1} {"s":6,"x":1} {"s":6,"x":1}`,
			`{"global":{"own":9}}`:                         `{"m":{"a":1,"b":2},"own":9,"x":1} {"m":{"a":1,"b":2,"c":4},"own":9,"s":6,"x":1} {"m":{"a":1,"b":2,"c":4},"own":9,"s":6,"x":1}`,
			`{"global":{"t":{"k":1}},"s":{"v":1}}`:         `{"m":{"a":1,"b":2},"t":{"k":1},"x":1} {"m":{"a":1,"b":2,"c":4},"s":6,"t":{"k":1},"x":1} {"m":{"a":1,"b":2,"c":4},"s":6,"t":{"k":1},"x":1}`,
			`{"s":{"global":{"s":null}}}`:                  `{"m":{"a":1,"b":2},"x":1} {"m":{"a":1,"b":2,"c":4},"x":1} {"m":{"a":1,"b":2,"c":4},"x":1}`,
			`{"global":{"x":null},"s":{"global":{"x":9}}}`: `{"m":{"a":1,"b":2}} {"m":{"a":1,"b":2,"c":4},"s":6,"x":9} {"m":{"a":1,"b":2,"c":4},"s":6,"x":9}`,
		} {
			cache := NewCache(1 << 20)
			whole, _, err := cache.Get(chart)
			again, _, failed := cache.Get(chart)
			var given, same map[string]any
			require.NoError(t, errors.Join(err, failed, json.Unmarshal([]byte(values), &given), json.Unmarshal([]byte(values), &same)))
			AddTables(again, given).RemoveFrom(given)
			assert.Equal(t, same, given, values)
			seen, err := Coalesce(whole, given)
			require.NoError(t, err)
			s, _ := seen["s"].(map[string]any)
			got, _ := json.Marshal([]any{seen["global"], s["global"], globalsOf(s["in"])})
			assert.Equal(t, "["+strings.ReplaceAll(want, "} {", "},{")+"]", string(got), values)
		}
	}
}

func TestAnIntegerStaysOne(t *testing.T) {
	for text, want := range map[string]string{
		"3": "int64 3", "1000000": "int64 1000000", "-9223372036854775808": "int64 -9223372036854775808",
		"9223372036854775808": "float64 9.223372036854776e+18", "3.0": "float64 3", "1e6": "float64 1e+06", "0.1": "float64 0.1",
		`"3"`: "string 3", "true": "bool true", "null": "<nil> <nil>",
	} {
		var values Input
		require.NoError(t, json.Unmarshal([]byte(`{"a":{"b":[`+text+`]}}`), &values))
		got := values["a"].(map[string]any)["b"].([]any)[0]
		assert.Equal(t, want, fmt.Sprintf("%T %v", got, got), text)
	}
	var values Input
	assert.Error(t, json.Unmarshal([]byte(`{"a":1e999}`), &values), "a number that no float64 holds is accepted")
}
