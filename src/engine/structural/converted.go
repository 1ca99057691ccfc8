package structural

import (
	"cmp"
	"encoding/json"
	"math/big"
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
	made := of("")
	switch kind := flat.kind(); {
	case flat.isOpen || at.path.depth > deepest:
	case kind == "object":
		made = c.object(at, flat.parts)
	case kind == "array":
		made = c.list(at, flat.parts)
	default:
		made = of(kind)
		constrain(flat.parts, made)
	}
	if at.isItem && made.Type != "" && !flat.allowsNull() {
		made.Nullable = false
	}
	if made.Type != "object" && made.Type != "array" && !flat.isOpen {
		flat.restrict(made)
	}
	described, titled := "", ""
	for _, part := range flat.parts {
		described = cmp.Or(described, strings.TrimSpace(part.Description))
		titled = cmp.Or(titled, strings.TrimSpace(part.Title))
	}
	made.Description = cmp.Or(described, c.found[at.path.text], titled)
	return made
}

// object converts the properties of an object. One that its author closed stays open: the API server would prune an unknown field in silence, while
// the operator reports it.
func (c *conversion) object(at site, parts []*jsonschema.Schema) *v1.JSONSchemaProps {
	described := map[string][]*jsonschema.Schema{}
	var values []*jsonschema.Schema
	var required []string
	hasPatterns := false
	for _, part := range parts {
		for name, schema := range part.Properties {
			described[name] = append(described[name], schema)
		}
		if of, is := part.AdditionalProperties.(*jsonschema.Schema); is {
			values = append(values, of)
		}
		hasPatterns = hasPatterns || part.PatternProperties != nil
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
	made := list(of(""))
	if len(items) > 0 && !isTuple {
		made = list(c.at(below, items...))
	}
	for _, part := range slices.Backward(parts) {
		count(&made.MinItems, part.MinItems)
		count(&made.MaxItems, part.MaxItems)
	}
	return made
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

// kind returns the type on which all schemas agree; empty for several types.
func (f *flat) kind() string {
	var types []string
	for _, part := range f.parts {
		if own := typesOf(part); types == nil {
			types = own
		} else if own != nil {
			types = slices.DeleteFunc(slices.Concat(types, own), func(one string) bool { return !allows(types, one) || !allows(own, one) })
		}
	}
	if types == nil {
		return f.shape()
	}
	slices.Sort(types)
	types = slices.DeleteFunc(slices.Compact(types), func(one string) bool { return one == "null" })
	switch {
	case len(types) == 1:
		return types[0]
	case slices.Equal(types, []string{"integer", "number"}):
		return "number"
	case slices.Equal(types, []string{"integer", "string"}):
		return either
	default:
		return ""
	}
}

// shape returns the type to which the keywords belong.
func (f *flat) shape() (kind string) {
	for _, part := range f.parts {
		if part.Properties != nil || part.PatternProperties != nil || part.AdditionalProperties != nil || part.Required != nil {
			return "object"
		}
		if part.Items != nil || part.Items2020 != nil {
			kind = "array"
		}
	}
	return kind
}

func allows(types []string, one string) bool {
	return slices.Contains(types, one) || one == "integer" && slices.Contains(types, "number")
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
func constrain(parts []*jsonschema.Schema, to *v1.JSONSchemaProps) {
	for _, part := range slices.Backward(parts) {
		switch to.Type {
		case "string":
			count(&to.MinLength, part.MinLength)
			count(&to.MaxLength, part.MaxLength)
			if part.Pattern != nil {
				to.Pattern = part.Pattern.String()
			}
			if part.Format != nil && slices.Contains(formats, part.Format.Name) {
				to.Format = part.Format.Name
			}
		case "integer", "number":
			bound(&to.MultipleOf, part.MultipleOf)
			to.ExclusiveMinimum = bound(&to.Minimum, part.ExclusiveMinimum) || !bound(&to.Minimum, part.Minimum) && to.ExclusiveMinimum
			to.ExclusiveMaximum = bound(&to.Maximum, part.ExclusiveMaximum) || !bound(&to.Maximum, part.Maximum) && to.ExclusiveMaximum
		}
	}
}

func count(to **int64, number *int) {
	if number != nil {
		*to = new(int64(*number))
	}
}

func bound(to **float64, number *big.Rat) bool {
	if number != nil {
		value, _ := number.Float64()
		*to = &value
	}
	return number != nil
}

// restrict adds the allowed values, unless one is an object: a spec has only parts of objects. The API server compares even a null with an enum, and
// accepts none there. It checks only type and enum of a null, so the values of a nullable field are in allOf.
func (f *flat) restrict(to *v1.JSONSchemaProps) {
	at := slices.IndexFunc(f.parts, func(part *jsonschema.Schema) bool { return valuesOf(part) != nil })
	if at < 0 {
		return
	}
	var values []v1.JSON
	for _, value := range valuesOf(f.parts[at]) {
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
