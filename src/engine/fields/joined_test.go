package fields

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/yaml"
)

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
	err := Leave(rules(t), Object{Kind: schema.GroupVersionKind{Kind: "Secret"}, Before: map[string]any{}, Wanted: wanted,
		Live: func() (map[string]any, error) {
			return map[string]any{"data": map[string]any{"tls.crt": "YQ==", "other": "YQ=="}}, nil
		}})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"other": ""}, wanted["stringData"], wanted)
}
