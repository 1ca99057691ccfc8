package charts

import (
	"cmp"
	"slices"

	chart "helm.sh/helm/v4/pkg/chart/v2"
)

// Tables are the paths of nulls and empty tables among values, the inner ones first.
type Tables [][]string

// AddTables adds an empty table for each dependency for which the chart has a null among its own values. Without one, Helm forgets these nulls
// (helm/helm issue 32132), and a default of the dependency stays that the chart deletes. It also adds the nulls among globals that Helm hands to no
// dependency.
func AddTables(whole *chart.Chart, values map[string]any) Tables {
	added := addTables(whole, values, nil)
	own := globalsOf(whole.Values)
	added = append(added, addNulls(whole, values, over(globalsOf(values), own), some(own), nil)...)
	takeNulls(whole.Values)
	slices.SortStableFunc(added, func(one, other []string) int { return cmp.Compare(len(other), len(one)) })
	return added
}

func addTables(whole *chart.Chart, values map[string]any, at []string) (added Tables) {
	for _, dependency := range whole.Dependencies() {
		for _, name := range namesOf(whole, dependency) {
			given, isGiven := values[name]
			table, isTable := given.(map[string]any)
			if isGiven && !isTable {
				continue
			}
			if !isGiven {
				table = map[string]any{}
			}
			path := append(slices.Clone(at), name)
			inner := addTables(dependency, table, path)
			if !isGiven && (len(inner) > 0 || hasNull(whole.Values[name])) {
				values[name] = table
				inner = append(inner, path)
			}
			added = append(added, inner...)
		}
	}
	return added
}

// namesOf returns the names under which a chart has a dependency: it may have several.
func namesOf(whole, dependency *chart.Chart) (names []string) {
	for _, each := range whole.Metadata.Dependencies {
		if each.Name == dependency.Name() {
			names = append(names, each.Name)
			if each.Alias != "" {
				names[len(names)-1] = each.Alias
			}
		}
	}
	if len(names) == 0 {
		return []string{dependency.Name()}
	}
	return names
}

func hasNull(value any) bool {
	table, _ := value.(map[string]any)
	for _, each := range table {
		if each == nil || hasNull(each) {
			return true
		}
	}
	return false
}

// RemoveFrom removes the nulls and the tables again, if they are still empty.
func (t Tables) RemoveFrom(values map[string]any) {
	for _, path := range t {
		table := values
		for _, name := range path[:len(path)-1] {
			table, _ = table[name].(map[string]any)
		}
		last := path[len(path)-1]
		empty, isTable := table[last].(map[string]any)
		if table[last] == nil || isTable && len(empty) == 0 {
			delete(table, last)
		}
	}
}
