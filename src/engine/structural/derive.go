// Package structural derives the structural schema of a chart's values: from values.schema.json if there is one, else from values.yaml. It never
// has a default, since defaults belong to the chart.
package structural

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/serve"
	"github.com/santhosh-tekuri/jsonschema/v6"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Derive answers the structural schema of a chart's values, and sentences about what it leaves open.
func Derive(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Path string `json:"path"` // folder of Chart.yaml
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	whole, _, err := charts.NewCache(0).Get(charts.Reference{Path: params.Path})
	if err != nil {
		return nil, err
	}
	schema, notes := derive(whole, nil)
	return struct {
		Schema *v1.JSONSchemaProps `json:"schema"`
		Notes  []string            `json:"notes"`
	}{schema, notes}, nil
}

// derive returns the schema of a chart's values. Given are further values that the chart takes, besides those of its own tests.
func derive(one *chart.Chart, given []any) (schema *v1.JSONSchemaProps, notes []string) {
	inferred := &inference{comments: read(string(raw(one, "values.yaml")))}
	others := slices.Clip(given)
	for _, own := range charts.OwnInputs(one, nil) {
		others = append(others, own)
	}
	compiled, err := compile(one)
	if err != nil {
		notes = append(notes, fmt.Sprintf("values.schema.json cannot be followed, so the CRD follows values.yaml: %v", err))
	}
	if compiled != nil {
		converted := &conversion{inference: inferred}
		schema = converted.at(site{value: one.Values}, compiled)
		notes = append(notes, converted.notes(one)...)
	} else {
		inferred.uses = usesOf(one)
		schema = inferred.object(path{}, byKey([]any{one.Values}), byKey(others))
	}
	if schema.Properties == nil { // Values are always an object, even if the schema does not say so.
		schema = object(map[string]v1.JSONSchemaProps{})
	}
	for _, dependency := range one.Metadata.Dependencies {
		addSubchart(one, dependency, others, schema.Properties, compiled != nil)
	}
	schema.Nullable = false
	schema.Description = fmt.Sprintf("Values of the chart %s, as in its values.yaml.", one.Name())
	return schema, notes
}

// hosts finds references to hosts.
var hosts = regexp.MustCompile(`"\$ref"\s*:\s*"(https?://[^"]*)"`)

// notes tells what is left open.
func (c *conversion) notes(one *chart.Chart) (notes []string) {
	if c.made > most {
		notes = append(notes, fmt.Sprintf("values.schema.json: it has more than %d nodes with its references; the rest is left open", most))
	}
	if written := raw(one, "values.schema.json"); !bytes.Equal(written, one.Schema) { // The cache asks no host.
		for _, found := range hosts.FindAllSubmatch(written, -1) {
			notes = append(notes, fmt.Sprintf("values.schema.json: $ref to %s is not in the file; left open", found[1]))
		}
	}
	return notes
}

// compile returns a chart's schema; nil if there is none.
func compile(one *chart.Chart) (*jsonschema.Schema, error) {
	switch {
	case one.Schema == nil:
		return nil, nil
	case bytes.Count(one.Schema, []byte("{")) > most: // The library takes time by the square of their number.
		return nil, fmt.Errorf("it has more than %d objects", most)
	}
	return charts.Compile(one.Schema, (*jsonschema.Compiler).AssertFormat)
}

func raw(one *chart.Chart, name string) []byte {
	for _, file := range one.Raw {
		if file.Name == name {
			return file.Data
		}
	}
	return nil
}

// addSubchart adds the key of a subchart, its name or alias: Helm hands its values to it. What the subchart itself says of its values, of which the
// chart sets a few, is added to what is inferred.
func addSubchart(one *chart.Chart, dependency *chart.Dependency, others []any, to map[string]v1.JSONSchemaProps, isConverted bool) {
	key := cmp.Or(dependency.Alias, dependency.Name)
	for name, description := range map[string]string{key: "Values of the subchart " + key + ".", "global": "Values for all charts."} {
		part, is := to[name]
		if !is {
			part = *object(map[string]v1.JSONSchemaProps{})
		}
		part.Description = cmp.Or(part.Description, description)
		to[name] = part
	}
	// Of several versions, each alias may have another one.
	found := slices.DeleteFunc(slices.Clone(one.Dependencies()), func(subchart *chart.Chart) bool { return subchart.Name() != dependency.Name })
	if part := to[key]; !isConverted && part.Type == "object" && len(found) == 1 {
		own, _ := derive(found[0], byKey(append([]any{one.Values}, others...))[key])
		to[key] = *united(&part, own)
	}
}

// either is the word for an integer or a string among the types.
const either = "int-or-string"

// of returns the schema of values of a type; empty for any. It lets unknown fields and nulls through: the API server would otherwise prune values that
// a chart does not list, and a user of Helm deletes a default with a null.
func of(kind string) *v1.JSONSchemaProps {
	schema := &v1.JSONSchemaProps{Type: kind, Nullable: true}
	switch kind {
	case either:
		schema.Type, schema.XIntOrString = "", true
	case "object", "":
		schema.XPreserveUnknownFields = new(true)
	}
	return schema
}

func object(properties map[string]v1.JSONSchemaProps) *v1.JSONSchemaProps {
	schema := of("object")
	schema.Properties = properties
	return schema
}

func list(item *v1.JSONSchemaProps) *v1.JSONSchemaProps {
	schema := of("array")
	schema.Items = &v1.JSONSchemaPropsOrArray{Schema: item}
	return schema
}

// united returns the first schema with the fields of both, or an open one if they differ. What a subchart knows is evidence of the same value as what
// the chart sets.
func united(one, other *v1.JSONSchemaProps) *v1.JSONSchemaProps {
	description := cmp.Or(one.Description, other.Description)
	switch {
	case one.Type == "object" && other.Type == "object":
		for name, schema := range other.Properties {
			if present, is := one.Properties[name]; is {
				schema = *united(&present, &schema)
			}
			one.Properties[name] = schema
		}
	case one.Type != other.Type || one.XIntOrString != other.XIntOrString:
		one = of("")
	default:
		one = other
	}
	one.Description = description
	return one
}

// kindOf returns the type of a value of YAML or JSON.
func kindOf(value any) string {
	switch value.(type) {
	case map[string]any:
		return "object"
	case []any:
		return "array"
	case bool:
		return "boolean"
	case float64, json.Number:
		return "number"
	case string:
		return "string"
	default:
		return "null"
	}
}
