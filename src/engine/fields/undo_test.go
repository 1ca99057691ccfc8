package fields

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"sigs.k8s.io/yaml"
)

// A failed attempt has written its manifest over the former one, or only a part of it, which nobody knows.
func TestAPatchRemovesWhatOnlyAFailedAttemptHas(t *testing.T) {
	for _, row := range []struct{ what, kind, before, failed, wanted string }{
		{"a field", "Service", "spec: {type: a}", "spec: {type: a, externalName: b}", "spec: {type: c}"},
		{"a field of both", "Service", "spec: {type: a}", "spec: {type: b}", "spec: {type: a}"},
		{"a map", "Deployment", "spec: {replicas: 1}", "spec: {replicas: 1, strategy: {type: a}}", "spec: {replicas: 1}"},
		{"a label", "Service", "metadata: {labels: {a: x}}", "metadata: {labels: {a: x, b: y}}", "metadata: {labels: {a: x}}"},
		{"all labels", "Service", "metadata: {name: n}", "metadata: {name: n, labels: {a: x}}", "metadata: {name: n}"},
		{"a port", "Service", "spec: {ports: [{port: 1}]}", "spec: {ports: [{port: 1}, {port: 2}]}", "spec: {ports: [{port: 1}]}"},
		{"all ports", "Service", "spec: {type: a}", "spec: {type: a, ports: [{port: 1}]}", "spec: {type: a}"},
		{"a field of a port", "Service", "spec: {ports: [{port: 1}]}", "spec: {ports: [{port: 1, name: a}]}", "spec: {ports: [{port: 1}]}"},
		{"a field of a new port", "Service", "spec: {type: a}", "spec: {type: a, ports: [{port: 1, name: a}]}", "spec: {type: a, ports: [{port: 1}]}"},
		{"a variable", "Deployment", containerWith("env: [{name: A, value: x}]"), containerWith("env: [{name: A, value: x}, {name: B, value: y}]"), containerWith("env: [{name: A, value: z}]")},
		{"a finalizer", "Service", "metadata: {finalizers: [a]}", "metadata: {finalizers: [a, b]}", "metadata: {finalizers: [a]}"},
		{"a whole list", "Deployment", containerWith("args: [a]"), containerWith("args: [a, b]"), containerWith("args: [a]")},
		{"an empty map", "Deployment", "spec: {template: {spec: {volumes: [{name: a, secret: {secretName: s}}]}}}",
			"spec: {template: {spec: {volumes: [{name: a, secret: {secretName: s}, emptyDir: {}}]}}}", "spec: {template: {spec: {volumes: [{name: a, secret: {secretName: s}}]}}}"},
		{"a field of a custom resource", "Vault", "spec: {a: 1}", "spec: {a: 1, b: 2}", "spec: {a: 1}"},
		{"a value of a custom resource", "Vault", "spec: {a: 1, l: [1]}", "spec: {a: 2, l: [2, 3]}", "spec: {a: 1, l: [1]}"},
	} {
		t.Run(row.what, func(t *testing.T) {
			for name, live := range map[string]string{"applied": row.failed, "not applied": row.before} {
				before, wanted, live := objectOf(t, row.before), objectOf(t, row.wanted), objectOf(t, live)
				assert.Equal(t, wanted, afterPatch(t, row.kind, united(row.kind, before, objectOf(t, row.failed), live), wanted, live), name)
			}
		})
	}
}

// What others have added since stays.
func TestAPatchKeepsWhatNoRevisionHas(t *testing.T) {
	before, wanted := objectOf(t, "spec: {type: a}"), objectOf(t, "spec: {type: a}")
	Unite(before, objectOf(t, "spec: {type: a, ports: [{port: 1}]}"), schemaFor("Service"))
	live := objectOf(t, "spec: {type: a, externalName: others, ports: [{port: 1}, {port: 2}]}")
	object := Object{Before: before, Wanted: wanted, Live: func() (map[string]any, error) { return live, nil }, Schema: schemaFor("Service")}
	require.NoError(t, object.KeepAdded())
	assert.Equal(t, objectOf(t, "spec: {type: a, externalName: others, ports: [{port: 2}]}"), afterPatch(t, "Service", before, wanted, live))
}

// The attempt may have failed before it came to the object.
func TestAPatchWritesWhatAnAttemptWantedToo(t *testing.T) {
	for _, kind := range []string{"Service", "Vault"} {
		before, wanted, live := objectOf(t, "spec: {type: a}"), objectOf(t, "spec: {type: b, externalName: c}"), objectOf(t, "spec: {type: a}")
		before = united(kind, before, objectOf(t, "spec: {type: b, externalName: c}"), live)
		assert.Equal(t, wanted, afterPatch(t, kind, before, wanted, live), kind)
	}
}

// What the API server has not taken from an attempt disturbs no patch.
func TestAPatchSurvivesAnAttemptThatWasNoObject(t *testing.T) {
	before, wanted := objectOf(t, "data: {a: x, b: y}"), objectOf(t, "data: {a: x}")
	Unite(before, objectOf(t, "data: text"), schemaFor("Secret"))
	assert.Equal(t, wanted, afterPatch(t, "Secret", before, wanted, objectOf(t, "data: {a: x, b: y}")))
}

// united returns what Helm's patch compares with.
func united(kind string, before, failed, live map[string]any) map[string]any {
	Unite(before, failed, schemaFor(kind))
	if schemaFor(kind) == nil {
		return Common(before, live)
	}
	return before
}

func containerWith(fields string) string {
	return "spec: {template: {spec: {containers: [{name: c, " + fields + "}]}}}"
}

func objectOf(t *testing.T, text string) (object map[string]any) {
	content, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err)
	require.NoError(t, utiljson.Unmarshal(content, &object))
	return object
}

// afterPatch returns an object after Helm's patch: for a custom kind, that of the manifests alone.
func afterPatch(t *testing.T, kind string, before, wanted, live map[string]any) (object map[string]any) {
	if schema := schemaFor(kind); schema != nil {
		merged, err := Merged(before, wanted, live, schema)
		require.NoError(t, err)
		return withoutNulls(merged)
	}
	old, now, is := textOf(t, before), textOf(t, wanted), textOf(t, live)
	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(old, now, old)
	require.NoError(t, err)
	result, err := jsonpatch.MergePatch(is, patch)
	require.NoError(t, err)
	require.NoError(t, utiljson.Unmarshal(result, &object))
	return object
}

// withoutNulls returns what the API server stores of an object.
func withoutNulls(object map[string]any) map[string]any {
	maps.DeleteFunc(object, func(_ string, value any) bool { return value == nil })
	for _, value := range object {
		withoutNulls(mapOf(value))
		list, _ := value.([]any)
		for _, item := range list {
			withoutNulls(mapOf(item))
		}
	}
	return object
}

func textOf(t *testing.T, object map[string]any) []byte {
	text, err := json.Marshal(object)
	require.NoError(t, err)
	return text
}
