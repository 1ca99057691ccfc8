package charts

import (
	"encoding/json"
	"strings"
	"testing"
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
