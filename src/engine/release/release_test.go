package release

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/cluster"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/serve"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/yaml"
)

// A place is a namespace of a test with an engine for it.
type place struct {
	*testing.T
	cluster   *cluster.Cluster
	releases  *Releases
	namespace string
	client    kubernetes.Interface
	mutex     sync.Mutex
	progress  []string
}

func begin(t *testing.T) *place { return beginAt(t, testcluster.Config(t)) }

func beginAt(t *testing.T, config *rest.Config) *place {
	target, err := cluster.Of(config)
	require.NoError(t, err)
	return &place{T: t, cluster: target, releases: &Releases{Cluster: func() (*cluster.Cluster, error) { return target, nil }, Charts: charts.NewCache(1 << 20), Secrets: &logs.Secrets{}},
		namespace: testcluster.Namespace(t), client: testcluster.Client(t)}
}

type params map[string]any

func (p *place) call(ctx context.Context, method method, given params) (any, error) {
	all := params{"release": "r", "namespace": p.namespace}
	if given["alone"] == true { // a method that knows no release
		all = params{}
	}
	maps.Copy(all, given)
	delete(all, "alone")
	content, err := json.Marshal(all)
	require.NoError(p, err)
	return method(p.releases, ctx, serve.NewCall(content, func(what any) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		hook := what.(HookProgress)
		p.progress = append(p.progress, hook.Hook.Kind+" "+hook.Hook.Name+" "+hook.State)
	}))
}

func (p *place) told() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.Clone(p.progress)
}

// fresh is this place for a part of a test.
func (p *place) fresh(t *testing.T) *place {
	return &place{T: t, cluster: p.cluster, releases: p.releases, namespace: p.namespace, client: p.client}
}

func (p *place) made(method method, given params) *Revision {
	p.Helper()
	result, err := p.call(p.Context(), method, given)
	require.NoError(p, err)
	return result.(Made).Revision
}

func (p *place) fails(method method, given params) *fault.Fault {
	p.Helper()
	_, err := p.call(p.Context(), method, given)
	found := (*fault.Fault)(nil)
	require.ErrorAs(p, err, &found)
	return found
}

// refuses asks for what fails for a reason, with these words.
func (p *place) refuses(method method, given params, reason fault.Reason, words ...string) *fault.Fault {
	p.Helper()
	found := p.fails(method, given)
	assert.Equal(p, reason, found.Reason, found.Message)
	for _, each := range words {
		assert.Contains(p, found.Message, each)
	}
	return found
}

func (p *place) uninstalls(given params) {
	p.Helper()
	require.NoError(p, testcluster.Err(p.call(p.Context(), (*Releases).Uninstall, given)))
}

// has tells whether there is a ConfigMap.
func (p *place) has(name string) bool {
	p.Helper()
	_, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(p.Context(), name, metav1.GetOptions{})
	return err == nil
}

// create creates a ConfigMap of others.
func (p *place) create(meta metav1.ObjectMeta) types.UID {
	p.Helper()
	made, err := p.client.CoreV1().ConfigMaps(p.namespace).Create(p.Context(), &corev1.ConfigMap{ObjectMeta: meta}, metav1.CreateOptions{})
	require.NoError(p, err)
	return made.UID
}

// chart writes a chart with these files.
func (p *place) chart(files map[string]string) map[string]string {
	if files["Chart.yaml"] == "" {
		files["Chart.yaml"] = "apiVersion: v2\nname: c\nversion: 1.0.0\n"
	}
	return map[string]string{"path": testcluster.Write(p, filepath.Join(p.TempDir(), "c"), files)}
}

func configMap(name, more string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\n" + more
}

// endless is a hook whose pod finds no node.
func endless(event string) string {
	return "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: endless\n  annotations:\n    helm.sh/hook: " + event +
		"\nspec:\n  template:\n    spec:\n      restartPolicy: Never\n      nodeSelector: {is: nowhere}\n" +
		"      containers:\n      - name: a\n        image: a\n"
}

// statusOf is the label of a stored revision, and why there is none.
func (p *place) statusOf(number int) string {
	secret, err := p.client.CoreV1().Secrets(p.namespace).Get(p.Context(), fmt.Sprintf("sh.helm.release.v1.r.v%d", number), metav1.GetOptions{})
	if err != nil {
		return err.Error()
	}
	return secret.Labels["status"]
}

func TestADryRunAnswersTheRevisionThatWouldBeStored(t *testing.T) {
	p := begin(t)
	changes := params{"owned": params{"labels": params{"catamaran.dev/operator": "o"}}, "kinds": []string{"v1 ConfigMap"}}
	chart := p.chart(map[string]string{"templates/m.yaml": configMap("m", "data: {number: {{ .Values.n | quote }}}\n"), "templates/_none.yaml": "{{ fail \"a partial\" }}"})
	p.made((*Releases).Install, params{"chart": chart, "changes": changes, "values": params{"n": 12345678901234567}})
	assert.Equal(t, "12345678901234567", p.data("m")["number"])
	would := p.made((*Releases).Upgrade, params{"chart": chart, "changes": changes, "values": params{"n": 2}, "dryRun": true})
	assert.Equal(t, 2, would.Number)
	assert.Contains(t, would.Manifest, "catamaran.dev/operator")
	assert.Equal(t, "deployed", p.statusOf(1))
	assert.Equal(t, "12345678901234567", p.data("m")["number"])
	for _, found := range []bool{true, false} {
		result, err := p.call(t.Context(), (*Releases).Uninstall, params{})
		require.NoError(t, err)
		assert.Equal(t, found, result.(Removed).Found)
	}
}

func TestAHookThatNeverEndsHasALimit(t *testing.T) {
	p := begin(t)
	for _, event := range []string{"pre-install", "post-install"} {
		chart := p.chart(map[string]string{"templates/h.yaml": endless(event)})
		found := p.refuses((*Releases).Install, params{"chart": chart, "timeoutMillis": 500}, fault.HookDeadline)
		assert.Equal(t, "batch endless failed failed", fmt.Sprint(found.Object.Group, " ", found.Object.Name, " ", found.Revision.(*Revision).Status, " ", p.statusOf(1)))
		p.uninstalls(nil)
	}
	chart := p.chart(map[string]string{"templates/h.yaml": endless("pre-delete"), "templates/m.yaml": configMap("m", "")})
	p.made((*Releases).Install, params{"chart": chart})
	found := p.refuses((*Releases).Uninstall, params{"timeoutMillis": 500}, fault.HookDeadline, "the hook Job/endless did not end within 500ms")
	assert.Equal(t, hooking, found.Step)
	assert.True(t, p.has("m"))
	p.uninstalls(params{"disableHooks": true})
}

func TestACancelledCallEndsAndRecordsIt(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/h.yaml": endless("pre-install"), "templates/m.yaml": configMap("m", "")})
	ctx, cancel := context.WithCancel(t.Context())
	go testcluster.Eventually(t, func() string {
		if len(p.told()) == 0 {
			return "no hook has begun"
		}
		cancel()
		return ""
	})
	_, err := p.call(ctx, (*Releases).Install, params{"chart": chart})
	assert.Equal(t, fault.Cancelled, fault.Of(err, nil).Reason)
	assert.Equal(t, "failed", p.statusOf(1))
	assert.False(t, p.has("m"))
}

// Helm works in a goroutine of its own here, in which a panic would end the engine.
func TestAPanicInHelmsHandsFailsTheCallAlone(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/h.yaml": configMap("h", "  annotations: {helm.sh/hook: pre-install}\n")})
	content, err := json.Marshal(params{"release": "r", "namespace": p.namespace, "chart": chart})
	require.NoError(t, err)
	_, err = p.releases.Install(t.Context(), serve.NewCall(content, func(any) { panic("hunter2") }))
	assert.Equal(t, fault.Panic, fault.Of(err, nil).Reason)
	assert.NotContains(t, fault.Of(err, nil).Message, "hunter2")
	assert.Equal(t, "failed", p.statusOf(1))
}

func TestWaitsForObjectsOnlyIfAsked(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/d.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n" +
		"  selector: {matchLabels: {a: d}}\n  template:\n    metadata: {labels: {a: d}}\n    spec:\n      nodeSelector: {is: nowhere}\n" +
		"      containers: [{name: a, image: a}]\n"})
	p.made((*Releases).Install, params{"chart": chart})
	assert.Equal(t, waiting, p.refuses((*Releases).Upgrade, params{"chart": chart, "wait": true, "timeoutMillis": 500}, fault.NotReady).Step)
	assert.Equal(t, "failed", p.statusOf(2))
}

func TestARollbackLeavesTheObjectsOfOthers(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{
		"templates/m.yaml": "{{ if .Values.both }}" + configMap("m", "") + "{{ end }}",
		"templates/k.yaml": "{{ if .Values.both }}" + configMap("k", "  annotations: {helm.sh/resource-policy: keep}\ndata: {a: b}\n") + "{{ end }}",
	})
	p.made((*Releases).Install, params{"chart": chart, "values": params{"both": true}})
	p.made((*Releases).Upgrade, params{"chart": chart})
	maps := p.client.CoreV1().ConfigMaps(p.namespace)
	// Somebody adds to the kept object, and makes one of the other's name.
	_, err := maps.Patch(t.Context(), "k", "application/merge-patch+json", []byte(`{"data": {"theirs": "c"}}`), metav1.PatchOptions{})
	require.NoError(t, err)
	p.create(metav1.ObjectMeta{Name: "m"})
	assert.Equal(t, "cluster foreign-object own ConfigMap m", told(p.fails((*Releases).Rollback, params{"revision": 1})))
	assert.Contains(t, p.statusOf(3), "not found")
	require.NoError(t, maps.Delete(t.Context(), "m", metav1.DeleteOptions{}))
	p.made((*Releases).Rollback, params{"revision": 1})
	assert.Equal(t, map[string]string{"theirs": "c", "a": "b"}, p.data("k"))
}

// definition is one of a kind A.
func definition(group string) string {
	return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: as." + group + "}\nspec:\n" +
		"  group: " + group + "\n  scope: Namespaced\n  names: {kind: A, plural: as}\n  versions:\n  - name: v1\n    served: true\n    storage: true\n" +
		"    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}\n"
}

// establish creates a definition, and waits until its kind is served.
func (p *place) establish(group string) {
	client := dynamic.NewForConfigOrDie(testcluster.Config(p))
	object := &unstructured.Unstructured{}
	require.NoError(p, yaml.Unmarshal([]byte(definition(group)), &object.Object))
	definitions := client.Resource(schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"})
	require.NoError(p, testcluster.Err(definitions.Create(p.Context(), object, metav1.CreateOptions{})))
	testcluster.Eventually(p, func() string {
		if _, err := client.Resource(schema.GroupVersionResource{Group: group, Version: "v1", Resource: "as"}).Namespace(p.namespace).
			List(p.Context(), metav1.ListOptions{}); err != nil {
			return err.Error()
		}
		served, err := p.client.Discovery().ServerResourcesForGroupVersion(group + "/v1")
		if err != nil || len(served.APIResources) == 0 {
			return fmt.Sprintf("discovery does not show it: %v", err)
		}
		return ""
	})
}

func TestAKindThatCameBeforeTheRequestIsKnown(t *testing.T) {
	var asked atomic.Int32
	config := testcluster.Config(t)
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		return roundTripper(func(request *http.Request) (*http.Response, error) {
			if request.URL.Path == "/version" {
				asked.Add(1)
			}
			return next.RoundTrip(request)
		})
	})
	p := beginAt(t, config)
	group := p.namespace + ".example"
	chart := p.chart(map[string]string{"templates/a.yaml": "apiVersion: " + group + "/v1\nkind: A\nmetadata: {name: a}\n"})
	looking := p.chart(map[string]string{"templates/m.yaml": configMap("m", "data: {found: {{ (lookup \""+group+"/v1\" \"A\" .Release.Namespace \"a\").kind | quote }}}\n")})
	for name, of := range map[string]map[string]string{"a manifest": chart, "a lookup": looking} {
		before := asked.Load()
		found := p.fails((*Releases).Install, params{"chart": of})
		if count := asked.Load() - before; count > 1 && before > 0 || found.Revision != nil {
			t.Errorf("%s: asked %d times for what is served: %+v", name, count, found)
		}
	}
	p.establish(group)
	assert.Len(t, p.made((*Releases).Install, params{"chart": chart}).Objects, 1)
	before := asked.Load()
	assert.Contains(t, p.made((*Releases).Install, params{"chart": looking, "release": "looking"}).Manifest, `"A"`)
	assert.Equal(t, before, asked.Load())
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

func TestStoresTheGivenValuesOfDependenciesWhoseDefaultsTheChartDeletes(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{
		"values.yaml":                 "s: {a: null}\n",
		"charts/s/Chart.yaml":         "apiVersion: v2\nname: s\nversion: 1.0.0\n",
		"charts/s/values.yaml":        "a: 1\nb: 2\n",
		"charts/s/templates/map.yaml": configMap("s", "data: {text: {{ omit .Values \"global\" | toJson | quote }}}\n"),
	})
	for i, method := range []method{(*Releases).Install, (*Releases).Upgrade} {
		made := p.made(method, params{"chart": chart, "values": params{"c": i}})
		assert.Contains(t, made.Manifest, `"{\"b\":2}"`)
		assert.Equal(t, fmt.Sprintf("map[c:%d]", i), fmt.Sprint(made.Config))
	}
}

func TestTheOutputOfAHookIsNobodys(t *testing.T) {
	p := begin(t)
	pod := "apiVersion: v1\nkind: Pod\nmetadata:\n  name: hook\n  annotations: {helm.sh/hook: pre-install, helm.sh/hook-output-log-policy: hook-failed}\n" +
		"spec: {restartPolicy: Never, nodeSelector: {is: nowhere}, containers: [{name: a, image: a}]}\n"
	chart := p.chart(map[string]string{"templates/hook.yaml": pod})
	p.refuses((*Releases).Install, params{"chart": chart, "timeoutMillis": 1000}, fault.HookDeadline)
}
