package release

import (
	"fmt"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestKeepsThePlacesOfAChartOnceForEqualCatalogs(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n"})
	for range 5 {
		require.NoError(t, testcluster.Err(p.cluster.Catalogs.ReplaceIfOlder(t.Context(), time.Nanosecond)))
		require.NoError(t, testcluster.Err(p.call(t.Context(), (*Releases).Places, params{"alone": true, "chart": chart})))
	}
	assert.Len(t, p.releases.own.kept, 1)
}

// Whoever may write Secrets can label more of them than fit into memory.
func TestReadsNoHistoryThatIsLargerThanAny(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
	p.made((*Releases).Install, params{"chart": chart})
	for i := range 33 {
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("history-", i), Labels: map[string]string{"owner": "helm", "name": "r", "status": "superseded"}},
			Data: map[string][]byte{"release": make([]byte, 900_000)}}
		require.NoError(t, testcluster.Err(p.client.CoreV1().Secrets(p.namespace).Create(t.Context(), secret, metav1.CreateOptions{})))
	}
	p.refuses((*Releases).Upgrade, params{"chart": chart}, fault.Foreign, "have more than 28 MiB", "name=r")
	p.uninstalls(params{"release": "another"})
}

func TestLooksUpNoMoreThanAnyMemoryHolds(t *testing.T) {
	p := begin(t)
	for i := range 40 {
		full := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("full-", i)}, BinaryData: map[string][]byte{"a": make([]byte, 600_000)}}
		require.NoError(t, testcluster.Err(p.client.CoreV1().ConfigMaps(p.namespace).Create(t.Context(), full, metav1.CreateOptions{})))
	}
	count := p.chart(map[string]string{"templates/a.yaml": `{{ $all := (lookup "v1" "ConfigMap" .Release.Namespace "").items }}` + configMap("a", "data: {count: '{{ len $all }}'}\n")})
	p.refuses((*Releases).Install, params{"chart": count}, fault.Template, "look up all objects of kind ConfigMap", "more than 28 MiB")
	for i := range 5 {
		require.NoError(t, p.client.CoreV1().ConfigMaps(p.namespace).Delete(t.Context(), fmt.Sprint("full-", i), metav1.DeleteOptions{}))
	}
	p.made((*Releases).Install, params{"chart": count})
	made, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(t.Context(), "a", metav1.GetOptions{})
	require.NoError(t, err)
	assert.Equal(t, "36", made.Data["count"], "35 and kube-root-ca.crt, over more than one page")
}
