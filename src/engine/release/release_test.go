package release

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/cluster"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/serve"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
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
	target, err := cluster.Of(config, false)
	require.NoError(t, err)
	return &place{T: t, cluster: target, releases: &Releases{Cluster: func() (*cluster.Cluster, error) { return target, nil }, Charts: charts.NewCache(1 << 20), Secrets: &logs.Secrets{}},
		namespace: testcluster.Namespace(t), client: testcluster.Client(t)}
}

type params map[string]any

func (p *place) call(ctx context.Context, method func(*Releases, context.Context, serve.Call) (any, error), given params) (any, error) {
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

func (p *place) made(method func(*Releases, context.Context, serve.Call) (any, error), given params) *Revision {
	p.Helper()
	result, err := p.call(p.Context(), method, given)
	require.NoError(p, err)
	return result.(Made).Revision
}

func (p *place) fails(method func(*Releases, context.Context, serve.Call) (any, error), given params) *fault.Fault {
	p.Helper()
	_, err := p.call(p.Context(), method, given)
	found := (*fault.Fault)(nil)
	if !errors.As(err, &found) {
		p.Fatalf("%v", err)
	}
	return found
}

// chart writes a chart with these files.
func (p *place) chart(files map[string]string) map[string]string {
	folder := filepath.Join(p.TempDir(), "c")
	if files["Chart.yaml"] == "" {
		files["Chart.yaml"] = "apiVersion: v2\nname: c\nversion: 1.0.0\n"
	}
	for name, content := range files {
		file := filepath.Join(folder, name)
		require.NoError(p, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)))
	}
	return map[string]string{"path": folder}
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

func (p *place) statusOf(number int) string {
	secret, err := p.client.CoreV1().Secrets(p.namespace).Get(p.Context(), fmt.Sprintf("sh.helm.release.v1.r.v%d", number), metav1.GetOptions{})
	if err != nil {
		return err.Error()
	}
	return secret.Labels["status"]
}

func TestLivesTheWholeLifeOfARelease(t *testing.T) {
	p := begin(t)
	changes := params{
		"owned": params{"labels": params{"catamaran.dev/operator": "o"}}, "kinds": []string{"v1 ConfigMap"},
	}
	chart := p.chart(map[string]string{
		"values.yaml":           "text: a\n",
		"templates/map.yaml":    configMap("m", "data: {text: {{ .Values.text }}, number: {{ .Values.number | quote }}}\n"),
		"templates/hook.yaml":   configMap("hook", "  annotations: {helm.sh/hook: \"pre-install,pre-rollback\"}\n"),
		"templates/NOTES.txt":   "It is {{ .Values.text }}.",
		"templates/_none.yaml":  "{{ fail \"a partial\" }}",
		"templates/empty.yaml":  "# nothing\n",
		"templates/second.yaml": "{{ if eq .Values.text \"b\" }}\n" + configMap("second", "") + "{{ end }}",
	})
	first := p.made((*Releases).Install, params{"chart": chart, "changes": changes, "labels": params{"mine": "1"},
		"values": params{"number": 12345678901234567}, "description": "the first"})
	if first.Number != 1 || first.Status != "deployed" || first.Notes != "It is a." || first.Description != "the first" ||
		len(first.Objects) != 1 || len(first.Hooks) != 1 || first.Hooks[0].Phase != "Succeeded" || first.Chart.Version != "1.0.0" {
		t.Errorf("%+v", first)
	}
	secret, err := p.client.CoreV1().Secrets(p.namespace).Get(t.Context(), "sh.helm.release.v1.r.v1", metav1.GetOptions{})
	if err != nil || secret.Labels["mine"] != "1" || secret.Labels["status"] != "deployed" {
		t.Errorf("%v %v", secret.Labels, err)
	}
	object := func() (map[string]string, map[string]string) {
		found, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(t.Context(), "m", metav1.GetOptions{})
		require.NoError(t, err)
		return found.Labels, found.Data
	}
	if labels, data := object(); labels["catamaran.dev/operator"] != "o" || labels["app.kubernetes.io/managed-by"] != "Helm" ||
		data["number"] != "12345678901234567" {
		t.Errorf("%v %v", labels, data)
	}
	assert.Equal(t, []string{"ConfigMap hook began", "ConfigMap hook succeeded"}, p.told())

	would := p.made((*Releases).Upgrade, params{"chart": chart, "changes": changes, "values": params{"text": "b"}, "dryRun": true})
	if would.Number != 2 || len(would.Objects) != 2 || !strings.Contains(would.Manifest, "catamaran.dev/operator") || p.statusOf(1) != "deployed" {
		t.Errorf("%+v", would)
	}
	second := p.made((*Releases).Upgrade, params{"chart": chart, "changes": changes, "values": params{"text": "b"}})
	if second.Number != 2 || len(second.Objects) != 2 || second.Config["number"] != nil {
		t.Errorf("%+v", second)
	}

	third := p.made((*Releases).Rollback, params{"revision": 1, "annotations": params{"of": "1"}, "historyLimit": 2})
	if third.Number != 3 || third.RollbackRevision != 1 || third.Manifest != first.Manifest || third.Notes != first.Notes ||
		third.Chart.Annotations["of"] != "1" || fmt.Sprint(third.Config["number"]) == "" {
		t.Errorf("%+v", third)
	}
	if _, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(t.Context(), "second", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Error(err)
	}
	assert.Contains(t, p.statusOf(1), "not found")

	result, err := p.call(t.Context(), (*Releases).Uninstall, params{})
	if err != nil || !result.(Removed).Found || result.(Removed).Revision.Status != "uninstalled" {
		t.Errorf("%+v %v", result, err)
	}
	if result, err := p.call(t.Context(), (*Releases).Uninstall, params{}); err != nil || result.(Removed).Found {
		t.Errorf("%+v %v", result, err)
	}
}

func TestTellsWhoseFaultItIs(t *testing.T) {
	p := begin(t)
	good := p.chart(map[string]string{"templates/m.yaml": configMap("m", "")})
	p.made((*Releases).Install, params{"release": "good", "chart": good})
	require.NoError(t, testcluster.Err(p.client.CoreV1().Secrets(p.namespace).Patch(t.Context(), "sh.helm.release.v1.good.v1",
		"application/merge-patch+json", []byte(`{"metadata":{"labels":{}}}`), metav1.PatchOptions{})))
	of := func(template string) map[string]string {
		return p.chart(map[string]string{"templates/a.yaml": template})
	}
	for name, row := range map[string]struct {
		method func(*Releases, context.Context, serve.Call) (any, error)
		params params
		want   string // side, reason, step, object
	}{
		"a template fails": {(*Releases).Install, params{"chart": of(`{{ fail "no" }}`)}, "chart template prepare "},
		"no such file":     {(*Releases).Install, params{"chart": params{"path": "/none"}}, "chart unloadable  "},
		"no chart":         {(*Releases).Install, params{}, "request bad-request  "},
		"no name":          {(*Releases).Install, params{"release": "", "chart": good}, "request bad-request  "},
		"no YAML":          {(*Releases).Install, params{"chart": of("a: b: c")}, "chart template prepare "},
		"a kind without an API": {(*Releases).Install, params{"chart": of("apiVersion: none.example/v1\nkind: None\nmetadata: {name: a}\n")},
			"cluster not-served build "},
		"a field of a wrong type": {(*Releases).Install, params{"chart": of("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {replicas: many}\n")},
			"chart refused apply Deployment d"},
		"an invalid object": {(*Releases).Install, params{"chart": of(configMap("A_B", ""))}, "chart refused apply ConfigMap A_B"},
		"a foreign object":  {(*Releases).Install, params{"chart": good}, "cluster foreign-object own ConfigMap m"},
		"a foreign place": {(*Releases).Install, params{"chart": of(configMap("a", "  namespace: none\n"))},
			"cluster namespace-missing apply ConfigMap a"},
		"a name that is taken": {(*Releases).Install, params{"release": "good", "chart": good}, "release name-taken prepare "},
		"no release":           {(*Releases).Upgrade, params{"chart": good}, "release no-release prepare "},
		"no revision":          {(*Releases).Rollback, params{"release": "good", "revision": 7}, "release no-release prepare "},
		"no right": {(*Releases).Install, params{"release": "other", "chart": good, "as": p.namespace + "/nobody"},
			"cluster no-right own ConfigMap m"},
		"a schema": {(*Releases).Install, params{"chart": p.chart(map[string]string{"values.yaml": "a: 1\n",
			"values.schema.json": `{"properties": {"a": {"type": "string"}}}`})}, "chart values prepare "},
		"a schema on a host that does not answer": {(*Releases).Install, params{"chart": p.chart(map[string]string{
			"values.schema.json": `{"$ref": "http://127.0.0.1:1/schema.json"}`})}, "cluster unreachable prepare "},
	} {
		t.Run(name, func(t *testing.T) {
			q := &place{T: t, releases: p.releases, namespace: p.namespace, client: p.client}
			found := q.fails(row.method, row.params)
			object := found.Object
			if len(found.Refusals) > 0 {
				object = found.Refusals[0].Object
			}
			got := fmt.Sprintf("%s %s %s ", found.Fault, found.Reason, found.Step)
			if object != nil {
				got += object.Kind + " " + object.Name
			}
			assert.Equal(t, row.want, got)
			_, _ = q.call(t.Context(), (*Releases).Uninstall, params{})
		})
	}
}

func TestAHookThatNeverEndsHasALimit(t *testing.T) {
	p := begin(t)
	for _, event := range []string{"pre-install", "post-install"} {
		chart := p.chart(map[string]string{"templates/h.yaml": endless(event)})
		found := p.fails((*Releases).Install, params{"chart": chart, "timeoutMillis": 500})
		if found.Reason != fault.HookDeadline || found.Object == nil || found.Object.Name != "endless" || found.Object.Group != "batch" ||
			found.Revision.(*Revision).Status != "failed" || p.statusOf(1) != "failed" {
			t.Errorf("%s: %+v %s", event, found, p.statusOf(1))
		}
		assert.NoError(t, testcluster.Err(p.call(t.Context(), (*Releases).Uninstall, params{})))
	}
	chart := p.chart(map[string]string{"templates/h.yaml": endless("pre-delete"), "templates/m.yaml": configMap("m", "")})
	p.made((*Releases).Install, params{"chart": chart})
	found := p.fails((*Releases).Uninstall, params{"timeoutMillis": 500})
	if found.Reason != fault.HookDeadline || found.Step != hooking || !strings.Contains(found.Message, "the hook Job/endless did not end within 500ms") {
		t.Errorf("%+v", found)
	}
	assert.NoError(t, testcluster.Err(p.client.CoreV1().ConfigMaps(p.namespace).Get(t.Context(), "m", metav1.GetOptions{})))
	assert.NoError(t, testcluster.Err(p.call(t.Context(), (*Releases).Uninstall, params{"disableHooks": true})))
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
	if found := fault.Of(err, nil); found.Reason != fault.Cancelled || found.Fault != fault.Engine || p.statusOf(1) != "failed" {
		t.Errorf("%+v %s", found, p.statusOf(1))
	}
	if _, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(t.Context(), "m", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
		t.Error(err)
	}
}

// Helm works in a goroutine of its own here, in which a panic would end the engine.
func TestAPanicInHelmsHandsFailsTheCallAlone(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/h.yaml": configMap("h", "  annotations: {helm.sh/hook: pre-install}\n")})
	content, err := json.Marshal(params{"release": "r", "namespace": p.namespace, "chart": chart})
	require.NoError(t, err)
	_, err = p.releases.Install(t.Context(), serve.NewCall(content, func(any) { panic("hunter2") }))
	if found := fault.Of(err, nil); found.Reason != fault.Panic || found.Fault != fault.Engine || strings.Contains(found.Message, "hunter2") {
		t.Errorf("%+v", found)
	}
	assert.Equal(t, "failed", p.statusOf(1))
}

func TestNothingIsWrittenAfterTheLease(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/h.yaml": endless("pre-install"), "templates/m.yaml": configMap("m", "")})
	p.cluster.Fence.Renew(time.Hour)
	go testcluster.Eventually(t, func() string {
		if len(p.told()) == 0 {
			return "no hook has begun"
		}
		p.cluster.Fence.Renew(0)
		return ""
	})
	p.fails((*Releases).Install, params{"chart": chart, "timeoutMillis": 3000})
	assert.Equal(t, "pending-install", p.statusOf(1))
	assert.Equal(t, fault.Fenced, p.fails((*Releases).Uninstall, params{"disableHooks": true}).Reason)
	p.cluster.Fence.Renew(time.Hour)
	if found := p.fails((*Releases).Upgrade, params{"chart": chart}); found.Reason != fault.Pending || found.Fault != fault.Release {
		t.Errorf("%+v", found)
	}
	assert.NoError(t, testcluster.Err(p.call(t.Context(), (*Releases).Uninstall, params{"disableHooks": true})))
}

func TestWaitsForObjectsOnlyIfAsked(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/d.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n" +
		"  selector: {matchLabels: {a: d}}\n  template:\n    metadata: {labels: {a: d}}\n    spec:\n      nodeSelector: {is: nowhere}\n" +
		"      containers: [{name: a, image: a}]\n"})
	p.made((*Releases).Install, params{"chart": chart})
	found := p.fails((*Releases).Upgrade, params{"chart": chart, "wait": true, "timeoutMillis": 500})
	if found.Reason != fault.NotReady || found.Step != waiting || p.statusOf(2) != "failed" {
		t.Errorf("%+v", found)
	}
}

func TestCallsDoNotSeeEachOthersChart(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{
		"Chart.yaml":                  "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: sub, version: 1.0.0, condition: sub.enabled}]\n",
		"values.yaml":                 "sub: {list: [a]}\n",
		"charts/sub/Chart.yaml":       "apiVersion: v2\nname: sub\nversion: 1.0.0\n",
		"charts/sub/values.yaml":      "text: default\n",
		"charts/sub/templates/m.yaml": configMap("{{ .Release.Name }}", "data: {text: {{ .Values.text }}}\n"),
	})
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			q := &place{T: t, releases: p.releases, namespace: p.namespace, client: p.client}
			values, want := params{"enabled": i%2 == 0, "text": fmt.Sprint("t", i)}, (i+1)%2
			result, err := q.call(t.Context(), (*Releases).Install, params{"release": fmt.Sprint("r", i), "chart": chart, "values": params{"sub": values}})
			if err != nil {
				t.Error(err)
				return
			}
			made := result.(Made).Revision
			if len(made.Objects) != want || want > 0 && !strings.Contains(made.Manifest, fmt.Sprintf("text: t%d}", i)) {
				t.Errorf("%d: %s", i, made.Manifest)
			}
		})
	}
	all.Wait()
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
	_, err2 := maps.Create(t.Context(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "m"}}, metav1.CreateOptions{})
	require.NoError(t, errors.Join(err, err2))
	found := p.fails((*Releases).Rollback, params{"revision": 1})
	if found.Reason != fault.Foreign || found.Object.Name != "m" || found.Step != owning || !strings.Contains(p.statusOf(3), "not found") {
		t.Errorf("%+v", found)
	}
	require.NoError(t, maps.Delete(t.Context(), "m", metav1.DeleteOptions{}))
	p.made((*Releases).Rollback, params{"revision": 1})
	if kept, err := maps.Get(t.Context(), "k", metav1.GetOptions{}); err != nil || kept.Data["theirs"] != "c" || kept.Data["a"] != "b" {
		t.Errorf("%+v %v", kept, err)
	}
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
	if made := p.made((*Releases).Install, params{"chart": looking, "release": "looking"}); !strings.Contains(made.Manifest, `"A"`) || asked.Load() != before {
		t.Errorf("%+v", made)
	}
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
	for i, method := range []func(*Releases, context.Context, serve.Call) (any, error){(*Releases).Install, (*Releases).Upgrade} {
		made := p.made(method, params{"chart": chart, "values": params{"c": i}})
		if !strings.Contains(made.Manifest, `"{\"b\":2}"`) || fmt.Sprint(made.Config) != fmt.Sprintf("map[c:%d]", i) {
			t.Errorf("%s %v", made.Manifest, made.Config)
		}
	}
}

func TestInstallsKindsWithTheirObjects(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	chart := p.chart(map[string]string{
		"crds/a.yaml":      definition(group),
		"templates/a.yaml": "{{ if .Capabilities.APIVersions.Has \"" + group + "/v1\" }}\napiVersion: " + group + "/v1\nkind: A\nmetadata: {name: a}\n{{ end }}",
	})
	made := p.made((*Releases).Install, params{"chart": chart, "crds": true})
	assert.Len(t, made.Objects, 1)
	assert.Len(t, p.made((*Releases).Upgrade, params{"chart": chart}).Objects, 1, "the next call does not know the kind")
}

func TestTheOutputOfAHookIsNobodys(t *testing.T) {
	p := begin(t)
	pod := "apiVersion: v1\nkind: Pod\nmetadata:\n  name: hook\n  annotations: {helm.sh/hook: pre-install, helm.sh/hook-output-log-policy: hook-failed}\n" +
		"spec: {restartPolicy: Never, nodeSelector: {is: nowhere}, containers: [{name: a, image: a}]}\n"
	chart := p.chart(map[string]string{"templates/hook.yaml": pod})
	assert.Equal(t, fault.HookDeadline, p.fails((*Releases).Install, params{"chart": chart, "timeoutMillis": 1000}).Reason)
}
