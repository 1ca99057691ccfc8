package charts

import (
	"encoding/json"
	"regexp"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/marks"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"sigs.k8s.io/yaml"
)

// Coalesce returns the values that the templates of a chart see: those of the request over those of the chart and its dependencies that
// are enabled. It changes the chart as Helm does.
func Coalesce(whole *chart.Chart, values map[string]any) (map[string]any, error) {
	values = orEmpty(values)
	AddTables(whole, values)
	if err := chartutil.ProcessDependencies(whole, values); err != nil {
		return nil, err
	}
	return util.CoalesceValues(whole, values)
}

// A Definition is an object in a folder crds.
type Definition struct {
	Object json.RawMessage
	// Own says that the chart has it without the values of a release, too.
	Own bool
}

// Definitions returns what is in the folders crds of a chart and of its dependencies that are enabled. What the chart has by itself is what its own
// values enable, or those of its folder ci, with the overrides.
func Definitions(whole *chart.Chart, values, overrides map[string]any) (found []Definition, err error) {
	wanted, err := definitions(Copy(whole), CopyValues(values))
	if err != nil {
		return nil, err
	}
	own := map[string]bool{}
	for _, input := range OwnInputs(whole, overrides) {
		// What cannot be combined, makes nothing.
		made, _ := definitions(Copy(whole), input)
		for _, object := range made {
			own[string(object)] = true
		}
	}
	for _, object := range wanted {
		found = append(found, Definition{object, own[string(object)]})
	}
	return found, nil
}

func definitions(whole *chart.Chart, values map[string]any) (found []json.RawMessage, err error) {
	if _, err := Coalesce(whole, values); err != nil {
		return nil, fault.New(fault.Chart, fault.Values, "%v", err)
	}
	for _, file := range whole.CRDObjects() {
		objects, err := marks.Objects(string(file.File.Data))
		if err != nil {
			return nil, fault.New(fault.Chart, fault.Unloadable, "%s: %v", file.Filename, err)
		}
		found = append(found, objects...)
	}
	return found, nil
}

// IsOfCI tells whether a file has values with which the chart itself is tested.
var IsOfCI = regexp.MustCompile(`^ci/[^/]*\.ya?ml$`).MatchString

// OwnInputs returns what a chart is rendered with if no release says anything: nothing, and each file of its folder ci, below the overrides.
func OwnInputs(whole *chart.Chart, overrides map[string]any) []map[string]any {
	inputs := []map[string]any{orEmpty(overrides)}
	for _, file := range whole.Raw {
		var own map[string]any
		if IsOfCI(file.Name) && yaml.Unmarshal(file.Data, &own) == nil {
			inputs = append(inputs, util.CoalesceTables(CopyValues(orEmpty(overrides)), own))
		}
	}
	return inputs
}

func orEmpty(values map[string]any) map[string]any {
	if values == nil {
		return map[string]any{}
	}
	return values
}
