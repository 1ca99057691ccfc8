// Package fields takes out of a patch what others own: fields that an injector, an autoscaler or a controller fills, that only grow, that the
// chart no longer names although the API's default would harm, and that an administrator ignores.
package fields

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// A Rule names fields, and when they are left as they are. The parent decides which rules there are.
type Rule struct {
	// Kinds are GROUP/Kind, with * for all groups; none for all kinds.
	Kinds []string `json:"kinds,omitempty"`
	// Name is a regular expression for the whole name; empty for all.
	Name string `json:"name,omitempty"`
	// Labels is a selector for the labels in the manifest; empty for all.
	Labels string `json:"labels,omitempty"`
	// Where is a JSON pointer to a field that the manifest must have; empty for all objects.
	Where string `json:"where,omitempty"`
	// Path is a JSON pointer to the field. * stands for all fields or items, ** for any path. An index refers to the manifest. Empty for the
	// object with all but its metadata.
	Path string `json:"path,omitempty"`
	When When   `json:"when"`
}

// When says in which case a field is left.
type When string

const (
	// Dropped: the manifest had it, and has it no more, or as null. It did not have 0, which no autoscaler takes over.
	Dropped When = "dropped"
	// Empty: the manifest has an empty value for it, or drops it after another client has changed it.
	Empty When = "empty"
	// Grown: the live quantity is larger, or the live policy stricter.
	Grown When = "grown"
	// Unchanged: the live value is not empty, and the manifest has the same as before.
	Unchanged When = "unchanged"
	// Owned: the live value is not empty.
	Owned When = "owned"
	// Added: the live list has all items of the manifest and more, none of which the manifest drops.
	Added When = "added"
	// Ignored: always.
	Ignored When = "ignored"
	// nothing: the manifest has a null in a map of texts or quantities. The API server makes an empty one of it when it creates the object, and
	// a patch would delete it.
	nothing When = "nothing"
)

// An Object is what a patch is computed from. Before and Wanted are changed.
type Object struct {
	Kind   schema.GroupVersionKind
	Before map[string]any // its manifest until now
	Wanted map[string]any
	// Live reads the object; nothing if it does not exist.
	Live func() (map[string]any, error)
	// Schema has the merge keys of its lists; nil if they have none.
	Schema strategicpatch.LookupPatchMeta
	// Replaced says that the object is replaced, and not patched.
	Replaced bool
}

// Leave takes out of the object what the rules leave.
func Leave(rules []Rule, object Object) error {
	for _, manifest := range []map[string]any{object.Before, object.Wanted} {
		dropUnsaid(manifest, object.Schema)
	}
	if err := object.choose(); err != nil {
		return err
	}
	live, err := object.join()
	if err != nil {
		return err
	}
	if hasNull(object.Wanted) {
		rules = append(slices.Clip(rules), Rule{Path: "/**/*", When: nothing})
	}
	for _, rule := range rules {
		if !rule.isOf(object) {
			continue
		}
		// What is dropped needs no request, unless its value must be written.
		if live == nil && (object.Replaced || rule.When != Dropped || strings.Contains(rule.Path, "*")) && rule.touches(object) {
			read, err := object.Live()
			if err != nil {
				return err
			}
			if read == nil {
				return nil // it will be created as it is wanted
			}
			live = stored(object.Kind, read)
		}
		walk := walk{rule.When, object.Replaced}
		if rule.Path == "" {
			walk.whole(object, live)
		} else {
			walk.in(pointer(rule.Path), object.Before, object.Wanted, live, object.Schema, object.Replaced)
		}
	}
	return nil
}

// choose drops a default that the API server refuses beside the chart's choice, or that follows from what the chart chose before. A Deployment's
// patch does so by itself (retainKeys in k8s.io/api), that of a StatefulSet does not. And it drops the empty parameters of a StorageClass, which
// the API server does not store, and takes for a change of what cannot be changed.
func (o Object) choose() error {
	wanted := mapOf(o.Wanted["spec"])
	strategy := mapOf(wanted["updateStrategy"])
	switch o.Kind.GroupKind() {
	case schema.GroupKind{Group: "storage.k8s.io", Kind: "StorageClass"}:
		for _, manifest := range []map[string]any{o.Before, o.Wanted} {
			if len(mapOf(manifest["parameters"])) == 0 {
				delete(manifest, "parameters")
			}
		}
	case schema.GroupKind{Group: "apps", Kind: "StatefulSet"}:
		if strategy["type"] == "OnDelete" && strategy["rollingUpdate"] == nil {
			o.drop("spec", "updateStrategy", "rollingUpdate")
		}
	case schema.GroupKind{Group: "networking.k8s.io", Kind: "NetworkPolicy"}:
		// Without types, a policy has those that follow from its rules when it is created (networking/v1, NetworkPolicySpec).
		if wanted["policyTypes"] != nil {
			return nil
		}
		live, err := o.Live()
		if err != nil {
			return err
		}
		if live != nil && isEmpty(mapOf(live["spec"])["egress"]) != isEmpty(wanted["egress"]) {
			o.drop("spec", "policyTypes")
		}
	}
	return nil
}

// drop makes Helm's patch remove a field: it removes what the manifest had, and has no more.
func (o Object) drop(path ...string) {
	_ = unstructured.SetNestedMap(o.Before, map[string]any{}, path...)
}

// stored returns a copy in which the texts of a Secret are also where a manifest may write them.
func stored(kind schema.GroupVersionKind, live map[string]any) map[string]any {
	copied := runtime.DeepCopyJSON(live)
	if kind.Group == "" && kind.Kind == "Secret" && copied["data"] != nil {
		copied["stringData"] = copied["data"]
	}
	return copied
}

func hasNull(in any) bool {
	switch in := in.(type) {
	case map[string]any:
		for _, value := range in {
			if value == nil || hasNull(value) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(in, hasNull)
	}
	return false
}

func (r Rule) isOf(object Object) bool {
	kind := object.Kind
	if len(r.Kinds) > 0 && !slices.Contains(r.Kinds, kind.Group+"/"+kind.Kind) && !slices.Contains(r.Kinds, "*/"+kind.Kind) {
		return false
	}
	metadata, _ := object.Wanted["metadata"].(map[string]any)
	if r.Name != "" {
		name, _ := metadata["name"].(string)
		if matches, err := regexp.MatchString("^(?:"+r.Name+")$", name); err != nil || !matches {
			return false
		}
	}
	if r.Labels != "" {
		selector, err := labels.Parse(r.Labels)
		if err != nil || !selector.Matches(texts(metadata["labels"])) {
			return false
		}
	}
	return r.Where == "" || has(object.Wanted, pointer(r.Where))
}

func texts(of any) labels.Set {
	set := labels.Set{}
	values, _ := of.(map[string]any)
	for name, value := range values {
		set[name] = fmt.Sprint(value)
	}
	return set
}

// touches tells whether one of the two manifests may have the field: else the live object need not be read.
func (r Rule) touches(object Object) bool {
	path := pointer(r.Path)
	return object.Replaced || has(object.Wanted, path) || has(object.Before, path)
}

func has(in any, path []string) bool {
	if len(path) == 0 {
		return true
	}
	head, rest := path[0], path[1:]
	if head == "**" && has(in, rest) {
		return true
	}
	switch in := in.(type) {
	case map[string]any:
		for name, value := range in {
			if head == "**" && has(value, path) || (head == "*" || head == name) && has(value, rest) {
				return true
			}
		}
	case []any:
		for i, value := range in {
			if head == "**" && has(value, path) || (head == "*" || head == strconv.Itoa(i)) && has(value, rest) {
				return true
			}
		}
	}
	return false
}

// pointer parses a JSON pointer (RFC 6901).
func pointer(text string) []string {
	if text == "" {
		return nil
	}
	parts := strings.Split(strings.TrimPrefix(text, "/"), "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
	}
	return parts
}

type walk struct {
	when     When
	replaced bool
}

// whole leaves all of an object but its metadata.
func (w walk) whole(object Object, live map[string]any) {
	for name := range union(object.Before, object.Wanted) {
		if name != "apiVersion" && name != "kind" && name != "metadata" {
			w.field(name, object.Before, object.Wanted, live, object.Replaced)
		}
	}
}

func union(maps ...map[string]any) map[string]bool {
	names := map[string]bool{}
	for _, each := range maps {
		for name := range each {
			names[name] = true
		}
	}
	return names
}

// in leaves the fields at a path below a map, and tells whether there were any. Where fill is set, the live value must be in the manifest: a
// list without a merge key is written whole.
func (w walk) in(path []string, before, wanted, live map[string]any, keys strategicpatch.LookupPatchMeta, fill bool) bool {
	head, rest := path[0], path[1:]
	left := false
	switch {
	case head == "**":
		left = w.in(rest, before, wanted, live, keys, fill)
		for name := range wanted {
			left = w.below(name, path, before, wanted, live, keys, fill) || left
		}
	case head == "*":
		for name := range union(before, wanted, live) {
			left = w.in(append([]string{name}, rest...), before, wanted, live, keys, fill) || left
		}
	case len(rest) == 0:
		return w.field(head, before, wanted, live, fill)
	default:
		return w.below(head, rest, before, wanted, live, keys, fill)
	}
	return left
}

func (w walk) below(name string, path []string, before, wanted, live map[string]any, keys strategicpatch.LookupPatchMeta, fill bool) bool {
	switch value := wanted[name].(type) {
	case map[string]any:
		return w.in(path, mapOf(before[name]), value, mapOf(live[name]), keysOf(keys, name), fill)
	case []any:
		former, _ := before[name].([]any)
		now, _ := live[name].([]any)
		return w.items(name, path, former, value, now, keys, fill)
	case nil:
		former := mapOf(before[name])
		if former == nil {
			return false
		}
		// The rest of the dropped map goes singly.
		rest := map[string]any{}
		left := w.in(path, former, rest, mapOf(live[name]), keysOf(keys, name), fill)
		if left {
			wanted[name] = rest
		}
		return left
	default:
		return false
	}
}

func mapOf(value any) map[string]any {
	found, _ := value.(map[string]any)
	return found
}

func keysOf(keys strategicpatch.LookupPatchMeta, name string) strategicpatch.LookupPatchMeta {
	if keys == nil {
		return nil
	}
	below, _, err := keys.LookupPatchMetadataForStruct(name)
	if err != nil {
		return nil
	}
	return below
}

// HasTwins tells whether two items of a list share its merge key, such as a variable that is there twice. The API server cannot apply a patch
// that changes such a list, or applies it to the wrong item.
func HasTwins(object map[string]any, keys strategicpatch.LookupPatchMeta) bool {
	if keys == nil {
		return false
	}
	for name, value := range object {
		if content := mapOf(value); content != nil && HasTwins(content, keysOf(keys, name)) {
			return true
		}
		list, _ := value.([]any)
		below, key := listKeys(keys, name)
		if key != "" && sharesKey(list, key) || slices.ContainsFunc(list, func(item any) bool { return HasTwins(mapOf(item), below) }) {
			return true
		}
	}
	return false
}

// items leaves the fields at a path below the items of a list. Other forms of an item have its merge key, or its index.
func (w walk) items(list string, path []string, before, wanted, live []any, keys strategicpatch.LookupPatchMeta, fill bool) bool {
	key := ""
	if keys != nil {
		below, meta, err := keys.LookupPatchMetadataForSlice(list)
		if keys = below; err != nil {
			keys = nil
		} else if slices.Contains(meta.GetPatchStrategies(), "merge") {
			key = meta.GetPatchMergeKey()
		}
	}
	head, rest := path[0], path[1:]
	if head == "**" {
		rest = path
	}
	left := false
	for i, item := range wanted {
		if head != "*" && head != "**" && head != strconv.Itoa(i) {
			continue
		}
		former, now := counterpart(before, item, i, key), counterpart(live, item, i, key)
		if len(rest) == 0 {
			if w.when == Ignored && now >= 0 {
				wanted[i] = runtime.DeepCopyJSONValue(live[now])
				if former >= 0 {
					before[former] = runtime.DeepCopyJSONValue(live[now])
				}
				left = true
			}
			continue
		}
		if content := mapOf(item); content != nil {
			left = w.in(rest, mapOf(at(before, former)), content, mapOf(at(live, now)), keys, fill || key == "") || left
		}
	}
	return left
}

func at(list []any, index int) any {
	if index < 0 {
		return nil
	}
	return list[index]
}

// counterpart returns the index of another form of an item, and -1 if there is none. Several items may share a merge key, such as one port
// over TCP and UDP.
func counterpart(list []any, item any, index int, key string) int {
	if key == "" {
		if index < len(list) {
			return index
		}
		return -1
	}
	wanted, found, alike := mapOf(item), -1, -1
	for i, each := range list {
		other := mapOf(each)
		if other == nil || !reflect.DeepEqual(other[key], wanted[key]) {
			continue
		}
		same := 0
		for name, value := range wanted {
			if reflect.DeepEqual(value, other[name]) {
				same++
			}
		}
		if same > alike {
			found, alike = i, same
		}
	}
	return found
}

// field leaves one field, if it is to be left.
func (w walk) field(name string, before, wanted, live map[string]any, fill bool) bool {
	if !w.leaves(before[name], wanted[name], live[name], has(wanted, []string{name})) {
		return false
	}
	now, lives := live[name]
	if fill && lives && now != nil {
		wanted[name] = runtime.DeepCopyJSONValue(now)
		if before != nil {
			before[name] = runtime.DeepCopyJSONValue(now)
		}
		return true
	}
	if fill && w.when == Dropped {
		return false
	}
	// What neither of the two has is in no patch.
	delete(wanted, name)
	delete(before, name)
	return true
}

func (w walk) leaves(before, wanted, live any, isNamed bool) bool {
	switch w.when {
	case Dropped:
		return wanted == nil && (before != nil || isNamed || w.replaced) && fmt.Sprint(before) != "0"
	case Empty:
		if wanted == nil && !isNamed {
			return before != nil && !isEmpty(live) && !reflect.DeepEqual(before, live)
		}
		return isEmpty(wanted) && !isEmpty(live)
	case Unchanged:
		return wanted != nil && !isEmpty(live) && (before == nil || reflect.DeepEqual(before, wanted))
	case Grown:
		if wanted == "Ignore" {
			return live == "Fail" && before != "Fail"
		}
		wants, err := quantity(wanted)
		if err != nil {
			return false
		}
		has, err := quantity(live)
		return err == nil && has.Cmp(wants) > 0
	case Owned:
		return !isEmpty(live) && (wanted != nil || before != nil || w.replaced)
	case Added:
		return addsTo(before, wanted, live)
	case nothing:
		return isNamed && wanted == nil && (live == "" || live == "0")
	case Ignored:
		return isNamed || before != nil || w.replaced
	default:
		return false
	}
}

func addsTo(before, wanted, live any) bool {
	wants, isList := wanted.([]any)
	now, _ := live.([]any)
	former, _ := before.([]any)
	return isList && len(now) > len(wants) && !slices.ContainsFunc(wants, func(item any) bool { return !agreesWithOne(item, now) }) &&
		!slices.ContainsFunc(former, func(item any) bool { return !agreesWithOne(item, wants) && agreesWithOne(item, now) })
}

func agreesWithOne(item any, list []any) bool {
	return slices.ContainsFunc(list, func(other any) bool {
		content, now := mapOf(item), mapOf(other)
		return reflect.DeepEqual(item, other) || content != nil && now != nil && reflect.DeepEqual(content, common(content, now))
	})
}

func quantity(value any) (resource.Quantity, error) {
	if value == nil {
		return resource.Quantity{}, resource.ErrFormatWrong
	}
	return resource.ParseQuantity(fmt.Sprint(value))
}

// isEmpty tells whether a value is a place for that of another: nothing, white space or {}, also as base64, or an empty list or map.
func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		decoded, err := base64.StdEncoding.DecodeString(value)
		return saysNothing(value) || err == nil && saysNothing(string(decoded))
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	default:
		return false
	}
}

func saysNothing(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || text == "{}"
}
