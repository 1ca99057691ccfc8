package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"catamaran.dev/engine/serve"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	definitionFile = "config/crd/bases/a.example_ships.yaml"
	sampleFile     = "config/samples/ship.yaml"
)

// crd has a schema for the spec.
func crd(spec string) string {
	return fmt.Sprintf(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ships.a.example}
spec:
  group: a.example
  names: {kind: Ship, plural: ships}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: %s
          status: {type: object, x-kubernetes-preserve-unknown-fields: true}
`, spec)
}

func ship(spec string) string {
	return "apiVersion: a.example/v1\nkind: Ship\nmetadata: {name: s}\nspec:\n  " + spec + "\n"
}

// found returns what the checker says of files, as FILE:LINE: RULE: MESSAGE.
func found(t *testing.T, files map[string]string) []string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	params, err := json.Marshal(map[string]any{
		"folder":  folder,
		"watched": []watched{{"a.example", "v1", "Ship", true, 7}},
		"status": map[string]any{"type": "object", "properties": map[string]any{
			"state":   map[string]any{"type": "string"},
			"history": map[string]any{"type": "array", "items": map[string]any{"type": "object", "properties": map[string]any{"revision": map[string]any{"type": "integer"}}}},
		}},
	})
	require.NoError(t, err)
	answer, err := config(context.Background(), serve.NewCall(params, nil))
	require.NoError(t, err)
	text, err := json.Marshal(answer)
	require.NoError(t, err)
	var of struct{ Findings []finding }
	require.NoError(t, json.Unmarshal(text, &of))
	lines := []string{}
	for _, one := range of.Findings {
		lines = append(lines, fmt.Sprintf("%s:%d: %s: %s", one.File, one.Line, one.Rule, one.Message))
	}
	slices.Sort(lines)
	return lines
}

func TestRefusesSamplesAsTheApiServer(t *testing.T) {
	ports := "{type: object, properties: {ports: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [port, protocol], " +
		"items: {type: object, required: [port], properties: {port: {type: integer}, protocol: {type: string, default: TCP}}}}}}"
	names := "{type: object, properties: {names: {type: array, x-kubernetes-list-type: set, items: {type: string}}}}"
	rule := "{type: object, properties: {least: {type: integer}, most: {type: integer}}, x-kubernetes-validations: [{rule: 'self.least <= self.most', message: least is above most}]}"
	field := func(schema string) string { return "{type: object, properties: {field: " + schema + "}}" }
	for _, row := range []struct{ schema, spec, refused string }{
		{ports, "ports: [{port: 80}, {port: 81}]", ""},
		{ports, "ports: [{port: 80}, {port: 80, protocol: UDP}]", ""},
		{ports, "ports: [{port: 80}, {port: 80, protocol: TCP}]", `spec.ports[1]: Duplicate value: {"port":80,"protocol":"TCP"}`},
		{names, "names: [a, b, a]", `spec.names[2]: Duplicate value: "a"`},
		{rule, "{least: 1, most: 2}", ""},
		{rule, "{least: 3, most: 2}", "spec: least is above most"},
		{field("{type: integer}"), "field: many", `spec.field: must be of type integer: "string"`},
		{field("{type: string}"), "felds: many", "spec.felds: unknown field"},
		{field("{type: string, enum: [a, b]}"), "field: c", `spec.field: Unsupported value: "c": supported values: "a", "b"`},
		{field("{type: string, nullable: true}"), "field: null", ""},
		{field("{type: string, nullable: true, allOf: [{enum: [a, b]}]}"), "field: null", ""},
		{field("{type: string, nullable: true, allOf: [{enum: [a, b]}]}"), "field: a", ""},
		{field("{type: string, nullable: true, anyOf: [{enum: [a]}, {enum: [b]}]}"), "field: null", ""},
		{field("{type: string, nullable: true, enum: [a, b]}"), "field: null", `spec.field: Unsupported value: null: supported values: "a", "b"`},
		{field("{type: string, default: a, enum: [a, b]}"), "field: null", ""},
		{field("{x-kubernetes-int-or-string: true}"), "field: yes", `spec.field: must be of type integer,string: "boolean"`},
		{"{type: object, required: [field], properties: {field: {type: string}}}", "{}", "spec.field: Required value"},
	} {
		said := found(t, map[string]string{definitionFile: crd(row.schema), sampleFile: ship(row.spec)})
		if row.refused == "" {
			assert.Empty(t, said, row)
		} else if assert.Len(t, said, 1, row) {
			assert.Contains(t, said[0], "sample-schema: "+row.refused, row)
		}
	}
}

func TestRefusesDefinitionsAsTheApiServer(t *testing.T) {
	for _, row := range []struct{ old, new, refused string }{
		{"spec: {type: object}", "spec: {type: object, uniqueItems: true}", ":17: crd-structure: spec.versions[0].schema.openAPIV3Schema.properties[spec].uniqueItems: Forbidden"},
		{"storage: true", "storage: false", ":8: crd-structure: spec.versions: must have exactly one version marked as storage version"},
		{"ships.a.example", "ships.b.example", ":3: crd-structure: metadata.name: must be spec.names.plural+\".\"+spec.group"},
		{"plural: ships", "plurals: ships", "unknown field \"spec.names.plurals\""},
		{"spec: {type: object}", "spec: {type: object, x-kubernetes-validations: [{rule: 'self.none'}]}", "compilation failed"},
		{"    subresources: {status: {}}\n", "", ":9: crd-status: version v1 has no status subresource"},
		{", x-kubernetes-preserve-unknown-fields: true", ", properties: {history: {type: array, items: {type: object}}}",
			":9: crd-status-schema: the schema of version v1 drops status.history[0].revision, status.state"},
	} {
		content := crd("{type: object}")
		require.Contains(t, content, row.old)
		said := found(t, map[string]string{definitionFile: strings.Replace(content, row.old, row.new, 1)})
		assert.True(t, slices.ContainsFunc(said, func(one string) bool { return strings.Contains(one, row.refused) }), "%v: %v", row, said)
	}
	assert.Empty(t, found(t, map[string]string{definitionFile: crd("{type: object}")}))
}

func TestTellsTheLineInItsDocument(t *testing.T) {
	assert.Equal(t, []string{
		sampleFile + ":12: sample-schema: spec.a.b/c: unknown field",
		sampleFile + ":15: sample-schema: spec.list[1].x: unknown field",
	}, found(t, map[string]string{
		definitionFile: crd("{type: object, properties: {list: {type: array, items: {type: object}}}}"),
		sampleFile:     "# a comment\n" + ship("{}") + "---\n" + ship("a.b/c: 1\n  list:\n  - {}\n  - x: 1"),
	}))
}

func TestSaysWhatKustomizeLeavesOutAndRefuses(t *testing.T) {
	role := "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\n"
	assert.Equal(t, []string{
		definitionFile + ":0: crd-unlisted: config/crd/kustomization.yaml does not list it",
		"config/rbac/kustomization.yaml:0: kustomization-invalid: accumulating resources from 'none.yaml': evalsymlink failure on 'config/rbac/none.yaml' : lstat config/rbac/none.yaml: no such file or directory",
		"config/samples/broken.yaml:2: yaml-invalid: not YAML: did not find expected node content",
	}, found(t, map[string]string{
		definitionFile:                      crd("{type: object}"),
		"config/crd/kustomization.yaml":     "resources: [a.yaml]\n",
		"config/crd/a.yaml":                 role,
		"config/rbac/kustomization.yaml":    "resources: [role.yaml, none.yaml]\n",
		"config/rbac/role.yaml":             role,
		"config/samples/kustomization.yaml": "resources: [broken.yaml]\n",
		"config/samples/broken.yaml":        "kind: [\n",
	}))
	assert.Equal(t, []string{"config/rbac/more.yaml:0: rbac-unlisted: config/rbac/kustomization.yaml does not list it"}, found(t, map[string]string{
		"config/rbac/kustomization.yaml": "resources: [role.yaml]\npatches: [{path: patch.yaml}]\n",
		"config/rbac/role.yaml":          role, "config/rbac/more.yaml": role, "config/rbac/patch.yaml": role + "rules: []\n",
	}))
}
