// Package rights says which permissions the releases of a chart need: Helm renders the chart for a cluster that is only described. They include those
// for the kinds that no values render, since people set values that enable what the defaults do not.
package rights

import (
	"context"
	"fmt"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/release"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	rbac "k8s.io/api/rbac/v1"
	"sigs.k8s.io/yaml"
)

// A Rule is one of RBAC, and why it is there.
type Rule struct {
	rbac.PolicyRule
	// Reach is where an operator needs it that watches certain namespaces only.
	Reach string `json:"reach"`
	// Kind is that of the resource; the rule is without resources if nobody knows its name.
	Kind string `json:"kind,omitempty"`
	// Because is how the template needs it: because of what it grants or binds, or may make with other values. It is empty for what it makes.
	Because string `json:"because,omitempty"`
	// Reason is a template, or a short text.
	Reason string `json:"reason"`
}

const (
	inNamespace = "NAMESPACE"
	inCluster   = "CLUSTER"

	granted    = "granted"
	bound      = "bound"
	unrendered = "unrendered"
)

// Rights are the rules for the releases of a chart.
type Rights struct {
	// Making are for who makes the releases: an account, or the operator itself.
	Making []Rule `json:"making"`
	// Seeing are for the operator itself, whoever makes the releases.
	Seeing []Rule `json:"seeing"`
	// Places are the namespaces that the chart itself names.
	Places []string `json:"places"`
	// Assumed are the kinds that nobody defines, and of which the scope is assumed.
	Assumed []Kind   `json:"assumed"`
	Notes   []string `json:"notes"`
}

// A question is what a request asks.
type question struct {
	Chart charts.Reference `json:"chart"`
	// Overrides are the values that the operator puts over all others.
	Overrides charts.Input `json:"overrides"`
	// Tests says that the operator runs the chart's tests.
	Tests bool `json:"tests"`
	// CRDs is what it does with the folder crds: SKIP, CREATE or CREATE_REPLACE.
	CRDs string `json:"crds"`
	// KubeVersion and Served are those of a new cluster. Known are widely used kinds that it does not serve.
	KubeVersion string `json:"kubeVersion"`
	Served      []Kind `json:"served"`
	Known       []Kind `json:"known"`

	releases *release.Releases
	whole    *chart.Chart
}

// Of returns the method that answers the rights for a chart with its defaults, and with each file of its folder ci.
func Of(releases *release.Releases) serve.Method {
	return func(ctx context.Context, call serve.Call) (any, error) {
		asked := &question{releases: releases}
		if err := call.Into(asked); err != nil {
			return nil, err
		}
		var err error
		if asked.whole, _, err = releases.Charts.Get(asked.Chart); err != nil {
			return nil, err
		}
		return asked.answer(ctx)
	}
}

func (q *question) answer(ctx context.Context) (*Rights, error) {
	files := slices.DeleteFunc(slices.Clone(q.whole.Raw), func(file *common.File) bool { return !charts.IsOfCI(file.Name) })
	slices.SortFunc(files, func(one, other *common.File) int { return strings.Compare(one.Name, other.Name) })
	files = slices.Insert(files, 0, &common.File{Name: "the default values"})
	found, runs := &Rights{}, make([]*run, len(files))
	for i, err := range release.SideBySide(len(files), func(i int) (err error) {
		runs[i], err = q.run(ctx, files[i])
		return err
	}) {
		switch {
		case err == nil:
			runs[i].addTo(found)
		case fault.Of(err, nil).Reason == fault.Panic:
			return nil, err
		default:
			found.Notes = append(found.Notes, err.Error())
		}
	}
	isMade := func(is func(object) bool) bool {
		return slices.ContainsFunc(runs, func(one *run) bool { return one != nil && slices.ContainsFunc(one.objects, is) })
	}
	named := q.named(q.whole)
	var unknown []string
	for _, template := range slices.Sorted(maps.Keys(named)) {
		for _, kind := range named[template] {
			if !isMade(func(made object) bool { return made.kind.isSame(kind) }) {
				found.Making = append(found.Making, rules(kind, nil, making, unrendered, template)...)
				found.Seeing = append(append(found.Seeing, rules(kind, nil, seen(kind), unrendered, template)...), ofClass(kind)...)
			}
		}
		// What a role grants is known only when it is rendered.
		isRBAC := slices.ContainsFunc(named[template], func(kind Kind) bool { return kind.Group == rbac.GroupName })
		if isRBAC && makes.MatchString(template) && !isMade(func(made object) bool { return made.template == template }) {
			unknown = append(unknown, template)
		}
	}
	// Without its rights, nothing works: that note must not be behind others.
	if len(unknown) > 0 {
		found.Notes = slices.Insert(found.Notes, 0, fmt.Sprintf("no recorded values render the roles or bindings of %s, so the permissions that they grant are not"+
			" included; for values that enable them, add a file ci/<name>-values.yaml to the chart, and run `make manifests`", strings.Join(unknown, ", ")))
	}
	return found, nil
}

// run renders the chart with the values of a file for two releases.
func (q *question) run(ctx context.Context, file *common.File) (*run, error) {
	var own charts.Input
	content, err := yaml.YAMLToJSON(file.Data)
	if err != nil || own.UnmarshalJSON(content) != nil {
		return nil, fmt.Errorf("%s has no values", file.Name)
	}
	values := util.MergeTables(charts.CopyValues(q.Overrides), own)
	first, err := q.record(ctx, "one", "first-place", values, true)
	if err == nil {
		var second *recording
		if second, err = q.second(ctx, first, values); err == nil {
			return &run{first, second}, nil
		}
	}
	return nil, fmt.Errorf("with %s: chart %s cannot be rendered: %w", file.Name, q.whole.Name(), err)
}

// second renders another release in another namespace, with other texts in the values that name objects: what is equal in both does not depend on
// the release, and on no value of a person.
func (q *question) second(ctx context.Context, first *recording, values map[string]any) (*recording, error) {
	others := util.MergeTables(charts.CopyValues(values), charts.CopyValues(q.whole.Values))
	if rename(others, first.objects) {
		// The chart may allow no other texts there.
		if second, err := q.record(ctx, "two", "second-place", others, false); err == nil {
			return second, nil
		}
	}
	return q.record(ctx, "two", "second-place", values, false)
}

// shortest is the length of texts that are not in names by chance.
const shortest = 3

// rename writes other texts where values name objects: a person may write them, so such a name is no limit of a rule. It tells whether there are
// such values. nameOverride and fullnameOverride are conventions of helm create, empty by default.
func rename(values map[string]any, objects []object) (isChanged bool) {
	for key, value := range values {
		text, isText := value.(string)
		switch inner, isTable := value.(map[string]any); {
		case isTable:
			isChanged = rename(inner, objects) || isChanged
		case text == "" && (isText || value == nil) && (key == "nameOverride" || key == "fullnameOverride"):
			values[key], isChanged = "other", true
		case len(text) >= shortest && slices.ContainsFunc(objects, func(made object) bool { return strings.Contains(made.GetName(), text) }):
			values[key], isChanged = text+"-other", true
		}
	}
	return isChanged
}

var (
	separator = regexp.MustCompile(`(?m)^---.*$`)
	field     = regexp.MustCompile(`(?m)^( *)(apiVersion|kind): *["']?([^"'\s#]+|\{\{.*)`)
	ofKind    = regexp.MustCompile(`^[A-Z][A-Za-z0-9]+$`)
	ofVersion = regexp.MustCompile(`^([a-z0-9.-]+/)?v[0-9][a-z0-9]*$`)
	// makes is for a template that makes objects by itself.
	makes = regexp.MustCompile(`^(?:.*/)?[^_/][^/]*[.]ya?ml$`)
	// whole is an object in a template of definitions, as library charts have them.
	whole = regexp.MustCompile(`(?m)^apiVersion: .+\n(?:.*\n)*?kind: .+\n(?:.*\n)*?metadata:`)
)

// named returns the kinds in the text of the templates that have whole objects, without rendering: in the lines with the least indentation of each
// document. A computed kind is not found; a computed version of a widely used one is.
func (q *question) named(one *chart.Chart) map[string][]Kind {
	found := map[string][]Kind{}
	for _, template := range one.Templates {
		name := path.Join(one.ChartFullPath(), template.Name)
		if makes.MatchString(name) || whole.Match(template.Data) {
			for _, document := range separator.Split(string(template.Data), -1) {
				found[name] = append(found[name], q.kindsIn(document)...)
			}
		}
	}
	for _, dependency := range one.Dependencies() {
		maps.Copy(found, q.named(dependency))
	}
	return found
}

func (q *question) kindsIn(document string) (found []Kind) {
	lines := field.FindAllStringSubmatch(document, -1)
	least := math.MaxInt
	for _, line := range lines {
		if line[2] == "kind" {
			least = min(least, len(line[1]))
		}
	}
	var versions []string
	for _, line := range lines {
		switch {
		case len(line[1]) > least:
		case line[2] == "apiVersion":
			versions = append(versions, line[3])
		case ofKind.MatchString(line[3]):
			if kind, isKnown := q.kindOf(versions, line[3]); isKnown {
				found = append(found, kind)
			}
			versions = nil
		}
	}
	return found
}

// kindOf returns a kind of one of these versions, of which the one counts that a cluster serves. A computed version of a built-in kind has one group;
// that of a widely used one is known.
func (q *question) kindOf(versions []string, name string) (Kind, bool) {
	for _, version := range versions {
		if kind := find(q.Served, version, name); kind != nil {
			return *kind, true
		}
	}
	if len(versions) > 0 && ofVersion.MatchString(versions[len(versions)-1]) {
		return q.guess(versions[len(versions)-1], name), true
	}
	for _, all := range [][]Kind{q.Served, q.Known} {
		same := slices.DeleteFunc(slices.Clone(all), func(kind Kind) bool { return kind.Kind != name })
		if len(same) > 0 && !slices.ContainsFunc(same, func(kind Kind) bool { return kind.Group != same[0].Group }) {
			return same[0], true
		}
	}
	return Kind{}, false
}
