package release

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whatever way a chart asks, the stored revision says what it asked, and the chart is stored as it was.
func TestRecordsWhatTemplatesAskOfTheCluster(t *testing.T) {
	p := begin(t)
	const helper = "{{- define \"has\" }}{{ .ctx.Capabilities.APIVersions.Has (printf \"%s/%s\" .group \"v1\") }}{{ end }}"
	for name, row := range map[string]struct {
		text     string
		printed  string
		expected map[string]string
	}{
		"nothing":              {`a`, "a", map[string]string{}},
		"a built-in API":       {`{{ .Capabilities.APIVersions.Has "apps/v1" }}`, "true", map[string]string{"apps/v1": "true"}},
		"a built-in kind":      {`{{ .Capabilities.APIVersions.Has "apps/v1/Deployment" }}`, "true", map[string]string{"apps/v1/Deployment": "true"}},
		"another API":          {`{{ .Capabilities.APIVersions.Has "none.example.org/v1" }}`, "false", map[string]string{"none.example.org/v1": "false"}},
		"a name from a helper": {`{{ include "has" (dict "ctx" $ "group" "none.example.org") }}`, "false", map[string]string{"none.example.org/v1": "false"}},
		"a name from the values": {`{{ if .Values.api }}{{ .Capabilities.APIVersions.Has .Values.api }}{{ end }}`, "false",
			map[string]string{"v.example.org/v1/Kind": "false"}},
		"in tpl":             {`{{ tpl "{{ .Capabilities.APIVersions.Has \"policy/v1\" }}" . }}`, "true", map[string]string{"policy/v1": "true"}},
		"by a variable":      {`{{ $all := .Capabilities.APIVersions }}{{ $all.Has "policy/v1" }}{{ $all.Has "none" }}`, "truefalse", map[string]string{"policy/v1": "true", "none": "false"}},
		"what is no API":     {`{{ .Capabilities.APIVersions.Has "../../v1" }}`, "false", map[string]string{}},
		"behind a condition": {`{{ if and false (.Capabilities.APIVersions.Has "policy/v1") }}{{ end }}a`, "a", map[string]string{}},
		"the version":        {`{{ semverCompare ">=1.20-0" .Capabilities.KubeVersion.Version }}`, "true", map[string]string{askedVersion: "any"}},
		"the printed version": {`{{ .Capabilities.KubeVersion | toString | hasPrefix "v1." }}`, "true",
			map[string]string{askedVersion: "any"}},
		"the list":      {`{{ range .Capabilities.APIVersions }}{{ if eq . "apps/v1" }}found{{ end }}{{ end }}`, "found", map[string]string{askedList: "any"}},
		"in the list":   {`{{ has "apps/v1/Deployment" .Capabilities.APIVersions }}`, "true", map[string]string{"apps/v1/Deployment": "true"}},
		"in a list":     {`{{ has "apps/v1" (list "apps/v1") }}`, "true", map[string]string{}},
		"as JSON":       {`{{ toJson . | contains "apps/v1" }}`, "true", map[string]string{askedVersion: "any", askedList: "any"}},
		"as YAML":       {`{{ toYaml .Capabilities | contains "apps/v1" }}`, "true", map[string]string{askedVersion: "any", askedList: "any"}},
		"Helm's own":    {`{{ .Capabilities.HelmVersion.Version | hasPrefix "v4" }}`, "true", map[string]string{}},
		"a deep copy":   {`{{ (deepCopy .).Capabilities.APIVersions.Has "apps/v1" }}`, "true", map[string]string{}},
		"of a subchart": {`{{ include "sub.has" . }}`, "true", map[string]string{"batch/v1": "true"}},
	} {
		t.Run(name, func(t *testing.T) {
			q := p.fresh(t)
			q.made((*Releases).Install, params{"askedAnnotation": "asked", "values": params{"api": "v.example.org/v1/Kind"}, "chart": q.chart(map[string]string{
				"templates/_helpers.tpl":             helper,
				"templates/a.yaml":                   configMap("a", "data: {v: '"+row.text+"'}\n"),
				"charts/sub/Chart.yaml":              "apiVersion: v2\nname: sub\nversion: 0.1.0\n",
				"charts/sub/templates/_helpers.tpl":  `{{- define "sub.has" }}{{ .Subcharts.sub.Capabilities.APIVersions.Has "batch/v1" }}{{ end }}`,
				"charts/sub/templates/deep/er/b.txt": "",
			})})
			stored := q.stored(1)
			assert.Contains(t, stored.Manifest, "{v: '"+row.printed+"'}")
			told := map[string]string{}
			require.NoError(t, json.Unmarshal([]byte(stored.Chart.Annotations["asked"]), &told))
			for question, answer := range row.expected {
				if answer == "any" {
					assert.NotEmpty(t, told[question], question)
					told[question] = answer
				}
			}
			assert.Equal(t, row.expected, told)
			q.uninstalls(params{})
		})
	}
}
