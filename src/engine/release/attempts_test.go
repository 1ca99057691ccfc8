package release

import (
	"slices"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// attempted is a chart with objects and fields that the values have, and one in no namespace, at which an upgrade fails after the others.
func (p *place) attempted() map[string]string {
	return p.chart(map[string]string{
		"templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: {color: x{{ with .Values.label }}, more: {{ . }}{{ end }}}\ndata: {color: \"{{ .Values.color }}\"{{ with .Values.taste }}, taste: {{ . }}{{ end }}}\n",
		"templates/b.yaml": "{{ if .Values.more }}" + configMap("b", "") + "---\napiVersion: v1\nkind: Secret\nmetadata: {name: login}\n---\n" + configMap("kept", "  annotations: {helm.sh/resource-policy: keep}\n") +
			"---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: account}\n{{ end }}",
		"templates/sealed.yaml":  "{{ with .Values.sealed }}" + configMap("sealed", "immutable: true\ndata: {text: {{ . }}}\n") + "{{ end }}",
		"templates/claim.yaml":   "{{ with .Values.class }}apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: claim}\nspec: {storageClassName: {{ . }}, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}}\n{{ end }}",
		"templates/service.yaml": "{{ if .Values.fails }}apiVersion: v1\nkind: Service\nmetadata: {name: z, namespace: none}\nspec: {ports: [{port: 80}]}\n{{ end }}",
	})
}

func (p *place) hasSecret(name string) bool {
	_, err := p.client.CoreV1().Secrets(p.namespace).Get(p.Context(), name, metav1.GetOptions{})
	return err == nil
}

func TestTheNextRevisionRemovesWhatOnlyFailedOnesMade(t *testing.T) {
	for _, row := range []struct {
		what   string
		method method
		next   params
	}{
		{"a correction", (*Releases).Upgrade, params{"values": params{"color": "red"}}},
		{"a rollback", (*Releases).Rollback, params{"revision": 1}},
	} {
		t.Run(row.what, func(t *testing.T) {
			p := begin(t)
			chart := p.attempted()
			p.made((*Releases).Install, params{"chart": chart, "values": params{"color": "red"}})
			for _, taste := range []string{"sweet", "sour"} {
				p.fails((*Releases).Upgrade, params{"chart": chart, "values": params{"color": "blue", "more": true, "label": "green", "taste": taste, "fails": true}})
			}
			require.Equal(t, map[string]string{"color": "blue", "taste": "sour"}, p.data("a"))
			// Somebody makes an account anew, with all marks.
			accounts := p.client.CoreV1().ServiceAccounts(p.namespace)
			made, err := accounts.Get(t.Context(), "account", metav1.GetOptions{})
			require.NoError(t, err)
			require.NoError(t, accounts.Delete(t.Context(), "account", metav1.DeleteOptions{}))
			_, err = accounts.Create(t.Context(), &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "account", Labels: made.Labels, Annotations: made.Annotations}}, metav1.CreateOptions{})
			require.NoError(t, err)

			row.next["failureAnnotation"] = "why"
			if row.next["revision"] == nil {
				row.next["chart"] = chart
			}
			result, err := p.call(t.Context(), row.method, row.next)
			require.NoError(t, err)

			assert.Equal(t, []string{"deleted ConfigMap/b, which only failed revisions made"}, result.(Made).Deleted)
			assert.Equal(t, map[string]string{"color": "red"}, p.data("a"))
			assert.NotContains(t, p.labels("a"), "more")
			assert.Equal(t, []bool{false, true, true}, []bool{p.has("b"), p.has("kept"), p.hasSecret("login")})
			_, err = accounts.Get(t.Context(), "account", metav1.GetOptions{})
			assert.NoError(t, err)
		})
	}
}

func (p *place) labels(name string) map[string]string {
	found, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(p.Context(), name, metav1.GetOptions{})
	require.NoError(p, err)
	return found.Labels
}

func TestMakesAnewWhatCannotBeChanged(t *testing.T) {
	p := begin(t)
	chart := p.attempted()
	upgrade := func(remake bool, values params) params {
		return params{"failureAnnotation": "why", "chart": chart, "remake": remake, "values": values}
	}
	p.made((*Releases).Install, params{"chart": chart, "values": params{"class": "none"}})
	p.fails((*Releases).Upgrade, upgrade(false, params{"class": "none", "sealed": "one", "fails": true}))
	// Only a failed attempt made it.
	p.made((*Releases).Upgrade, upgrade(false, params{"class": "none", "sealed": "two"}))
	assert.Equal(t, "two", p.data("sealed")["text"])
	p.refuses((*Releases).Upgrade, upgrade(false, params{"class": "none", "sealed": "three"}), fault.Immutable)
	result, err := p.call(t.Context(), (*Releases).Upgrade, upgrade(true, params{"class": "none", "sealed": "three", "color": "red"}))
	require.NoError(t, err)
	assert.Equal(t, []string{"deleted ConfigMap/sealed, since fields of it cannot be changed; the next revision makes it again"}, result.(Made).Deleted)
	assert.Equal(t, []string{"three", "red"}, []string{p.data("sealed")["text"], p.data("a")["color"]})
	p.refuses((*Releases).Upgrade, upgrade(true, params{"class": "other", "sealed": "three"}), fault.Immutable, "PersistentVolumeClaim/claim is never deleted to be made again")
	p.refuses((*Releases).Rollback, params{"revision": 3}, fault.Immutable)
	p.made((*Releases).Rollback, params{"revision": 3, "remake": true})
	assert.Equal(t, "two", p.data("sealed")["text"])
}

func TestMakesNothingOfOthersAnew(t *testing.T) {
	p := begin(t)
	chart := p.attempted()
	p.made((*Releases).Install, params{"chart": chart, "values": params{"sealed": "one"}})
	maps := p.client.CoreV1().ConfigMaps(p.namespace)
	found, err := maps.Get(t.Context(), "sealed", metav1.GetOptions{})
	require.NoError(t, err)
	found.Annotations["meta.helm.sh/release-name"] = "other"
	_, err = maps.Update(t.Context(), found, metav1.UpdateOptions{})
	require.NoError(t, err)
	p.refuses((*Releases).Upgrade, params{"chart": chart, "remake": true, "values": params{"sealed": "two"}}, fault.Refused, "ConfigMap/sealed does not belong to release")
	assert.Equal(t, "one", p.data("sealed")["text"])
}

// Helm itself compares with the deployed revision alone.
func TestAParentThatAsksForNoFaultsGetsWhatHelmDoes(t *testing.T) {
	p := begin(t)
	chart := p.attempted()
	p.made((*Releases).Install, params{"chart": chart})
	p.fails((*Releases).Upgrade, params{"chart": chart, "values": params{"more": true, "label": "green", "fails": true}})
	p.made((*Releases).Upgrade, params{"chart": chart})
	assert.True(t, p.has("b"))
	assert.Contains(t, p.labels("a"), "more")
}

func TestWhatAForgottenRevisionMadeGoes(t *testing.T) {
	for _, row := range []struct {
		what   string
		first  bool // whether the forgotten revision is the first one
		exists bool // whether something of the new revision exists
	}{{"by an upgrade", false, true}, {"by an installation over objects", true, true}, {"by an installation", true, false}} {
		t.Run(row.what, func(t *testing.T) {
			p := begin(t)
			chart, next := p.attempted(), (*Releases).Install
			name := "sh.helm.release.v1.r.v1"
			if !row.first {
				p.made((*Releases).Install, params{"chart": chart, "values": params{"color": "red"}})
				next, name = (*Releases).Upgrade, "sh.helm.release.v1.r.v2"
			}
			made := map[bool]method{true: (*Releases).Install, false: (*Releases).Upgrade}[row.first]
			p.made(made, params{"chart": chart, "values": params{"color": "red", "taste": "sweet", "more": true}})
			secret, err := p.client.CoreV1().Secrets(p.namespace).Get(t.Context(), name, metav1.GetOptions{})
			require.NoError(t, err)
			manifest := p.stored(int(name[len(name)-1] - '0')).Manifest
			require.NoError(t, p.client.CoreV1().Secrets(p.namespace).Delete(t.Context(), name, metav1.DeleteOptions{}))
			if !row.exists {
				require.NoError(t, p.client.CoreV1().ConfigMaps(p.namespace).Delete(t.Context(), "a", metav1.DeleteOptions{}))
			}
			forgotten := []params{{"manifest": manifest, "began": secret.CreationTimestamp.Unix()}}
			p.made(next, params{"failureAnnotation": "why", "forgotten": forgotten, "chart": chart, "values": params{"color": "red"}})
			assert.Equal(t, map[string]string{"color": "red"}, p.data("a"))
			assert.Equal(t, []bool{false, true, true}, []bool{p.has("b"), p.has("kept"), p.hasSecret("login")})
		})
	}
}

// What is left to others while the object is changed is in no patch, but in the new object.
func TestMakesAnewWithWhatIsLeftToOthers(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/sealed.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: sealed, labels: {color: x}}\n" +
		"immutable: true\ndata: {text: \"{{ .Values.sealed }}\"}\n"})
	asked := func(text string) params {
		return params{"failureAnnotation": "why", "chart": chart, "remake": true, "values": params{"sealed": text},
			"left": []params{{"kinds": []string{"/ConfigMap"}, "path": "/metadata/labels", "when": "ignored"}}}
	}
	p.made((*Releases).Install, asked("one"))
	p.made((*Releases).Upgrade, asked("two"))
	assert.Equal(t, []string{"two", "x"}, []string{p.data("sealed")["text"], p.labels("sealed")["color"]})
}

// breaks lets a server that does not answer have an established kind, and returns what ends that.
func (p *place) breaks(group string) func() {
	p.Helper()
	definitions, services := p.object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "as."+group), p.object("apiregistration.k8s.io/v1", "APIService", "v1."+group)
	require.NoError(p, definitions.Delete(p.Context(), definitions.name, metav1.DeleteOptions{}))
	away := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apiregistration.k8s.io/v1", "kind": "APIService", "metadata": map[string]any{"name": services.name},
		"spec": map[string]any{"group": group, "version": "v1", "groupPriorityMinimum": int64(1), "versionPriority": int64(1),
			"service": map[string]any{"name": "away", "namespace": p.namespace}, "insecureSkipTLSVerify": true}}}
	testcluster.Eventually(p, func() string {
		if _, err := services.Create(p.Context(), away, metav1.CreateOptions{}); err != nil {
			return err.Error()
		}
		return ""
	})
	testcluster.Eventually(p, func() string {
		groups, err := p.client.Discovery().ServerGroups()
		if err != nil || !slices.ContainsFunc(groups.Groups, func(each metav1.APIGroup) bool { return each.Name == group }) {
			return "the group is not known yet"
		}
		return ""
	})
	return func() { require.NoError(p, services.Delete(p.Context(), services.name, metav1.DeleteOptions{})) }
}

// Its objects exist, and come back with it.
func TestAnUninstallWaitsForAServerThatDoesNotAnswer(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	p.establish(group)
	p.made((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/a.yaml": "apiVersion: " + group + "/v1\nkind: A\nmetadata: {name: a}\n"})})
	mend := p.breaks(group)
	p.refuses((*Releases).Uninstall, params{"catalogMillis": 1}, fault.Unavailable)
	mend()
	// Now the kind is gone.
	testcluster.Eventually(t, func() string {
		if _, err := p.call(t.Context(), (*Releases).Uninstall, params{"catalogMillis": 1}); err != nil {
			return err.Error()
		}
		return ""
	})
}

// Once a revision succeeds, nothing names any more what failed ones made.
func TestARevisionFailsWhereItMayNotDeleteWhatOnlyFailedOnesMade(t *testing.T) {
	p := begin(t)
	chart := p.attempted()
	p.made((*Releases).Install, params{"chart": chart})
	p.fails((*Releases).Upgrade, params{"chart": chart, "values": params{"more": true, "fails": true}})
	account := p.may("some", rbacv1.PolicyRule{APIGroups: []string{"*"}, Resources: []string{"*"}, Verbs: []string{"get", "list", "create", "update", "patch"}})
	next := params{"failureAnnotation": "why", "chart": chart, "as": account}
	p.refuses((*Releases).Upgrade, next, fault.NoRight, "failed to delete ConfigMap/b, which only failed revisions made")
	delete(next, "as")
	p.made((*Releases).Upgrade, next)
	assert.False(t, p.has("b"))
}
