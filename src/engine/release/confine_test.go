package release

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/cluster"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// open is a chart that writes its values without quotes, as many do.
var open = map[string]string{
	"values.yaml":          "text: t\nkind: ConfigMap\nnamespace: \"\"\nrbac: false\nflow: f\ntemplate: t\nlist: a\nhooked: h\n",
	"ci/rbac-values.yaml":  "ci: true\n",
	"templates/text.yaml":  "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: text\n  labels:\n    t: {{ .Values.text }}\ndata:\n  some: text\n",
	"templates/kind.yaml":  "apiVersion: v1\nkind: {{ .Values.kind }}\nmetadata:\n  name: \"{{ .Release.Namespace }}-kind\"\n",
	"templates/flow.yaml":  "apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: ConfigMap, metadata: {name: flow, labels: {f: {{ .Values.flow }}}}}]\n",
	"templates/ns.yaml":    "{{ if .Values.namespace }}\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: \"{{ .Release.Namespace }}-ns\"\n  namespace: {{ .Values.namespace }}\n{{ end }}",
	"templates/tpl.yaml":   "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: tpl\ndata:\n  t: {{ tpl .Values.template . }}\n",
	"templates/lines.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: lines\ndata:\n  file: |\n{{ .Values.list | indent 4 }}\n",
	"templates/hook.yaml":  "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: hooked\n  annotations:\n    helm.sh/hook: post-install\n    h: {{ .Values.hooked }}\n",
	"templates/rbac.yaml":  "{{ if or .Values.rbac .Values.ci }}\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: \"{{ .Release.Namespace }}-rbac\"\n{{ end }}",
	"templates/name.yaml":  "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: \"n-{{ randAlphaNum 5 | lower }}\"\n",
	// No line break ends the file, and Helm adds one.
	"templates/last.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: last\ndata:\n  last: |\n    {}",
	"templates/psp.yaml":  "{{ if .Values.priority }}\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata:\n  name: \"{{ .Release.Namespace }}-p\"\nvalue: 1\n{{ end }}",
}

func (p *place) open() map[string]string {
	files := map[string]string{}
	for name, content := range open {
		files[name] = content
	}
	return p.chart(files)
}

// doubting gives values and what the parent would send for one text of them.
func doubting(name, text string, templates bool, harmless ...string) params {
	values := []params{}
	for _, each := range harmless {
		values = append(values, params{name: each})
	}
	return params{"values": params{name: text}, "confine": params{"doubts": []params{{"values": values, "templates": templates}}}}
}

func TestKeepsObjectsInTheirPlace(t *testing.T) {
	lines := func(text string) string { return strings.ReplaceAll(text, "\n", " ") }
	document := "t\n---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: injected"
	for name, row := range map[string]struct {
		given  params
		reason fault.Reason // none for what is allowed
		object string
	}{
		"another namespace":         {params{"values": params{"namespace": "kube-system"}}, fault.OutOfPlace, "ConfigMap"},
		"the release's own":         {params{"values": params{"namespace": "{{"}}, "", ""},
		"a kind of a value":         {params{"values": params{"kind": "Namespace"}}, fault.OutOfPlace, "Namespace"},
		"a cluster-scoped object":   {params{"values": params{"priority": true}}, fault.OutOfPlace, "PriorityClass"},
		"one of the ci values":      {params{"values": params{"rbac": true}}, "", ""},
		"one that is allowed":       {params{"values": params{"priority": true}, "confine": params{"places": []params{{"group": "scheduling.k8s.io", "kind": "PriorityClass"}}}}, "", ""},
		"one of an administrator's": {params{"values": params{"priority": true}, "confine": params{"overrides": params{"priority": true}}}, "", ""},
		"a document":                {doubting("text", document, false, lines(document), "x", ""), fault.Structure, "Secret"},
		"a field of the metadata":   {doubting("text", "t\n  namespace: kube-system", false, "t   namespace: kube-system", "x"), fault.OutOfPlace, "ConfigMap"},
		"another name":              {doubting("text", "t\n  name: other", false, "t   name: other", "x"), fault.Structure, "ConfigMap"},
		"a policy of Helm":          {doubting("text", "t\n  annotations: {helm.sh/resource-policy: keep}", false, "x"), fault.Structure, "ConfigMap"},
		"a carriage return":         {doubting("text", "t\r  name: other", false, "x"), fault.Structure, "ConfigMap"},
		"a line separator":          {doubting("text", "t\u2028  name: other", false, "x"), fault.Structure, "ConfigMap"},
		"items":                     {doubting("text", "t\nitems: [{apiVersion: v1, kind: Secret, metadata: {name: s}}]", false, "x"), fault.Structure, "Secret"},
		"the end of a document":     {doubting("text", "t\n...\nkind: Secret", false, "x"), fault.Structure, "end of a document"},
		"an item of a list":         {doubting("flow", "f}}}, {apiVersion: v1, kind: Secret, metadata: {name: s, labels: {a: b", false, "f___, _apiVersion: v1", "x"), fault.Structure, "Secret"},
		"a template":                {doubting("template", `{{ printf "a%c---%capiVersion: v1%ckind: Secret%cmetadata:%c  name: s" 10 10 10 10 10 }}`, true, "x", ""), fault.Structure, "Secret"},
		"a template that looks up":  {doubting("template", `{{ (lookup "v1" "Namespace" "" "kube-system").metadata.uid }}`, true, "x", ""), fault.Structure, "Namespace"},
		"a template of a text":      {doubting("template", "{{ .Release.Name }}", true, "x", ""), "", ""},
		"an event of a hook":        {doubting("hooked", "h\n    helm.sh/hook: pre-install,post-delete", false, "x"), fault.Structure, "ConfigMap"},
		"a text of many lines":      {doubting("list", "a: b\n---\nc: [d]\n", false, "a: b --- c: _d_ ", "x", ""), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := begin(t)
			given := params{"chart": p.open(), "confine": params{}}
			for key, value := range row.given {
				given[key] = value
			}
			if values := given["values"].(params); values["namespace"] == "{{" {
				values["namespace"] = p.namespace
			}
			if row.reason == "" {
				p.made((*Releases).Install, given)
				_ = p.client.RbacV1().ClusterRoles().Delete(t.Context(), p.namespace+"-rbac", metav1.DeleteOptions{})
				_ = p.client.SchedulingV1().PriorityClasses().Delete(t.Context(), p.namespace+"-p", metav1.DeleteOptions{})
				return
			}
			found := p.fails((*Releases).Install, given)
			if found.Reason != row.reason || found.Object == nil || found.Object.Kind != row.object {
				t.Errorf("%v: %v, object %v", found.Reason, found, found.Object)
			}
			if stored := p.secrets(); len(stored) > 0 {
				t.Errorf("stored: %v", stored)
			}
		})
	}
}

func (p *place) secrets() []string {
	list, err := p.client.CoreV1().Secrets(p.namespace).List(p.Context(), metav1.ListOptions{})
	require.NoError(p, err)
	var names []string
	for _, each := range list.Items {
		names = append(names, each.Name)
	}
	return names
}

func TestRefusesToRestoreAndKeepsWhatIsOutOfPlace(t *testing.T) {
	p := begin(t)
	chart := p.open()
	p.made((*Releases).Install, params{"chart": chart, "values": params{"namespace": "default"}})
	p.made((*Releases).Upgrade, params{"chart": chart})
	found := p.fails((*Releases).Rollback, params{"revision": 1, "confine": params{}})
	if found.Reason != fault.OutOfPlace || found.Object.Namespace != "default" {
		t.Errorf("%v: %v", found.Reason, found)
	}
	allowed := params{"places": []params{{"kind": "ConfigMap", "namespace": "default"}}}
	p.made((*Releases).Rollback, params{"revision": 1, "confine": allowed})
	// A person's object of that name.
	name := p.namespace + "-ns"
	live, err := p.client.CoreV1().ConfigMaps("default").Get(t.Context(), name, metav1.GetOptions{})
	require.NoError(t, err)
	live.Annotations, live.Labels = nil, nil
	require.NoError(t, testcluster.Err(p.client.CoreV1().ConfigMaps("default").Update(t.Context(), live, metav1.UpdateOptions{})))
	require.NoError(t, testcluster.Err(p.call(t.Context(), (*Releases).Uninstall, params{"confine": params{}})))
	assert.NoError(t, p.client.CoreV1().ConfigMaps("default").Delete(t.Context(), name, metav1.DeleteOptions{}))
}

func TestKnowsThePlacesThatDependOnTheNameOfTheRelease(t *testing.T) {
	p := begin(t)
	for _, name := range []string{"{{ .Release.Name }}", "{{ .Release.Name | trunc 3 }}"} {
		chart := p.chart(map[string]string{"templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: \"{{ .Release.Namespace }}-" + name + "\"\n"})
		found := p.fails((*Releases).Install, params{"chart": chart, "release": "release", "confine": params{}})
		assert.Equal(t, fault.NoNamespace, found.Reason, name)
		require.NoError(t, testcluster.Err(p.call(t.Context(), (*Releases).Uninstall, params{"release": "release", "confine": params{}})))
	}
}

func TestRendersFurtherInputsOfAChartOnlyWhenAsked(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string]string{
		"Chart.yaml":       "apiVersion: v2\nname: c\nversion: 1.0.0\n",
		"ci/a.yaml":        "further: true\n",
		"templates/a.yaml": "{{ if .Values.further }}\napiVersion: v1\nkind: Namespace\nmetadata: {name: \"{{ randInt 0 9 }}\"}\n{{ end }}\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	r := &Releases{Charts: charts.NewCache(1 << 20)}
	catalog := &cluster.Catalog{Capabilities: common.DefaultCapabilities}
	own := func(ctx context.Context) []func() []Place {
		found, err := r.ownPlacesOf(ctx, charts.Reference{Path: folder}, nil, catalog, ownName, ownNamespace)
		if err != nil || len(found) != 2 {
			t.Fatal(found, err)
		}
		return found
	}
	began := drawn.Load()
	if made := own(t.Context())[0](); len(made) > 0 || drawn.Load() != began {
		t.Error(made, drawn.Load())
	}
	ended, end := context.WithCancel(t.Context())
	end()
	own(ended)[1]()
	began = drawn.Load()
	for range 2 {
		if made := own(t.Context())[1](); len(made) != 1 || made[0].Kind != "Namespace" {
			t.Error(made)
		}
	}
	if drawn.Load() != began+2 { // What was cut off counts for nothing. For an installation and an upgrade, once.
		t.Error(drawn.Load() - began)
	}
}

func TestDeletesElsewhereWhatCarriesTheMarksOfTheRelease(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"chart": p.open(), "values": params{"namespace": "default"}})
	require.NoError(t, testcluster.Err(p.call(t.Context(), (*Releases).Uninstall, params{"confine": params{}})))
	assert.Error(t, p.client.CoreV1().ConfigMaps("default").Delete(t.Context(), p.namespace+"-ns", metav1.DeleteOptions{}), "the object stays")
}

// BenchmarkSecondRendering is what a doubtful text adds to an installation.
func BenchmarkSecondRendering(b *testing.B) {
	cache := charts.NewCache(1 << 20)
	fresh, _, err := cache.Get(charts.Reference{Path: filepath.Join(testcluster.Root(), "helm-charts/memcached")})
	require.NoError(b, err)
	o := &operation{Target: Target{Release: "r", Namespace: "n"}, fresh: fresh, ctx: b.Context(), config: &action.Configuration{Capabilities: common.DefaultCapabilities}}
	for b.Loop() {
		if found := o.tried(1, map[string]any{"replicaCount": 2}, nothing); len(found) == 0 {
			b.Fatal("nothing is made")
		}
	}
}
