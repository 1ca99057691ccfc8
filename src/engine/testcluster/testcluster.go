// Package testcluster gives tests a real API server, that of CATAMARAN_ENGINE_KUBECONFIG, and what they all do with files.
package testcluster

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const kubeconfig = "CATAMARAN_ENGINE_KUBECONFIG"

// Root returns the folder of the repository. A test runs in the folder of its package.
func Root() string {
	folder, _ := os.Getwd()
	return folder[:strings.LastIndex(folder, "/src/engine")]
}

// Kubeconfig returns the file of the cluster. Without one, it skips the test: the tests of an inner loop need none.
func Kubeconfig(t testing.TB) string {
	t.Helper()
	file := os.Getenv(kubeconfig)
	if file == "" {
		t.Skip("no cluster: hack/engine-test starts one, and sets " + kubeconfig)
	}
	return file
}

// Config returns the configuration of a cluster's administrator.
func Config(t testing.TB) *rest.Config {
	t.Helper()
	config, err := clientcmd.BuildConfigFromFlags("", Kubeconfig(t))
	require.NoError(t, err)
	config.QPS = -1
	return config
}

// Client returns the administrator's client.
func Client(t testing.TB) kubernetes.Interface {
	t.Helper()
	client, err := kubernetes.NewForConfig(Config(t))
	require.NoError(t, err)
	return client
}

// Namespace creates a namespace for one test.
func Namespace(t testing.TB) string {
	t.Helper()
	client := Client(t)
	created, err := client.CoreV1().Namespaces().Create(context.Background(),
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "engine-"}}, metav1.CreateOptions{})
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = client.CoreV1().Namespaces().Delete(context.Background(), created.Name, metav1.DeleteOptions{})
	})
	return created.Name
}

// Write writes files below a folder, which it returns.
func Write(t testing.TB, folder string, files map[string]string) string {
	t.Helper()
	for name, content := range files {
		file := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(content), 0o644))
	}
	return folder
}

// Err returns the error of a call whose result is of no interest.
func Err[T any](_ T, err error) error { return err }

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
