package structural

import (
	"cmp"
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// most is how many schemas one is made of at most, since references may repeat a large part many times.
const most = 20_000

// A conversion makes a structural schema of a JSON schema. The result accepts every spec that Helm accepts after it has added the defaults, and more:
// what it cannot say is left open, as Helm and the operator check the whole. So of several schemas that must all hold, one keyword is taken
// from the first that has it; alternatives are left out, unless all but one are null.
type conversion struct {
	*inference
	made int
}

// A site is a place of a values.schema.json.
type site struct {
	path   path
	value  any // the default; nil if there is none
	isItem bool
	inList bool                 // at any depth
	around []*jsonschema.Schema // the references that lead here
}

// at converts schemas that must all hold at a site.
func (c *conversion) at(at site, all ...*jsonschema.Schema) *v1.JSONSchemaProps {
	flat := &flat{around: at.around}
	for _, one := range all {
		c.add(flat, one)
	}
	at.around = flat.around
	made, whole := of(""), flat.whole()
	switch kind := flat.kind(whole); {
	case flat.isOpen || at.path.depth > deepest:
	case kind == "object":
		made = c.object(at, flat.parts, whole.PatternProperties != nil)
	case kind == "array":
		made = c.list(at, flat.parts)
	default:
		made = of(kind)
		constrain(whole, made)
	}
	if at.isItem && made.Type != "" && !flat.allowsNull() {
		made.Nullable = false
	}
	switch {
	case made.Type == "array":
		made.MinItems, made.MaxItems = count(whole.MinItems), count(whole.MaxItems)
	case made.Type != "object" && !flat.isOpen:
		restrict(valuesOf(whole), made)
	}
	made.Description = cmp.Or(strings.TrimSpace(whole.Description), c.found[at.path.text], strings.TrimSpace(whole.Title))
	return made
}

// object converts the properties of an object. One that its author closed stays open: the API server would prune an unknown field in silence, while
// the operator reports it.
func (c *conversion) object(at site, parts []*jsonschema.Schema, hasPatterns bool) *v1.JSONSchemaProps {
	described := map[string][]*jsonschema.Schema{}
	var values []*jsonschema.Schema
	var required []string
	for _, part := range parts {
		for name, schema := range part.Properties {
			described[name] = append(described[name], schema)
		}
		if of, is := part.AdditionalProperties.(*jsonschema.Schema); is {
			values = append(values, of)
		}
		required = append(required, part.Required...)
	}
	if len(values) > 0 && len(described) == 0 && !hasPatterns {
		made := of("object")
		made.XPreserveUnknownFields = nil
		made.AdditionalProperties = &v1.JSONSchemaPropsOrBool{Schema: c.at(site{at.path.below("*"), nil, false, at.inList, at.around}, values...)}
		return made
	}
	made := object(map[string]v1.JSONSchemaProps{})
	defaults, _ := at.value.(map[string]any)
	for name, schemas := range described {
		made.Properties[name] = *c.at(site{at.path.below(name), defaults[name], false, at.inList, at.around}, schemas...)
	}
	for name, value := range defaults { // Many schemas describe only some values.
		if described[name] == nil && len(values) == 0 && !hasPatterns {
			made.Properties[name] = *c.inference.at(at.path.below(name), []any{value}, nil)
		}
	}
	if at.inList { // Helm replaces lists as a whole: an item has no defaults.
		slices.Sort(required)
		made.Required = slices.Compact(required)
	}
	return made
}

func (c *conversion) list(at site, parts []*jsonschema.Schema) *v1.JSONSchemaProps {
	below, items, isTuple := site{at.path.items(), nil, true, true, at.around}, []*jsonschema.Schema{}, false
	if defaults, _ := at.value.([]any); len(defaults) > 0 {
		below.value = defaults[0]
	}
	for _, part := range parts {
		of, isOne := part.Items.(*jsonschema.Schema)
		isTuple = isTuple || part.PrefixItems != nil || part.Items != nil && !isOne
		if isOne {
			items = append(items, of)
		} else if part.Items2020 != nil {
			items = append(items, part.Items2020)
		}
	}
	if len(items) == 0 || isTuple {
		return list(of(""))
	}
	return list(c.at(below, items...))
}

// A flat schema has what must hold at a site, without references.
type flat struct {
	parts   []*jsonschema.Schema
	around  []*jsonschema.Schema
	isOpen  bool // it contains itself, or is too large
	hasNull bool
}

// add adds a schema to those that must hold.
func (c *conversion) add(to *flat, one *jsonschema.Schema) {
	c.made++
	if to.isOpen = to.isOpen || c.made > most || slices.Contains(to.around, one.Ref); to.isOpen || one.Bool != nil || slices.Contains(to.parts, one) {
		return
	}
	to.parts = append(to.parts, one)
	if one.Ref != nil {
		to.around = append(slices.Clip(to.around), one.Ref)
		c.add(to, one.Ref)
	}
	for _, part := range one.AllOf {
		c.add(to, part)
	}
	for _, branches := range [][]*jsonschema.Schema{one.AnyOf, one.OneOf} {
		some := slices.DeleteFunc(slices.Clone(branches), func(branch *jsonschema.Schema) bool { return slices.Equal(typesOf(branch), []string{"null"}) })
		to.hasNull = to.hasNull || len(some) < len(branches)
		if len(some) == 1 {
			c.add(to, some[0])
		}
	}
}

// whole returns a schema with each keyword of the first that has it.
func (f *flat) whole() *jsonschema.Schema {
	var whole jsonschema.Schema
	to := reflect.ValueOf(&whole).Elem()
	for _, part := range f.parts {
		for i := range to.NumField() {
			if keyword := to.Field(i); keyword.CanSet() && keyword.IsZero() {
				keyword.Set(reflect.ValueOf(part).Elem().Field(i))
			}
		}
	}
	return &whole
}

// kind returns the type on which all schemas agree, or without any that to which the keywords belong; empty for several types.
func (f *flat) kind(whole *jsonschema.Schema) string {
	hasTypes := typesOf(whole) != nil
	types := slices.DeleteFunc([]string{"array", "boolean", "integer", "number", "object", "string"}, func(one string) bool {
		return slices.ContainsFunc(f.parts, func(part *jsonschema.Schema) bool {
			own := typesOf(part)
			return own != nil && !slices.Contains(own, one) && (one != "integer" || !slices.Contains(own, "number"))
		})
	})
	switch {
	case hasTypes && len(types) == 1:
		return types[0]
	case slices.Equal(types, []string{"integer", "number"}):
		return "number"
	case slices.Equal(types, []string{"integer", "string"}):
		return either
	case hasTypes:
		return ""
	case whole.Properties != nil || whole.PatternProperties != nil || whole.AdditionalProperties != nil || whole.Required != nil:
		return "object"
	case whole.Items != nil || whole.Items2020 != nil:
		return "array"
	default:
		return ""
	}
}

// typesOf returns the types that a schema names, or those of the values that it allows; nil if it does neither.
func typesOf(part *jsonschema.Schema) (types []string) {
	if part.Types != nil {
		return part.Types.ToStrings()
	}
	for _, value := range valuesOf(part) {
		kind := kindOf(value)
		if number, is := value.(json.Number); is && !strings.ContainsAny(number.String(), ".eE") {
			kind = "integer"
		}
		types = append(types, kind)
	}
	return types
}

func valuesOf(part *jsonschema.Schema) []any {
	switch {
	case part.Const != nil:
		return []any{*part.Const}
	case part.Enum != nil:
		return part.Enum.Values
	default:
		return nil
	}
}

func (f *flat) allowsNull() bool {
	return f.hasNull || slices.ContainsFunc(f.parts, func(part *jsonschema.Schema) bool {
		return slices.Contains(typesOf(part), "null") || slices.Contains(valuesOf(part), nil)
	})
}

// formats have the same meaning in JSON Schema and Kubernetes (supported_formats.go of apiextensions-apiserver). The duration of Kubernetes is Go's.
var formats = []string{"date", "date-time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid"}

// constrain adds what limits a scalar. It leaves out what only the whole values can meet, such as minProperties: the spec is one part of the values;
// the chart's defaults, valuesFrom, overrideValues and annotations supply others.
func constrain(by *jsonschema.Schema, to *v1.JSONSchemaProps) {
	switch to.Type {
	case "string":
		to.MinLength, to.MaxLength = count(by.MinLength), count(by.MaxLength)
		if by.Pattern != nil {
			to.Pattern = by.Pattern.String()
		}
		if by.Format != nil && slices.Contains(formats, by.Format.Name) {
			to.Format = by.Format.Name
		}
	case "integer", "number":
		to.MultipleOf = bound(by.MultipleOf)
		to.Minimum, to.ExclusiveMinimum = bound(cmp.Or(by.ExclusiveMinimum, by.Minimum)), by.ExclusiveMinimum != nil
		to.Maximum, to.ExclusiveMaximum = bound(cmp.Or(by.ExclusiveMaximum, by.Maximum)), by.ExclusiveMaximum != nil
	}
}

func count(number *int) *int64 {
	if number == nil {
		return nil
	}
	return new(int64(*number))
}

func bound(number *big.Rat) *float64 {
	if number == nil {
		return nil
	}
	value, _ := number.Float64()
	return &value
}

// restrict adds the allowed values, unless one is an object: a spec has only parts of objects. The API server compares even a null with an enum, and
// accepts none there. It checks only type and enum of a null, so the values of a nullable field are in allOf.
func restrict(allowed []any, to *v1.JSONSchemaProps) {
	var values []v1.JSON
	for _, value := range allowed {
		if kindOf(value) == "object" {
			return
		}
		if text, err := json.Marshal(value); err == nil && (value != nil || !to.Nullable) {
			values = append(values, v1.JSON{Raw: text})
		}
	}
	if !to.Nullable {
		to.Enum = values
	} else if values != nil {
		to.AllOf = []v1.JSONSchemaProps{{Enum: values}}
	}
}
