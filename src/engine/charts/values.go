package charts

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
)

// A Violation is a value that does not meet a chart's schema.
type Violation struct {
	// Path is a JSON pointer into the values of the whole chart.
	Path    string `json:"path"`
	Chart   string `json:"chart"`
	Message string `json:"message"`
}

// Coalesce returns the values that the templates of a chart see: those of the request over those of the chart and its dependencies that
// are enabled. It changes the chart as Helm does.
func Coalesce(whole *chart.Chart, values map[string]any) (map[string]any, error) {
	if values == nil {
		values = map[string]any{}
	}
	if err := chartutil.ProcessDependencies(whole, values); err != nil {
		return nil, err
	}
	return util.CoalesceValues(whole, values)
}

// Violations returns what Helm would refuse. The chart must be one that Helm or Coalesce has worked on.
func Violations(whole *chart.Chart, values map[string]any) ([]Violation, error) {
	if values == nil {
		values = map[string]any{}
	}
	coalesced, err := util.CoalesceValues(whole, values)
	if err != nil {
		return nil, err
	}
	return violations(whole, coalesced, "")
}

func violations(one *chart.Chart, values map[string]any, path string) ([]Violation, error) {
	var found []Violation
	if one.Schema != nil {
		own, err := check(one, values, path)
		if err != nil {
			return nil, err
		}
		found = own
	}
	for _, dependency := range one.Dependencies() {
		inner := path + "/" + escape(dependency.Name())
		switch of := values[dependency.Name()].(type) {
		case nil:
		case map[string]any:
			below, err := violations(dependency, of, inner)
			if err != nil {
				return nil, err
			}
			found = append(found, below...)
		default:
			found = append(found, Violation{inner, dependency.Name(), fmt.Sprintf("the values of a chart are an object, not %T", of)})
		}
	}
	return found, nil
}

func check(one *chart.Chart, values map[string]any, path string) ([]Violation, error) {
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(one.Schema))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	// References to elsewhere are not followed here; Helm has followed them.
	compiler.UseLoader(jsonschema.SchemeURLLoader{})
	const name = "file:///values.schema.json"
	if err := compiler.AddResource(name, schema); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile(name)
	if err != nil {
		return nil, err
	}
	invalid := (*jsonschema.ValidationError)(nil)
	if !errors.As(compiled.Validate(values), &invalid) {
		return nil, nil
	}
	var found []Violation
	for _, unit := range invalid.BasicOutput().Errors {
		if unit.Error != nil {
			found = append(found, Violation{path + unit.InstanceLocation, one.Name(), unit.Error.String()})
		}
	}
	return found, nil
}

func escape(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}
