package marks

import (
	"strings"
	"testing"
)

var changes = Changes{
	Owned: Marks{
		Labels:         map[string]string{"catamaran.dev/operator": "o"},
		OwnerReference: map[string]any{"apiVersion": "a/v1", "kind": "A", "name": "a", "uid": "1", "controller": true},
	},
	Kinds:  []string{"v1 ConfigMap", "apps/v1 Deployment"},
	Others: Marks{Labels: map[string]string{"catamaran.dev/operator": "o"}, Annotations: map[string]string{"primary": "a"}},
	Scales: []Scale{{"Deployment", "here", "d", 5}},
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
			"kind: ClusterRole\napiVersion: rbac.authorization.k8s.io/v1\nmetadata:\n  annotations:\n    primary: a\n  labels:\n" +
				"    catamaran.dev/operator: other\n",
		},
		"elsewhere": {
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  namespace: there\n",
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  annotations:\n    primary: a\n  labels:\n    catamaran.dev/operator: o\n  namespace: there\n",
		},
		"kept": {
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  annotations:\n    helm.sh/resource-policy: keep\n  labels:\n    catamaran.dev/operator: o\n",
			"kind: ConfigMap\napiVersion: v1\nmetadata:\n  annotations:\n    primary: a\n    helm.sh/resource-policy: keep\n  labels:\n" +
				"    catamaran.dev/operator: o\n",
		},
		"scaled": {
			"# Source: a\nkind: Deployment\napiVersion: apps/v1\nmetadata:\n  name: d\n  ownerReferences: []\nspec:\n  replicas: 1\n",
			"# Source: a\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  annotations:\n    primary: a\n  labels:\n    catamaran.dev/operator: o\n" +
				"  name: d\n  ownerReferences: []\nspec:\n  replicas: 5\n",
		},
		"no object":    {"- a\n", "- a\n"},
		"no metadata":  {"kind: ConfigMap\n", "kind: ConfigMap\n"},
		"not YAML":     {"a: b: c\n", "a: b: c\n"},
		"odd labels":   {"kind: X\nmetadata:\n  labels: [a]\n  annotations: b\n", "kind: X\nmetadata:\n  labels: [a]\n  annotations: b\n"},
		"only comment": {"# Source: a\n# nothing\n", "# Source: a\n# nothing\n"},
	} {
		if got := changes.Apply(row.before, "here"); got != row.after {
			t.Errorf("%s:\n%s\nin place of\n%s", name, got, row.after)
		}
		if again := changes.Apply(row.after, "here"); again != row.after {
			t.Errorf("%s: not the same a second time:\n%s", name, again)
		}
	}
}

func TestLeavesTheFormOfAManifest(t *testing.T) {
	manifest := "---\n# Source: a\nkind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\ndata:\n  b: |\n    ---\n    c\n---\n# Source: b\nkind: List\nitems: []\n"
	if got := (Changes{}).Apply(manifest, "here"); got != manifest {
		t.Error(got)
	}
	if got := changes.Apply(manifest, "here"); strings.Replace(got, "  labels:\n    catamaran.dev/operator: o\n"+indented("  "), "", 1) != manifest {
		t.Error(got)
	}
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
		if got := row.changes.Apply(row.before, "here"); got != row.after {
			t.Errorf("%s:\n%s\nin place of\n%s", name, got, row.after)
		}
	}
}
