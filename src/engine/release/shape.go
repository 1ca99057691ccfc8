package release

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"catamaran.dev/engine/charts"
	v1 "helm.sh/helm/v4/pkg/release/v1"

	yamlv3 "go.yaml.in/yaml/v3"
)

// A descendant is what one rendering makes.
type descendant struct {
	identity
	content any
	// repeated are the fields that its document writes more than once. The last one counts, so a text could replace what the chart says.
	repeated []string
}

// A difference is an object that only one of two renderings has, or in which they differ.
type difference struct {
	identity
	// field is empty if the object itself is odd.
	field string
}

func (d *difference) String() string {
	if d.field == "" {
		return d.identity.String()
	}
	return d.field + " of " + d.identity.String()
}

// unlike returns a field that the texts make or change outside of their places. A text fills the values of fields that differ between the harmless
// renderings: these depend on it. Such a value may be a list or a map, since many charts take these as texts. All other fields must be as in
// the harmless rendering i.
func unlike(rendered []descendant, trials []func() []descendant, i int, same func(identity) identity) *difference {
	left := map[identity][]int{}
	harmless := trials[i]()
	for at, each := range harmless {
		left[same(each.identity)] = append(left[same(each.identity)], at)
	}
	isProbed := sync.OnceValue(func() bool { return !strings.Contains(fmt.Sprint(contentsOf(rendered)), probe) })
	for _, each := range rendered {
		key := same(each.identity)
		at := left[key][0]
		left[key] = left[key][1:]
		other := harmless[at]
		one := comparison{isProbed, func(path []any) bool { return isFilled(path, harmless, at, trials, i) }}
		field := one.difference(nil, each.content, other.content)
		if field == nil {
			field = more(each.repeated, other.repeated)
		}
		if field != nil {
			return &difference{each.identity, written(field)}
		}
	}
	return nil
}

func contentsOf(rendered []descendant) []any {
	var found []any
	for _, each := range rendered {
		found = append(found, each.content)
	}
	return found
}

// isFilled tells whether a field has another value in another of the harmless renderings, or is missing there.
func isFilled(path []any, harmless []descendant, at int, trials []func() []descendant, i int) bool {
	for j, trial := range trials {
		if j == i {
			continue
		}
		if other := counterpart(harmless, at, trial()); other != nil && !reflect.DeepEqual(valueAt(path, harmless[at].content), valueAt(path, other.content)) {
			return true
		}
	}
	return false
}

// counterpart returns the same object of another rendering; nil if there is none, or if it is unclear. Its name may depend on the texts too.
func counterpart(all []descendant, at int, others []descendant) *descendant {
	wanted := all[at].identity
	if found := slices.IndexFunc(others, func(other descendant) bool { return other.identity == wanted }); found >= 0 {
		return &others[found]
	}
	isAlike := func(other descendant) bool {
		return other.template == wanted.template && other.apiVersion == wanted.apiVersion && other.kind == wanted.kind
	}
	place, count := 0, 0
	for i, each := range all {
		if isAlike(each) {
			count++
			if i < at {
				place++
			}
		}
	}
	var alike []*descendant
	for i := range others {
		if isAlike(others[i]) {
			alike = append(alike, &others[i])
		}
	}
	if len(alike) != count {
		return nil
	}
	return alike[place]
}

func valueAt(path []any, content any) any {
	for _, step := range path {
		switch of := content.(type) {
		case map[string]any:
			name, _ := step.(string)
			content = of[name]
		case []any:
			index, isIndex := step.(int)
			if !isIndex || index >= len(of) {
				return nil
			}
			content = of[index]
		default:
			return nil
		}
	}
	return content
}

// comparison finds what differs between an object and a harmless one.
type comparison struct {
	// isProbed tells that a probe in the harmless object comes from a text.
	isProbed func() bool
	// isFilled tells whether a text fills the value of a field.
	isFilled func(path []any) bool
}

// difference returns the path of a field; nil if nothing differs.
func (c comparison) difference(path []any, content, harmless any) []any {
	switch expected := harmless.(type) {
	case map[string]any:
		if found, isMap := content.(map[string]any); isMap {
			return c.ofMaps(path, found, expected)
		}
		return path
	case []any:
		if found, isList := content.([]any); isList {
			return c.ofLists(path, found, expected)
		}
		return path
	default:
		if reflect.DeepEqual(content, harmless) || isScalar(content) && tame(fmt.Sprint(content)) == tame(fmt.Sprint(harmless)) {
			return nil
		}
		if c.isFilled(path) {
			return nil
		}
		return path
	}
}

func isScalar(content any) bool {
	switch content.(type) {
	case map[string]any, []any:
		return false
	default:
		return true
	}
}

func (c comparison) ofMaps(path []any, content, harmless map[string]any) []any {
	_, takesFields := harmless[probe]
	takesFields = takesFields && c.isProbed()
	missing := maps.Clone(harmless)
	for _, name := range slices.Sorted(maps.Keys(content)) {
		other, known := c.sameName(name, missing)
		if known {
			delete(missing, other)
			// The path is that of the harmless object, in which others look for it.
			if found := c.difference(below(path, other), content[name], harmless[other]); found != nil {
				return found
			}
		} else if !takesFields {
			return below(path, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		if name != probe || !takesFields {
			return below(path, name)
		}
	}
	return nil
}

// sameName finds a field, whose name may be a text that was made harmless, or have a word from a template.
func (c comparison) sameName(name string, in map[string]any) (string, bool) {
	if _, known := in[name]; known {
		return name, true
	}
	wanted := tame(name)
	for _, other := range slices.Sorted(maps.Keys(in)) {
		before, after, isNamed := strings.Cut(other, probe)
		if tame(other) == wanted || isNamed && c.isProbed() && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) {
			return other, true
		}
	}
	return "", false
}

func (c comparison) ofLists(path []any, content, harmless []any) []any {
	before := slices.Index(harmless, any(probe))
	if before < 0 || !c.isProbed() {
		for i := range min(len(content), len(harmless)) {
			if found := c.difference(below(path, i), content[i], harmless[i]); found != nil {
				return found
			}
		}
		if len(content) != len(harmless) {
			return below(path, min(len(content), len(harmless)))
		}
		return nil
	}
	// The text's items are in the place of the probe.
	after := len(harmless) - before - 1
	if len(content) < before+after {
		return below(path, len(content))
	}
	for i := range before {
		if found := c.difference(below(path, i), content[i], harmless[i]); found != nil {
			return found
		}
	}
	for i := range after {
		at := before + 1 + i
		if found := c.difference(below(path, at), content[len(content)-after+i], harmless[at]); found != nil {
			return found
		}
	}
	return nil
}

func below(path []any, step any) []any { return append(slices.Clip(path), step) }

// written returns a path as people write it.
func written(path []any) string {
	var text strings.Builder
	for _, step := range path {
		if index, isIndex := step.(int); isIndex {
			fmt.Fprintf(&text, "[%d]", index)
			continue
		}
		if text.Len() > 0 {
			text.WriteString(".")
		}
		text.WriteString(tame(fmt.Sprint(step)))
	}
	return text.String()
}

// more returns a field that is repeated in one document and not in the other.
func more(repeated, harmless []string) []any {
	counts := map[string]int{}
	for _, each := range harmless {
		counts[each]++
	}
	for _, each := range repeated {
		if counts[each]--; counts[each] < 0 {
			return []any{each}
		}
	}
	return nil
}

// repeatedIn returns the fields that a document writes more than once. What Helm reads tells nothing of them.
func repeatedIn(document string) []string {
	var root yamlv3.Node
	if err := yamlv3.Unmarshal([]byte(document), &root); err != nil {
		return []string{noYAML}
	}
	var found []string
	var look func(path string, node *yamlv3.Node)
	look = func(path string, node *yamlv3.Node) {
		seen := map[string]bool{}
		for i, inner := range node.Content {
			if node.Kind != yamlv3.MappingNode {
				look(path, inner)
				continue
			}
			if i%2 == 1 {
				look(strings.TrimPrefix(path+"."+node.Content[i-1].Value, "."), inner)
				continue
			}
			if inner.Kind == yamlv3.ScalarNode && seen[inner.Value] {
				found = append(found, strings.TrimPrefix(path+"."+inner.Value, "."))
			}
			seen[inner.Value] = true
			look(path, inner)
		}
	}
	look("", &root)
	return found
}

// mostApart limits the renderings that find out which text it is.
const mostApart = 16

// apart looks at one text after another: a chart may agree with different harmless texts in different places. It tells whether it does with all of
// them together, or else which texts it does not agree with; none if there are too many to try.
func (o *operation) apart(made *v1.Release, rendered []descendant, doubt Doubt, same func(identity) identity) (agrees bool, blamed []string) {
	if len(doubt.Values) == 0 {
		return false, nil
	}
	var changed [][]any
	changes(nil, made.Config, map[string]any(doubt.Values[0]), &changed)
	if len(changed) == 1 {
		return false, []string{written(changed[0])}
	}
	if len(changed) > mostApart {
		return false, nil
	}
	together := charts.CopyValues(made.Config)
	for _, path := range changed {
		var one Doubt
		for _, harmless := range doubt.Values {
			values := charts.CopyValues(made.Config)
			replace(values, path, valueAt(path, map[string]any(harmless)))
			one.Values = append(one.Values, values)
		}
		chosen, found := different(rendered, o.trials(made.Version, one), same)
		if found != nil {
			blamed = append(blamed, written(path))
			continue
		}
		replace(together, path, valueAt(path, map[string]any(one.Values[chosen])))
	}
	if len(blamed) > 0 {
		return false, blamed
	}
	all := Doubt{Values: append([]charts.Input{together}, doubt.Values...)}
	trials := o.trials(made.Version, all)
	return odd(rendered, trials[0](), same) == nil && unlike(rendered, trials, 0, same) == nil, nil
}

// changes collects the paths of values that differ. A map with other keys is one of them.
func changes(path []any, values, harmless any, found *[][]any) {
	switch of := values.(type) {
	case map[string]any:
		other, isMap := harmless.(map[string]any)
		if isMap && len(path) > 0 && !maps.EqualFunc(of, other, func(any, any) bool { return true }) {
			*found = append(*found, path)
			return
		}
		for _, name := range slices.Sorted(maps.Keys(of)) {
			changes(below(path, name), of[name], other[name], found)
		}
	case []any:
		other, _ := harmless.([]any)
		for i := range min(len(of), len(other)) {
			changes(below(path, i), of[i], other[i], found)
		}
	case string:
		if values != harmless {
			*found = append(*found, path)
		}
	}
}

func replace(values any, path []any, value any) {
	parent := valueAt(path[:len(path)-1], values)
	switch step := path[len(path)-1].(type) {
	case string:
		if of, isMap := parent.(map[string]any); isMap {
			of[step] = value
		}
	case int:
		if of, isList := parent.([]any); isList {
			of[step] = value
		}
	}
}
