package marks

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

var changes = Changes{
	Owned: Marks{
		Labels:         map[string]string{"catamaran.dev/operator": "o"},
		OwnerReference: map[string]any{"apiVersion": "a/v1", "kind": "A", "name": "a", "uid": "1", "controller": true},
	},
	Kinds:  []string{"v1 ConfigMap", "apps/v1 Deployment"},
	Scales: []Scale{{"Deployment", "here", "d", "/spec/replicas", 5}},
}

const reference = "ownerReferences:\n- apiVersion: a/v1\n  controller: true\n  kind: A\n  name: a\n  uid: \"1\"\n"

func indented(by string) string {
	return by + strings.ReplaceAll(strings.TrimSpace(reference), "\n", "\n"+by) + "\n"
}

func TestMarksEachObjectAsItMayBe(t *testing.T) {
	for name, row := range map[string]struct{ before, after string }{
		"no labels": {
			"# Source: a\nkind: ConfigMap\napiVersion: v1\nmetadata: # mine\n  # who\n  name: a\ndata: {a: 0755}\n",
			"# Source: a\nkind: ConfigMap\napiVersion: v1\nmetadata: # mine\n  # who\n  labels:\n    catamaran.dev/operator: o\n" + indented("  ") +
				"  name: a\ndata: {a: 0755}\n",
		},
		"labels": {
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n    name: a\n    labels:\n      # of\n      x: y\n",
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n" + indented("    ") +
				"    name: a\n    labels:\n      # of\n      catamaran.dev/operator: o\n      x: y\n",
		},
		"a form without lines": {
			"# Source: a\n{kind: ConfigMap, apiVersion: v1, metadata: {name: a}}\n",
			"# Source: a\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    catamaran.dev/operator: o\n  name: a\n" +
				indented("  "),
		},
		"the label is there": {
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  labels:\n    catamaran.dev/operator: o\n",
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n" + indented("  ") +
				"  labels:\n    catamaran.dev/operator: o\n",
		},
		"of another kind": {
			"kind: ClusterRole\napiVersion: rbac.authorization.k8s.io/v1\nmetadata:\n  labels:\n    catamaran.dev/operator: other\n",
			"kind: ClusterRole\napiVersion: rbac.authorization.k8s.io/v1\nmetadata:\n  labels:\n    catamaran.dev/operator: other\n",
		},
		"elsewhere": {
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  namespace: there\n",
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  namespace: there\n",
		},
		"kept": {
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  annotations:\n    helm.sh/resource-policy: keep\n  labels:\n    catamaran.dev/operator: o\n",
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  annotations:\n    helm.sh/resource-policy: keep\n  labels:\n    catamaran.dev/operator: o\n",
		},
		"scaled": {
			"# Source: a\nkind: Deployment\napiVersion: apps/v1\nmetadata:\n  name: d\n  ownerReferences: []\nspec:\n  replicas: 1\n",
			"# Source: a\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n" +
				"  name: d\n  ownerReferences: []\nspec:\n  replicas: 5\n",
		},
		"nulls among texts": {
			"# Source: a\nkind: Secret\napiVersion: v1\nmetadata:\n  name: s\n  namespace: there\nstringData:\n  a:\n  b: c\ndata: {d: null}\n",
			"# Source: a\napiVersion: v1\ndata:\n  d: \"\"\nkind: Secret\nmetadata:\n" +
				"  name: s\n  namespace: there\nstringData:\n  a: \"\"\n  b: c\n",
		},
		"pull secrets without a name": {
			"kind: Pod\napiVersion: v1\nmetadata:\n  name: p\n  namespace: there\nspec: {imagePullSecrets: [{}, {name: a}, {name: }]}\n",
			"apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  namespace: there\n" +
				"spec:\n  imagePullSecrets:\n  - name: a\n",
		},
		"what the API server writes": {
			"kind: Pod\napiVersion: v1\nmetadata:\n  name: p\n  namespace: there\n  uid: u\n  generation: 1\n  resourceVersion: \"1\"\n  creationTimestamp: null\n  annotations: {deployment.kubernetes.io/revision: \"3\"}\n",
			"apiVersion: v1\nkind: Pod\nmetadata:\n  annotations: {}\n  creationTimestamp: null\n  name: p\n  namespace: there\n",
		},
		"kept in another spelling": {
			"kind: ClusterRole\napiVersion: v1\nmetadata:\n  name: a\n  annotations: {helm.sh/resource-policy: \" Keep\"}\n",
			"apiVersion: v1\nkind: ClusterRole\nmetadata:\n  annotations:\n    helm.sh/resource-policy: keep\n  name: a\n",
		},
		"kept by another word": {
			"kind: ClusterRole\napiVersion: v1\nmetadata:\n  name: a\n  annotations: {helm.sh/resource-policy: Retain}\n",
			"apiVersion: v1\nkind: ClusterRole\nmetadata:\n  annotations:\n    catamaran.dev/resource-policy: Retain\n    helm.sh/resource-policy: keep\n  name: a\n",
		},
		"a policy without a word": {
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\n  annotations: {helm.sh/resource-policy: ' '}\n",
			"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  annotations: {}\n  labels:\n    catamaran.dev/operator: o\n  name: a\n" + indented("  "),
		},
		"a list of objects": {
			"kind: List\napiVersion: v1\nitems:\n- {kind: ConfigMap, apiVersion: v1, metadata: {name: a, resourceVersion: \"1\"}, data: {a: null}}\n",
			"apiVersion: v1\nitems:\n- apiVersion: v1\n  data:\n    a: \"\"\n  kind: ConfigMap\n  metadata:\n    name: a\nkind: List\n",
		},
		"no object":    {"- a\n", "- a\n"},
		"no metadata":  {"kind: ConfigMap\n", "kind: ConfigMap\n"},
		"not YAML":     {"a: b: c\n", "a: b: c\n"},
		"odd labels":   {"kind: X\nmetadata:\n  labels: [a]\n  annotations: b\n", "kind: X\nmetadata:\n  labels: [a]\n  annotations: b\n"},
		"only comment": {"# Source: a\n# nothing\n", "# Source: a\n# nothing\n"},
	} {
		assert.Equal(t, row.after, changes.Apply(row.before, "here"), name)
		assert.Equal(t, row.after, changes.Apply(row.after, "here"), name)
	}
}

func TestLeavesTheFormOfAManifest(t *testing.T) {
	manifest := "---\n# Source: a\nkind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\ndata:\n  b: |\n    ---\n    c\n---\n# Source: b\nkind: List\nitems: []\n"
	assert.Equal(t, manifest, (Changes{}).Apply(manifest, "here"))
	assert.Equal(t, manifest, strings.Replace(changes.Apply(manifest, "here"), "  labels:\n    catamaran.dev/operator: o\n"+indented("  "), "", 1))
	if objects, err := Objects(manifest); err != nil || len(objects) != 2 || !strings.Contains(string(objects[0]), `"b":"---\nc\n"`) {
		t.Errorf("%s, %v", objects, err)
	}
}

func TestRemovesTheMarksOfAFormerOwner(t *testing.T) {
	const former = "kind: ConfigMap\napiVersion: v1\nmetadata:\n  labels:\n    catamaran.dev/operator: o\n  name: a\n" +
		"  ownerReferences:\n  - {apiVersion: a/v1, kind: A, name: a, uid: \"0\", controller: true}\n"
	now, gone := changes, Changes{Former: []string{"catamaran.dev/operator"}}
	now.Former = gone.Former
	present := now.Apply("kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\n", "here")
	for name, row := range map[string]struct {
		changes       Changes
		before, after string
	}{
		"another owner before": {now, former, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    catamaran.dev/operator: o\n  name: a\n" + indented("  ")},
		"nobody now":           {gone, former, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"},
		"another operator": {now, strings.Replace(present, "operator: o", "operator: other", 1),
			"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    catamaran.dev/operator: o\n  name: a\n" + indented("  ")},
		"more labels": {gone, strings.Replace(former, "labels:\n", "labels:\n    x: z\n", 1),
			"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    x: z\n  name: a\n"},
		"the same owner":      {now, present, present},
		"an owner of its own": {gone, "kind: A\nmetadata:\n  ownerReferences: [{uid: \"0\"}]\n", "kind: A\nmetadata:\n  ownerReferences: [{uid: \"0\"}]\n"},
		"no labels":           {gone, "kind: A\nmetadata:\n  labels: []\n", "kind: A\nmetadata:\n  labels: []\n"},
	} {
		assert.Equal(t, row.after, row.changes.Apply(row.before, "here"), name)
	}
}

const head = "apiVersion: v1\nkind: ConfigMap\n"

// A document gets all marks and no other change, or stays the same to the byte.
func TestMarksWhatIsOwnedAndNothingElse(t *testing.T) {
	only := Changes{Owned: changes.Owned, Kinds: append(changes.Kinds, "rbac.authorization.k8s.io/v1 Role")}
	for name, document := range map[string]string{
		"labels at the end":            head + "metadata:\n  name: a\n  labels:\n    app: web",
		"deep indent":                  head + "metadata:\n     name: a\n     labels:\n       app: web\n",
		"metadata first":               "metadata:\n  name: a\n  labels:\n    a: b\n" + head,
		"blank and comment lines":      head + "metadata: # x\n\n  # y\n  name: a\n",
		"a comment in labels":          head + "metadata:\n  name: a\n  labels: # x\n    # y\n    a: b\n",
		"a blank line in metadata":     head + "metadata:\n  name: a\n\n#c\n  labels:\n    a: b\n",
		"blanks after the colon":       head + "metadata: \t\n  name: a\n  labels:  \n    a: b\n",
		"windows lines":                head + "metadata:\r\n  name: a\r\n  labels:\r\n    a: b\r\n",
		"quoted keys":                  "\"apiVersion\": 'v1'\nkind: ConfigMap # x\nmetadata:\n  \"name\": a\n",
		"a list in metadata":           head + "metadata:\n  finalizers:\n  - a/b\n  name: a\n",
		"its own namespace":            head + "metadata:\n  name: a\n  namespace: here\n",
		"the label already":            head + "metadata:\n  name: a\n  labels:\n    catamaran.dev/operator: o\n",
		"empty annotations":            head + "metadata:\n  name: a\n  annotations:\n",
		"other annotations":            head + "metadata:\n  name: a\n  annotations:\n    helm.sh/chart: x\n",
		"big and odd numbers":          head + "metadata:\n  name: a\nx: 12345678901234567890\ny: 1e3\nz: 0644\nn: null\ni: 9007199254740993\n",
		"the words in a block":         head + "data:\n  a: |\n    metadata:\n      labels:\n        x: z\nmetadata:\n  name: a\n  labels:\n    a: b\n",
		"an anchor among the labels":   head + "metadata:\n  name: a\n  labels:\n    a: &x b\ndata:\n  a: *x\n",
		"merged labels":                head + "x: &x\n  a: b\nmetadata:\n  name: a\n  labels:\n    <<: *x\n",
		"a workload":                   "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n  labels:\n    app: web\nspec:\n  template:\n    metadata:\n      labels:\n        app: web\n",
		"a role":                       "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: a:b\nrules: []\n",
		"flow style":                   head + "metadata: {name: a}\n",
		"flow style of labels":         head + "metadata:\n  name: a\n  labels: {a: b}\n",
		"empty labels":                 head + "metadata:\n  name: a\n  labels:\n",
		"empty labels before a name":   head + "metadata:\n  labels:\n  name: a\n",
		"labels of an anchor":          head + "metadata:\n  name: a\n  labels: &x\n    a: b\ndata: *x\n",
		"metadata of an anchor":        head + "metadata: &x\n  name: a\nspec: *x\n",
		"labels of an alias":           head + "x: &x\n  a: b\nmetadata:\n  name: a\n  labels: *x\n",
		"the key of labels in quotes":  head + "metadata:\n  name: a\n  \"labels\":\n    a: b\n",
		"the key of metadata in quote": head + "\"metadata\":\n  name: a\n",
		"labels elsewhere first":       head + "metadata:\n  x:\n    labels:\n      x: z\n  labels:\n    a: b\n  name: a\n",
		"JSON":                         "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\n\"metadata\":{\"name\":\"a\"}}\n",
	} {
		wanted := parse(document)
		metadata := wanted["metadata"].(map[string]any)
		labels, _ := metadata["labels"].(map[string]any)
		if labels == nil {
			labels = map[string]any{}
		}
		labels["catamaran.dev/operator"] = "o"
		metadata["labels"], metadata["ownerReferences"] = labels, []any{normal(only.Owned.OwnerReference)}
		got := only.Apply(document, "here")
		assert.Equal(t, wanted, parse(got), name)
		assert.Equal(t, got, only.Apply(got, "here"), name)
	}
	for name, document := range map[string]string{
		"a list":                 "apiVersion: v1\nkind: List\nmetadata:\n  name: a\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n",
		"a custom kind":          "apiVersion: my.domain/v1\nkind: ConfigMap\nmetadata:\n  name: a\n",
		"cluster scope":          "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n",
		"a volume claim":         "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: a\n",
		"another namespace":      head + "metadata:\n  name: a\n  namespace: other\n",
		"to be kept":             head + "metadata:\n  name: a\n  annotations:\n    helm.sh/resource-policy: keep\n",
		"a hook":                 head + "metadata:\n  name: a\n  annotations:\n    helm.sh/hook: pre-install\n",
		"own references":         head + "metadata:\n  name: a\n  ownerReferences: []\n",
		"references of others":   head + "metadata:\n  name: a\n  ownerReferences: [{uid: \"5\"}]\n",
		"another operator":       head + "metadata:\n  name: a\n  labels:\n    catamaran.dev/operator: theirs\n",
		"no operator":            head + "metadata:\n  name: a\n  labels:\n    catamaran.dev/operator: \"\"\n",
		"labels of a wrong kind": head + "metadata:\n  name: a\n  labels: [a]\n",
		"annotations of one":     head + "metadata:\n  name: a\n  annotations: a\n",
		"no kind":                "metadata:\n  name: a\n",
		"only a comment":         "# metadata:\n",
	} {
		assert.Equal(t, document, only.Apply(document, "here"), name)
	}
}

func TestMarksWithTextsThatLookLikeNumbers(t *testing.T) {
	odd := Changes{Kinds: changes.Kinds, Owned: Marks{Labels: map[string]string{"catamaran.dev/operator": "007"},
		OwnerReference: map[string]any{"name": "123", "uid": "1e3", "controller": true}}}
	for _, document := range []string{head + "metadata:\n  name: a\n", head + "metadata: {name: a}\n"} {
		metadata := parse(odd.Apply(document, "here"))["metadata"].(map[string]any)
		reference := metadata["ownerReferences"].([]any)[0].(map[string]any)
		assert.Equal(t, []any{"007", "123", "1e3"}, []any{metadata["labels"].(map[string]any)["catamaran.dev/operator"], reference["name"], reference["uid"]})
	}
}

func TestScalesOnlyTheObjectInItsNamespace(t *testing.T) {
	web := "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 1\n"
	for name, row := range map[string]struct {
		document string
		scale    Scale
		want     any
	}{
		"in the release's":      {web, Scale{"Deployment", "here", "web", "/spec/replicas", 7}, int64(7)},
		"in its own":            {strings.Replace(web, "name: web", "name: web\n  namespace: other", 1), Scale{"Deployment", "other", "web", "/spec/replicas", 7}, int64(7)},
		"in another":            {web, Scale{"Deployment", "other", "web", "/spec/replicas", 7}, int64(1)},
		"of another name":       {web, Scale{"Deployment", "here", "db", "/spec/replicas", 7}, int64(1)},
		"of another kind":       {web, Scale{"StatefulSet", "here", "web", "/spec/replicas", 7}, int64(1)},
		"to nothing":            {web, Scale{"Deployment", "here", "web", "/spec/replicas", 0}, int64(0)},
		"from an empty field":   {strings.Replace(web, " 1", "", 1), Scale{"Deployment", "here", "web", "/spec/replicas", 7}, int64(7)},
		"from a text":           {strings.Replace(web, " 1", " \"1\"", 1), Scale{"Deployment", "here", "web", "/spec/replicas", 7}, int64(7)},
		"the same":              {web, Scale{"Deployment", "here", "web", "/spec/replicas", 1}, int64(1)},
		"without the field":     {strings.Replace(web, "replicas", "paused", 1), Scale{"Deployment", "here", "web", "/spec/replicas", 7}, nil},
		"without specification": {strings.Replace(web, "spec:\n  replicas: 1\n", "", 1), Scale{"Deployment", "here", "web", "/spec/replicas", 7}, nil},
	} {
		got := Changes{Scales: []Scale{row.scale}}.Apply(row.document, "here")
		spec, _ := parse(got)["spec"].(map[string]any)
		assert.Equal(t, row.want, spec["replicas"], name)
		if isSame := reflect.DeepEqual(parse(got), parse(row.document)); isSame && got != row.document {
			t.Errorf("%s: rewritten:\n%s", name, got)
		}
	}
}

func TestAMemoryAnswersWhatReadingDoes(t *testing.T) {
	manifest := "---\n# Source: c/templates/a.yaml\nkind: A\nn: 1\n---\n# Source: c/templates/b.yaml\n# nothing\n---\nkind: B\n"
	objects, sources, err := Sources(manifest)
	require.NoError(t, err)
	for _, most := range []int{0, 60, 1 << 20} {
		memory := NewMemory(most)
		for range 3 {
			again, paths, err := memory.Sources(manifest)
			if err != nil || !reflect.DeepEqual(again, objects) || !reflect.DeepEqual(paths, sources) {
				t.Errorf("most %d: %s %v %v, not %s %v", most, again, paths, err, objects, sources)
			}
		}
		if memory.size > most {
			t.Errorf("%d bytes of %d are kept", memory.size, most)
		}
	}
}

func TestAMemoryKeepsNoMistake(t *testing.T) {
	memory := NewMemory(1 << 20)
	for range 2 {
		if _, err := memory.Objects("a: [\n"); err == nil || !strings.Contains(err.Error(), "no YAML") {
			t.Error(err)
		}
	}
}

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
		labels, areLabels := metadata["labels"].(map[string]any)
		delete(labels, "catamaran.dev/operator")
		if metadata["labels"] == nil || areLabels && len(labels) == 0 {
			delete(metadata, "labels")
		}
		delete(metadata, "ownerReferences")
	}
	if spec, isMap := whole["spec"].(map[string]any); isMap && whole["kind"] == "Deployment" {
		delete(spec, "replicas")
	}
	return whole
}
