package charts

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/serve"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
)

// A Violation is a value that does not meet a chart's schema.
type Violation struct {
	// Path is that of the value in those of the whole chart, in the syntax of --set; empty for all of them.
	Path string `json:"path"`
	// Message never has a value of the request.
	Message string `json:"message"`
}

// longest bounds a message, which may list all that a schema allows.
const longest = 200

// Check answers which values do not meet the schemas of a chart and its dependencies that are enabled, and whether it has any schemas. What
// Helm could not say either without rendering, it says when it renders: a schema that is none is left out here.
func (c *Cache) Check(secrets *logs.Secrets) serve.Method {
	return func(_ context.Context, call serve.Call) (any, error) {
		var params struct {
			Chart  Reference `json:"chart"`
			Values Input     `json:"values,omitempty"`
			// Secrets are texts that the log must not show.
			Secrets []string `json:"secrets,omitempty"`
		}
		if err := call.Into(&params); err != nil {
			return nil, err
		}
		defer secrets.Hide(params.Secrets)()
		whole, _, err := c.Get(params.Chart)
		if err != nil {
			return nil, err
		}
		var answer struct {
			Violations []Violation `json:"violations,omitempty"`
			Schemas    bool        `json:"schemas"`
		}
		if answer.Schemas = hasSchema(whole); answer.Schemas {
			values := orEmpty(params.Values)
			AddTables(whole, values)
			// Its error comes again.
			_ = chartutil.ProcessDependencies(whole, values)
			answer.Violations = Violations(whole, values)
		}
		return answer, nil
	}
}

func hasSchema(one *chart.Chart) bool {
	return one.Schema != nil || slices.ContainsFunc(one.Dependencies(), hasSchema)
}

// Violations returns what does not meet the schemas. The chart must be one that Helm has worked on.
func Violations(whole *chart.Chart, values map[string]any) []Violation {
	coalesced, err := util.CoalesceValues(whole, orEmpty(values))
	if err != nil {
		return unfit(whole, values, "")
	}
	found := violations(whole, coalesced, "")
	// A library has them in the order of a map.
	slices.SortStableFunc(found, func(one, other Violation) int {
		return cmp.Or(strings.Compare(one.Path, other.Path), strings.Compare(one.Message, other.Message))
	})
	return found
}

func violations(one *chart.Chart, values map[string]any, path string) (found []Violation) {
	if one.Schema != nil {
		found = check(one, values, path)
	}
	for _, dependency := range one.Dependencies() {
		if of, ok := values[dependency.Name()].(map[string]any); ok {
			found = append(found, violations(dependency, of, below(path, dependency.Name()))...)
		}
	}
	return found
}

// unfit returns the values of dependencies that are no objects, which Helm refuses to combine.
func unfit(one *chart.Chart, values map[string]any, path string) (found []Violation) {
	for _, dependency := range one.Dependencies() {
		at := below(path, dependency.Name())
		value, given := values[dependency.Name()]
		if of, ok := value.(map[string]any); ok {
			found = append(found, unfit(dependency, of, at)...)
		} else if _, removed := one.Values[dependency.Name()]; given && (value != nil || !removed) {
			found = append(found, Violation{at, "must be a map, since it is a subchart's"})
		}
	}
	return found
}

func check(one *chart.Chart, values map[string]any, path string) (found []Violation) {
	compiled, err := Compile(one.Schema)
	if err != nil {
		slog.Warn("a schema is left to Helm", "chart", one.Name(), "error", err)
		return nil
	}
	if invalid := (*jsonschema.ValidationError)(nil); errors.As(compiled.Validate(values), &invalid) {
		for leaf := range leaves(invalid) {
			words := []rune(sentence(leaf.ErrorKind))
			if len(words) > longest {
				words = append(words[:longest], '…')
			}
			found = append(found, Violation{within(path, leaf.InstanceLocation, values), string(words)})
		}
	}
	return found
}

// Compile reads the schema of a chart, at the address that Helm gives it. It reads nothing else.
func Compile(text []byte, options ...func(*jsonschema.Compiler)) (*jsonschema.Schema, error) {
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(jsonschema.SchemeURLLoader{})
	for _, option := range options {
		option(compiler)
	}
	if err := compiler.AddResource(place, schema); err != nil {
		return nil, err
	}
	return compiler.Compile(place)
}

// leaves returns the rules that are broken, without those that only combine others.
func leaves(invalid *jsonschema.ValidationError) func(func(*jsonschema.ValidationError) bool) {
	return func(yield func(*jsonschema.ValidationError) bool) {
		if len(invalid.Causes) == 0 {
			yield(invalid)
			return
		}
		for _, cause := range invalid.Causes {
			for leaf := range leaves(cause) {
				if !yield(leaf) {
					return
				}
			}
		}
	}
}

var english = message.NewPrinter(language.English)

// sentence says what a rule demands, in the words of Helm's library where these do not quote the value.
func sentence(of jsonschema.ErrorKind) string {
	switch rule := of.(type) {
	case *kind.Pattern:
		return "does not match the pattern " + rule.Want
	case *kind.Format:
		return "is not a valid " + rule.Want
	case *kind.Minimum:
		return "must be at least " + number(rule.Want)
	case *kind.Maximum:
		return "must be at most " + number(rule.Want)
	case *kind.ExclusiveMinimum:
		return "must be more than " + number(rule.Want)
	case *kind.ExclusiveMaximum:
		return "must be less than " + number(rule.Want)
	case *kind.MultipleOf:
		return "must be a multiple of " + number(rule.Want)
	case *kind.MinLength:
		return "must have at least " + strconv.Itoa(rule.Want) + " characters"
	case *kind.MaxLength:
		return "must have at most " + strconv.Itoa(rule.Want) + " characters"
	case *kind.ContentEncoding:
		return "is not encoded as " + rule.Want
	case *kind.ContentMediaType:
		return "is not of the type " + rule.Want
	default:
		return of.LocalizedString(english)
	}
}

func number(of *big.Rat) string {
	value, _ := of.Float64()
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// within returns a path below another one.
func within(path string, location []string, values any) string {
	for _, step := range location {
		switch of := values.(type) {
		case []any:
			path += "[" + step + "]"
			if index, err := strconv.Atoi(step); err == nil && index < len(of) {
				values = of[index]
			}
		case map[string]any:
			path, values = below(path, step), of[step]
		}
	}
	return path
}

var special = strings.NewReplacer(`\`, `\\`, ".", `\.`, ",", `\,`, "=", `\=`, "[", `\[`)

func below(path, step string) string {
	if path != "" {
		path += "."
	}
	return path + special.Replace(step)
}
