package release

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/cluster"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/serve"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type method = func(*Releases, context.Context, serve.Call) (any, error)

// json returns an answer as the parent sees it.
func (p *place) json(method method, given params) map[string]any {
	p.Helper()
	result, err := p.call(p.Context(), method, given)
	require.NoError(p, err)
	content, err := json.Marshal(result)
	require.NoError(p, err)
	var answer map[string]any
	require.NoError(p, json.Unmarshal(content, &answer))
	return answer
}

// offline is a place without a cluster.
func offline(t *testing.T) *place {
	return &place{T: t, namespace: "n", releases: &Releases{Cluster: func() (*cluster.Cluster, error) {
		t.Error("a cluster is asked")
		return nil, context.Canceled
	}, Charts: charts.NewCache(1 << 20), Secrets: &logs.Secrets{}}}
}

const asking = `apiVersion: v1
kind: ConfigMap
metadata: {name: m}
data:
  version: {{ .Capabilities.KubeVersion.Version }}
  here: {{ .Capabilities.APIVersions.Has "here.example/v1/Here" | quote }}
  apps: {{ .Capabilities.APIVersions.Has "apps/v1" | quote }}
  upgrade: {{ .Release.IsUpgrade | quote }}
  found: {{ (lookup "v1" "Secret" .Release.Namespace "s").kind | quote }}
  missing: {{ (lookup "v1" "Secret" .Release.Namespace "none").kind | quote }}
  some: {{ len (lookup "v1" "Secret" .Release.Namespace "").items | quote }}
`

func TestRendersAgainstAGivenWorld(t *testing.T) {
	p := offline(t)
	chart := p.chart(map[string]string{
		"templates/m.yaml": asking, "templates/NOTES.txt": "notes", "templates/h.yaml": configMap("h", "  annotations: {helm.sh/hook: test}\n"),
		"crds/a.yaml": "kind: CustomResourceDefinition\nmetadata: {name: a}\n---\nkind: CustomResourceDefinition\nmetadata: {name: b}\n",
	})
	world := params{"kubeVersion": "v1.29.3", "apiVersions": []string{"here.example/v1/Here"}, "objects": []params{
		{"apiVersion": "v1", "kind": "Secret", "metadata": params{"name": "s", "namespace": "n"}},
		{"apiVersion": "v1", "kind": "Secret", "metadata": params{"name": "s", "namespace": "other"}},
	}}
	answer := p.json((*Releases).Render, params{"chart": chart, "world": world, "isUpgrade": true})
	revision := answer["revision"].(map[string]any)
	object := revision["objects"].([]any)[0].(map[string]any)
	assert.Equal(t, "map[apps:false found:Secret here:true missing:<nil> some:1 upgrade:true version:v1.29.3]", fmt.Sprint(object["data"]))
	assert.Equal(t, "notes 1 2", fmt.Sprint(revision["notes"], " ", len(revision["hooks"].([]any)), " ", len(answer["crds"].([]any)[0].(map[string]any)["objects"].([]any))))
	assert.Equal(t, "[c/templates/m.yaml]", fmt.Sprint(answer["templates"]))
	assert.Contains(t, revision["manifest"], "# Source: c/templates/m.yaml\n")
	assert.Equal(t, "map[apiVersion:v1 found:false kind:Secret name:none namespace:n]", fmt.Sprint(answer["lookups"].([]any)[1]))
	assert.Contains(t, fmt.Sprint(p.json((*Releases).Render, params{"chart": chart, "world": params{}})["revision"]), "apps:true")
	assert.Equal(t, fault.Request, p.fails((*Releases).Render, params{"chart": chart, "world": params{"kubeVersion": "new"}}).Fault)
}

const printing = `apiVersion: v1
kind: ConfigMap
metadata: {name: m}
data:
{{- range $name := list "a" "b" "c" "d" "e" "f" "g" "h" "i" }}
{{- $v := get $.Values $name }}
  {{ $name }}: |
    {{ $v }} {{ kindOf $v }} {{ add $v 1 }} {{ toJson $v }} {{ toYaml $v }} {{ quote $v }} {{ int $v }} {{ float64 $v }} {{ printf "%v %s" $v (toString $v) }}
{{- end }}
  compared: "{{ eq .Values.a 3 }} {{ lt .Values.a 4 }} {{ gt .Values.b 999999 }} {{ eq .Values.s 3 }} {{ lt .Values.s 4 }} {{ eq (int .Values.a) 3 }}"
  set: "{{ .Values.s }} {{ .Values.big }} {{ (index .Values.list 0).n }} {{ (index .Values.list 0).m }} {{ toYaml .Values.big }} {{ index .Values "dotted.name" }} {{ .Values.chart }}"
`

// As helm template of Helm 3.18 prints it, with the integers given by --set and all else in a file.
func TestTemplatesSeeNumbersAsHelm3ShowsThem(t *testing.T) {
	p := offline(t)
	values := `{"a":3,"b":1000000,"c":12345678901234567,"d":-1234567,"e":1.5,"f":1e21,"g":0.1,"h":1e6,"i":3.0,"s":3,"big":9007199254740993,"list":[{"n":1000000,"m":2}],"dotted.name":1000000}`
	chart := p.chart(map[string]string{"templates/m.yaml": printing, "values.yaml": "chart: 2000000\nlist: [{n: 1}]\n"})
	answer := p.json((*Releases).Render, params{"chart": chart, "world": params{}, "values": json.RawMessage(values)})
	data := answer["revision"].(map[string]any)["objects"].([]any)[0].(map[string]any)["data"].(map[string]any)
	for name, text := range map[string]string{
		"a":        `3 int64 4 3 3 "3" 3 3 3 3`,
		"b":        `1000000 int64 1000001 1000000 1000000 "1000000" 1000000 1e+06 1000000 1000000`,
		"c":        `12345678901234567 int64 12345678901234568 12345678901234567 12345678901234567 "12345678901234567" 12345678901234567 1.2345678901234568e+16 12345678901234567 12345678901234567`,
		"d":        `-1234567 int64 -1234566 -1234567 -1234567 "-1234567" -1234567 -1.234567e+06 -1234567 -1234567`,
		"e":        `1.5 float64 2 1.5 1.5 "1.5" 1 1.5 1.5 1.5`,
		"f":        `1e+21 float64 -9223372036854775807 1e+21 1e+21 "1e+21" -9223372036854775808 1e+21 1e+21 1e+21`,
		"g":        `0.1 float64 1 0.1 0.1 "0.1" 0 0.1 0.1 0.1`,
		"h":        `1e+06 float64 1000001 1000000 1000000 "1e+06" 1000000 1e+06 1e+06 1e+06`,
		"i":        `3 float64 4 3 3 "3" 3 3 3 3`,
		"compared": `true true true true true true`,
		"set":      `3 9007199254740993 1000000 2 9007199254740993 1000000 2e+06`,
	} {
		assert.Equal(t, text, strings.TrimSpace(data[name].(string)), name)
	}
}

func TestNumbersThatALookupFindsAreThoseOfTheCluster(t *testing.T) {
	p := offline(t)
	chart := p.chart(map[string]string{"templates/m.yaml": `{{ $o := lookup "v1" "Service" "n" "s" }}` +
		configMap("m", "data: {port: \"{{ $o.spec.port }} {{ eq $o.spec.port 1000000 }} {{ kindOf $o.spec.half }}\"}\n")})
	answer := p.json((*Releases).Render, params{"chart": chart, "world": params{"objects": []params{{"apiVersion": "v1", "kind": "Service",
		"metadata": params{"name": "s", "namespace": "n"}, "spec": params{"port": 1000000, "half": 0.5}}}}})
	assert.Equal(t, "map[port:1000000 true float64]", fmt.Sprint(answer["revision"].(map[string]any)["objects"].([]any)[0].(map[string]any)["data"]))
}
