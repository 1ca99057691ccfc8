package release

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/marks"
	"helm.sh/helm/v4/pkg/chart/common"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

// An identity is what a document says about which object it is, and how Helm and the operator treat it.
type identity struct {
	template, apiVersion, kind, namespace, name string
	// marks are Helm's and the operator's own: hooks and policies, owners, finalizers.
	marks string
}

// noYAML is the kind of what cannot be read.
const noYAML = "no YAML"

func (i identity) String() string { return fmt.Sprintf("%s %q of %s", i.kind, i.name, i.template) }

// source is Helm's comment above an object.
var source = regexp.MustCompile(`^# Source: (.+)\n`)

func groupOf(apiVersion string) string { return schema.FromAPIVersionAndKind(apiVersion, "").Group }

// descendantsOf returns what rendered files make.
func descendantsOf(files map[string]string, namespace string) []descendant {
	var found []descendant
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasSuffix(name, "NOTES.txt") {
			continue
		}
		hooks, manifests, err := releaseutil.SortManifests(map[string]string{name: files[name]}, nil, releaseutil.InstallOrder)
		if err != nil {
			found = append(found, descendant{identity: identity{template: name, kind: noYAML}})
		}
		for _, hook := range hooks {
			found = append(found, identify(name, hook.Manifest, namespace)...)
		}
		for _, manifest := range manifests {
			// Helm ends each document with a line break, on which the last field can depend.
			found = append(found, identify(name, manifest.Content+"\n", namespace)...)
		}
	}
	return found
}

// descendantsMade returns those of a revision.
func descendantsMade(made *v1.Release) []descendant {
	var found []descendant
	for _, document := range marks.Split(made.Manifest) {
		template := ""
		if line := source.FindStringSubmatch(document); line != nil {
			template = line[1]
		}
		found = append(found, identify(template, document, made.Namespace)...)
	}
	for _, hook := range made.Hooks {
		found = append(found, identify(hook.Path, hook.Manifest, made.Namespace)...)
	}
	return found
}

var (
	breaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")
	// Helm and kubectl read a document up to such a line, and others may read on.
	end = regexp.MustCompile(`(?m)^(?:---|\.\.\.)(?:\s|$)`)
)

// identify returns the objects of a document. What is no object is told apart too, since it is read differently elsewhere.
func identify(template, document, namespace string) []descendant {
	var found []descendant
	text := breaks.Replace(document)
	for range end.FindAllString(text, -1) {
		found = append(found, descendant{identity: identity{template: template, kind: "end of a document"}})
	}
	for range furtherValues(document) {
		found = append(found, descendant{identity: identity{template: template, kind: "end of a document"}})
	}
	content, err := yaml.YAMLToJSON([]byte(document))
	if err != nil {
		return append(found, descendant{identity: identity{template: template, kind: noYAML}})
	}
	var parsed any
	if err := json.Unmarshal(content, &parsed); err != nil || parsed == nil {
		return found
	}
	repeated := repeatedIn(document)
	for _, each := range descendantsIn(template, parsed, namespace) {
		each.repeated = repeated
		found = append(found, each)
	}
	return found
}

// furtherValues counts the objects behind the first one of a document in JSON: kubectl reads them, and Helm does not.
func furtherValues(document string) (count int) {
	if !strings.HasPrefix(strings.TrimSpace(document), "{") {
		return 0
	}
	decoder := json.NewDecoder(strings.NewReader(document))
	for value := (json.RawMessage{}); decoder.Decode(&value) == nil; count++ {
	}
	return max(count-1, 0)
}

// descendantsIn takes lists apart as kubectl does: what has items is a list, whatever its kind.
func descendantsIn(template string, parsed any, namespace string) []descendant {
	content, isObject := parsed.(map[string]any)
	if !isObject {
		return []descendant{{identity: identity{template: template, kind: "no object"}, content: parsed}}
	}
	if items, isList := content["items"]; isList {
		found := []descendant{}
		list, _ := items.([]any)
		for _, item := range list {
			found = append(found, descendantsIn(template, item, namespace)...)
		}
		return found
	}
	metadata, _ := content["metadata"].(map[string]any)
	text := func(of map[string]any, field string) string {
		if of[field] == nil {
			return ""
		}
		return fmt.Sprint(of[field])
	}
	if kind := text(content, "kind"); text(content, "apiVersion") == "v1" && (kind == "ConfigMap" || kind == "Secret") {
		// Data are no structure: a chart may leave a default out because of what a text says.
		content = maps.Clone(content)
		for _, field := range []string{"data", "stringData", "binaryData"} {
			delete(content, field)
		}
	}
	return []descendant{{
		identity: identity{template, text(content, "apiVersion"), text(content, "kind"), namespaceOf(metadata, namespace), text(metadata, "name"), marksOf(metadata)},
		content:  content,
	}}
}

func namespaceOf(metadata map[string]any, namespace string) string {
	if own, _ := metadata["namespace"].(string); own != "" {
		return own
	}
	return namespace
}

// marked are the names of labels and annotations that decide how an object is treated.
var marked = regexp.MustCompile(`^(?:(?:meta\.)?helm\.sh/|catamaran\.dev/|operator-sdk/|app\.kubernetes\.io/managed-by$)`)

func marksOf(metadata map[string]any) string {
	decisive := map[string]any{"finalizers": metadata["finalizers"], "ownerReferences": metadata["ownerReferences"]}
	for _, field := range []string{"labels", "annotations"} {
		all, _ := metadata[field].(map[string]any)
		for name, value := range all {
			if marked.MatchString(name) {
				decisive[field+"/"+name] = value
			}
		}
	}
	// A map is written in the order of its keys.
	text, _ := json.Marshal(decisive)
	return string(text)
}

// odd returns an object that only one of two renderings has.
func odd(one, other []descendant, same func(identity) identity) *difference {
	counts := map[identity]int{}
	for _, each := range other {
		counts[same(each.identity)]++
	}
	for _, each := range one {
		if counts[same(each.identity)]--; counts[same(each.identity)] < 0 {
			return &difference{identity: each.identity}
		}
	}
	for _, each := range other {
		if counts[same(each.identity)] > 0 {
			return &difference{identity: each.identity}
		}
	}
	return nil
}

// What has a meaning in YAML becomes harmless in the names, as in the texts: a text may be a part of a name.
var (
	lineEnds = regexp.MustCompile("[\n\r\u0085\u2028\u2029]")
	meant    = regexp.MustCompile("[{}\\[\\]\"'\\\\,#&*!|>%@`]")
	colon    = regexp.MustCompile(`:(\s|$)`)
)

func tame(text string) string {
	return lineEnds.ReplaceAllString(colon.ReplaceAllString(meant.ReplaceAllString(text, "_"), "_$1"), " ")
}

// nameless leaves out what any text may decide, also by a hash: the name.
func nameless(one identity) identity {
	one.name = ""
	return one
}

// placeless leaves out what a template in the values may decide, too.
func placeless(one identity) identity {
	one.name, one.namespace = "", ""
	return one
}

// doubt refuses a revision in which a text of the values makes or changes an object.
func (o *operation) doubt(made *v1.Release) error {
	rendered := descendantsMade(made)
	for _, doubt := range o.doubts {
		if doubt.Templates && o.asked != nil && isOverwritten(map[string]any(o.Confine.Overrides), map[string]any(o.asked.values)) {
			return fault.New(fault.Chart, fault.Structure, "a template in the values writes over values that the administrator sets")
		}
		trials := o.trials(made.Version, doubt)
		same := nameless
		if doubt.Templates {
			same = placeless
		}
		_, found := different(rendered, trials, same)
		if found != nil {
			agrees, texts := o.apart(made, rendered, doubt, same)
			if agrees {
				continue
			}
			refused := fault.New(fault.Chart, fault.Structure, "a text in the values makes or changes %v, as if it were a part of the template", found)
			kind := schema.FromAPIVersionAndKind(found.apiVersion, found.kind)
			refused.Object = &fault.Object{Group: kind.Group, Version: kind.Version, Kind: kind.Kind, Namespace: found.namespace, Name: found.name}
			if refused.Texts = texts; len(texts) == 0 {
				refused.Texts = doubt.Texts
			}
			return refused
		}
	}
	return nil
}

// isOverwritten tells whether other values are in the place of those.
func isOverwritten(values, left any) bool {
	of, isMap := values.(map[string]any)
	now, _ := left.(map[string]any)
	for name, value := range of {
		if isOverwritten(value, now[name]) {
			return true
		}
	}
	return !isMap && !reflect.DeepEqual(values, left)
}

// trials render the chart with each of the harmless values, when they are needed.
func (o *operation) trials(revision int, doubt Doubt) []func() []descendant {
	var trials []func() []descendant
	for _, values := range doubt.Values {
		trials = append(trials, sync.OnceValue(func() []descendant { return o.tried(o.Release, revision, values, o.remember) }))
	}
	return trials
}

// different returns how the rendering differs from those without the doubtful texts; nil if it is as one of them, and which one.
func different(rendered []descendant, trials []func() []descendant, same func(identity) identity) (int, *difference) {
	var found *difference
	for i, trial := range trials {
		one := odd(rendered, trial(), same)
		if one == nil {
			one = unlike(rendered, trials, i, same)
		}
		if one == nil {
			return i, nil
		}
		// A harmless text can make a manifest that is no YAML, which tells nothing.
		if found == nil || found.kind == noYAML {
			found = one
		}
	}
	return 0, found
}

// tried returns what the chart makes with other values, or for a release of another name.
func (o *operation) tried(release string, revision int, values map[string]any, lookup lookup) []descendant {
	defer o.clock.measure()()
	options := common.ReleaseOptions{Name: release, Namespace: o.Namespace, Revision: revision, IsInstall: o.kind == installs, IsUpgrade: o.kind != installs}
	return descendantsOf(trial(o.ctx, charts.Copy(o.fresh), charts.CopyValues(values), options, o.config.Capabilities, lookup), o.Namespace)
}

// remember asks for an object once: a trial sees what the rendering saw.
func (o *operation) remember(apiVersion, kind, namespace, name string) (map[string]any, error) {
	wanted := Lookup{APIVersion: apiVersion, Kind: kind, Namespace: namespace, Name: name}
	o.mutex.Lock()
	found, known := o.looked[wanted]
	o.mutex.Unlock()
	if known {
		return found, nil
	}
	found, err := o.ask(apiVersion, kind, namespace, name)
	if err == nil && len(o.doubts) > 0 {
		o.mutex.Lock()
		defer o.mutex.Unlock()
		o.looked[wanted] = found
	}
	return found, err
}
