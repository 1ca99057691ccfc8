package marks

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// Changes that concern no object of a manifest.
var idle = Changes{Former: []string{"catamaran.dev/none"}, Scales: []Scale{{"None", "none", "none", "/spec/replicas", 1}}}

func FuzzManifest(f *testing.F) {
	for _, manifest := range []string{
		"",
		"---\n# Source: a\nkind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\ndata:\n  b: |\n    ---\n    c\n---\n# Source: b\nkind: List\nitems: []\n",
		"kind: ConfigMap\napiVersion: v1\nmetadata: # mine\n  # who\n  name: a\n  labels:\n      # of\n      x: y\n",
		"{kind: ConfigMap, apiVersion: v1, metadata: {name: a, annotations: {helm.sh/resource-policy: keep}}}\n",
		"kind: Deployment\napiVersion: apps/v1\nmetadata:\n  name: d\n  ownerReferences: []\nspec:\n  replicas: 1\n",
		"kind: ConfigMap\napiVersion: v1\nmetadata:\n  labels: &l\n    a: b\n  annotations: *l\n  name: !!str 1\n",
		"kind: ConfigMap\nmetadata:\n  labels:\n  annotations: ~\n  name: 0x1F\n...\n---\nmetadata: [a]\n",
		"kind: ConfigMap\r\napiVersion: v1\r\nmetadata:\r\n  name: a\r\n",
		"kind: 1\nmetadata:\n  labels:\n    ? [a]\n    : b\n",
		"\"kind\": A\nmetadata:\n\n  labels:\n\n    a: |\n      b\n    c: 1e3\n  n: 18446744073709551615\n",
	} {
		f.Add(manifest)
	}
	f.Fuzz(func(t *testing.T, manifest string) {
		assert.Equal(t, manifest, idle.Apply(manifest, "here"))
		marked := changes.Apply(manifest, "here")
		assert.Equal(t, marked, changes.Apply(marked, "here"))
		before, paths, err := Sources(manifest)
		if err != nil {
			return
		}
		after, same, err := Sources(marked)
		if err != nil || len(after) != len(before) || !reflect.DeepEqual(paths, same) {
			t.Fatalf("%q became %q, which has other objects (%v)", manifest, marked, err)
		}
		for i := range after {
			// Of the keys 1 and 1.0, which JSON has as one, chance takes the value, as in Helm.
			read := 0
			for ; read < 50 && !reflect.DeepEqual(unmarked(before[i]), unmarked(after[i])); read++ {
				before, _, _ = Sources(manifest)
			}
			if read == 50 {
				t.Errorf("%q became %q: %v and %v differ by more than marks", manifest, marked, unmarked(before[i]), unmarked(after[i]))
			}
		}
	})
}

// unmarked returns an object without all that marks may change, with the numbers that Kubernetes reads.
func unmarked(object json.RawMessage) any {
	var whole map[string]any
	if utiljson.Unmarshal(object, &whole) != nil {
		return string(object)
	}
	if metadata, isMap := whole["metadata"].(map[string]any); isMap {
		for field, names := range map[string][]string{"labels": {"catamaran.dev/operator"}, "annotations": {"primary"}} {
			if values, isMap := metadata[field].(map[string]any); isMap {
				for _, name := range names {
					delete(values, name)
				}
			}
			if values, isMap := metadata[field].(map[string]any); metadata[field] == nil || isMap && len(values) == 0 {
				delete(metadata, field)
			}
		}
		delete(metadata, "ownerReferences")
	}
	if spec, isMap := whole["spec"].(map[string]any); isMap && whole["kind"] == "Deployment" {
		delete(spec, "replicas")
	}
	return whole
}
