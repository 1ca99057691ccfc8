package main

import (
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	rcommon "helm.sh/helm/v4/pkg/release/common"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage"
	"helm.sh/helm/v4/pkg/storage/driver"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
)

// gated returns a kubeconfig for the API server behind a proxy that hands each write to a test, by its method and place, such as "POST configmaps"
// or "DELETE configmaps/a". The test passes it on, or not.
func gated(t *testing.T, namespace string, handle func(write string, to http.ResponseWriter, pass func(http.ResponseWriter))) string {
	config := testcluster.Config(t)
	transport, err := rest.TransportFor(config)
	require.NoError(t, err)
	host, err := url.Parse(config.Host)
	require.NoError(t, err)
	// That a client ended its request is no news.
	proxy := &httputil.ReverseProxy{Transport: transport, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(host) }, ErrorLog: log.New(io.Discard, "", 0)}
	server := httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		pass := func(to http.ResponseWriter) { proxy.ServeHTTP(to, r) }
		if _, place, _ := strings.Cut(r.URL.Path, "/namespaces/"+namespace+"/"); r.Method == http.MethodGet {
			pass(to)
		} else {
			handle(r.Method+" "+place, to, pass)
		}
	}))
	t.Cleanup(server.Close)
	return filepath.Join(testcluster.Write(t, t.TempDir(), map[string]string{"kubeconfig": "apiVersion: v1\nkind: Config\ncurrent-context: a\n" +
		"contexts: [{name: a, context: {cluster: a, user: a}}]\nusers: [{name: a}]\nclusters: [{name: a, cluster: {server: \"" + server.URL + "\"}}]\n"}), "kubeconfig")
}

// killable has a hook and objects of several kinds, so that an operation has many writes.
var killable = map[string]string{
	"Chart.yaml":             "apiVersion: v2\nname: c\nversion: 1.0.0\n",
	"templates/before.yaml":  "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: before\n  annotations: {helm.sh/hook: \"pre-install,pre-upgrade,pre-rollback,pre-delete\"}\n",
	"templates/map.yaml":     "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: map}\ndata: {text: {{ .Values.text }}}\n",
	"templates/named.yaml":   "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: named-{{ .Values.text }}}\n",
	"templates/service.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: service}\nspec: {ports: [{port: 80}]}\n",
	"templates/web.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 0\n  selector: {matchLabels: {a: web}}\n" +
		"  template: {metadata: {labels: {a: web}}, spec: {containers: [{name: a, image: a}]}}\n",
}

// must asks for what cannot fail.
func (c *child) must(method string, params map[string]any) {
	c.Helper()
	made, answered := c.ask(method, params)
	require.True(c, answered, method)
	require.Nil(c, made.Error, method)
}

// After a kill at any write, at most one revision is more, and not complete; each object is one of a stored revision; and a new engine brings the release
// to what it shall be, with all its objects and no others.
func TestAKillLosesNothing(t *testing.T) {
	chart := map[string]string{"path": testcluster.Write(t, filepath.Join(t.TempDir(), "c"), killable)}
	for _, row := range []struct {
		operation, write string
		isDone           bool   // before the kill, else it never comes
		left             string // the status of the newest revision after the kill
	}{
		{"install", "POST secrets", true, "pending-install"},
		{"install", "POST services", false, "pending-install"},
		{"install", "PUT secrets/sh.helm.release.v1.r.v1", true, "pending-install"},
		{"upgrade", "POST secrets", false, "deployed"},
		{"upgrade", "POST secrets", true, "pending-upgrade"},
		{"upgrade", "DELETE configmaps/named-a", false, "pending-upgrade"},
		{"upgrade", "PUT secrets/sh.helm.release.v1.r.v2", false, "pending-upgrade"},
		{"rollback", "PATCH configmaps/map", true, "pending-upgrade"},
		{"rollback", "PUT secrets/sh.helm.release.v1.r.v3", false, "pending-upgrade"},
		{"uninstall", "PUT secrets/sh.helm.release.v1.r.v1", true, "uninstalling"},
		{"uninstall", "DELETE deployments/web", true, "uninstalling"},
		{"uninstall", "DELETE secrets/sh.helm.release.v1.r.v1", false, "uninstalling"},
	} {
		t.Run(row.operation+" "+row.write, func(t *testing.T) {
			namespace := testcluster.Namespace(t)
			var c *child
			var armed atomic.Bool
			kubeconfig := gated(t, namespace, func(write string, to http.ResponseWriter, pass func(http.ResponseWriter)) {
				if write != row.write || !armed.CompareAndSwap(true, false) {
					pass(to)
					return
				}
				if row.isDone {
					pass(httptest.NewRecorder())
				}
				_ = c.process.Process.Kill()
				<-c.ended
			})
			c = startChild(t, "-kubeconfig", kubeconfig)
			with := func(more map[string]any) map[string]any {
				all := map[string]any{"release": "r", "namespace": namespace}
				maps.Copy(all, more)
				return all
			}
			to := func(text string) map[string]any {
				return with(map[string]any{"chart": chart, "values": map[string]string{"text": text}})
			}
			asked, wanted := with(nil), "b"
			switch row.operation {
			case "install":
				asked, wanted = to("a"), "a"
			case "upgrade":
				asked = to("b")
				c.must("install", to("a"))
			case "rollback":
				asked = with(map[string]any{"revision": 1})
				c.must("install", to("a"))
				c.must("upgrade", to("b"))
			case "uninstall":
				c.must("install", to("a"))
			}
			store := storage.Init(driver.NewSecrets(testcluster.Client(t).CoreV1().Secrets(namespace)))
			before, _ := store.History("r")
			armed.Store(true)
			_, answered := c.ask(row.operation, asked)
			require.False(t, answered, "the kill hit nothing")

			after, err := store.History("r")
			require.NoError(t, err)
			incomplete, manifests := 0, ""
			for _, one := range after {
				if status := one.(*v1.Release).Info.Status; status != rcommon.StatusDeployed && status != rcommon.StatusSuperseded {
					incomplete++
				}
				manifests += one.(*v1.Release).Manifest
			}
			newest := after[len(after)-1].(*v1.Release)
			assert.Equal(t, row.left, string(newest.Info.Status))
			assert.LessOrEqual(t, len(after), len(before)+1)
			assert.LessOrEqual(t, incomplete, 1)
			for _, object := range objects(t, namespace) {
				assert.Contains(t, manifests, "name: "+strings.SplitAfter(object, "/")[1], object)
			}

			c = startChild(t, "-kubeconfig", testcluster.Kubeconfig(t))
			if row.operation == "uninstall" {
				c.must("uninstall", asked)
				assert.Empty(t, objects(t, namespace))
				return
			}
			if newest.Info.Status != rcommon.StatusDeployed { // as the operator does
				newest.Info.Status = rcommon.StatusFailed
				require.NoError(t, store.Update(newest))
			}
			c.must("upgrade", to(wanted))
			assert.Equal(t, []string{"configmaps/map", "configmaps/named-" + wanted, "deployments/web", "services/service"}, objects(t, namespace))
		})
	}
}

// objects returns what a namespace has of the chart, without the hook, which Helm leaves.
func objects(t *testing.T, namespace string) (found []string) {
	client := metadata.NewForConfigOrDie(testcluster.Config(t))
	for _, kind := range []schema.GroupVersionResource{{Version: "v1", Resource: "configmaps"}, {Version: "v1", Resource: "services"}, {Group: "apps", Version: "v1", Resource: "deployments"}} {
		list, err := client.Resource(kind).Namespace(namespace).List(t.Context(), metav1.ListOptions{})
		require.NoError(t, err)
		for _, each := range list.Items {
			if each.DeletionTimestamp == nil && each.Name != "kube-root-ca.crt" && each.Name != "before" {
				found = append(found, kind.Resource+"/"+each.Name)
			}
		}
	}
	slices.Sort(found)
	return found
}

// However the lease ends, an operation that is under way writes no more, neither with the engine's own rights nor as an account.
func TestNoWriteLeavesTheEngineAfterTheLease(t *testing.T) {
	const hour = int64(time.Hour / time.Millisecond)
	chart := map[string]string{"path": testcluster.Write(t, filepath.Join(t.TempDir(), "c"), killable)}
	empty := map[string]string{"path": testcluster.Write(t, filepath.Join(t.TempDir(), "c"), map[string]string{"Chart.yaml": killable["Chart.yaml"]})}
	for name, row := range map[string]struct {
		end       map[string]any
		isAccount bool
	}{
		"the parent ends it":              {map[string]any{"millis": 0}, false},
		"it runs out":                     {map[string]any{"millis": 300}, true},
		"the renewal waited for too long": {map[string]any{"millis": hour, "sentUnixMillis": time.Now().UnixMilli() - 2*hour}, false},
	} {
		t.Run(name, func(t *testing.T) {
			namespace, client := testcluster.Namespace(t), testcluster.Client(t)
			var writes atomic.Int32
			held, goOn := make(chan struct{}), make(chan struct{})
			kubeconfig := gated(t, namespace, func(write string, to http.ResponseWriter, pass func(http.ResponseWriter)) {
				if writes.Add(1); write == "POST services" {
					close(held)
					<-goOn
				}
				pass(to)
			})
			asked := map[string]any{"release": "r", "namespace": namespace, "chart": chart, "values": map[string]string{"text": "a"}}
			if row.isAccount {
				asked["as"] = namespace + "/other"
				_, err := client.RbacV1().RoleBindings(namespace).Create(t.Context(), &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "other"},
					RoleRef:  rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "ClusterRole", Name: "cluster-admin"},
					Subjects: []rbacv1.Subject{{Kind: "ServiceAccount", Name: "other", Namespace: namespace}}}, metav1.CreateOptions{})
				require.NoError(t, err)
			}
			c := startChild(t, "-kubeconfig", kubeconfig)
			c.must("lease", map[string]any{"millis": 0})
			refused, _ := c.ask("install", asked)
			assert.Equal(t, fault.Fenced, refused.Error.Reason, "without a lease")
			assert.Zero(t, writes.Load())

			c.must("lease", map[string]any{"millis": hour})
			ended := make(chan *fault.Fault, 1)
			go func() {
				made, _ := c.ask("install", asked)
				ended <- made.Error
			}()
			<-held
			c.must("lease", row.end)
			probes := 0
			testcluster.Eventually(t, func() string {
				probes++
				probe, _ := c.ask("install", map[string]any{"release": fmt.Sprint("probe-", probes), "namespace": namespace, "chart": empty})
				if probe.Error == nil {
					return "the fence is open"
				}
				return strings.ReplaceAll(string(probe.Error.Reason), string(fault.Fenced), "")
			})
			before := writes.Load()
			close(goOn)
			stopped := <-ended
			require.NotNil(t, stopped)
			assert.Equal(t, fault.Fenced, stopped.Reason)
			assert.Equal(t, before, writes.Load())

			c.must("lease", map[string]any{"millis": hour})
			c.must("uninstall", map[string]any{"release": "r", "namespace": namespace})
		})
	}
}
