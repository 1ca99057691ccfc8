package release

import (
	"testing"

	"catamaran.dev/engine/fault"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const wholeChart = `{{- with .Values.service }}
apiVersion: v1
kind: Service
metadata: {name: s}
spec: {{ toJson . }}
{{- end }}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: a, labels: {x: "{{ .Values.label }}"}}
immutable: {{ not .Values.data | not }}
data: {x: "{{ .Values.data }}"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: d}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: d}}
  template: {metadata: {labels: {app: d}}, spec: {containers: [{name: a, image: a}]}}
`

// Whether the object exists or is new, and whether the value or its type is wrong.
func TestAnUpgradeWithInvalidContentStoresNoRevision(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"values.yaml": "{replicas: 0, label: x, data: null, service: null}\n", "templates/a.yaml": wholeChart, "templates/hook.yaml": configMap("hook", "  annotations: {helm.sh/hook: pre-upgrade}\n")})
	p.made((*Releases).Install, params{"chart": chart})
	port := func(number int) params { return params{"ports": []params{{"port": number}}} }
	for _, values := range []params{{"replicas": -1}, {"replicas": "three"}, {"label": "immutable!"}, {"service": port(99999)}, {"service": port(80), "replicas": "three"}} {
		found := p.refuses((*Releases).Upgrade, params{"failureAnnotation": "why", "chart": chart, "values": values}, fault.Invalid)
		assert.Equal(t, fault.Chart, found.Fault)
		assert.NotNil(t, found.Refusals[0].Object, found.Message)
		assert.Nil(t, found.Revision)
		assert.Contains(t, p.statusOf(2), "not found")
	}
	assert.False(t, p.has("hook"), "no hook has run")
	assert.Equal(t, 2, p.made((*Releases).Upgrade, params{"failureAnnotation": "why", "chart": chart, "values": params{"service": port(80)}}).Number)
	p.refuses((*Releases).Upgrade, params{"failureAnnotation": "why", "chart": chart, "values": params{"service": port(99999)}}, fault.Invalid, "spec.ports[0].port")
	assert.Equal(t, "deployed", p.statusOf(2))
	// As Helm does, for a parent that does not ask why a revision failed.
	assert.NotNil(t, p.refuses((*Releases).Upgrade, params{"chart": chart, "values": params{"service": port(99999)}}, fault.Refused).Revision)
}

// What others may hold, and what only the change of an object is refused for.
func TestAnUpgradeThatIsRefusedForAnotherReasonStoresItsRevision(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"values.yaml": "{replicas: 0, label: x, data: null, service: null}\n", "templates/a.yaml": wholeChart})
	p.made((*Releases).Install, params{"failureAnnotation": "why", "chart": chart, "values": params{"data": "1"}})
	for number, row := range []struct {
		values params
		reason fault.Reason
	}{
		{params{"data": "2"}, fault.Immutable},
		{params{"data": "1", "service": params{"type": "NodePort", "ports": []params{{"port": 80, "nodePort": 99999}}}}, fault.Refused},
	} {
		found := p.refuses((*Releases).Upgrade, params{"failureAnnotation": "why", "chart": chart, "values": row.values}, row.reason)
		require.NotNil(t, found.Revision, found.Message)
		assert.Equal(t, "failed", p.statusOf(number+2))
	}
}
