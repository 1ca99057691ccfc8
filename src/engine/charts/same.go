package charts

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
)

// Sameness tells whether a revision was made from a chart, and with values. Of subcharts it has the versions, and the defaults among those of the
// chart. One Go operator stores the primary's values only, the other all defaults with them: with the defaults, both are the same.
type Sameness struct {
	Chart  bool `json:"chart"`
	Values bool `json:"values"`
}

// Same answers the sameness of a revision.
func (c *Cache) Same(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Chart  Reference       `json:"chart"`
		Values []Input         `json:"values"`
		Stored json.RawMessage `json:"stored"` // the chart of the revision
		Config Input           `json:"config,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	var stored chart.Chart
	if err := json.Unmarshal(params.Stored, &stored); err != nil {
		return nil, fault.New(fault.Request, fault.BadRequest, "the stored chart: %v", err)
	}
	return c.Compare(&stored, params.Config, params.Chart, params.Values)
}

// Compare compares a stored chart and its values with a chart and the values of which it may have one.
func (c *Cache) Compare(stored *chart.Chart, config map[string]any, reference Reference, candidates []Input) (same Sameness, err error) {
	wanted, _, err := c.Get(reference)
	if err != nil || stored == nil || stored.Metadata == nil {
		return same, err
	}
	own, has := CopyValues(orEmpty(wanted.Values)), versions(wanted.Metadata.Dependencies)
	if len(has) > 0 {
		// Helm has merged the defaults of subcharts into the chart's own.
		own = util.MergeTables(own, CopyValues(orEmpty(stored.Values)))
	}
	same.Chart = content(stored) == content(wanted) && plain(orEmpty(stored.Values)) == plain(own)
	for name, version := range versions(stored.Metadata.Dependencies) {
		same.Chart = same.Chart && has[name] == version
	}
	var given string
	for i, each := range append([]Input{config}, candidates...) {
		coalesced, err := Coalesce(Copy(wanted), CopyValues(each))
		if err != nil {
			return same, fault.New(fault.Chart, fault.Values, "%v", err)
		}
		if i == 0 {
			given = plain(coalesced)
		}
		same.Values = same.Values || i > 0 && plain(coalesced) == given
	}
	return same, nil
}

// content is what a release stores of a chart, but for its dependencies and values.
func content(one *chart.Chart) string {
	files, metadata, locked := map[string][]byte{}, *one.Metadata, map[string]string{}
	for _, file := range slices.Concat(one.Templates, one.Files) {
		if !strings.HasPrefix(file.Name, "charts/") {
			files[file.Name] = file.Data
		}
	}
	metadata.Dependencies = nil
	if one.Lock != nil {
		locked = versions(one.Lock.Dependencies)
	}
	text, _ := json.Marshal([]any{metadata, locked, files})
	return string(text)
}

// versions are those of dependencies, by name or alias; in a release only the enabled ones.
func versions(dependencies []*chart.Dependency) map[string]string {
	found := map[string]string{}
	for _, each := range dependencies {
		name := each.Alias
		if name == "" {
			name = each.Name
		}
		found[name] = each.Version
	}
	return found
}

// plain returns values independent of their notation: with one kind of numbers, and without nulls.
func plain(values map[string]any) string {
	var tree any
	text, _ := json.Marshal(values)
	_ = json.Unmarshal(text, &tree)
	text, _ = json.Marshal(tree)
	text, _ = jsonpatch.MergePatch([]byte("{}"), text)
	return string(text)
}
