package cluster

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

func TestConnectsByAListOfKubeconfigsAsKubectlDoes(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		return filepath.Join(testcluster.Write(t, folder, map[string]string{name: text}), name)
	}
	write("token", "secret")
	first := write("first", "current-context: c\ncontexts: [{name: c, context: {cluster: a, user: u, namespace: here}}]\n")
	second := write("second", "clusters: [{name: a, cluster: {server: 'https://127.0.0.1:1'}}]\nusers: [{name: u, user: {tokenFile: token}}]\n")

	cluster, err := Connect(first + string(filepath.ListSeparator) + second)
	require.NoError(t, err)
	assert.Equal(t, "https://127.0.0.1:1 here "+filepath.Join(folder, "token"), cluster.base.Host+" "+cluster.Namespace+" "+cluster.base.BearerTokenFile)
	assert.Error(t, testcluster.Err(Connect(first)), "the first file alone has no cluster")
}

func TestAFenceClosesByItsClockAlone(t *testing.T) {
	fence := NewFence()
	assert.False(t, fence.Closed(), "before the first lease")
	fence.Renew(time.Hour)
	assert.False(t, fence.Closed(), "within the lease")
	fence.Renew(0)
	assert.True(t, fence.Closed(), "after the lease")
}

// A server that counts what reaches it, and refuses.
func counting(t *testing.T) (*rest.Config, func() []string) {
	var mutex sync.Mutex
	var methods []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		methods = append(methods, r.Method+" "+r.Header.Get("Impersonate-User"))
		w.WriteHeader(http.StatusNotFound)
	}))
	t.Cleanup(server.Close)
	return &rest.Config{Host: server.URL}, func() []string {
		mutex.Lock()
		defer mutex.Unlock()
		return methods
	}
}

func TestNoWriteOfAnyClientPassesAClosedFence(t *testing.T) {
	config, reached := counting(t)
	target, err := Of(config)
	require.NoError(t, err)
	target.Fence.Renew(0)
	for _, account := range []string{"", "a/b"} {
		client, err := target.Client(account)
		require.NoError(t, err)
		call := client.Call(t.Context(), "a")
		for _, config := range []*rest.Config{call.config, call.Records()} {
			secrets := kubernetes.NewForConfigOrDie(config).CoreV1().Secrets("a")
			secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "s"}}
			_, created := secrets.Create(t.Context(), secret, metav1.CreateOptions{})
			_, updated := secrets.Update(t.Context(), secret, metav1.UpdateOptions{})
			_, patched := secrets.Patch(t.Context(), "s", "application/merge-patch+json", []byte("{}"), metav1.PatchOptions{})
			deleted := secrets.Delete(t.Context(), "s", metav1.DeleteOptions{})
			for _, err := range []error{created, updated, patched, deleted} {
				assert.ErrorIs(t, err, fault.ErrFenced)
			}
			assert.True(t, apierrors.IsNotFound(testcluster.Err(secrets.Get(t.Context(), "s", metav1.GetOptions{}))), "a read")
		}
	}
	want := "GET |GET |GET system:serviceaccount:a:b|GET system:serviceaccount:a:b"
	assert.Equal(t, want, strings.Join(reached(), "|"))
}

func TestAnEndedCallSendsNothingButWhatBecameOfItsRevision(t *testing.T) {
	config, reached := counting(t)
	target, err := Of(config)
	require.NoError(t, err)
	client, err := target.Client("")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	call := client.Call(ctx, "a")
	cancel()
	_, err = kubernetes.NewForConfigOrDie(call.config).CoreV1().Secrets("a").Get(t.Context(), "s", metav1.GetOptions{})
	assert.Equal(t, fault.Cancelled, fault.Of(err, call.Locate).Reason)
	assert.EqualValues(t, 0, len(reached()))
	assert.True(t, apierrors.IsNotFound(testcluster.Err(kubernetes.NewForConfigOrDie(call.Records()).CoreV1().Secrets("a").Get(t.Context(), "s", metav1.GetOptions{}))))
}

// Without it, nobody learns that a misspelt field has no effect.
func TestLogsTheWarningsOfTheApiServer(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	var out bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&out, nil)))
	target, err := Of(testcluster.Config(t))
	require.NoError(t, err)
	client, err := target.Client("")
	require.NoError(t, err)
	namespace := testcluster.Namespace(t)
	service := map[string]any{"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": "a"},
		"spec": map[string]any{"typ": "NodePort", "ports": []any{map[string]any{"port": int64(80)}}}}
	require.NoError(t, testcluster.Err(dynamic.NewForConfigOrDie(client.Call(t.Context(), namespace).config).Resource(corev1.SchemeGroupVersion.WithResource("services")).
		Namespace(namespace).Create(t.Context(), &unstructured.Unstructured{Object: service}, metav1.CreateOptions{})))
	assert.Contains(t, out.String(), `namespace=`+namespace+` object=services/a warning="unknown field \"spec.typ\""`)
}

func TestRefusesWhatIsNoAccount(t *testing.T) {
	target, err := Of(&rest.Config{Host: "https://localhost"})
	require.NoError(t, err)
	for _, account := range []string{"a", "a/", "/b", "a:b/c", "a/b:c"} {
		assert.Equal(t, fault.Request, fault.Of(testcluster.Err(target.Client(account)), nil).Fault, account)
	}
}

func TestReadsTheObjectInAPath(t *testing.T) {
	for path, want := range map[string]*fault.Object{
		"/api/v1/namespaces/a/pods/b":                       {Version: "v1", Namespace: "a", Resource: "pods", Name: "b"},
		"/api/v1/namespaces/a/pods":                         {Version: "v1", Namespace: "a", Resource: "pods"},
		"/api/v1/namespaces/a":                              {Version: "v1", Resource: "namespaces", Name: "a"},
		"/apis/apps/v1/namespaces/a/deployments/b/scale":    {Group: "apps", Version: "v1", Namespace: "a", Resource: "deployments", Name: "b"},
		"/apis/rbac.authorization.k8s.io/v1/clusterroles/c": {Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "clusterroles", Name: "c"},
		"/version": nil, "/api/v1": nil, "/apis/apps/v1": nil, "/openapi/v3": nil,
	} {
		assert.Equal(t, want, objectOf(path), path)
	}
}

// behind returns the API server behind a proxy that serves it below a path, as Rancher does.
func behind(t *testing.T, config *rest.Config, path string) *rest.Config {
	server, err := url.Parse(config.Host)
	transport, failed := rest.TransportFor(config)
	require.NoError(t, errors.Join(err, failed))
	proxy := httputil.NewSingleHostReverseProxy(server)
	proxy.Transport = transport
	front := httptest.NewServer(http.StripPrefix(path, proxy))
	t.Cleanup(front.Close)
	return &rest.Config{Host: front.URL + path}
}

func TestNamesTheObjectOfARefusal(t *testing.T) {
	t.Run("", func(t *testing.T) { namesTheObject(t, testcluster.Config(t)) })
	t.Run("below a path", func(t *testing.T) { namesTheObject(t, behind(t, testcluster.Config(t), "/k8s/clusters/c")) })
}

func namesTheObject(t *testing.T, config *rest.Config) {
	target, err := Of(config)
	require.NoError(t, err)
	namespace := testcluster.Namespace(t)
	client, err := target.Client(namespace + "/nobody")
	require.NoError(t, err)
	call := client.Call(t.Context(), namespace)
	_, err = kubernetes.NewForConfigOrDie(call.config).AppsV1().Deployments(namespace).List(t.Context(), metav1.ListOptions{})
	listed := fault.Of(err, call.Locate)
	// As Helm sends objects.
	objects, _ := call.ToRESTConfig()
	objects.ContentType = "application/json"
	_, err = kubernetes.NewForConfigOrDie(objects).CoreV1().ConfigMaps(namespace).Create(t.Context(),
		&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "mine"}}, metav1.CreateOptions{})
	created := fault.Of(err, call.Locate)
	want := fault.Object{Version: "v1", Kind: "ConfigMap", Resource: "configmaps", Namespace: namespace, Name: "mine"}
	require.Len(t, created.Refusals, 1)
	assert.Equal(t, fault.Refusal{Object: &want, Verb: "create", Status: http.StatusForbidden},
		fault.Refusal{Object: created.Refusals[0].Object, Verb: created.Refusals[0].Verb, Status: created.Refusals[0].Status})
	assert.Len(t, listed.Refusals, 1)
	assert.Equal(t, "list Deployment", listed.Refusals[0].Verb+" "+listed.Refusals[0].Object.Kind)
}
