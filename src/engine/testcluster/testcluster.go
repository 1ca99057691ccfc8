// Package testcluster gives tests a real API server: that of CATAMARAN_ENGINE_KUBECONFIG, or one of hack/cluster that ends with the tests.
package testcluster

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

var kubeconfig = sync.OnceValues(func() (string, error) {
	if given := os.Getenv("CATAMARAN_ENGINE_KUBECONFIG"); given != "" {
		return given, nil
	}
	command := filepath.Join(Root(), "hack/cluster/cluster")
	name := fmt.Sprintf("engine-%d", os.Getpid())
	if out, err := exec.Command(command, "up", "--name", name, "--until-exit", fmt.Sprint(os.Getpid())).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	out, err := exec.Command(command, "env", "--name", name).Output()
	for line := range strings.Lines(string(out)) {
		if _, value, found := strings.Cut(strings.TrimSpace(line), "export KUBECONFIG="); found {
			return strings.Trim(value, `"'`), err
		}
	}
	return "", fmt.Errorf("no KUBECONFIG in %q: %w", out, err)
})

// Root returns the folder of the repository. A test runs in the folder of its package.
func Root() string {
	folder, _ := os.Getwd()
	return folder[:strings.LastIndex(folder, "/src/engine")]
}

// Kubeconfig returns the file for a cluster. It skips the test if the cluster's programs have not been built.
func Kubeconfig(t testing.TB) string {
	t.Helper()
	home, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	built, _ := filepath.Glob(filepath.Join(home, "catamaran/kubernetes-*/kube-apiserver"))
	inBin, _ := filepath.Glob(filepath.Join(home, "catamaran/kubernetes-*/*/kube-apiserver"))
	if len(built)+len(inBin) == 0 && os.Getenv("CATAMARAN_ENGINE_KUBECONFIG") == "" {
		t.Skip("no cluster: run `hack/cluster/cluster build`, which takes about ten minutes")
	}
	file, err := kubeconfig()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Config returns the configuration of a cluster's administrator.
func Config(t testing.TB) *rest.Config {
	t.Helper()
	config, err := clientcmd.BuildConfigFromFlags("", Kubeconfig(t))
	if err != nil {
		t.Fatal(err)
	}
	config.QPS = -1
	return config
}

// Client returns the administrator's client.
func Client(t testing.TB) kubernetes.Interface {
	t.Helper()
	client, err := kubernetes.NewForConfig(Config(t))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Namespace creates a namespace for one test.
func Namespace(t testing.TB) string {
	t.Helper()
	client := Client(t)
	created, err := client.CoreV1().Namespaces().Create(context.Background(),
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "engine-"}}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = client.CoreV1().Namespaces().Delete(context.Background(), created.Name, metav1.DeleteOptions{})
	})
	return created.Name
}

// Eventually waits until check returns nothing, and fails with what it returned last.
func Eventually(t testing.TB, check func() string) {
	t.Helper()
	end := time.Now().Add(time.Minute)
	for {
		missing := check()
		if missing == "" {
			return
		}
		if time.Now().After(end) {
			t.Fatal(missing)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
