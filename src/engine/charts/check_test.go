package charts

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"helm.sh/helm/v4/pkg/chart/common/util"
)

const strict = `{"$schema": "%s", "type": "object", "required": ["image"], "additionalProperties": false, "properties": {
	"global": {"type": "object"}, "s": {"type": "object"},
	"image": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 12},
	"replicas": {"type": "integer", "minimum": 1, "maximum": 1e6},
	"share": {"multipleOf": 0.5}, "size": {"enum": ["small", "large"]}, "mail": {"format": "email"},
	"either": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "boolean"}]},
	"a.b": {"type": "object", "additionalProperties": {"type": "string"}},
	"hosts": {"type": "array", "uniqueItems": true, "items": {"type": "object", "required": ["name"],
		"properties": {"name": {"type": "string", "minLength": 2}, "port": {"type": "integer", "exclusiveMaximum": 70000}}}}}}`

// withSchema returns a chart with a schema, and with a dependency that has one.
func withSchema(t *testing.T, more map[string]string) Reference {
	files := chartFiles("1.0.0")
	files["values.yaml"] = "image: memcached\n"
	files["values.schema.json"] = fmt.Sprintf(strict, "http://json-schema.org/draft-07/schema#")
	maps.Copy(files, more)
	return Reference{Path: testcluster.Write(t, t.TempDir(), files)}
}

func checked(t *testing.T, chart Reference, values string) string {
	text, err := answer(t, NewCache(1<<20).Check(&logs.Secrets{}), map[string]any{"chart": chart, "values": json.RawMessage(values)})
	var found struct {
		Violations []Violation
		Schemas    bool
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &found)
	}
	if err != nil || !found.Schemas {
		t.Errorf("%s: %s, %v", values, text, err)
	}
	var lines []string
	for _, one := range found.Violations {
		lines = append(lines, one.Path+": "+one.Message)
	}
	return strings.Join(lines, "; ")
}

func TestSaysWhichValueIsWrongWithoutTheValue(t *testing.T) {
	chart := withSchema(t, nil)
	for values, want := range map[string]string{
		`{}`:                                                "",
		`{"replicas":2,"hosts":[{"name":"ab"}]}`:            "",
		`{"replicas":2.0}`:                                  "",
		`{"replicas":"hunter2"}`:                            "replicas: got string, want integer",
		`{"replicas":0}`:                                    "replicas: must be at least 1",
		`{"replicas":7777777}`:                              "replicas: must be at most 1000000",
		`{"share":77.77}`:                                   "share: must be a multiple of 0.5",
		`{"image":"Hunter2"}`:                               "image: does not match the pattern ^[a-z]+$",
		`{"image":"hunterhunterhunter"}`:                    "image: must have at most 12 characters",
		`{"size":"hunter2"}`:                                "size: value must be one of 'small', 'large'",
		`{"hosts":[{"name":"ab"},{"port":"hunter2"}]}`:      "hosts[1]: missing property 'name'; hosts[1].port: got string, want integer",
		`{"hosts":[{"name":"h"}]}`:                          "hosts[0].name: must have at least 2 characters",
		`{"hosts":[{"name":"ab","port":77777}]}`:            "hosts[0].port: must be less than 70000",
		`{"hosts":[{"name":"hunter"},{"name":"hunter"}]}`:   "hosts: items at 0 and 1 are equal",
		`{"either":"hunter2"}`:                              "either: got string, want boolean; either: must have at most 3 characters",
		`{"a.b":{"c=[d\\":2}}`:                              `a\.b.c\=\[d\\: got number, want string`,
		`{"image":null}`:                                    ": missing property 'image'",
		`{"iamge":"hunter2"}`:                               ": additional properties 'iamge' not allowed",
		`{"s":{"size":"hunter2"}}`:                          "s.size: value must be one of 'small', 'large'",
		`{"s":{"enabled":false,"size":"hunter2"}}`:          "",
		`{"s":"hunter2"}`:                                   "s: must be a map, since it is a subchart's",
		`{"s":[7777]}`:                                      "s: must be a map, since it is a subchart's",
		`{"s":null}`:                                        "s: must be a map, since it is a subchart's",
		`{"global":{"x":1},"s":{"global":{"y":"hunter2"}}}`: "",
	} {
		got := checked(t, chart, values)
		assert.Equal(t, want, got, values)
		if strings.Contains(strings.ToLower(got), "hunter") || strings.Contains(got, "777") || strings.Contains(got, "77.7") {
			t.Errorf("%s: %s", values, got)
		}
	}
}

func TestKnowsEveryDraftOfSchemas(t *testing.T) {
	for _, draft := range []string{"http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#",
		"http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"} {
		schema := strings.Replace(fmt.Sprintf(strict, draft), `, "exclusiveMaximum": 70000`, "", 1)
		if got := checked(t, withSchema(t, map[string]string{"values.schema.json": schema}), `{"replicas":"2"}`); got != "replicas: got string, want integer" {
			t.Errorf("%s: %s", draft, got)
		}
	}
}

func TestAsksNoHostThatASchemaNames(t *testing.T) {
	asked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		t.Error("the host was asked")
		_, _ = w.Write([]byte(`{"definitions": {"x": {"type": "integer"}}}`))
	}))
	defer asked.Close()
	for schema, want := range map[string]string{
		`{"$ref": "HOST/s.json"}`: "",
		`{"$ref": "HOST/s.json#/definitions/x", "properties": {"x": {"type": "integer"}}}`:                                      "x: got string, want integer",
		`{"$id": "HOST/own.json", "properties": {"x": {"$ref": "other.json"}, "default": {"$ref": "HOST/b.json"}}}`:             "",
		`{"$id": "HOST/own.json", "properties": {"x": {"$ref": "#/$defs/i"}}, "$defs": {"i": {"type": "integer"}}}`:             "x: got string, want integer",
		`{"$schema": "http://json-schema.org/draft-07/schema#", "id": "HOST/a", "allOf": [{"$ref": "HOST/a"}], "maxLength": 1}`: "",
		`{"note": {"$id": "HOST/a"}, "properties": {"x": {"$ref": "HOST/a"}}}`:                                                  "",
		`{"$schema": "HOST/meta", "properties": {"x": {"type": "integer"}}}`:                                                    "x: got string, want integer",
	} {
		chart := withSchema(t, map[string]string{"values.schema.json": strings.ReplaceAll(schema, "HOST", asked.URL)})
		assert.Equal(t, want, checked(t, chart, `{"x":"a"}`), schema)
		loaded, _, err := NewCache(1 << 20).Get(chart)
		require.NoError(t, err)
		err = util.ValidateAgainstSchema(loaded, map[string]any{"x": "a"})
		assert.Equal(t, want != "", err != nil, "Helm about %s: %v", schema, err)
	}
}

func TestRefusesAFileThatASchemaNames(t *testing.T) {
	for _, reference := range []string{"file:///etc/hostname", "other.json", "../../etc/hostname"} {
		_, _, err := NewCache(1 << 20).Get(withSchema(t, map[string]string{"values.schema.json": `{"properties": {"x": {"$ref": "` + reference + `"}}}`}))
		assert.ErrorContains(t, err, "outside of the chart", reference)
	}
}

func TestLeavesSchemasToHelmThatItCannotReadAlone(t *testing.T) {
	for schema, want := range map[string]string{
		`{"properties": {"x": {"pattern": "^(?!a).*$"}}}`:                       "",
		`{"properties": {"x": {"enum": ["` + strings.Repeat("é", 300) + `"]}}}`: "x: value must be '" + strings.Repeat("é", 185) + "…",
	} {
		assert.Equal(t, want, checked(t, withSchema(t, map[string]string{"values.schema.json": schema}), `{"x":"a"}`), schema)
	}
}

func TestAPatternTakesNoLongerThanItsText(t *testing.T) {
	for _, pattern := range []string{"^(a+)+$", "^(a|aa)+$", "(.*a){20}b"} {
		schema := fmt.Sprintf(`{"properties": {"x": {"pattern": %q}}}`, pattern)
		began := time.Now()
		got := checked(t, withSchema(t, map[string]string{"values.schema.json": schema}), `{"x":"`+strings.Repeat("a", 20_000)+`!"}`)
		if got != "x: does not match the pattern "+pattern || time.Since(began) > 30*time.Second {
			t.Errorf("%s: %s after %v", pattern, got, time.Since(began))
		}
	}
}

func TestSaysThatThereIsNoSchema(t *testing.T) {
	chart := Reference{Path: testcluster.Write(t, t.TempDir(), map[string]string{"Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n"})}
	if got, err := answer(t, NewCache(1<<20).Check(&logs.Secrets{}), map[string]any{"chart": chart}); got != `{"schemas":false}` {
		t.Error(got, err)
	}
}
