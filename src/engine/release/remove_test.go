package release

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"catamaran.dev/engine/testcluster"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
)

func TestWhatNamesAnOwnerIsRemovedWhereverItIs(t *testing.T) {
	p := begin(t)
	elsewhere := p.fresh(t)
	elsewhere.namespace = begin(t).namespace
	group := p.namespace + ".example"
	p.establish(group)
	defer p.breaks(group)()
	annotations := map[string]string{primaryOf: p.namespace + "/cache", primaryType: "Memcached.cache.my.domain"}
	label := map[string]string{operatorLabel: "ours"}
	kept := map[string]string{"helm.sh/resource-policy": "keep"}
	owners := []metav1.OwnerReference{{APIVersion: "cache.my.domain/v1", Kind: "Memcached", Name: "cache", UID: "uid-1"}}
	p.create(metav1.ObjectMeta{Name: "a", Labels: label, OwnerReferences: owners, Finalizers: []string{"example.com/held"}})
	p.create(metav1.ObjectMeta{Name: "kept", Labels: label, OwnerReferences: owners, Annotations: kept})
	p.create(metav1.ObjectMeta{Name: "of-others", Labels: label})
	p.create(metav1.ObjectMeta{Name: "unlabelled", OwnerReferences: owners})
	elsewhere.create(metav1.ObjectMeta{Name: "b", Labels: label, Annotations: annotations})
	asked := params{"owner": ownerIn(t, p.namespace), "catalogMillis": 1}
	removes := func(more params) ([]removed, map[string]string) {
		for name, value := range more {
			asked[name] = value
		}
		answer, err := p.call(t.Context(), (*Releases).Remove, asked)
		require.NoError(t, err)
		return answer.(map[string]any)["objects"].([]removed), answer.(map[string]any)["unlisted"].(map[string]string)
	}

	left, unlisted := removes(params{"look": true})
	assert.Len(t, left, 2)
	assert.Contains(t, unlisted, "kind of "+group+"/v1")
	_, unlisted = removes(params{"kinds": []string{"/ConfigMap", group + "/A", "gone.example/B"}})
	assert.Contains(t, unlisted, "kind of "+group+"/v1")
	assert.Len(t, unlisted, 1)

	done, _ := removes(params{"look": false, "kinds": []string{}, "as": p.may("some", rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"*"}})})
	assert.Len(t, done, 3)
	for _, each := range done {
		names := metadataOf(each.Object)
		switch names["name"] {
		case "a":
			assert.NotEmpty(t, each.Deleted)
			assert.Equal(t, []string{"example.com/held"}, names["finalizers"])
		case "kept":
			assert.Empty(t, metadataOf(each.Live)["ownerReferences"])
		default:
			assert.NotNil(t, each.Fault, "the account has no right there")
		}
	}
	assert.True(t, p.has("kept") && p.has("of-others") && p.has("unlabelled") && elsewhere.has("b"))
}

// Where only namespaces may be listed, a list that fails does not say that nothing is there.
func TestAListThatFailsIsNotTakenForNone(t *testing.T) {
	inside := http.StatusInternalServerError
	config := rest.CopyConfig(testcluster.Config(t))
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		return roundTripper(func(request *http.Request) (*http.Response, error) {
			code := inside
			if request.URL.Path == "/api/v1/configmaps" {
				code = http.StatusForbidden
			} else if !strings.HasSuffix(request.URL.Path, "/configmaps") {
				return next.RoundTrip(request)
			}
			answer := httptest.NewRecorder()
			answer.WriteHeader(code)
			return answer.Result(), nil
		})
	})
	p := beginAt(t, config)
	asked := params{"owner": ownerIn(t, p.namespace), "look": true, "kinds": []string{"/ConfigMap"}, "namespaces": []string{p.namespace}}
	_, err := p.call(t.Context(), (*Releases).Remove, asked)
	assert.Error(t, err)
	inside = http.StatusForbidden
	_, err = p.call(t.Context(), (*Releases).Remove, asked)
	assert.NoError(t, err)
}
