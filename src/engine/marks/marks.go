// Package marks changes the objects of a manifest before Helm stores and applies them: it writes who owns them, keeps the replicas that
// an autoscaler set, and takes away what no patch can carry: nulls among the texts of ConfigMaps and Secrets, pull secrets without a name, and
// metadata that the API server or a controller writes. It spells Helm's policy of resources in one way.
// It is no post-renderer of Helm: that would take lists apart, and parse everything twice more.
package marks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/kube"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

// Changes are what to do with the objects of a manifest. The zero value changes nothing.
type Changes struct {
	// Owned is for objects of Kinds in the release's namespace that Helm does not keep, that nobody else owns, and that have no other value
	// of these labels.
	Owned Marks    `json:"owned,omitzero"`
	Kinds []string `json:"kinds,omitempty"` // "apps/v1 Deployment"
	// Former are the labels by which objects of an owner are known, for what an earlier revision made. An object with one of them, but not with
	// exactly the marks of Owned, loses these labels and all owner references, before it gets the marks: a former owner may be gone, and
	// the garbage collector would delete the object.
	Former []string `json:"former,omitempty"`
	// Scales replace the replicas of objects whose manifest has the field.
	Scales []Scale `json:"scales,omitempty"`
}

// Marks are written into an object's metadata.
type Marks struct {
	Labels         map[string]string `json:"labels,omitempty"`
	OwnerReference map[string]any    `json:"ownerReference,omitempty"`
}

// A Scale is the present number of replicas of an object. Field is a JSON pointer to it.
type Scale struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Field     string `json:"field"`
	Replicas  int64  `json:"replicas"`
}

// separator is what Helm writes between the documents of a manifest.
const separator = "---\n"

// Apply returns the manifest with the changes. A document that needs none, or is no object, stays as it is to the byte.
func (c Changes) Apply(manifest, namespace string) string {
	if reflect.DeepEqual(c, Changes{}) {
		return manifest
	}
	var changed strings.Builder
	for i, document := range Split(manifest) {
		if i > 0 {
			changed.WriteString(separator)
		}
		changed.WriteString(c.document(document, namespace))
	}
	return changed.String()
}

// Edit returns the manifest with the objects that a function changes. It tells whether it did, and sees the items of lists alone.
func Edit(manifest string, change func(object map[string]any) bool) string {
	documents := Split(manifest)
	for i, document := range documents {
		object := parse(document)
		items, isList := object["items"].([]any)
		changed := !isList && object != nil && change(object)
		for _, item := range items {
			if one, isObject := item.(map[string]any); isObject {
				changed = change(one) || changed
			}
		}
		if changed {
			documents[i] = rewrite(document, object)
		}
	}
	return strings.Join(documents, separator)
}

// Objects returns the objects of a manifest as JSON, in their order.
func Objects(manifest string) ([]json.RawMessage, error) {
	return (*Memory)(nil).Objects(manifest)
}

// source is Helm's comment above an object (Helm, pkg/action/action.go).
var source = regexp.MustCompile(`(?m)^# Source: (.+)$`)

// Sources does the same, and returns the paths of the templates that made the objects, as Helm writes them above each.
func Sources(manifest string) (objects []json.RawMessage, sources []string, err error) {
	return (*Memory)(nil).Sources(manifest)
}

// Split cuts at each line with a separator; what comes before the first is a document too. Within a document no line begins with it, since
// Helm cut there before.
func Split(manifest string) []string {
	documents := strings.Split("\n"+manifest, "\n"+separator)
	for i := range len(documents) - 1 {
		if i > 0 || documents[i] != "" {
			documents[i] += "\n"
		}
	}
	documents[0] = strings.TrimPrefix(documents[0], "\n")
	return documents
}

func (c Changes) document(text, namespace string) string {
	object := parse(text)
	if items, isList := object["items"].([]any); isList {
		return list(text, object, items)
	}
	metadata, isObject := object["metadata"].(map[string]any)
	if !isObject || object["kind"] == nil {
		return text
	}
	rewritten := correct(object)
	rewritten = c.Disown(metadata) || rewritten
	rewritten = c.scale(object, metadata, namespace) || rewritten
	var added map[string]any
	if c.owns(object, metadata, namespace) {
		added = c.Owned.addTo(metadata)
	}
	if !rewritten && len(added) == 0 {
		return text
	}
	if !rewritten {
		if inserted := insert(text, added); reflect.DeepEqual(parse(inserted), object) {
			return inserted
		}
	}
	return rewrite(text, object)
}

// list corrects the objects of a List. They get their marks after Helm has made them.
func list(text string, object map[string]any, items []any) string {
	rewritten := false
	for _, item := range items {
		if one, isObject := item.(map[string]any); isObject {
			rewritten = correct(one) || rewritten
		}
	}
	if !rewritten {
		return text
	}
	return rewrite(text, object)
}

func rewrite(text string, object map[string]any) string {
	whole, err := yaml.Marshal(object)
	if err != nil {
		return text
	}
	return comments.FindString(text) + string(whole)
}

// comments are the lines above an object, of which Helm writes the first: where it comes from.
var comments = regexp.MustCompile(`^(?:#.*\n)*`)

func parse(text string) map[string]any {
	content, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		return nil
	}
	var object map[string]any
	if utiljson.Unmarshal(content, &object) != nil {
		return nil
	}
	return object
}

// Disown removes the marks of a former owner.
func (c Changes) Disown(metadata map[string]any) bool {
	labels, _ := metadata["labels"].(map[string]any)
	isPresent := reflect.DeepEqual(metadata["ownerReferences"], []any{normal(c.Owned.OwnerReference)})
	var has []string
	for _, name := range c.Former {
		if value, isText := labels[name].(string); isText {
			has = append(has, name)
			isPresent = isPresent && value == c.Owned.Labels[name]
		}
	}
	if len(has) == 0 || isPresent {
		return false
	}
	for _, name := range has {
		delete(labels, name)
	}
	delete(metadata, "ownerReferences")
	if len(labels) == 0 {
		delete(metadata, "labels")
	}
	return true
}

func (c Changes) scale(object, metadata map[string]any, namespace string) bool {
	for _, scale := range c.Scales {
		if object["kind"] != scale.Kind || metadata["name"] != scale.Name || place(metadata, namespace) != scale.Namespace {
			continue
		}
		path := strings.Split(strings.TrimPrefix(scale.Field, "/"), "/")
		before, has, err := unstructured.NestedFieldNoCopy(object, path...)
		if !has || err != nil || before == scale.Replicas {
			return false
		}
		return unstructured.SetNestedField(object, scale.Replicas, path...) == nil
	}
	return false
}

func place(metadata map[string]any, namespace string) string {
	if own, _ := metadata["namespace"].(string); own != "" {
		return own
	}
	return namespace
}

func (c Changes) owns(object, metadata map[string]any, namespace string) bool {
	annotations, annotated := mapOrNone(metadata["annotations"])
	labels, labelled := mapOrNone(metadata["labels"])
	if !annotated || !labelled {
		return false
	}
	for name, value := range c.Owned.Labels {
		if other, has := labels[name]; has && other != value {
			return false
		}
	}
	references, isOwned := metadata["ownerReferences"]
	isOwned = isOwned && !reflect.DeepEqual(references, []any{normal(c.Owned.OwnerReference)})
	return slices.Contains(c.Kinds, fmt.Sprintf("%v %v", object["apiVersion"], object["kind"])) && place(metadata, namespace) == namespace &&
		annotations["helm.sh/hook"] == nil && annotations[kube.ResourcePolicyAnno] == nil && !isOwned
}

// mapOrNone returns a map, and false for something else that is there.
func mapOrNone(value any) (map[string]any, bool) {
	found, isMap := value.(map[string]any)
	return found, isMap || value == nil
}

// addTo adds the marks that are missing, and returns them by the name of their field. The labels have no other value.
func (m Marks) addTo(metadata map[string]any) map[string]any {
	added := map[string]any{}
	labels, _ := metadata["labels"].(map[string]any)
	missing := map[string]any{}
	for name, value := range m.Labels {
		if _, has := labels[name]; !has {
			missing[name] = value
		}
	}
	if len(missing) > 0 {
		added["labels"] = missing
		if labels == nil {
			labels = map[string]any{}
			metadata["labels"] = labels
		}
		maps.Copy(labels, missing)
	}
	if m.OwnerReference != nil && metadata["ownerReferences"] == nil {
		added["ownerReferences"] = []any{m.OwnerReference}
		metadata["ownerReferences"] = []any{normal(m.OwnerReference)}
	}
	return added
}

// normal gives numbers the type that a parsed object has.
func normal(value map[string]any) map[string]any {
	content, err := json.Marshal(value)
	if err != nil {
		return value
	}
	var same map[string]any
	if utiljson.Unmarshal(content, &same) != nil {
		return value
	}
	return same
}

var (
	metadataLine = regexp.MustCompile(`(?m)^metadata:[ \t]*(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*( +)`)
	labelsLine   = regexp.MustCompile(`(?m)^metadata:[ \t]*(?:#.*)?\n(?:(?: .*|#.*)?\n)*? +labels:[ \t]*(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*( +)`)
)

// insert writes lines below the key of a block, so that the rest of the text keeps its comments and its order. Where the text has another
// form, the result is not the wanted object; the caller looks.
func insert(text string, added map[string]any) string {
	below := maps.Clone(added)
	if labels, has := added["labels"]; has && labelsLine.MatchString(text) {
		text = insertAt(text, labelsLine, labels)
		delete(below, "labels")
	}
	if len(below) > 0 {
		text = insertAt(text, metadataLine, below)
	}
	return text
}

func insertAt(text string, block *regexp.Regexp, value any) string {
	match := block.FindStringSubmatchIndex(text)
	lines, err := yaml.Marshal(value)
	if match == nil || err != nil {
		return text
	}
	indent := text[match[2]:match[3]]
	var inserted bytes.Buffer
	for line := range strings.Lines(string(lines)) {
		inserted.WriteString(indent + line)
	}
	return text[:match[2]] + inserted.String() + text[match[2]:]
}
