package structural

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"catamaran.dev/engine/serve"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// shorts are the words of the tables for schemas.
var shorts = strings.NewReplacer(
	"ANY", "{nullable: true, x-kubernetes-preserve-unknown-fields: true}",
	"TEXTS", "{items: {type: string}, nullable: true, type: array}",
	"TEXT", "{nullable: true, type: string}",
	"BOOL", "{nullable: true, type: boolean}",
	"INT", "{nullable: true, type: integer}",
	"EITHER", "{nullable: true, x-kubernetes-int-or-string: true}",
	"LIST", "{items: {nullable: true, x-kubernetes-preserve-unknown-fields: true}, nullable: true, type: array}",
	"OBJECT", "nullable: true, type: object, x-kubernetes-preserve-unknown-fields: true")

// A derived schema is the answer about a chart.
type derived struct {
	Schema map[string]any
	Notes  []string
}

// ask derives the schema of a chart with these files.
func ask(t *testing.T, files map[string]string) (answer derived, err error) {
	t.Helper()
	folder := t.TempDir()
	files["Chart.yaml"] = "apiVersion: v2\nname: box\nversion: 1.0.0\n" + files["Chart.yaml"]
	for name, text := range files {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	params, err := json.Marshal(map[string]string{"path": folder})
	require.NoError(t, err)
	made, err := Derive(t.Context(), serve.NewCall(params, nil))
	if err != nil {
		return answer, err
	}
	text, err := json.Marshal(made)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &answer))
	return answer, nil
}

// assertProperties compares the properties of the spec of a chart.
func assertProperties(t *testing.T, expected string, files map[string]string) {
	t.Helper()
	var schema map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(shorts.Replace(expected)), &schema))
	answer, err := ask(t, files)
	require.NoError(t, err)
	properties, _ := answer.Schema["properties"].(map[string]any)
	if len(schema) == 0 {
		assert.Empty(t, properties)
	} else {
		assert.Equal(t, schema, properties)
	}
}

// TestInferredTypes has values that charts document, and whose defaults have other types (consul, vault, cilium).
func TestInferredTypes(t *testing.T) {
	for _, row := range []struct{ values, template, schema string }{
		{`a: false`, ``, `ANY`},
		{`a: '-'`, ``, `ANY`},
		{`a: 'true'`, ``, `ANY`},
		{`a: '1.16'`, ``, `ANY`},
		{`a: "one\ntwo"`, ``, `ANY`},
		{`a: []`, ``, `ANY`},
		{`a: 1.16`, ``, `ANY`},
		{`a: 0.5`, ``, `ANY`},
		{`a: 1.0`, ``, `ANY`},
		{`a: 18446744073709551615`, ``, `ANY`},
		{`a:`, ``, `ANY`},
		{`a: 30`, ``, `EITHER`},
		{`a: text`, ``, `TEXT`},
		{`a: ''`, ``, `TEXT`},
		{`a: true`, `if .Values.a`, `BOOL`},
		{`a: true`, `if and .Values.a (not .Values.b)`, `BOOL`},
		{`a: true`, `if .Values.b }}{{ else if $.Values.a`, `BOOL`},
		{`a: true`, `if ne (toString .Values.a) "-"`, `ANY`},
		{`a: true`, `if eq .Values.a "auto"`, `ANY`},
		{`a: true`, `.Values.a`, `ANY`},
		{`a: true`, `if .Values.a.b`, `ANY`},
		{`a: text`, `if kindIs "string" .Values.a`, `ANY`},
		{`a: text`, `tpl .Values.a .`, `TEXT`},
		{`a: []`, `tpl .Values.a .`, `ANY`},
		{`a: []`, `range $key, $value := .Values.a`, `ANY`},
		{`a: []`, `range .Values.a`, `LIST`},
		{`a: []`, `toYaml .Values.a`, `LIST`},
		{`a: []`, `if .Values.a`, `ANY`},
		{`a: []`, `with .Values.a }} {{ toYaml .`, `LIST`},
		{`a: []`, `with .Values.a }} {{ tpl . $`, `ANY`},
		{`a: {}`, ``, `ANY`},
		{`a: {}`, `with .Values.a }}{{ tpl (toYaml .) $`, `ANY`},
		{`a: {}`, `.Values.a.b`, `{OBJECT}`},
		{`a: {b: c}`, `$tp := typeOf .Values.a`, `ANY`},
		{`podAnnotations: {}`, ``, `{OBJECT}`},
		{`resources: {}`, `toYaml .Values.resources`, `{OBJECT}`},
		{`a: text`, `printf "%s" .Values.a`, `TEXT`},
		{`a: 30`, `typeOf .Values.a`, `ANY`},
		{`a: true`, "if and .Values.a\n.Values.b", `BOOL`},
		{`a: 30`, `/* typeOf .Values.a */`, `EITHER`},
		{`enabled: false`, ``, `BOOL`},
		{`enabled: '-'`, ``, `ANY`},
		{`hostNetwork: false`, ``, `BOOL`},
		{`replicas: 3`, ``, `INT`},
		{`periodSeconds: 30`, ``, `INT`},
		{`containerPort: 80`, ``, `INT`},
		{`maxUnavailable: 1`, ``, `EITHER`},
		{`targetPort: http`, ``, `EITHER`},
		{`nodePort: ""`, ``, `EITHER`},
		{`runAsUser: ""`, ``, `EITHER`},
		{`nodePorts: {http: "", protocol: TCP}`, ``, `{properties: {http: EITHER, protocol: TEXT}, OBJECT}`},
		{`limits: {cpu: 1, memory: 128Mi}`, ``, `{properties: {cpu: ANY, memory: EITHER}, OBJECT}`},
		{`image: {tag: a}`, ``, `{properties: {tag: TEXT}, OBJECT}`},
		{`a: [a, b]`, ``, `TEXTS`},
		{`a: [a, null]`, ``, `{items: TEXT, nullable: true, type: array}`},
		{`a: [80, http]`, ``, `{items: EITHER, nullable: true, type: array}`},
		{`a: [1, {a: b}, [c]]`, ``, `LIST`},
	} {
		t.Run(row.values+" "+row.template, func(t *testing.T) {
			template := ""
			if row.template != "" {
				template = "{{" + row.template + "}}" + strings.Repeat("{{end}}", len(blocks.FindAllString(row.template, -1)))
			}
			key, _, _ := strings.Cut(row.values, ":")
			assertProperties(t, key+": "+row.schema, map[string]string{"values.yaml": row.values + "\n", "templates/a.yaml": template})
		})
	}
}

var blocks = regexp.MustCompile(`(^|\{\{ )(if|with|range) `)

func TestItemsHaveThePropertiesOfAll(t *testing.T) {
	assertProperties(t, `
hosts:
  items:
    properties: {name: TEXT, paths: TEXTS, weight: ANY, extra: ANY}
    type: object
    x-kubernetes-preserve-unknown-fields: true
  nullable: true
  type: array
`, map[string]string{"values.yaml": `
hosts:
- {name: a, paths: [], weight: 1, extra: {}}
- {name: null, paths: [/], weight: 0.5, extra: text}
`})
}

func TestKeysAreNamedAsHelmDoes(t *testing.T) {
	assertProperties(t, `{"8": TEXT, "true": TEXT, "1.5": TEXT, plain/key.name: TEXT, "with: colon": TEXT}`,
		map[string]string{"values.yaml": "010: a\nyes: a\n1.50: a\nplain/key.name: a\n\"with: colon\": a\n"})
}

func TestAnchorsAndMergeKeysAreResolved(t *testing.T) {
	size := "{description: Size of the box., nullable: true, x-kubernetes-int-or-string: true}"
	assertProperties(t, "base: {properties: {size: "+size+"}, OBJECT}\nother: {properties: {size: "+size+", color: TEXT}, OBJECT}",
		map[string]string{"values.yaml": "base: &base\n  # Size of the box.\n  size: 1\nother:\n  <<: *base\n  color: red\n"})
}

func TestSubchartsAreOpenAndSayWhatTheyKnow(t *testing.T) {
	dependencies := "dependencies: [{name: redis, version: 1}, {name: database, alias: db, version: 1}]\n"
	assertProperties(t, `
redis: {description: Values of the subchart redis., properties: {enabled: BOOL}, OBJECT}
db: {description: Values of the subchart db., OBJECT}
global: {description: Values for all charts., OBJECT}
`, map[string]string{"Chart.yaml": dependencies, "values.yaml": "redis: {enabled: true}\n"})
	assertProperties(t, `
db: {description: Values of the subchart db., properties: {kind: ANY, name: {description: Its name., nullable: true, type: string}, own: TEXT}, OBJECT}
redis: {description: Values of the subchart redis., OBJECT}
global: {description: Values for all charts., OBJECT}
`, map[string]string{
		"Chart.yaml":                  dependencies,
		"values.yaml":                 "db: {kind: [], name: one, own: x}\n",
		"charts/database/Chart.yaml":  "apiVersion: v2\nname: database\nversion: 1.0.0\n",
		"charts/database/values.yaml": "# Its name.\nname: two\nkind: text\n",
	})
}

func TestTestsAndCommentsContradictTypes(t *testing.T) {
	assertProperties(t, "{a: EITHER, b: ANY, c: TEXT}", map[string]string{
		".helmignore": "ci/\n", "values.yaml": "a: x\nb: {c: d}\nc: text\n", "ci/a-values.yaml": "a: 1\nb: \"\"\nc: other\nd: new\n",
	})
	// As Jenkins says of its plugins.
	assertProperties(t, "plugins: {description: 'What to install. If you want none, set it to `false`', nullable: true, x-kubernetes-preserve-unknown-fields: true}",
		map[string]string{"values.yaml": "# What to install. If you want none, set it to `false`\nplugins: [a]\n"})
}

func TestDescriptions(t *testing.T) {
	for name, row := range map[string]struct {
		values   string
		expected map[string]string
	}{
		"helm-docs": {`# Not about this key.
# -- (int) Number of pods,
# in two lines.
# @default -- 3
replicas: 3
# image.pullPolicy -- When to pull.

image:
  # -- The tag.
  tag: a
  pullPolicy: Always
# -- More variables
# - name: A
#   value: b
env: []
`, map[string]string{"replicas": "Number of pods, in two lines.", "image.tag": "The tag.", "image.pullPolicy": "When to pull.", "env": "More variables"}},
		"Bitnami": {`## @section Global parameters
## @param global.registry Registry of all images
##
global:
  registry: ""
## Authentication
## ref: https://example.com
## @param auth.enabled [default: true] Enable passwords

auth:
  enabled: true
  ## @param auth.password [nullable, string] The password
  ##
  password: ""
`, map[string]string{"global.registry": "Registry of all images", "auth.enabled": "Enable passwords", "auth.password": "The password"}},
		"plain": {`# Default values for box.
# This is a YAML-formatted file.
# Two lines,
#
# joined.
first: 1
# Above has precedence.
second: 2 # Behind.
third: "# 3" # Behind the value.
# Apart from the key.

map: # Behind the key.
  # - commented: out
  list:
    # In an item.
  - name: a
    # ----------
    other: b
`, map[string]string{
			"first": "Two lines, joined.", "second": "Above has precedence.", "third": "Behind the value.", "map": "Behind the key.", "map.list[].name": "In an item.",
		}},
		"YAML that is not in use": {`# More variables, such as:
# - name: A
#   value: b
env: []
# limits:
#   cpu: 100m
none: 1
# limits:
#   cpu: 100m
# Behind YAML.
last: 1
# Note: in use.
note: 1 # foo: bar
`, map[string]string{"env": "More variables, such as:", "last": "Behind YAML.", "note": "Note: in use."}},
		"text of a block": {"script: |\n  echo\n  # not a comment\nnext: 1\n", map[string]string{}},
		"no YAML":         {"a: [\n", map[string]string{}},
		"nothing":         {"# only this\n", map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			found := map[string]string{}
			for path, text := range read(row.values).found {
				if text != "" {
					found[path] = text
				}
			}
			assert.Equal(t, row.expected, found)
		})
	}
}

// A value that is deeper than any reader takes is open, and so is the rest of a tree that Helm takes.
func TestDepthIsBounded(t *testing.T) {
	for _, depth := range []int{300, 2000} {
		answer, err := ask(t, map[string]string{"values.yaml": strings.Repeat("{a: ", depth) + "1" + strings.Repeat("}", depth) + "\n"})
		require.NoError(t, err)
		text, err := json.Marshal(answer.Schema)
		require.NoError(t, err)
		assert.Equal(t, min(depth, deepest+1), strings.Count(string(text), `"a":`))
	}
}
