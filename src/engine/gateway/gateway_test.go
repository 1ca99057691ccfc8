package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"catamaran.dev/engine/serve"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/yaml"
)

// A stub is an API server with some objects.
type stub struct {
	mutex   sync.Mutex
	asked   []string
	objects map[string]string // by path
	refusal string            // of a dry run
}

func (s *stub) ServeHTTP(out http.ResponseWriter, in *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.asked = append(s.asked, in.Method+" "+in.URL.RequestURI())
	found, exists := s.objects[in.URL.RequestURI()]
	switch {
	case in.Method != http.MethodGet && in.URL.Query().Get("dryRun") != "All":
		panic("a write that is no dry run")
	case in.Method != http.MethodGet && s.refusal != "":
		out.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprintf(out, `{"kind": "Status", "code": 403, "message": %q}`, s.refusal)
	case in.Method == http.MethodPost:
		content, _ := io.ReadAll(in.Body)
		_, _ = out.Write(content)
	case !exists:
		out.WriteHeader(http.StatusNotFound)
		_, _ = out.Write([]byte(`{"kind": "Status", "code": 404, "reason": "NotFound"}`))
	default:
		out.Header().Set("Content-Type", plain)
		_, _ = out.Write([]byte(found))
	}
}

// rehearsing returns the address of a gateway before that server.
func rehearsing(t *testing.T, s *stub) string {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	file := filepath.Join(testcluster.Write(t, t.TempDir(), map[string]string{"kubeconfig": fmt.Sprintf(`
apiVersion: v1
kind: Config
clusters: [{name: a, cluster: {server: %q}}]
contexts: [{name: a, context: {cluster: a}}]
current-context: a
`, server.URL)}), "kubeconfig")
	return rehearse(t, map[string]any{"kubeconfigs": []string{file}}).URL
}

func rehearse(t *testing.T, params map[string]any) written {
	t.Helper()
	text, err := json.Marshal(params)
	require.NoError(t, err)
	answer, err := Rehearse(context.Background(), serve.NewCall(text, nil))
	require.NoError(t, err)
	return answer.(written)
}

// ask sends a request, and returns its status and content.
func ask(t *testing.T, method, url, kind, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	require.NoError(t, err)
	request.Header.Set("Content-Type", kind)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(content)
}

const (
	one  = "/api/v1/namespaces/shop/configmaps/one"
	all  = "/api/v1/namespaces/shop/configmaps"
	page = `{"kind": "ConfigMapList", "metadata": {"continue": %q}, "items": [{"metadata": {"name": %q, "namespace": "shop"}}]}`
	live = `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one", "namespace": "shop"}, "data": {"a": "1"}}`
)

func TestLaterReadsSeeWhatWasWrittenAndTheServerNothing(t *testing.T) {
	s := &stub{objects: map[string]string{one: live}}
	url := rehearsing(t, s)
	code, _ := ask(t, http.MethodPost, url+all, plain, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "two"}}`)
	assert.Equal(t, http.StatusCreated, code)
	code, _ = ask(t, http.MethodDelete, url+one, plain, "")
	assert.Equal(t, http.StatusOK, code)
	code, _ = ask(t, http.MethodGet, url+one, "", "")
	assert.Equal(t, http.StatusNotFound, code)
	code, content := ask(t, http.MethodGet, url+all+"/two", "", "")
	assert.Equal(t, http.StatusOK, code)
	assert.Contains(t, content, `"namespace":"shop"`)
	code, _ = ask(t, http.MethodPost, url+all, plain, `{"metadata": {"name": "two"}}`)
	assert.Equal(t, http.StatusConflict, code)

	ended := rehearse(t, map[string]any{"url": url})
	require.Len(t, ended.Objects, 2)
	assert.Nil(t, ended.Objects[0].Before)
	assert.Equal(t, map[string]any{"a": "1"}, ended.Objects[1].Before["data"])
	assert.Nil(t, ended.Objects[1].Now)
	assert.Empty(t, rehearse(t, map[string]any{"url": url}).Objects)
	code, _ = ask(t, http.MethodGet, url+one, "", "")
	assert.Equal(t, http.StatusOK, code)
	assert.Equal(t, []string{"POST " + all + "?dryRun=All", "GET " + one, "GET " + one}, s.asked)
}

func TestAddsWhatWasMadeToOnePageOfAList(t *testing.T) {
	s := &stub{objects: map[string]string{all + "?limit=1": fmt.Sprintf(page, "x", "one"), all + "?continue=x&limit=1": fmt.Sprintf(page, "", "two")}}
	url := rehearsing(t, s)
	_, _ = ask(t, http.MethodPost, url+all, plain, `{"metadata": {"name": "made"}}`)
	_, first := ask(t, http.MethodGet, url+all+"?limit=1", "", "")
	assert.NotContains(t, first, "made")
	_, last := ask(t, http.MethodGet, url+all+"?continue=x&limit=1", "", "")
	assert.Contains(t, last, `"two"`)
	assert.Contains(t, last, `"made"`)
}

// Helm writes revisions in protobuf. Nobody asks whether the person may store them.
func TestARevisionIsKeptAndNotTold(t *testing.T) {
	s := &stub{objects: map[string]string{"/api/v1/namespaces/shop/secrets?labelSelector=owner%3Dhelm": `{"kind": "SecretList", "items": []}`}}
	url := rehearsing(t, s)
	client, err := kubernetes.NewForConfig(&rest.Config{Host: url, ContentConfig: rest.ContentConfig{ContentType: "application/vnd.kubernetes.protobuf"}})
	require.NoError(t, err)
	secrets := client.CoreV1().Secrets("shop")
	_, err = secrets.Create(context.Background(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "sh.helm.release.v1.a.v1", Labels: map[string]string{"owner": "helm"}},
		Data: map[string][]byte{"release": []byte("text")}}, metav1.CreateOptions{})
	require.NoError(t, err)
	list, err := secrets.List(context.Background(), metav1.ListOptions{LabelSelector: "owner=helm"})
	require.NoError(t, err)
	require.Len(t, list.Items, 1)
	assert.Equal(t, "text", string(list.Items[0].Data["release"]))
	assert.Empty(t, rehearse(t, map[string]any{"url": url}).Objects)
	assert.Equal(t, []string{"GET /api/v1/namespaces/shop/secrets?labelSelector=owner%3Dhelm"}, s.asked)
}

func TestAHookHasRunAndIsNoObjectOfTheRelease(t *testing.T) {
	url := rehearsing(t, &stub{})
	_, made := ask(t, http.MethodPost, url+"/apis/batch/v1/namespaces/shop/jobs", plain,
		`{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "move", "annotations": {"helm.sh/hook": "pre-upgrade"}}}`)
	assert.Contains(t, made, `"type":"Complete"`)
	_, _ = ask(t, http.MethodDelete, url+"/apis/batch/v1/namespaces/shop/jobs/move", plain, "")
	ended := rehearse(t, map[string]any{"url": url})
	assert.Empty(t, ended.Objects)
	assert.Len(t, ended.Hooks, 1)
}

func TestARefusalForAMissingRightOfThePersonIsNotThatOfTheRelease(t *testing.T) {
	const noRight = `configmaps is forbidden: User "a" cannot patch resource "configmaps"`
	for refusal, expected := range map[string]int{noRight: http.StatusOK, "a policy denies it": http.StatusForbidden} {
		url := rehearsing(t, &stub{objects: map[string]string{one: live}, refusal: refusal})
		code, _ := ask(t, http.MethodPatch, url+one, "application/merge-patch+json", `{"data": {"a": "2"}}`)
		assert.Equal(t, expected, code, refusal)
	}
}

func TestAnotherProcessDoesNotKnowTheAddress(t *testing.T) {
	url := rehearsing(t, &stub{objects: map[string]string{one: live}})
	code, _ := ask(t, http.MethodGet, url[:strings.LastIndex(url, "/")]+one, "", "")
	assert.Equal(t, http.StatusNotFound, code)
}

// Without the right to write, a patch has the effect that it has in the API server.
func TestPatchesAsTheAPIServerDoes(t *testing.T) {
	for name, each := range map[string]struct{ kind, object, patch, expected string }{
		"items are merged by their key and deleted": {
			"strategic-merge", "{spec: {template: {spec: {containers: [{name: web, image: a, tty: true}, {name: old}]}}}}",
			"{spec: {template: {spec: {$setElementOrder/containers: [{name: web}, {name: new}], containers: [{name: web, image: b}, {name: old, $patch: delete}, {name: new}]}}}}",
			"{spec: {template: {spec: {containers: [{name: web, image: b, tty: true}, {name: new}]}}}}"},
		"a JSON merge patch replaces lists and removes nulls": {
			"merge", "{list: [{name: a}], gone: 1}", "{list: [{name: b}], gone: null}", "{list: [{name: b}]}"},
		"fields of a union are retained": {
			"strategic-merge", "{spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}}}",
			"{spec: {strategy: {$retainKeys: [type], type: Recreate}}}", "{spec: {strategy: {type: Recreate}}}"},
		"defaults of a union that stays as it is are retained": {
			"strategic-merge", "{spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%}}}}",
			"{spec: {strategy: {$retainKeys: [type]}}}", "{spec: {strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%}}}}"},
		"items that others injected stay": {
			"strategic-merge", "{spec: {template: {spec: {containers: [{name: injected}, {name: a}, {name: b}]}}}}",
			"{spec: {template: {spec: {$setElementOrder/containers: [{name: b}, {name: new}, {name: a}], containers: [{name: new}]}}}}",
			"{spec: {template: {spec: {containers: [{name: injected}, {name: b}, {name: new}, {name: a}]}}}}"},
		"an empty list is none": {
			"strategic-merge", "{spec: {template: {spec: {containers: [{name: a, args: [b]}]}}}}",
			"{spec: {template: {spec: {containers: [{name: a, args: []}]}}}}", "{spec: {template: {spec: {containers: [{name: a}]}}}}"},
	} {
		t.Run(name, func(t *testing.T) {
			const path = "/apis/apps/v1/namespaces/shop/deployments/web"
			object := ofYAML(t, each.object)
			object["apiVersion"], object["kind"] = "apps/v1", "Deployment"
			text, err := json.Marshal(object)
			require.NoError(t, err)
			url := rehearsing(t, &stub{objects: map[string]string{path: string(text)}, refusal: "cannot patch resource x"})
			patch, err := json.Marshal(ofYAML(t, each.patch))
			require.NoError(t, err)
			code, content := ask(t, http.MethodPatch, url+path, "application/"+each.kind+"-patch+json", string(patch))
			require.Equal(t, http.StatusOK, code, content)
			patched, expected := ofYAML(t, content), ofYAML(t, each.expected)
			for field := range expected {
				assertBelow(t, expected[field], patched[field])
			}
			assert.NotContains(t, patched, "gone")
		})
	}
}

// assertBelow compares without the empty fields that Go writes.
func assertBelow(t *testing.T, expected, actual any) {
	t.Helper()
	assert.Equal(t, expected, withoutEmpty(actual))
}

func withoutEmpty(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, below := range value {
			below = withoutEmpty(below)
			if fields, is := below.(map[string]any); below == nil || is && len(fields) == 0 {
				delete(value, key)
			}
		}
	case []any:
		for _, below := range value {
			withoutEmpty(below)
		}
	}
	return value
}

func ofYAML(t *testing.T, text string) (object map[string]any) {
	t.Helper()
	require.NoError(t, yaml.Unmarshal([]byte(text), &object))
	return object
}

func TestTakesAListOfChanges(t *testing.T) {
	url := rehearsing(t, &stub{objects: map[string]string{one: live}, refusal: "cannot patch resource x"})
	code, content := ask(t, http.MethodPatch, url+one, "application/json-patch+json", `[{"op": "replace", "path": "/data/a", "value": "2"}]`)
	assert.Equal(t, http.StatusOK, code)
	assert.Contains(t, content, `"a":"2"`)
}
