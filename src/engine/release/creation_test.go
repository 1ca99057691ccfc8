package release

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	admission "k8s.io/api/admission/v1"
	admissionregistration "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestASlowWebhookDelaysNoOtherRelease: Helm holds one lock of the process while it creates an object.
func TestASlowWebhookDelaysNoOtherRelease(t *testing.T) {
	for name, act := range map[string]method{"install": (*Releases).Install, "upgrade": (*Releases).Upgrade} {
		t.Run(name, func(t *testing.T) {
			p, other := begin(t), begin(t)
			first := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
			second := p.chart(map[string]string{"templates/a.yaml": configMap("a", ""), "templates/b.yaml": configMap("b", "")})
			if name == "upgrade" {
				p.made((*Releases).Install, params{"chart": first})
				other.made((*Releases).Install, params{"chart": first})
			}
			arrived, held := p.slowly("b")
			ended := make(chan error, 1)
			go func() {
				_, err := p.call(p.Context(), act, params{"chart": second})
				ended <- err
			}()
			<-arrived
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
			defer cancel()
			assert.NoError(t, testcluster.Err(other.call(ctx, act, params{"chart": second})))
			close(held)
			assert.NoError(t, <-ended)
		})
	}
}

func TestObjectsOfAKindAreMadeSideBySide(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a-1", "") + "---\n" + configMap("a-2", "")})
	arrived, held := p.slowly("a-")
	ended := make(chan error, 1)
	go func() {
		_, err := p.call(p.Context(), (*Releases).Install, params{"chart": chart})
		ended <- err
	}()
	for range 2 {
		select {
		case <-arrived:
		case <-time.After(15 * time.Second):
			t.Error("the second waits for the first")
		}
	}
	close(held)
	assert.NoError(t, <-ended)
}

// slowly makes a webhook that holds up the creation of ConfigMaps whose names begin so in the namespace. It returns a channel that tells of one, and one
// to close when they may go on.
func (p *place) slowly(prefix string) (chan struct{}, chan struct{}) {
	arrived, held := make(chan struct{}, 2), make(chan struct{})
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var review admission.AdmissionReview
		_ = json.NewDecoder(r.Body).Decode(&review)
		review.Response = &admission.AdmissionResponse{UID: review.Request.UID, Allowed: !*review.Request.DryRun}
		if review.Response.Allowed {
			arrived <- struct{}{}
			<-held
		}
		_ = json.NewEncoder(w).Encode(review)
	}))
	p.Cleanup(server.Close)
	url, none, limit := server.URL+"/", admissionregistration.SideEffectClassNone, int32(30)
	hooks := p.client.AdmissionregistrationV1().ValidatingWebhookConfigurations()
	_, err := hooks.Create(p.Context(), &admissionregistration.ValidatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: p.namespace},
		Webhooks: []admissionregistration.ValidatingWebhook{{Name: "slow.catamaran.dev", SideEffects: &none, AdmissionReviewVersions: []string{"v1"}, TimeoutSeconds: &limit,
			ClientConfig:      admissionregistration.WebhookClientConfig{URL: &url, CABundle: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})},
			NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"kubernetes.io/metadata.name": p.namespace}},
			MatchConditions:   []admissionregistration.MatchCondition{{Name: "c", Expression: "request.name.startsWith('" + prefix + "')"}},
			Rules: []admissionregistration.RuleWithOperations{{Operations: []admissionregistration.OperationType{"CREATE"},
				Rule: admissionregistration.Rule{APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{"configmaps"}}}}}}}, metav1.CreateOptions{})
	require.NoError(p, err)
	p.Cleanup(func() {
		assert.NoError(p, hooks.Delete(context.Background(), p.namespace, metav1.DeleteOptions{}))
	})
	testcluster.Eventually(p, func() string {
		object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: prefix + "0"}}
		if _, err := p.client.CoreV1().ConfigMaps(p.namespace).Create(p.Context(), object, metav1.CreateOptions{DryRun: []string{"All"}}); err == nil {
			return "the API server does not ask the webhook yet"
		}
		return ""
	})
	return arrived, held
}
