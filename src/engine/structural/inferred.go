package structural

import (
	"math"
	"regexp"
	"slices"
	"strings"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// An inference finds the schema of values from a chart's defaults. It is tolerant, because the templates and not the defaults decide what is valid: a
// type that only the default shows is weak evidence, so the schema has it where the name of the value or its use in the templates agrees.
type inference struct {
	*comments
	uses map[string]use // by the text of a path
}

var (
	// sentinel has the texts by which charts say "not set", and those that are values of another type.
	sentinel = regexp.MustCompile(`(?s)^(?:-|true|false|[-+]?[0-9]+([.][0-9]+)?|.*\n.*)$`)
	off      = regexp.MustCompile(`(?i)\bset (?:it|this) to\W{1,3}false\b`)
)

// at returns a schema for all samples of a value. Others are further values that the chart takes: they show types, but no fields.
func (i *inference) at(at path, samples, others []any) *v1.JSONSchemaProps {
	samples, others = withoutNull(samples), withoutNull(others)
	kinds := map[string]bool{}
	for _, sample := range slices.Concat(samples, others) {
		kinds[kindOf(sample)] = true
	}
	schema, description := of(""), i.found[at.text]
	// Some lists and texts are turned off by false, and their comments say so.
	isOff := len(byKey(samples)) == 0 && !kinds["boolean"] && off.MatchString(description)
	switch {
	case at.depth > deepest:
	case len(kinds) == 2 && kinds["number"] && kinds["string"]:
		schema = of(either)
	case len(kinds) == 1 && len(samples) > 0 && !i.uses[at.text].asksType && !isOff:
		schema = i.typed(at, samples, others)
	}
	schema.Description = description
	return schema
}

func (i *inference) typed(at path, samples, others []any) *v1.JSONSchemaProps {
	has := func(tells func(any) bool) bool { return slices.ContainsFunc(slices.Concat(samples, others), tells) }
	switch kind, use := kindOf(samples[0]), i.uses[at.text]; {
	case kind == "object":
		return i.object(at, byKey(samples), byKey(others))
	case kind == "array":
		items := joined(samples)
		if len(items) == 0 && (use.lists == 0 || use.lists > use.asLists) {
			break // Some charts take a text, or a map, in place of a list.
		}
		item := i.at(at.items(), items, joined(others))
		item.Nullable = item.Type == "" || slices.Contains(items, nil)
		return list(item)
	case kind == "boolean":
		if conditions.MatchString(at.key) || use.actions > 0 && use.actions == use.conditions {
			return of(kind)
		}
	// 1.16 may be a version, and 0.5 a text such as 500m. An unsigned integer of 64 bits is a float to the API server.
	case at.key == "cpu" && amounts.MatchString(at.parent) || kind == "number" && (i.floats[at.text] || has(isFloat)) || kind == "string" && has(isSentinel):
	case kind == "number" && !at.isAmount() && (at.isNumber() || ports.MatchString(at.key)):
		return of("integer")
	case kind == "string" && !at.isAmount() && !ports.MatchString(at.key) &&
		(!at.isNumber() || has(func(text any) bool { return text != "" })): // Charts leave numbers of Kubernetes empty.
		return of(kind)
	default:
		return of(either)
	}
	return of("")
}

func (i *inference) object(at path, known, further map[string][]any) *v1.JSONSchemaProps {
	if len(known)+len(further) == 0 && at.text != "" && !maps.MatchString(at.key) && !i.uses[at.text].hasFields {
		return of("") // Some charts write {} for a list of volumes or containers.
	}
	properties := map[string]v1.JSONSchemaProps{}
	for key, samples := range known {
		properties[key] = *i.at(at.below(key), samples, further[key])
	}
	return object(properties)
}

// byKey returns the values in those samples that are objects.
func byKey(samples []any) map[string][]any {
	all := map[string][]any{}
	for _, sample := range samples {
		object, _ := sample.(map[string]any)
		for key, value := range object {
			all[key] = append(all[key], value)
		}
	}
	return all
}

func joined(lists []any) (items []any) {
	for _, list := range lists {
		items = append(items, list.([]any)...)
	}
	return items
}

func withoutNull(samples []any) []any {
	return slices.DeleteFunc(slices.Clone(samples), func(sample any) bool { return sample == nil })
}

func isFloat(number any) bool {
	value, _ := number.(float64)
	return value != math.Trunc(value) || math.Abs(value) >= 1<<63
}

func isSentinel(text any) bool {
	return sentinel.MatchString(text.(string))
}

// A path is the place of a value: keys with dots between them, and [] for the items of a list; empty for all values. The keys of items have the
// list's key as their parent.
type path struct {
	text, parent, key string
	depth             int
}

// deepest is from where on a schema is open: who reads it has such a bound too.
const deepest = 400

func (p path) below(key string) path {
	return path{strings.TrimPrefix(p.text+"."+key, "."), p.key, key, p.depth + 1}
}

func (p path) items() path {
	return path{p.text + "[]", p.parent, p.key, p.depth + 1}
}

// What keys mean by the conventions of charts and of Kubernetes' own types.
var (
	conditions = whole(`enabled|enable|create|[a-z].*Enabled|enable[A-Z].*|disabled|disable[A-Z].*|automount.*|host(Network|PID|IPC)` +
		`|readOnly.*|runAsNonRoot|allowPrivilegeEscalation|privileged|debug`)
	maps = whole(`(.*L|l)abels|(.*A|a)nnotations|(.*S|s)elector|(.*A|a)ffinity|(.*R|r)esources|(.*C|c)ontext|(.*S|s)trategy|(.*P|p)robe` +
		`|limits|requests|global`)
	numbers = whole(`runAsUser|runAsGroup|fsGroup|replicas|replicaCount|parallelism|completions|.*(Seconds|Limit|Replicas|Threshold|Count|Percentage)`)
	ports   = whole(`(.*P|p)orts?`)
	amounts = whole(`limits|requests`)
	parts   = whole(`maxUnavailable|minAvailable|maxSurge|targetPort`)
	actions = whole(`httpGet|tcpSocket`)
)

func whole(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + pattern + `)$`)
}

// isAmount tells an amount such as 128Mi, a part such as 10%, or the name or number of a container's port.
func (p path) isAmount() bool {
	return amounts.MatchString(p.parent) || parts.MatchString(p.key) || p.key == "port" && actions.MatchString(p.parent)
}

// isNumber tells what is an integer if it is not empty.
func (p path) isNumber() bool {
	return numbers.MatchString(p.key) || ports.MatchString(p.parent)
}
