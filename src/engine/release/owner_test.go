package release

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

func yamlOf(t *testing.T, text string) (object map[string]any) {
	t.Helper()
	require.NoError(t, yaml.Unmarshal([]byte(text), &object))
	return object
}

const reference = "{apiVersion: cache.my.domain/v1alpha1, kind: Memcached, name: cache, uid: uid-1, controller: true}"

func ownerIn(t *testing.T, namespace string) owner {
	t.Helper()
	return owner{Operator: "ours", Namespace: namespace, Reference: yamlOf(t, reference)}
}

// A reference names the owner where that is allowed; else annotations do.
func TestAnObjectNamesItsOwnerByAReferenceWhereThatIsAllowed(t *testing.T) {
	for _, row := range []struct {
		of, in   string
		outlives bool
		named    string
	}{
		{"shop", "shop", false, ""}, {"shop", "elsewhere", false, "shop/cache"}, {"shop", "", false, "shop/cache"}, {"shop", "shop", true, "shop/cache"},
		{"", "shop", false, ""}, {"", "", false, ""}, {"", "", true, "/cache"},
	} {
		expected := yamlOf(t, "{name: a, labels: {catamaran.dev/operator: ours}}")
		if row.named == "" {
			expected["ownerReferences"] = []any{yamlOf(t, reference)}
		} else {
			expected["annotations"] = map[string]any{primaryOf: row.named, primaryType: "Memcached.cache.my.domain"}
		}
		metadata := map[string]any{"name": "a"}
		by := ownerIn(t, row.of)
		by.mark(metadata, row.in, row.outlives)
		assert.Equal(t, expected, metadata, row)

		metadata["namespace"] = row.in
		found := &unstructured.Unstructured{Object: map[string]any{"metadata": metadata}}
		assert.True(t, by.isNamed(found), row)
		assert.Empty(t, by.unwanted(found, row.outlives), row)
	}
}

func TestWhatIsWantedHasTheMarksOfHelmAndOfItsOwnerAlone(t *testing.T) {
	const gone = "{apiVersion: cache.my.domain/v1alpha1, kind: Memcached, name: gone, uid: uid-0}"
	target := Target{Release: "cache", Namespace: "shop"}
	whole := func(metadata, in string) map[string]any {
		return metadataOf(ownerIn(t, "shop").complete(yamlOf(t, "{apiVersion: v1, kind: ConfigMap, metadata: {"+metadata+"}}"), in, target, false))
	}
	assert.Equal(t, yamlOf(t, `{name: a, labels: {app: web, catamaran.dev/operator: ours, app.kubernetes.io/managed-by: Helm},
  annotations: {note: x, meta.helm.sh/release-name: cache, meta.helm.sh/release-namespace: shop}, ownerReferences: [`+reference+`]}`),
		whole("name: a, uid: u, labels: {app: web}, annotations: {note: x, deployment.kubernetes.io/revision: '2'}", "shop"))
	former := "name: a, namespace: shop, labels: {catamaran.dev/operator: theirs}, ownerReferences: [" + gone + "]"
	assert.Equal(t, []any{yamlOf(t, reference)}, whole(former, "shop")["ownerReferences"])
	assert.NotContains(t, whole(former, "elsewhere"), "ownerReferences")
	assert.Equal(t, []any{yamlOf(t, gone)}, whole("name: a, ownerReferences: ["+gone+"]", "elsewhere")["ownerReferences"])
	assert.NotContains(t, whole(former, ""), "namespace")
}
