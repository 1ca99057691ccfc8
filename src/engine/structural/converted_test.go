package structural

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	chart "helm.sh/helm/v4/pkg/chart/v2"
)

const definitions = `
{"definitions": {"port": {"type": "integer", "maximum": 65535, "description": "A port."}},
 "$defs": {"a/b": {"type": "string", "minLength": 1},
           "c": {"$anchor": "flag", "type": "boolean"},
           "node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}},
 "properties": {"a": %s}}`

// TestConvertedSchemas has the property a in JSON Schema and in a structural schema.
func TestConvertedSchemas(t *testing.T) {
	for _, row := range [][2]string{
		// References of all drafts.
		{`{"$ref": "#/definitions/port"}`, `{description: A port., maximum: 65535, nullable: true, type: integer}`},
		{`{"$ref": "#/$defs/a~1b", "description": "Beside."}`, `{description: Beside., minLength: 1, nullable: true, type: string}`},
		{`{"$ref": "#flag"}`, `BOOL`},
		// What contains itself, and what a host says, is left open.
		{`{"$ref": "#/$defs/node"}`, `{properties: {next: ANY}, OBJECT}`},
		{`{"$ref": "https://a.example/pod.json#/definitions/pod"}`, `ANY`},
		// All parts of allOf hold.
		{`{"allOf": [{"type": "object", "properties": {"a": {"type": "number", "maximum": 3}}},
		   {"properties": {"a": {"type": "integer", "minimum": 1}, "b": {"type": "string"}}, "additionalProperties": false}]}`,
			`{properties: {a: {maximum: 3, minimum: 1, nullable: true, type: integer}, b: TEXT}, OBJECT}`},
		{`{"allOf": [{"type": "string"}, {"type": "boolean"}]}`, `ANY`},
		// One type beside null.
		{`{"type": ["string", "null"]}`, `TEXT`},
		{`{"type": ["string", "integer"]}`, `EITHER`},
		{`{"type": ["string", "object"]}`, `ANY`},
		{`{"type": ["integer", "number"]}`, `{nullable: true, type: number}`},
		{`{"anyOf": [{"type": "null"}, {"type": "string", "maxLength": 3}]}`, `{maxLength: 3, nullable: true, type: string}`},
		{`{"oneOf": [{"type": "string"}, {"type": "object"}]}`, `ANY`},
		{`{"type": "string", "oneOf": [{"maxLength": 0}, {"pattern": "^a"}]}`, `TEXT`},
		// Objects stay open even if their author closed them.
		{`{"type": "object", "additionalProperties": false, "properties": {"a": {"type": "string"}}, "required": ["a"]}`, `{properties: {a: TEXT}, OBJECT}`},
		{`{"type": "object", "additionalProperties": {"type": "string"}}`, `{additionalProperties: TEXT, nullable: true, type: object}`},
		{`{"type": "object", "additionalProperties": true}`, `{OBJECT}`},
		{`{"patternProperties": {"^a": {"type": "string"}}, "additionalProperties": {"type": "integer"}}`, `{OBJECT}`},
		// Scalars keep their constraints, without defaults.
		{`{"type": "number", "exclusiveMinimum": 0, "maximum": 9, "multipleOf": 0.5, "default": 1}`,
			`{exclusiveMinimum: true, maximum: 9, minimum: 0, multipleOf: 0.5, nullable: true, type: number}`},
		{`{"type": "string", "minLength": 1, "maxLength": 9, "pattern": "^[a-z]+$", "format": "hostname"}`,
			`{format: hostname, maxLength: 9, minLength: 1, nullable: true, pattern: "^[a-z]+$", type: string}`},
		{`{"type": "string", "format": "semver"}`, `TEXT`},
		{`{"enum": ["a", "1", null]}`, `{allOf: [{enum: [a, "1"]}], nullable: true, type: string}`},
		{`{"enum": [{"a": 1}, "b"]}`, `ANY`},
		{`{"type": "string", "not": {"const": "latest"}}`, `TEXT`},
		// Items are checked.
		{`{"type": "array", "minItems": 1, "maxItems": 3, "items": {"properties": {"name": {"type": "string"}}, "required": ["name"]}}`,
			`{items: {properties: {name: TEXT}, required: [name], type: object, x-kubernetes-preserve-unknown-fields: true},
			  maxItems: 3, minItems: 1, nullable: true, type: array}`},
		{`{"items": {"type": ["string", "null"]}}`, `{items: TEXT, nullable: true, type: array}`},
		{`{"items": {"enum": ["a", "b"]}}`, `{items: {enum: [a, b], type: string}, nullable: true, type: array}`},
		{`{"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}`, `LIST`},
	} {
		t.Run(row[0], func(t *testing.T) {
			assertProperties(t, "a: "+strings.ReplaceAll(row[1], "\t", ""), map[string]string{"values.schema.json": fmt.Sprintf(definitions, row[0])})
		})
	}
}

func TestOldDraftsAreRead(t *testing.T) {
	assertProperties(t, "{a: TEXT, b: {exclusiveMaximum: true, maximum: 5, nullable: true, type: integer}}", map[string]string{"values.schema.json": `
{"$schema": "http://json-schema.org/draft-04/schema#",
 "definitions": {"text": {"type": "string"}},
 "properties": {"a": {"$ref": "#/definitions/text", "maxLength": 3}, "b": {"type": "integer", "maximum": 5, "exclusiveMaximum": true}}}`})
}

func TestDescriptionsAndFurtherKeysComeFromTheValues(t *testing.T) {
	assertProperties(t, `
a: {description: From the schema., nullable: true, type: string}
b: {description: From the comment., nullable: true, type: string}
c: {description: The title., nullable: true, type: string}
undescribed: EITHER
`, map[string]string{
		"values.schema.json": `{"properties": {"a": {"type": "string", "description": "From the schema."},
			"b": {"type": "string", "title": "Title"}, "c": {"type": "string", "title": "The title."}}, "required": ["a", "b"]}`,
		"values.yaml": "# From the comment.\nb: \"\"\nundescribed: 1\n# From the comment too.\na: \"\"\n",
	})
}

func TestSchemasWithoutObjects(t *testing.T) {
	for _, schema := range []string{`{}`, `{"type": "string"}`} {
		assertProperties(t, "{}", map[string]string{"values.schema.json": schema})
	}
}

// Helm refuses each value then.
func TestASchemaThatIsNoneLeavesTheValues(t *testing.T) {
	answer, err := ask(t, map[string]string{"values.schema.json": `{"properties": {"a": {"pattern": "^(?!x)"}}}`, "values.yaml": "a: text\n"})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"a": map[string]any{"type": "string", "nullable": true}}, answer.Schema["properties"])
	require.Len(t, answer.Notes, 1)
	assert.Contains(t, answer.Notes[0], "values.schema.json cannot be followed, so the CRD follows values.yaml: ")
	assert.Contains(t, answer.Notes[0], "/properties/a/pattern")
}

func TestHostsAreNotAskedAndFilesAreRefused(t *testing.T) {
	answer, err := ask(t, map[string]string{"values.schema.json": `{"properties": {"a": {"$ref": "https://a.example/pod.json"}}}`})
	require.NoError(t, err)
	assert.Equal(t, []string{"values.schema.json: $ref to https://a.example/pod.json is not in the file; left open"}, answer.Notes)
	_, err = ask(t, map[string]string{"values.schema.json": `{"properties": {"a": {"$ref": "file:///etc/hostname"}}}`})
	assert.ErrorContains(t, err, "refers to the file /etc/hostname, which is outside of the chart; write what it says into $defs of the schema")
}

// What references repeat without end, or is large or deep, takes no more than seconds.
func TestLargeSchemasAreBounded(t *testing.T) {
	doubled := []string{`"n40": {"type": "string"}`}
	for i := range 40 {
		ref := fmt.Sprintf(`{"$ref": "#/$defs/n%d"}`, i+1)
		doubled = append(doubled, fmt.Sprintf(`"n%d": {"properties": {"a": %s, "b": %s}, "anyOf": [%s, {"type": "null"}]}`, i, ref, ref, ref))
	}
	for name, schema := range map[string]string{
		"doubled": `{"$defs": {` + strings.Join(doubled, ", ") + `}, "$ref": "#/$defs/n0"}`,
		"deep":    strings.Repeat(`{"properties": {"a": `, 200) + "{}" + strings.Repeat("}}", 200),
		"itself":  `{"properties": {"a": {"$ref": "#"}, "b": {"allOf": [{"$ref": "#/properties/b"}]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			answer, err := ask(t, map[string]string{"values.schema.json": schema})
			require.NoError(t, err)
			text, err := json.Marshal(answer)
			require.NoError(t, err)
			assert.Less(t, strings.Count(string(text), "nullable"), most+deepest)
			assert.Less(t, time.Since(begin), time.Minute)
		})
	}
}

func TestSchemasOfManyObjectsAreNotCompiled(t *testing.T) {
	_, err := compile(&chart.Chart{Schema: []byte(`{"properties": {"a": {}` + strings.Repeat(`, "a": {}`, most) + "}}")})
	assert.EqualError(t, err, "it has more than 20000 objects")
}
