package fields

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/yaml"
)

type example struct {
	Name   string         `json:"name"`
	Before map[string]any `json:"before"`
	Wanted map[string]any `json:"wanted"`
	Live   map[string]any `json:"live"`
	Left   []string       `json:"left"`
}

func read(t *testing.T, file string, into any) {
	t.Helper()
	content, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	if content, err = yaml.YAMLToJSON(content); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, utiljson.Unmarshal(content, into))
}

// rules are those of the operator; FieldRulesTest holds the file.
func rules(t *testing.T) (rules []Rule) {
	read(t, "rules.json", &rules)
	return rules
}

func schemaFor(kind string) strategicpatch.LookupPatchMeta {
	for name, typed := range map[string]any{"Service": corev1.Service{}, "StatefulSet": appsv1.StatefulSet{}, "Deployment": appsv1.Deployment{},
		"ValidatingWebhookConfiguration": admissionv1.ValidatingWebhookConfiguration{}} {
		if name == kind {
			return strategicpatch.PatchMetaFromStruct{T: reflect.TypeOf(typed)}
		}
	}
	return nil
}

func TestLeavesToOthersWhatTheyOwn(t *testing.T) {
	var examples []example
	read(t, "cases.yaml", &examples)
	for _, row := range examples {
		t.Run(row.Name, func(t *testing.T) {
			before, wanted := runtime.DeepCopyJSON(row.Before), runtime.DeepCopyJSON(row.Wanted)
			err := Leave(rules(t), Object{
				Kind: schema.FromAPIVersionAndKind(fmt.Sprint(wanted["apiVersion"]), fmt.Sprint(wanted["kind"])), Before: before, Wanted: wanted,
				Live: func() (map[string]any, error) { return row.Live, nil }, Schema: schemaFor(fmt.Sprint(wanted["kind"])),
			})
			require.NoError(t, err)
			left := slices.Concat(changed("", row.Before, before), changed("", row.Wanted, wanted))
			slices.Sort(left)
			slices.Sort(row.Left)
			if left = slices.Compact(left); !slices.Equal(left, row.Left) {
				t.Errorf("%v, not %v", left, row.Left)
			}
		})
	}
}

// changed returns JSON pointers to what differs.
func changed(at string, one, other any) []string {
	var found []string
	switch one := one.(type) {
	case map[string]any:
		if other, isMap := other.(map[string]any); isMap {
			for name := range union(one, other) {
				_, hasOne := one[name]
				_, hasOther := other[name]
				if hasOne != hasOther {
					found = append(found, at+"/"+name)
				} else {
					found = append(found, changed(at+"/"+name, one[name], other[name])...)
				}
			}
			return found
		}
	case []any:
		if other, isList := other.([]any); isList && len(one) == len(other) {
			for i := range one {
				found = append(found, changed(fmt.Sprintf("%s/%d", at, i), one[i], other[i])...)
			}
			return found
		}
	}
	if !reflect.DeepEqual(one, other) {
		found = append(found, at)
	}
	return found
}

func TestLeavesWhatAnAdministratorIgnores(t *testing.T) {
	const before = `{"metadata": {"name": "web-a", "labels": {"tier": "front"}, "annotations": {"a/b": "1", "c": "1"}}, "spec": {"a": 1, "list": [{"x": 1}, {"x": 2}], "gone": 1}}`
	const wanted = `{"metadata": {"name": "web-a", "labels": {"tier": "front"}}, "spec": {"a": 2, "list": [{"x": 3}, {"x": 4}], "new": 1}}`
	const live = `{"metadata": {"annotations": {"a/b": "9"}}, "spec": {"a": 9, "list": [{"x": 8}, {"x": 9}]}}`
	for _, row := range []struct {
		name            string
		rule            Rule
		replaced        bool
		wanted, expects string // the spec, and what a patch does not touch
	}{
		{"a field", Rule{Path: "/spec/a"}, false, "spec", `{"list":[{"x":3},{"x":4}],"new":1}`},
		{"a field of an object that is replaced", Rule{Path: "/spec/a"}, true, "spec", `{"a":9,"list":[{"x":3},{"x":4}],"new":1}`},
		{"a field that is not there", Rule{Path: "/spec/new"}, false, "spec", `{"a":2,"list":[{"x":3},{"x":4}]}`},
		{"an item", Rule{Path: "/spec/list/1"}, false, "spec", `{"a":2,"list":[{"x":3},{"x":9}],"new":1}`},
		{"a field of an item", Rule{Path: "/spec/list/0/x"}, false, "spec", `{"a":2,"list":[{"x":8},{"x":4}],"new":1}`},
		{"an annotation of a map that the chart drops", Rule{Path: "/metadata/annotations/a~1b"}, false, "metadata", `{"annotations":{},"labels":{"tier":"front"},"name":"web-a"}`},
		{"all", Rule{Name: "web-.*", Labels: "tier in (front,back)", Kinds: []string{"*/Gadget"}}, false, "spec", `null`},
		{"another name", Rule{Name: "eb-.*"}, false, "spec", `{"a":2,"list":[{"x":3},{"x":4}],"new":1}`},
		{"another label", Rule{Labels: "tier notin (front)"}, false, "spec", `{"a":2,"list":[{"x":3},{"x":4}],"new":1}`},
		{"another kind", Rule{Kinds: []string{"other.example/Gadget"}}, false, "spec", `{"a":2,"list":[{"x":3},{"x":4}],"new":1}`},
	} {
		var was, is, now map[string]any
		for text, into := range map[string]*map[string]any{before: &was, wanted: &is, live: &now} {
			require.NoError(t, utiljson.Unmarshal([]byte(text), into))
		}
		row.rule.When = Ignored
		require.NoError(t, Leave([]Rule{row.rule}, Object{Kind: schema.GroupVersionKind{Group: "test.example", Kind: "Gadget"}, Before: was, Wanted: is,
			Live: func() (map[string]any, error) { return now, nil }, Replaced: row.replaced}))
		if found, _ := json.Marshal(is[row.wanted]); string(found) != row.expects {
			t.Errorf("%s: %s", row.name, found)
		}
	}
}

// The API server made empty texts and quantities of the nulls, and a patch would delete them (helm/helm issue 13351).
func TestLeavesTheEmptyValuesThatNullsBecame(t *testing.T) {
	const before = `{"spec": {"limits": {"cpu": null, "memory": "1Gi"}, "selector": {"a": null}, "strategy": {"rollingUpdate": {"maxSurge": 1}}, "items": [{"requests": {"cpu": "1"}}]}}`
	const wanted = `{"spec": {"limits": {"cpu": null, "memory": null}, "selector": {"a": null}, "strategy": {"rollingUpdate": null}, "items": [{"requests": {"cpu": null}}]}}`
	const live = `{"spec": {"limits": {"cpu": "0", "memory": "1Gi"}, "selector": {"a": ""}, "strategy": {"rollingUpdate": {"maxSurge": 1}}, "items": [{"requests": {"cpu": "0"}}]}}`
	was, is, now := parsed(before), parsed(wanted), parsed(live)
	require.NoError(t, Leave(nil, Object{Before: was, Wanted: is, Live: func() (map[string]any, error) { return now, nil }}))
	if found, _ := json.Marshal(is); string(found) != `{"spec":{"items":[{"requests":{"cpu":"0"}}],"limits":{"memory":null},"selector":{},"strategy":{"rollingUpdate":null}}}` {
		t.Errorf("%s", found)
	}
}

func TestChangesNothingOfAnObjectThatDoesNotExist(t *testing.T) {
	wanted := map[string]any{"spec": map[string]any{"replicas": nil, "caBundle": ""}}
	require.NoError(t, Leave(rules(t), Object{Before: map[string]any{}, Wanted: wanted, Live: func() (map[string]any, error) { return nil, nil }}))
	if _, has := wanted["spec"].(map[string]any)["caBundle"]; !has {
		t.Error(wanted)
	}
}
