package release

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"catamaran.dev/engine/charts"
	"sigs.k8s.io/yaml"
)

// A Doubt is about texts in the values that could make more than text, where the chart writes them without quotes or evaluates them.
type Doubt struct {
	// Values are the same values with harmless texts in place of the doubtful ones. With one of them, the chart must make the same objects
	// with the same fields.
	Values []charts.Input
	// Templates tells that the doubtful texts are templates. Those may make names, and places, but neither objects nor fields.
	Templates bool
	// Texts are the paths of the doubtful ones.
	Texts []string
}

const (
	// someWord is in place of a template.
	someWord = "x"
	// otherWord is another text that makes nothing: what differs between the two depends on the text.
	otherWord = "word"
	// probe is the word by which it shows where a chart takes a text for a part of a list or map: the text is an item or a field with it then. It is
	// in place of a template in a key, too.
	probe = "probe-of-catamaran"
)

var (
	// syntax begins or ends a list, a map, a key, a quoted text or a comment in a line; or makes an anchor, or a text of the lines that follow, at
	// its beginning. A range of versions does not.
	syntax = regexp.MustCompile(`[{}\[\]"'\\]|:(?:[\s\v]|$)|(?:^|[\s\v])#|^[\s\v]*(?:&|[|>][-+\d]*[\s\v]*(?:#|$))`)
	// ofHelm is what Helm and the operator go by, beside the name: a hook is neither repaired nor deleted. A kept object is only that, and many
	// charts offer it as an annotation. A name below another domain is another one.
	ofHelm    = regexp.MustCompile(`(^|[^\w.-])(?:helm\.sh(/resource-policy)?|catamaran\.dev)|operator-sdk`)
	templated = regexp.MustCompile(`(?s)\{\{.*?(?:\}\}|$)`)
	// leading makes an item, a key or a mark of a document at the beginning of a line.
	leading   = regexp.MustCompile(`^([\s\v]*)[-?.]([\s\v.-]|$)`)
	otherEnds = regexp.MustCompile("[\r\u0085\u2028\u2029]")
	someField = regexp.MustCompile(`^[^\s\v{\[][^\n]*?:(?:[\s\v]|$)`)
)

// doubts returns those about the texts of an author. Most values have none, and are rendered once.
func (c *Confinement) doubts(values map[string]any) []Doubt {
	return append(c.about(values, isOdd, harmless, false), c.about(values, isTemplate, evaluated, true)...)
}

func (c *Confinement) about(values map[string]any, isDoubtful func(string) bool, tamed func(string) string, templates bool) []Doubt {
	doubt := Doubt{Templates: templates}
	name := tamed
	if templates {
		name = func(key string) string { return harmless(templated.ReplaceAllString(key, probe)) }
	}
	for _, change := range []func(string) string{
		tamed, func(string) string { return otherWord }, func(string) string { return "" }, byLine, probed,
		func(text string) string { return reworded(text, someWord) },
		func(text string) string { return reworded(text, otherWord) },
	} {
		changes := rewriting{isDoubtful: isDoubtful, text: change, key: name, exempt: c.Exempt}
		changed := charts.Input(changes.of(values, map[string]any(c.Overrides), "").(map[string]any))
		if doubt.Texts = changes.found; len(doubt.Texts) == 0 {
			return nil
		}
		if !slices.ContainsFunc(doubt.Values, func(known charts.Input) bool { return reflect.DeepEqual(known, changed) }) {
			doubt.Values = append(doubt.Values, changed)
		}
	}
	return []Doubt{doubt}
}

// A rewriting puts other texts in place of the doubtful ones.
type rewriting struct {
	isDoubtful func(string) bool
	text, key  func(string) string
	exempt     []string
	found      []string
}

// of returns a copy. What an administrator has set stays.
func (r *rewriting) of(value, set any, path string) any {
	if slices.Contains(r.exempt, path) {
		return value
	}
	switch value := value.(type) {
	case string:
		if _, isSet := set.(string); isSet || !r.isDoubtful(value) {
			return value
		}
		r.found = append(r.found, path)
		return r.text(value)
	case []any:
		ofSet, _ := set.([]any)
		changed := make([]any, len(value))
		for i, inner := range value {
			var own any
			if i < len(ofSet) {
				own = ofSet[i]
			}
			changed[i] = r.of(inner, own, fmt.Sprintf("%s[%d]", path, i))
		}
		return changed
	case map[string]any:
		ofSet, _ := set.(map[string]any)
		changed := make(map[string]any, len(value))
		for _, key := range slices.Sorted(maps.Keys(value)) {
			inner := strings.TrimPrefix(path+"."+lineEnds.ReplaceAllString(key, " "), ".")
			own, isSet := ofSet[key]
			name := key
			if !isSet && r.isDoubtful(key) {
				r.found = append(r.found, inner)
				name = r.key(key)
			}
			changed[name] = r.of(value[key], own, inner)
		}
		return changed
	default:
		return value
	}
}

func isTemplate(text string) bool { return strings.Contains(text, "{{") }

func isOdd(text string) bool {
	return lineEnds.MatchString(text) || unmarked(text) != text || syntax.MatchString(templated.ReplaceAllString(text, ""))
}

// unmarked returns a text without Helm's marks and ours.
func unmarked(text string) string {
	return ofHelm.ReplaceAllStringFunc(text, func(found string) string {
		parts := ofHelm.FindStringSubmatch(found)
		if parts[2] != "" {
			return found
		}
		return parts[1] + someWord
	})
}

// harmless leaves templates as they are, since they may make names.
func harmless(text string) string {
	var made strings.Builder
	end := 0
	for _, at := range templated.FindAllStringIndex(text, -1) {
		made.WriteString(tame(unmarked(text[end:at[0]])) + text[at[0]:at[1]])
		end = at[1]
	}
	return lineEnds.ReplaceAllString(made.String()+tame(unmarked(text[end:])), " ")
}

func evaluated(text string) string { return harmless(templated.ReplaceAllString(text, someWord)) }

// byLine returns as many lines, for a chart that makes something of each.
func byLine(text string) string {
	all := strings.Split(otherEnds.ReplaceAllString(templated.ReplaceAllString(text, someWord), " "), "\n")
	for i, line := range all {
		all[i] = leading.ReplaceAllString(harmless(line), "${1}_${2}")
	}
	return strings.Join(all, "\n")
}

// probed returns the least list or map, if the text begins as one; else as many lines.
func probed(text string) string {
	begin := ""
	for line := range strings.Lines(breaks.Replace(templated.ReplaceAllString(text, someWord))) {
		if line = strings.TrimSpace(line); line != "" && line != someWord && !strings.HasPrefix(line, "#") {
			begin = line
			break
		}
	}
	switch {
	case strings.HasPrefix(begin, "{"):
		return fmt.Sprintf(`{"%s": "%s"}`, probe, probe)
	case strings.HasPrefix(begin, "["):
		return fmt.Sprintf(`["%s"]`, probe)
	case begin == "-" || strings.HasPrefix(begin, "- "):
		return "- " + probe
	case someField.MatchString(begin):
		return probe + ": " + probe
	default:
		return byLine(text)
	}
}

// reworded returns the same list or map with a word in place of each text, for a chart that makes something of each item: so the texts choose no
// kind and no field. Keys stay, as in any map of the values. A text that is neither is as if probed.
func reworded(text, by string) string {
	least := probed(text)
	if !strings.Contains(least, probe) {
		return least
	}
	var whole any
	if err := yaml.Unmarshal([]byte(templated.ReplaceAllString(text, by)), &whole); err != nil {
		return least
	}
	all := rewriting{isDoubtful: func(string) bool { return true }, text: func(string) string { return by }, key: harmless}
	changed, err := json.Marshal(all.of(whole, nil, ""))
	if err != nil {
		return least
	}
	return string(changed)
}
