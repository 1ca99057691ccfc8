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
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// A Rule names fields, and when they are left as they are.
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
	isSecret := object.Kind.Group == "" && object.Kind.Kind == "Secret"
	for _, manifest := range []map[string]any{object.Before, object.Wanted} {
		dropUnsaid(manifest, object.Schema)
		if isSecret {
			FoldTexts(manifest)
		}
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
		if rest, ofTexts := strings.CutPrefix(rule.Path, "/stringData"); isSecret && ofTexts {
			rule.Path = "/data" + rest
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
			live = read
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
		if err != nil || live == nil {
			return err
		}
		before, has := mapOf(o.Before["spec"])["egress"], mapOf(live["spec"])["egress"]
		if isEmpty(has) != isEmpty(wanted["egress"]) && (isEmpty(has) || !isEmpty(before)) {
			o.drop("spec", "policyTypes")
		}
	}
	return nil
}

// drop makes Helm's patch remove a field: it removes what the manifest had, and has no more.
func (o Object) drop(path ...string) {
	_ = unstructured.SetNestedMap(o.Before, map[string]any{}, path...)
}

// FoldTexts writes the texts of a Secret to where the API server stores them. A patch of stringData removes no key (helm/helm issue 10010).
func FoldTexts(secret map[string]any) {
	texts, _ := secret["stringData"].(map[string]any)
	data, isMap := secret["data"].(map[string]any)
	if !isMap && secret["data"] != nil {
		return
	}
	for name, value := range texts {
		// The API server refuses what is no text.
		if text, isText := value.(string); isText {
			if data == nil {
				data = map[string]any{}
				secret["data"] = data
			}
			data[name] = base64.StdEncoding.EncodeToString([]byte(text))
			delete(texts, name)
		}
	}
	if len(texts) == 0 {
		delete(secret, "stringData")
	}
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
	if r.When == Ignored && slices.ContainsFunc(path, isIndex) {
		// The live list may have what the manifest's does not have.
		path = path[:len(path)-1]
	}
	return object.Replaced || has(object.Wanted, path) || has(object.Before, path)
}

func isIndex(name string) bool {
	_, err := strconv.Atoi(name)
	return err == nil
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
