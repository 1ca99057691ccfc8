package rights

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/release"
	"catamaran.dev/engine/serve"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	served = []Kind{
		{"", "v1", "configmaps", "ConfigMap", true}, {"", "v1", "secrets", "Secret", true}, {"", "v1", "services", "Service", true},
		{"", "v1", "nodes", "Node", false}, {"", "v1", "namespaces", "Namespace", false}, {"batch", "v1", "jobs", "Job", true},
		{"rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", false},
		{"apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false},
	}
	known = []Kind{
		{"cert-manager.io", "v1", "clusterissuers", "ClusterIssuer", false}, {"monitoring.coreos.com", "v1", "servicemonitors", "ServiceMonitor", true},
		{"pkg.crossplane.io", "v1", "providers", "Provider", false}, {"notification.toolkit.fluxcd.io", "v1beta3", "providers", "Provider", true},
	}
)

// of returns the rights for a chart with these files.
func of(t *testing.T, files map[string]string, crds string) *Rights {
	folder := t.TempDir()
	files["Chart.yaml"] = "{apiVersion: v2, name: c, version: 1.0.0}"
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	asked, err := json.Marshal(question{Chart: charts.Reference{Path: folder}, CRDs: crds, KubeVersion: "v1.34.0", Served: served, Known: known})
	require.NoError(t, err)
	found, err := Of(&release.Releases{Charts: charts.NewCache(1 << 20), Secrets: &logs.Secrets{}})(t.Context(), serve.NewCall(asked, nil))
	require.NoError(t, err)
	return found.(*Rights)
}

// texts returns the rules that are not for the verbs of all objects.
func texts(rules []Rule, without ...string) (found []string) {
	for _, rule := range rules {
		text := strings.TrimSpace(fmt.Sprint(rule.Reach, " ", rule.Resources, rule.Kind, " ", rule.ResourceNames, " ", rule.Verbs, " ", rule.Because, " ", rule.Reason))
		if len(without) == 0 || !strings.Contains(text, without[0]) {
			found = append(found, text)
		}
	}
	return found
}

func TestReadsTheItemsOfLists(t *testing.T) {
	found := of(t, map[string]string{"templates/all.yaml": `{apiVersion: v1, kind: List, items: [
		{apiVersion: v1, kind: Secret, metadata: {name: a}}, {apiVersion: v1, kind: Service, metadata: {name: b, namespace: other}}]}`}, "CREATE")
	assert.Equal(t, []string{
		"NAMESPACE [secrets]Secret [] [list watch]  c/templates/all.yaml",
		"NAMESPACE [services]Service [] [list watch]  c/templates/all.yaml",
		"NAMESPACE [services]Service [] [delete get]  c/templates/all.yaml",
	}, texts(found.Seeing))
	assert.Equal(t, []string{"other"}, found.Places)
	assert.Len(t, found.Notes, 1)
}

func TestAllowsWhatTemplatesLookUp(t *testing.T) {
	found := of(t, map[string]string{"templates/seen.yaml": `
{{- $one := lookup "v1" "Secret" .Release.Namespace "token" }}{{ $own := lookup "v1" "Secret" .Release.Namespace "" }}
{{- $all := lookup "v1" "Secret" "" "" }}{{ $node := lookup "v1" "Node" "" "fixed" }}{{ $other := lookup "v1" "Node" "" .Release.Name }}
{{- $boats := lookup "sea.example/v1" "Boat" .Release.Namespace "" }}{{ $seen := lookup "v1" "ConfigMap" .Release.Namespace "seen" }}
apiVersion: v1
kind: ConfigMap
metadata: {name: seen{{ if $seen }}-again{{ end }}}
data: {here: "{{ (lookup "v1" "Namespace" "" .Release.Namespace).metadata.name }}"}`}, "CREATE")
	assert.Equal(t, []string{
		"NAMESPACE [secrets]Secret [] [get]  lookups of the chart c",
		"NAMESPACE [secrets]Secret [] [list]  lookups of the chart c",
		"CLUSTER [secrets]Secret [] [list]  lookups of the chart c",
		"CLUSTER [nodes]Node [fixed] [get]  lookups of the chart c",
		"CLUSTER [nodes]Node [] [get]  lookups of the chart c",
		"NAMESPACE []Boat [] [list]  lookups of the chart c",
		"NAMESPACE [configmaps]ConfigMap [] [get]  c/templates/seen.yaml",
		"CLUSTER [namespaces]Namespace [] [get]  lookups of the chart c",
	}, texts(found.Making, "patch")[:8])
	// The upgrade finds what the installation made, and makes another one.
	assert.Len(t, found.Seeing, 4)
}

func TestRecordsWhatOnlyAnUpgradeMakes(t *testing.T) {
	upgraded := func(text string) *Rights {
		return of(t, map[string]string{"templates/later.yaml": "{{ if .Release.IsUpgrade }}" + text + "{{ end }}"}, "CREATE")
	}
	assert.Len(t, upgraded("{apiVersion: v1, kind: ConfigMap, metadata: {name: later}}").Seeing, 2)
	assert.Equal(t, []string{"an upgrade cannot be rendered: execution error at (c/templates/later.yaml:1:30): never"}, upgraded(`{{ fail "never" }}`).Notes)
}

const boats = `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: boats.sea.example}, spec: {group: sea.example,
  scope: Cluster, names: {kind: Boat, plural: boats}, versions: [{name: v1}]}}`

func TestServesTheKindsOfTheChart(t *testing.T) {
	boat := `{{ if .Capabilities.APIVersions.Has "sea.example/v1/Boat" }}{apiVersion: sea.example/v1, kind: Boat, metadata: {name: b}}{{ end }}`
	found := of(t, map[string]string{"crds/boats.yaml": boats, "templates/boat.yaml": boat}, "CREATE_REPLACE")
	assert.Equal(t, []string{
		"CLUSTER [customresourcedefinitions] [] [create]  c/crds",
		"CLUSTER [customresourcedefinitions] [boats.sea.example] [get list watch]  c/crds",
		"CLUSTER [customresourcedefinitions] [boats.sea.example] [patch]  c/crds",
		"CLUSTER [boats]Boat [] [create list watch]  c/templates/boat.yaml",
		"CLUSTER [boats]Boat [b] [delete get patch]  c/templates/boat.yaml",
	}, texts(found.Making))
	assert.Empty(t, found.Assumed)
	assert.Empty(t, texts(of(t, map[string]string{"crds/boats.yaml": boats}, "SKIP").Making))
	// Helm resolves a hook only when it creates it, and all other objects before it creates one.
	hook := "{apiVersion: sea.example/v1, kind: Boat, metadata: {name: b, annotations: {helm.sh/hook: post-install}}}"
	assert.Empty(t, of(t, map[string]string{"templates/a.yaml": boats, "templates/hook.yaml": hook}, "CREATE").Assumed)
	assert.Len(t, of(t, map[string]string{"templates/a.yaml": boats, "templates/boat.yaml": strings.Replace(hook, "helm.sh/hook", "other", 1)}, "CREATE").Assumed, 1)
}

// A wrong guess of cluster scope gives an account of a tenant rights in all namespaces.
func TestTakesAKindForNamespacedUnlessItsGroupIsKnown(t *testing.T) {
	asked := &question{Served: served, Known: known}
	for kind, isNamespaced := range map[string]bool{
		"postgresql.cnpg.io/v1 Cluster": true, "notification.toolkit.fluxcd.io/v1 Provider": true, "pkg.crossplane.io/v1 Provider": false,
		"cert-manager.io/v1 ClusterIssuer": false, "rbac.authorization.k8s.io/v1beta1 ClusterRole": false, "example.com/v1 ClusterThing": true,
	} {
		version, name, _ := strings.Cut(kind, " ")
		assert.Equal(t, isNamespaced, asked.guess(version, name).Namespaced, kind)
	}
}

func TestFindsKindsInTheTextOfTemplates(t *testing.T) {
	asked := &question{Served: served, Known: known}
	for template, plural := range map[string]string{
		"{{- if .on }}\napiVersion: {{ $version }}\nkind: ServiceMonitor\n{{ end }}\n":                                        "servicemonitors",
		"apiVersion: {{ include \"cert\" . }}\nkind: ClusterIssuer\n":                                                         "clusterissuers",
		"apiVersion: {{ $version }}\nkind: Boat\n":                                                                            "",
		"{{ if .on }}\napiVersion: batch/v1\n{{ else }}\napiVersion: batch/v1beta1\n{{ end }}\nkind: Job\nspec:\n  kind: X\n": "jobs",
	} {
		var found string
		for _, kind := range asked.kindsIn(template) {
			found += kind.Plural
		}
		assert.Equal(t, plural, found, template)
	}
}

func TestAllowsHooksToAskForTheirNamespace(t *testing.T) {
	for place, expected := range map[string]string{
		"{{ .Release.Namespace }}": "NAMESPACE [namespaces] [] [get]  Helm, when an object is missing",
		"other":                    "CLUSTER [namespaces] [other] [get]  Helm, when an object is missing",
		"default":                  "",
	} {
		hook := "{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: " + place + ", annotations: {helm.sh/hook: pre-delete}}}"
		assert.Equal(t, expected, strings.Join(texts(of(t, map[string]string{"templates/j.yaml": hook}, "CREATE").Making, "jobs"), "; "), place)
	}
}
