package charts

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A null in the chart's own values deletes a default of a dependency, whether or not the request has values for it (helm/helm issue 32132).
func TestDeletesDefaultsOfDependenciesByNulls(t *testing.T) {
	const limits = "resources: {limits: {cpu: 1, memory: 2}}\n"
	chart := Reference{Path: write(t, t.TempDir(), map[string]string{
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
		got, err := answer(t, NewCache(1<<20).Values, map[string]any{"chart": chart, "values": json.RawMessage(values)})
		if err != nil || !strings.Contains(got, `"values":`+want) {
			t.Errorf("%s: %s, %v", values, got, err)
		}
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
		chart := Reference{Path: write(t, t.TempDir(), files)}
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
