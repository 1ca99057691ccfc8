package fields

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// A walk goes along a path of a rule through all forms of an object.
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
		list, left := w.items(name, path, former, value, now, keys, fill)
		if left {
			wanted[name] = list
		}
		return left
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

// items leaves the fields at a path below the items of a list, and returns what is still wanted. Other forms of an item have its merge key, or its
// index.
func (w walk) items(list string, path []string, before, wanted, live []any, keys strategicpatch.LookupPatchMeta, fill bool) ([]any, bool) {
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
	left, kept := false, slices.Clone(wanted)
	for i, item := range wanted {
		if head != "*" && head != "**" && head != strconv.Itoa(i) {
			continue
		}
		former, now := counterpart(before, item, i, key), counterpart(live, item, i, key)
		if len(rest) == 0 {
			if w.when == Ignored && now >= 0 {
				kept[i] = runtime.DeepCopyJSONValue(live[now])
				if former >= 0 {
					before[former] = runtime.DeepCopyJSONValue(live[now])
				}
				left = true
			} else if w.when == Ignored && live != nil {
				kept[i], left = gone{}, true
			}
			continue
		}
		// A new item needs all of its content.
		if content := mapOf(item); content != nil && (now >= 0 || w.when != Ignored) {
			left = w.in(rest, mapOf(at(before, former)), content, mapOf(at(live, now)), keys, fill || key == "") || left
		}
	}
	if head == strconv.Itoa(len(wanted)) && len(rest) == 0 && w.when == Ignored && key == "" && len(wanted) < len(live) {
		kept, left = append(kept, runtime.DeepCopyJSONValue(live[len(wanted)])), true
	}
	return slices.DeleteFunc(kept, func(item any) bool { _, isGone := item.(gone); return isGone }), left
}

// gone stands for an item that is left as it is: not there.
type gone struct{}

func at(list []any, index int) any {
	if index < 0 {
		return nil
	}
	return list[index]
}

// counterpart returns the index of another form of an item, and -1 if there is none. Several items may share a merge key, such as one port
// over TCP and UDP: then their name counts more than all else.
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
				if name == "name" {
					same += len(wanted)
				}
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
	isFilled := fill && w.when == Ignored && live[name] != nil
	if !isFilled && !w.leaves(before[name], wanted[name], live[name], has(wanted, []string{name})) {
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
