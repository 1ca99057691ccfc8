package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"catamaran.dev/engine/testcluster"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
)

// ttl is the lease of the parent in the test of the fence.
const ttl = 1500 * time.Millisecond

// beLeader starts a leased engine, renews its lease, and asks for more releases than it can make in the lease, with its own rights and as an account. Its
// arguments are a kubeconfig, a namespace and a chart. It runs until it is killed.
func beLeader() {
	var t leader
	c := startChild(&t, "-leased", "-kubeconfig", os.Args[1])
	renew := func() {
		c.ask("lease", map[string]any{"millis": ttl.Milliseconds(), "sentUnixMillis": time.Now().UnixMilli()})
	}
	renew()
	go func() {
		for range time.Tick(ttl / 10) {
			renew()
		}
	}()
	for worker := range 40 {
		go func() {
			for i := 0; ; i++ {
				params := map[string]any{"release": fmt.Sprintf("r%d-%d", worker, i), "namespace": os.Args[2], "chart": map[string]string{"path": os.Args[3]}}
				if worker%2 == 1 {
					params["as"] = os.Args[2] + "/other"
				}
				c.ask("install", params)
			}
		}()
	}
	select {}
}

// A leader is no test; what its engine needs of one does not happen.
type leader struct{ testing.TB }

func (*leader) Cleanup(func())            {}
func (*leader) Fatal(args ...any)         { panic(fmt.Sprint(args...)) }
func (*leader) Errorf(f string, a ...any) { panic(fmt.Sprintf(f, a...)) }

// counted is a proxy to the API server that notes when a write arrived from whom.
func counted(t *testing.T) (kubeconfig string, writes func(since time.Time) map[string]int) {
	config := testcluster.Config(t)
	transport, err := rest.TransportFor(config)
	host, err2 := url.Parse(config.Host)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	type write struct {
		at   time.Time
		user string
	}
	var mutex sync.Mutex
	var seen []write
	// That a client ended its request is no news.
	proxy := &httputil.ReverseProxy{Transport: transport, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(host) }, ErrorLog: log.New(io.Discard, "", 0)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			mutex.Lock()
			seen = append(seen, write{time.Now(), r.Header.Get("Impersonate-User")})
			mutex.Unlock()
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	kubeconfig = filepath.Join(t.TempDir(), "kubeconfig")
	text := "apiVersion: v1\nkind: Config\ncurrent-context: a\ncontexts: [{name: a, context: {cluster: a, user: a}}]\nusers: [{name: a}]\n" +
		"clusters: [{name: a, cluster: {server: \"" + server.URL + "\"}}]\n"
	if err := os.WriteFile(kubeconfig, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return kubeconfig, func(since time.Time) map[string]int {
		mutex.Lock()
		defer mutex.Unlock()
		counts := map[string]int{}
		for _, each := range seen {
			if each.at.After(since) {
				counts[each.user]++
			}
		}
		return counts
	}
}

func TestNoWriteArrivesAfterTheLeaseOfAStoppedOrKilledParent(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a process that its parent has ended")
	}
	kubeconfig, writes := counted(t)
	namespace, client := testcluster.Namespace(t), testcluster.Client(t)
	account := "system:serviceaccount:" + namespace + ":other"
	if _, err := client.RbacV1().RoleBindings(namespace).Create(t.Context(), &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Name: "other"},
		RoleRef:  rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "ClusterRole", Name: "cluster-admin"},
		Subjects: []rbacv1.Subject{{Kind: "ServiceAccount", Name: "other", Namespace: namespace}}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	chart := filepath.Join(t.TempDir(), "c")
	for name, content := range map[string]string{"Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n",
		"templates/a.yaml": "{{ range until 5 }}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: \"{{ $.Release.Name }}-{{ . }}\"}\n{{ end }}"} {
		file := filepath.Join(chart, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	parent := exec.Command(os.Args[0], kubeconfig, namespace, chart)
	parent.Env = append(os.Environ(), role+"=leader")
	var said strings.Builder
	parent.Stderr = &said
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = parent.Process.Kill(); _ = parent.Wait() })
	busy := func(since time.Time) {
		t.Helper()
		testcluster.Eventually(t, func() string {
			if found := writes(since); found[""] < 5 || found[account] < 5 {
				return fmt.Sprintf("not busy: %v", found)
			}
			return ""
		})
	}
	// quiet looks for a while whether a write arrives later than a second after the deadline.
	quiet := func(what string, stopped time.Time) {
		t.Helper()
		end := stopped.Add(ttl + time.Second)
		time.Sleep(time.Until(end.Add(2 * time.Second)))
		if late := writes(end); len(late) > 0 {
			t.Errorf("%s: writes after the deadline: %v", what, late)
		}
	}
	for range 2 {
		busy(time.Now())
		if err := parent.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		quiet("stopped", time.Now())
		began := time.Now()
		if err := parent.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		busy(began)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	quiet("killed", time.Now().Add(-ttl))
}
