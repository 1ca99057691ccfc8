package fields

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

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
			if !reflect.DeepEqual(former, other) || !reflect.DeepEqual(present, other) {
				t.Errorf("%v became %v and %v", other, former, present)
			}
		}
	})
}
