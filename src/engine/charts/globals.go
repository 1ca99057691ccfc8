package charts

import (
	"maps"
	"slices"

	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"
)

// addNulls adds to the globals of dependencies what is null among those of the charts above, and has a default. Helm deletes the default in the
// chart whose values have the null, and hands it down to the dependencies all the same; of a null among a chart's own globals these learn nothing.
//
// Globals are those of the chart as far as its dependencies see them, nulls included; defaults are those that charts have for these.
func addNulls(whole *chart.Chart, values, globals, defaults map[string]any, at []string) (added Tables) {
	for _, dependency := range whole.Dependencies() {
		own := globalsOf(dependency.Values)
		for _, name := range namesOf(whole, dependency) {
			given, isGiven := values[name]
			table, isTable := given.(map[string]any)
			if isGiven && !isTable {
				continue
			}
			// What a chart above sets wins; its null only deletes a default.
			ofChart := globalsOf(whole.Values[name])
			seen := over(over(over(over(some(globals), globalsOf(table)), ofChart), globals), own)
			known := over(over(some(own), some(ofChart)), defaults)
			at := append(slices.Clone(at), name)
			if !isGiven {
				table = map[string]any{}
			}
			nulls := addNulls(dependency, table, seen, known, at)
			takeNulls(whole.Values[name])
			for _, path := range nullsOf(seen, known, []string{common.GlobalKey}) {
				nulls = append(nulls, put(table, path, at)...)
				// Helm takes a null away where there is a default.
				restore(dependency, path, map[string]any{common.GlobalKey: known})
			}
			if !isGiven && len(nulls) > 0 {
				values[name] = table
				nulls = append(nulls, at)
			}
			added = append(added, nulls...)
		}
		takeNulls(dependency.Values)
	}
	return added
}

// takeNulls takes the nulls from the globals of a chart. Helm would hand them to its dependencies in place of a table of the request.
func takeNulls(values any) {
	if globals := globalsOf(values); len(globals) > 0 {
		values.(map[string]any)[common.GlobalKey] = some(globals)
	}
}

func globalsOf(values any) map[string]any {
	table, _ := values.(map[string]any)
	globals, _ := table[common.GlobalKey].(map[string]any)
	return globals
}

// over merges two tables into a new one. A null of the upper one stays.
func over(upper, lower map[string]any) map[string]any {
	merged := maps.Clone(upper)
	if merged == nil {
		merged = map[string]any{}
	}
	for name, value := range lower {
		present, has := merged[name]
		inner, isTable := present.(map[string]any)
		further, areTables := value.(map[string]any)
		if !has {
			merged[name] = value
		} else if isTable && areTables {
			merged[name] = over(inner, further)
		}
	}
	return merged
}

// some returns a table without nulls.
func some(table map[string]any) map[string]any {
	kept := map[string]any{}
	for name, value := range table {
		if inner, isTable := value.(map[string]any); isTable {
			kept[name] = some(inner)
		} else if value != nil {
			kept[name] = value
		}
	}
	return kept
}

// nullsOf returns the paths of the nulls that have a default.
func nullsOf(table, defaults map[string]any, at []string) (found [][]string) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		path := append(slices.Clone(at), name)
		if value, has := defaults[name]; has && table[name] == nil {
			found = append(found, path)
		} else if inner, isTable := table[name].(map[string]any); isTable {
			further, _ := value.(map[string]any)
			found = append(found, nullsOf(inner, further, path)...)
		}
	}
	return found
}

// put writes a null, and returns what it added: the null, and the tables around it.
func put(table map[string]any, path, at []string) (added Tables) {
	at = append(slices.Clone(at), path[0])
	value, has := table[path[0]]
	if len(path) == 1 {
		if !has {
			table[path[0]] = nil
			added = Tables{at}
		}
		return added
	}
	inner, isTable := value.(map[string]any)
	if has && !isTable {
		return nil
	}
	if !has {
		inner = map[string]any{}
		table[path[0]] = inner
	}
	if added = put(inner, path[1:], at); !has {
		added = append(added, at)
	}
	return added
}

// restore gives a chart a default that only charts above it have.
func restore(one *chart.Chart, path []string, defaults map[string]any) {
	if one.Values == nil {
		one.Values = map[string]any{}
	}
	table := one.Values
	for _, name := range path[:len(path)-1] {
		inner, isTable := table[name].(map[string]any)
		if !isTable {
			inner = map[string]any{}
			table[name] = inner
		}
		table, defaults = inner, defaults[name].(map[string]any)
	}
	if last := path[len(path)-1]; table[last] == nil {
		table[last] = copyValue(defaults[last])
	}
}
