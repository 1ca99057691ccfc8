package release

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// reads counts the requests that read ConfigMaps, by name, and holds each of them until so many have come.
func reads(t *testing.T, together int) (*place, func() map[string]int) {
	var mutex sync.Mutex
	counts := map[string]int{}
	arrived, waiting := make(chan struct{}), 0
	config := testcluster.Config(t)
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		return roundTripper(func(request *http.Request) (*http.Response, error) {
			if _, name, found := strings.Cut(request.URL.Path, "/configmaps/"); found && request.Method == http.MethodGet {
				mutex.Lock()
				counts[name]++
				if waiting++; waiting == together {
					close(arrived)
				}
				mutex.Unlock()
				select {
				case <-arrived:
				case <-time.After(15 * time.Second):
					t.Errorf("the read of %s waits for another one", name)
				}
			}
			return next.RoundTrip(request)
		})
	})
	return beginAt(t, config), func() map[string]int {
		mutex.Lock()
		defer mutex.Unlock()
		return counts
	}
}

func TestAnInstallationReadsItsObjectsOnceAndSideBySide(t *testing.T) {
	p, counts := reads(t, 2)
	p.made((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/a.yaml": configMap("a", "") + "---\n" + configMap("b", "")})})
	if got := counts(); got["a"] != 1 || got["b"] != 1 {
		t.Errorf("reads: %v", got)
	}
}

// TestAnInstallationRefusesAnObjectOfOthersBesideAbsentOnes: Helm reads that one again.
func TestAnInstallationRefusesAnObjectOfOthersBesideAbsentOnes(t *testing.T) {
	p, counts := reads(t, 2)
	b := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "b"}}
	require.NoError(t, testcluster.Err(p.client.CoreV1().ConfigMaps(p.namespace).Create(p.Context(), b, metav1.CreateOptions{})))
	found := p.fails((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/a.yaml": configMap("a", "") + "---\n" + configMap("b", "")})})
	if found.Reason != fault.Foreign || !strings.Contains(found.Message, `"b"`) || p.has("a") {
		t.Errorf("%+v", found)
	}
	if got := counts(); got["a"] != 1 || got["b"] != 2 {
		t.Errorf("reads: %v", got)
	}
}

func (p *place) has(name string) bool {
	_, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(p.Context(), name, metav1.GetOptions{})
	return err == nil
}
