package release

import (
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
)

// found is a template that writes what it looks up.
func found(apiVersion, kind, namespace, name string) string {
	return configMap("found", "data: {kind: {{ (lookup \""+apiVersion+"\" \""+kind+"\" "+namespace+" "+name+").kind | quote }}}\n")
}

func TestLooksUpOnlyWhatTheChartItselfAsksFor(t *testing.T) {
	p := begin(t)
	p.secret("password", nil)
	own, tenant := ".Release.Namespace", p.namespace
	text := func(apiVersion, kind, namespace, name string) params {
		return params{"extra": found(apiVersion, kind, `"`+namespace+`"`, `"`+name+`"`)}
	}
	of := func(name string) map[string]string { return map[string]string{"templates/a.yaml": name} }
	extra := "{{ tpl (.Values.extra | default \"\") . }}\n"
	spec := of(found("v1", "Secret", "(.Values.namespace | default .Release.Namespace)", "(.Values.name | default \"none\")"))
	for name, row := range map[string]struct {
		chart  map[string]string
		values params
		places []params
		words  string // none for what is found
	}{
		"a value names a Secret":              {spec, params{"name": "password"}, nil, ""},
		"a value names a namespace":           {spec, params{"name": "password", "namespace": "kube-system"}, nil, `Secret "password" outside of the release's namespace`},
		"an administrator allows a namespace": {of(found("v1", "Namespace", `""`, ".Values.name")), params{"name": "kube-system"}, []params{{"kind": "Namespace"}}, ""},
		"a value names an object without a namespace": {of(found("v1", "Namespace", own, ".Values.name")), params{"name": "kube-system"}, nil,
			`Namespace "kube-system" outside of the release's namespace`},
		"the chart asks elsewhere": {of(found("v1", "Namespace", `""`, `"kube-system"`)), params{}, nil, ""},
		"a text asks elsewhere":    {of(extra), text("v1", "Secret", "kube-system", "db"), nil, `Secret "db" outside of the release's namespace`},
		"a text asks here":         {of(extra), text("v1", "Secret", tenant, "password"), nil, "a template in the values looks up Secret"},
		"a text asks here, in pieces": {of(extra), params{"extra": `{{ tpl (printf "{{ (loo%s \"v1\" \"Secret\" \"` + tenant + `\" \"password\").kind }}" "kup") . }}`}, nil,
			"a template in the values looks up Secret"},
	} {
		t.Run(name, func(t *testing.T) {
			p := p.fresh(t)
			given := params{"chart": p.chart(row.chart), "values": row.values, "confine": params{"places": row.places}}
			if row.words != "" {
				p.refuses((*Releases).Install, given, fault.Structure, row.words)
				return
			}
			p.made((*Releases).Install, given)
			assert.NotEmpty(t, p.data("found")["kind"])
			p.uninstalls(params{"confine": params{}})
		})
	}
}

func TestTheNameOfAReleaseChoosesNoNamespaceToLookIn(t *testing.T) {
	p := begin(t)
	other := testcluster.Namespace(t)
	look := func(namespace, name string) map[string]string {
		return p.chart(map[string]string{"templates/a.yaml": found("v1", "ConfigMap", namespace, name)})
	}
	testcluster.Eventually(t, func() string { return map[bool]string{false: "no kube-root-ca.crt"}[p.has("kube-root-ca.crt")] })
	given := params{"chart": look(".Release.Name", `"kube-root-ca.crt"`), "release": other, "confine": params{}}
	p.refuses((*Releases).Install, given, fault.Structure, `ConfigMap "kube-root-ca.crt" outside of the release's namespace`)
	for _, namespace := range []string{".Release.Namespace", `"kube-system"`} {
		p.made((*Releases).Install, params{"chart": look(namespace, ".Release.Name"), "release": "kube-root-ca.crt", "confine": params{}})
		assert.Equal(t, "ConfigMap", p.data("found")["kind"])
		p.uninstalls(params{"release": "kube-root-ca.crt", "confine": params{}})
	}
}
