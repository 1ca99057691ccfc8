package release

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

func TestFindsTheAccountsThatAnObjectUses(t *testing.T) {
	for text, expected := range map[string][]Account{
		"{spec: {serviceAccountName: a, containers: [{name: c}]}}":                                     {{Name: "a"}},
		"{spec: {serviceAccount: a, containers: [{name: c}]}}":                                         {{Name: "a"}},
		"{spec: {serviceAccount: old, serviceAccountName: a, containers: [{name: c}]}}":                {{Name: "a"}, {Name: "old"}},
		"{spec: {template: {spec: {containers: []}}}}":                                                 {{Name: "default"}},
		"{spec: {containers: none}}":                                                                   nil,
		"{spec: {serviceAccountName: ''}}":                                                             nil,
		"{spec: {serviceAccountName: 1}}":                                                              nil,
		"{spec: {auth: {kubernetes: {serviceAccountRef: {name: a, namespace: b}}}}}":                   {{"b", "a"}},
		"{spec: {serviceAccount: {name: a, create: true}}}":                                            {{Name: "a"}},
		"{spec: {taskRunSpecs: [{taskServiceAccountName: a}, {taskServiceAccountName: b}]}}":           {{Name: "a"}, {Name: "b"}},
		"{spec: {serviceAccountNames: [a, b]}}":                                                        {{Name: "a"}, {Name: "b"}},
		"{spec: {serviceAccounts: [{name: a}]}}":                                                       {{Name: "a"}},
		"{spec: {executor: {ServiceAccountName: a}}}":                                                  {{Name: "a"}},
		"{metadata: {annotations: {kubernetes.io/service-account.name: a}}}":                           nil,
		"{spec: {automountServiceAccountToken: true}}":                                                 nil,
		"{subjects: [{kind: ServiceAccount, name: a}], roleRef: {name: b}}":                            nil,
		"{spec: {volumes: [{projected: {sources: [{serviceAccountToken: {path: a, audience: b}}]}}]}}": nil,
	} {
		var object map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(text), &object))
		found := slices.SortedFunc(maps.Keys(usedIn(object)), func(one, other Account) int {
			if one.Name < other.Name {
				return -1
			}
			return 1
		})
		assert.Equal(t, expected, found, text)
	}
}
