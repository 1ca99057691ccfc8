package release

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// turning is a chart whose object x is a hook or not, as the value says, and that a failed upgrade has too.
func (p *place) turning(policy string) map[string]string {
	annotations := "  annotations:\n    helm.sh/hook: {{ . }}\n"
	if policy != "" {
		annotations += "    helm.sh/hook-delete-policy: " + policy + "\n"
	}
	return p.chart(map[string]string{
		"templates/x.yaml": configMap("x", "{{- with .Values.hook }}\n"+annotations+"{{- end }}\ndata: {at: \"{{ .Release.Revision }}\", step: \"{{ .Values.step }}\"}\n"),
		"templates/z.yaml": "{{ if .Values.fails }}" + configMap("Z_", "") + "{{ end }}",
	})
}

func TestAnObjectThatBecomesAHookHasTheNewestContent(t *testing.T) {
	shared := begin(t)
	for number, row := range []struct {
		event, policy string
		// The content of x as a hook after an upgrade, and after a rollback to that revision; empty for none.
		upgraded, back string
	}{
		{"pre-upgrade", "", "two", "two"},
		{"pre-upgrade", "before-hook-creation", "two", "two"},
		{"pre-upgrade", "hook-failed", "two", "two"},
		{"pre-upgrade", "hook-succeeded", "", ""},
		{"post-upgrade", "", "two", "two"},
		{"post-upgrade", "hook-failed", "two", "two"},
		{"pre-install", "", "two", "two"},
		{"pre-install", "hook-succeeded", "", ""},
		{"\"pre-upgrade,pre-rollback\"", "", "two", "two"},
		{"\"post-upgrade,post-rollback\"", "hook-failed", "two", "two"},
		{"pre-delete", "", "", ""},
	} {
		t.Run(fmt.Sprint(row.event, " ", row.policy), func(t *testing.T) {
			p := shared.fresh(t)
			chart := p.turning(row.policy)
			release := fmt.Sprint("r", number)
			upgrade := func(values params) {
				p.made((*Releases).Upgrade, params{"release": release, "chart": chart, "values": values})
			}
			rollback := func(revision int) { p.made((*Releases).Rollback, params{"release": release, "revision": revision}) }
			is := func(step, wanted string) {
				t.Helper()
				assert.Equal(t, wanted, p.data("x")["step"], step)
			}
			p.made((*Releases).Install, params{"release": release, "chart": chart, "values": params{"step": "one"}})
			upgrade(params{"step": "two", "hook": row.event})
			is("became a hook", row.upgraded)
			upgrade(params{"step": "three"})
			is("became an object", "three")
			assert.Equal(t, release, p.annotations("x")["meta.helm.sh/release-name"]+p.annotations("x")["helm.sh/hook"])
			rollback(2)
			is("rolled back to the hook", row.back)
			rollback(1)
			is("rolled back to the object", "one")
			p.fails((*Releases).Upgrade, params{"release": release, "chart": chart, "values": params{"step": "six", "hook": row.event, "fails": true}})
			upgrade(params{"step": "seven"})
			is("after a failure", "seven")
			assert.Equal(t, release, p.annotations("x")["meta.helm.sh/release-name"]+p.annotations("x")["helm.sh/hook"])
			p.uninstalls(params{"release": release})
			is("uninstalled", "")
		})
	}
}

func TestARollbackAfterAFailureGivesAHookItsContent(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{
		"templates/x.yaml": configMap("x", "{{- with .Values.hook }}\n  annotations:\n    helm.sh/hook: {{ . }}\n{{- end }}\ndata: {step: \"{{ .Values.step }}\"}\n"),
		"templates/z.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: z}\nspec: {ports: [{port: {{ .Values.port }}}]}\n",
	})
	for event, expected := range map[string]string{"pre-upgrade": "two", "post-upgrade": "two", "pre-install": "two", "pre-delete": "", "test": ""} {
		release := "r-" + event
		p.made((*Releases).Install, params{"release": release, "chart": chart, "values": params{"step": "one", "port": 80}})
		p.made((*Releases).Upgrade, params{"release": release, "chart": chart, "values": params{"step": "two", "port": 80, "hook": event}})
		p.fails((*Releases).Upgrade, params{"release": release, "chart": chart, "values": params{"step": "three", "port": 99999}})
		assert.Equal(t, "three", p.data("x")["step"], event)
		p.made((*Releases).Rollback, params{"release": release, "revision": 2})
		assert.Equal(t, expected, p.data("x")["step"], event)
		p.uninstalls(params{"release": release})
		_ = p.client.CoreV1().ConfigMaps(p.namespace).Delete(t.Context(), "x", metav1.DeleteOptions{})
	}
}

// A definition moves between the templates and the folder crds of a chart, which Helm does not change: the objects of its kind would go with it.
func TestADefinitionThatMovesWithinTheChartStays(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	definition := func(description string) string {
		return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: boats." + group + "}\nspec:\n  group: " + group +
			"\n  names: {kind: Boat, plural: boats}\n  scope: Namespaced\n  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, description: " + description + "}}}]\n"
	}
	inTemplates := p.chart(map[string]string{"templates/x.yaml": configMap("x", ""), "templates/crd.yaml": definition("template")})
	inFolder := p.chart(map[string]string{"templates/x.yaml": configMap("x", ""), "crds/crd.yaml": definition("folder")})
	boats := p.object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "boats."+group)
	t.Cleanup(func() { _ = boats.Delete(context.Background(), boats.name, metav1.DeleteOptions{}) })
	uid := ""
	is := func(step, description string) {
		t.Helper()
		assert.Equal(t, description, boats.at("spec.versions.0.schema.openAPIV3Schema.description"), step)
		if now := boats.at("metadata.uid"); uid != "" && now != uid {
			t.Errorf("%s: it was deleted", step)
		} else {
			uid = now
		}
	}
	p.made((*Releases).Install, params{"chart": inFolder, "crds": "create"})
	is("installed", "folder")
	p.made((*Releases).Upgrade, params{"chart": inTemplates})
	is("moved to the templates", "template")
	p.made((*Releases).Upgrade, params{"chart": inFolder})
	is("moved to the folder", "template")
	p.made((*Releases).Rollback, params{"revision": 2})
	is("rolled back to the templates", "template")
	p.made((*Releases).Rollback, params{"revision": 1})
	is("rolled back to the folder", "template")
	p.made((*Releases).Upgrade, params{"chart": p.chart(map[string]string{"templates/x.yaml": configMap("x", "")})})
	is("dropped from the folder", "template")
}

func (p *place) annotations(name string) map[string]string {
	p.Helper()
	found, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(p.Context(), name, metav1.GetOptions{})
	require.NoError(p, err)
	return found.Annotations
}

func TestAnObjectOfOthersWithTheNameOfAHookIsNotTaken(t *testing.T) {
	p := begin(t)
	chart := p.turning("hook-succeeded")
	p.made((*Releases).Install, params{"chart": chart, "values": params{"hook": "pre-install", "step": "one"}})
	require.NoError(t, testcluster.Err(p.client.CoreV1().ConfigMaps(p.namespace).Create(t.Context(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "x"}}, metav1.CreateOptions{})))
	p.refuses((*Releases).Upgrade, params{"chart": chart, "values": params{"step": "two"}}, fault.Foreign)
}

// Hooks may be a definition and an object of its kind. The definition is never deleted, so each revision changes it in place.
func TestAHookMayBeADefinition(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	chart := p.chart(map[string]string{"templates/a.yaml": strings.Replace(definition(group), "metadata: {",
		"metadata: {labels: {step: \"{{ .Values.step }}\"}, annotations: {helm.sh/hook: \"pre-install,pre-upgrade\"}, ", 1) +
		"---\napiVersion: " + group + "/v1\nkind: A\nmetadata: {name: a, annotations: {helm.sh/hook: \"post-install,post-upgrade\"}}\n"})
	for step, method := range []method{(*Releases).Install, (*Releases).Upgrade} {
		p.made(method, params{"chart": chart, "values": params{"step": step}})
		found := p.object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "as."+group).at("metadata.labels.step")
		assert.Equal(t, fmt.Sprint(step), found)
		assert.NotEmpty(t, p.object(group+"/v1", "A", "a").at("metadata.name"))
	}
}
