package fields

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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
			err := Leave(Shared(), Object{
				Kind: schema.FromAPIVersionAndKind(fmt.Sprint(wanted["apiVersion"]), fmt.Sprint(wanted["kind"])), Before: before, Wanted: wanted,
				Live: func() (map[string]any, error) { return row.Live, nil }, Schema: schemaFor(fmt.Sprint(wanted["kind"])),
			})
			require.NoError(t, err)
			left := slices.Concat(changed("", row.Before, before), changed("", row.Wanted, wanted))
			slices.Sort(left)
			slices.Sort(row.Left)
			assert.ElementsMatch(t, row.Left, slices.Compact(left))
		})
	}
}

func TestSaysNothingWithANullWhereOthersAddEntries(t *testing.T) {
	manifest := func() map[string]any {
		var found map[string]any
		require.NoError(t, json.Unmarshal([]byte(`{"metadata": {"labels": null}, "spec": {"paused": null, "template": {"spec": {"tolerations": null, "volumes": null,
			"containers": [{"name": "a", "env": null, "command": null}]}}}}`), &found))
		return found
	}
	before, wanted := manifest(), manifest()
	require.NoError(t, Leave(nil, Object{Before: before, Wanted: wanted, Live: func() (map[string]any, error) { return nil, nil }, Schema: schemaFor("Deployment")}))
	expected := `{"metadata": {}, "spec": {"paused": null, "template": {"spec": {"tolerations": null, "containers": [{"name": "a", "command": null}]}}}}`
	for _, left := range []map[string]any{before, wanted} {
		text, err := json.Marshal(left)
		require.NoError(t, err)
		assert.JSONEq(t, expected, string(text))
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
		found, _ := json.Marshal(is[row.wanted])
		assert.Equal(t, row.expects, string(found), row.name)
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
	require.NoError(t, Leave(Shared(), Object{Before: map[string]any{}, Wanted: wanted, Live: func() (map[string]any, error) { return nil, nil }}))
	if _, has := wanted["spec"].(map[string]any)["caBundle"]; !has {
		t.Error(wanted)
	}
}

func TestJoinsTheItemsOfOthers(t *testing.T) {
	for _, row := range []struct {
		name, kind           string
		before, wanted, live string
		joined               string // the wanted object; empty if nothing is read
	}{
		{"a finalizer of another", "Gadget", "metadata: {finalizers: [a]}", "metadata: {}", "metadata: {finalizers: [a, b]}", "metadata: {finalizers: [b]}"},
		{"a finalizer that the chart changes", "Gadget", "metadata: {finalizers: [a]}", "metadata: {finalizers: [c]}", "metadata: {finalizers: [b, a]}", "metadata: {finalizers: [b, c]}"},
		{"finalizers that the chart leaves", "Gadget", "metadata: {finalizers: [a]}", "metadata: {finalizers: [a]}", "metadata: {finalizers: [a, b]}", ""},
		{"the last finalizer", "Gadget", "metadata: {finalizers: [a]}", "metadata: {}", "metadata: {finalizers: [a]}", "metadata: {}"},
		{"a finalizer of a kind whose lists are merged", "Deployment", "metadata: {finalizers: [a]}", "metadata: {}", "metadata: {finalizers: [a, b]}", "metadata: {finalizers: [b]}"},
		{"finalizers that are merged", "Deployment", "metadata: {finalizers: [a]}", "metadata: {finalizers: [c]}", "metadata: {finalizers: [a, b]}", ""},
		{"another owner", "Gadget", "metadata: {ownerReferences: [{uid: a}]}", "metadata: {ownerReferences: [{uid: c, name: c}]}", "metadata: {ownerReferences: [{uid: a}, {uid: b, name: b}]}",
			"metadata: {ownerReferences: [{uid: b, name: b}, {uid: c, name: c}]}"},
		{"what a cluster adds to an account", "ServiceAccount", "imagePullSecrets: [{name: a}]", "imagePullSecrets: [{name: a}]", "imagePullSecrets: [{name: a}, {name: b}]", "imagePullSecrets: [{name: a}, {name: b}]"},
		{"what a cluster adds to an account that has none", "ServiceAccount", "imagePullSecrets: []", "imagePullSecrets: []", "imagePullSecrets: [{name: b}]", "imagePullSecrets: [{name: b}]"},
		{"what an account drops", "ServiceAccount", "imagePullSecrets: [{name: a}]", "metadata: {}", "imagePullSecrets: [{name: a}, {name: b}]", "metadata: {}\nimagePullSecrets: [{name: b}]"},
		{"an account without any", "ServiceAccount", "metadata: {}", "metadata: {}", "imagePullSecrets: [{name: b}]", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var before, wanted, live, joined map[string]any
			for text, into := range map[*string]*map[string]any{&row.before: &before, &row.wanted: &wanted, &row.live: &live, &row.joined: &joined} {
				require.NoError(t, yaml.Unmarshal([]byte(*text), into))
			}
			var keys strategicpatch.LookupPatchMeta
			if row.kind != "Gadget" {
				keys = schemaFor("Deployment")
			}
			reads := 0
			err := Leave(nil, Object{Kind: schema.GroupVersionKind{Kind: row.kind}, Before: before, Wanted: wanted, Schema: keys,
				Live: func() (map[string]any, error) { reads++; return live, nil }})
			require.NoError(t, err)
			if row.joined == "" && reads > 0 {
				t.Error("the object is read")
			}
			if row.joined != "" && !reflect.DeepEqual(wanted, joined) {
				t.Errorf("%v, not %v", wanted, joined)
			}
		})
	}
}

func TestLeavesACertificateInTheTextsOfASecret(t *testing.T) {
	wanted := map[string]any{"metadata": map[string]any{}, "stringData": map[string]any{"tls.crt": "", "other": ""}}
	err := Leave(Shared(), Object{Kind: schema.GroupVersionKind{Kind: "Secret"}, Before: map[string]any{}, Wanted: wanted,
		Live: func() (map[string]any, error) {
			return map[string]any{"data": map[string]any{"tls.crt": "YQ==", "other": "YQ=="}}, nil
		}})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"other": ""}, wanted["data"], wanted)
}

// parsed reads an object; nil if it is none.
func parsed(text string) map[string]any {
	var object map[string]any
	if utiljson.Unmarshal([]byte(text), &object) != nil {
		return nil
	}
	return object
}

func FuzzLeave(f *testing.F) {
	const workload = `{"kind":"Deployment","metadata":{"name":"a"},"spec":{"replicas":1,"template":{"spec":{"containers":[{"name":"c","ports":[{"containerPort":1}]}]}}}}`
	f.Add(workload, workload, workload, "/spec/replicas", "dropped", "Deployment")
	f.Add(workload, `{"kind":"Deployment","spec":{"template":null}}`, workload, "/spec/**/containerPort", "ignored", "Deployment")
	f.Add(`{"spec":{"ports":[{"port":1,"nodePort":2}]}}`, `{"spec":{"ports":[{"port":1},{"port":1}]}}`, `{"spec":{"ports":[1,{"port":1,"nodePort":2}]}}`, "/spec/ports/*/nodePort", "dropped", "Service")
	f.Add(`{"webhooks":[{"name":"w"}]}`, `{"webhooks":[{"name":"w","clientConfig":{"caBundle":"Cg=="}}]}`, `{"webhooks":[{"name":"w","clientConfig":{"caBundle":"YQ=="}}]}`, "/webhooks/*/clientConfig/caBundle", "empty", "ValidatingWebhookConfiguration")
	f.Add(`{"a":{"b":1}}`, `{"a":"1Gi"}`, `{"a":"5Gi"}`, "/a", "grown", "X")
	f.Add(`{"a":{"b":1}}`, `{"a":[[1],{"b":null}]}`, `{"a":{"b":[]}}`, "", "owned", "StatefulSet")
	f.Add(`{}`, `{"a~":{"/":1}}`, `{"a~":{"/":2}}`, "/a~0/~1", "ignored", "X")
	f.Add(`{"a":[{"b":1}]}`, `{"a":[{"b":1}]}`, `{"a":[{"b":1}]}`, "/**/**/*/0", "ignored", "X")
	f.Fuzz(func(t *testing.T, before, wanted, live, path, when, kind string) {
		// An administrator writes the path.
		if strings.Count(path, "*") > 6 || len(path) > 100 {
			return
		}
		one, other, third := parsed(before), parsed(wanted), parsed(live)
		if other == nil {
			return
		}
		rule := Rule{Path: path, When: When(when)}
		leave := func(former, present, now map[string]any) {
			err := Leave([]Rule{rule}, Object{Kind: schema.GroupVersionKind{Kind: kind}, Before: former, Wanted: present,
				Live: func() (map[string]any, error) { return now, nil }, Schema: schemaFor(kind)})
			require.NoError(t, err)
		}
		former, present, now := runtime.DeepCopyJSON(one), runtime.DeepCopyJSON(other), runtime.DeepCopyJSON(third)
		leave(former, present, now)
		assert.Equal(t, third, now)
		again, same := runtime.DeepCopyJSON(former), runtime.DeepCopyJSON(present)
		leave(again, same, now)
		if When(when) != Dropped && When(when) != Empty && !reflect.DeepEqual(same, present) {
			t.Errorf("%v, and the second time %v", present, same)
		}
		// What lives as it is wanted needs no rule that looks at it.
		if When(when) == Grown {
			former, present = runtime.DeepCopyJSON(other), runtime.DeepCopyJSON(other)
			leave(former, present, runtime.DeepCopyJSON(other))
			assert.Equal(t, other, former)
			assert.Equal(t, other, present)
		}
	})
}
