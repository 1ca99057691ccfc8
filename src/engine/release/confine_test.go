package release

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
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
	"templates/rbac.yaml": "{{ if or .Values.rbac .Values.ci }}\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: \"{{ .Release.Namespace }}-rbac\"\n" +
		"{{ if .Values.keep }}  annotations: {helm.sh/resource-policy: keep}\n{{ end }}{{ end }}",
	"templates/name.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: \"n-{{ randAlphaNum 5 | lower }}\"\n",
	// No line break ends the file, and Helm adds one.
	"templates/last.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: last\ndata:\n  last: |\n    {}",
	"templates/psp.yaml":  "{{ if .Values.priority }}\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata:\n  name: \"{{ .Release.Namespace }}-p\"\nvalue: 1\n{{ end }}",
}

func (p *place) open() map[string]string {
	files := map[string]string{}
	maps.Copy(files, open)
	return p.chart(files)
}

func doubting(name, text string) params {
	return params{"values": params{name: text}, "confine": params{}}
}

func TestKeepsObjectsInTheirPlace(t *testing.T) {
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
		"one that a value keeps":    {params{"values": params{"rbac": true, "keep": true}}, fault.OutOfPlace, "ClusterRole"},
		"one that he keeps":         {params{"values": params{"rbac": true, "keep": true}, "confine": params{"overrides": params{"rbac": true, "keep": true}}}, "", ""},
		"a document":                {doubting("text", document), fault.Structure, "Secret"},
		"a field of the metadata":   {doubting("text", "t\n  namespace: kube-system"), fault.OutOfPlace, "ConfigMap"},
		"another name":              {doubting("text", "t\n  name: other"), fault.Structure, "ConfigMap"},
		"a policy of Helm":          {doubting("text", "t\n  annotations: {helm.sh/resource-policy: keep}"), fault.Structure, "ConfigMap"},
		"a carriage return":         {doubting("text", "t\r  name: other"), fault.Structure, "ConfigMap"},
		"a line separator":          {doubting("text", "t\u2028  name: other"), fault.Structure, "ConfigMap"},
		"items":                     {doubting("text", "t\nitems: [{apiVersion: v1, kind: Secret, metadata: {name: s}}]"), fault.Structure, "Secret"},
		"the end of a document":     {doubting("text", "t\n...\nkind: Secret"), fault.Structure, "end of a document"},
		"an item of a list":         {doubting("flow", "f}}}, {apiVersion: v1, kind: Secret, metadata: {name: s, labels: {a: b"), fault.Structure, "Secret"},
		"a template":                {doubting("template", `{{ printf "a%c---%capiVersion: v1%ckind: Secret%cmetadata:%c  name: s" 10 10 10 10 10 }}`), fault.Structure, "Secret"},
		"a template that looks up":  {doubting("template", `{{ (lookup "v1" "Namespace" "" "kube-system").metadata.uid }}`), fault.Structure, "Namespace"},
		"a template of a text":      {doubting("template", "{{ .Release.Name }}"), "", ""},
		"an event of a hook":        {doubting("hooked", "h\n    helm.sh/hook: pre-install,post-delete"), fault.Structure, "ConfigMap"},
		"a text of many lines":      {doubting("list", "a: b\n---\nc: [d]\n"), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := begin(t)
			given := params{"chart": p.open(), "confine": params{}}
			maps.Copy(given, row.given)
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
			require.NotNil(t, found.Object)
			assert.Equal(t, fmt.Sprint(row.reason, " ", row.object), fmt.Sprint(found.Reason, " ", found.Object.Kind), found.Message)
			assert.Empty(t, p.secrets())
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
	assert.Equal(t, fault.OutOfPlace, found.Reason)
	assert.Equal(t, "default", found.Object.Namespace)
	allowed := params{"places": []params{{"kind": "ConfigMap", "namespace": "default"}}}
	p.made((*Releases).Rollback, params{"revision": 1, "confine": allowed})
	// A person's object of that name.
	name := p.namespace + "-ns"
	live, err := p.client.CoreV1().ConfigMaps("default").Get(t.Context(), name, metav1.GetOptions{})
	require.NoError(t, err)
	live.Annotations, live.Labels = nil, nil
	require.NoError(t, testcluster.Err(p.client.CoreV1().ConfigMaps("default").Update(t.Context(), live, metav1.UpdateOptions{})))
	p.uninstalls(params{"confine": params{}})
	assert.NoError(t, p.client.CoreV1().ConfigMaps("default").Delete(t.Context(), name, metav1.DeleteOptions{}))
}

func TestATemplateInTheValuesChangesNoValueOfTheAdministrator(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{
		"values.yaml":      "text: t\nmore: m\nmode: {is: closed}\n",
		"templates/a.yaml": configMap("a", "data: {mode: {{ .Values.mode.is }}}\n"),
		"templates/b.yaml": configMap("b", "data: {t: {{ tpl .Values.text . | quote }}}\n"),
	})
	for name, row := range map[string]struct {
		text    string
		allowed bool
	}{
		"none":    {"{{ .Values.mode.is }}", true},
		"another": {`{{ $_ := set .Values "more" "other" }}`, true},
		"it":      {`{{ $_ := set .Values.mode "is" "open" }}`, false},
		"all":     {`{{ $_ := set .Values "mode" (dict "is" "open") }}`, false},
		"in part": {`{{ $_ := mergeOverwrite .Values (dict "mode" (dict "is" "open")) }}`, false},
	} {
		given := doubting("text", row.text)
		given["confine"].(params)["overrides"] = params{"mode": params{"is": "closed"}}
		given["chart"], given["askedAnnotation"] = chart, "asked"
		if !row.allowed {
			p.refuses((*Releases).Install, given, fault.Structure, "values that the administrator sets")
			continue
		}
		p.made((*Releases).Install, given)
		assert.Equal(t, "closed", p.data("a")["mode"], name)
		p.uninstalls(params{"confine": params{}})
	}
}

// A tenant chooses the name of his release, and the namespace by where he is allowed to make it.
func TestTheNameOfAReleaseChoosesNoNamespace(t *testing.T) {
	p := begin(t)
	for namespace, reason := range map[string]fault.Reason{
		"{{ .Release.Name }}": fault.OutOfPlace,
		"{{ .Release.Namespace }}-{{ .Release.Name | trunc 3 }}": fault.OutOfPlace,
		"{{ .Release.Namespace }}-x":                             fault.NoNamespace,
		"{{ .Release.Namespace | trunc 9 }}-x":                   fault.NoNamespace,
	} {
		chart := p.chart(map[string]string{"templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: \"" + namespace + "\"\n"})
		found := p.fails((*Releases).Install, params{"chart": chart, "release": "kube-system", "confine": params{}})
		assert.Equal(t, reason, found.Reason, namespace)
		p.uninstalls(params{"release": "kube-system", "confine": params{}})
	}
}

func TestDeletesElsewhereWhatCarriesTheMarksOfTheRelease(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"chart": p.open(), "values": params{"namespace": "default"}})
	p.uninstalls(params{"confine": params{}})
	assert.Error(t, p.client.CoreV1().ConfigMaps("default").Delete(t.Context(), p.namespace+"-ns", metav1.DeleteOptions{}), "the object stays")
}

func TestFindsTheAccountsThatAnObjectUses(t *testing.T) {
	for text, expected := range map[string][]Account{
		"{spec: {serviceAccountName: a, containers: [{name: c}]}}":                                     {{Name: "a"}},
		"{spec: {serviceAccount: a, containers: [{name: c}]}}":                                         {{Name: "a"}},
		"{spec: {serviceAccount: old, serviceAccountName: a, containers: [{name: c}]}}":                {{Name: "a"}, {Name: "old"}},
		"{spec: {template: {spec: {containers: []}}}}":                                                 {{Name: "default"}},
		"{spec: {containers: none}}":                                                                   nil,
		"{spec: {serviceAccountName: ''}}":                                                             nil,
		"{spec: {serviceAccountName: 1}}":                                                              nil,
		"{spec: {auth: {kubernetes: {serviceAccountRef: {name: a, namespace: b}}}}}":                   {{"b", "a"}},
		"{spec: {serviceAccount: {name: a, create: true}}}":                                            {{Name: "a"}},
		"{spec: {taskRunSpecs: [{taskServiceAccountName: a}, {taskServiceAccountName: b}]}}":           {{Name: "a"}, {Name: "b"}},
		"{spec: {serviceAccountNames: [a, b]}}":                                                        {{Name: "a"}, {Name: "b"}},
		"{spec: {serviceAccounts: [{name: a}]}}":                                                       {{Name: "a"}},
		"{spec: {executor: {ServiceAccountName: a}}}":                                                  {{Name: "a"}},
		"{metadata: {annotations: {kubernetes.io/service-account.name: a}}}":                           nil,
		"{spec: {automountServiceAccountToken: true}}":                                                 nil,
		"{subjects: [{kind: ServiceAccount, name: a}], roleRef: {name: b}}":                            nil,
		"{spec: {volumes: [{projected: {sources: [{serviceAccountToken: {path: a, audience: b}}]}}]}}": nil,
	} {
		var object map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(text), &object))
		found := slices.SortedFunc(maps.Keys(usedIn(object)), func(one, other Account) int {
			if one.Name < other.Name {
				return -1
			}
			return 1
		})
		assert.Equal(t, expected, found, text)
	}
}
