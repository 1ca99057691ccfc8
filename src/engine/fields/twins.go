package fields

import (
	"encoding/json"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// Merged returns the live object with what the chart changes. Lists in which items share their merge key, such as a port over TCP and UDP, are
// those of the chart, with the items of others: a patch by that key would change or remove the wrong item.
func Merged(before, wanted, live map[string]any, keys strategicpatch.LookupPatchMeta) (map[string]any, error) {
	forms := []map[string]any{runtime.DeepCopyJSON(before), runtime.DeepCopyJSON(wanted), runtime.DeepCopyJSON(live)}
	takeTwins(forms, keys)
	texts := make([][]byte, len(forms))
	for i, form := range forms {
		text, err := json.Marshal(form)
		if err != nil {
			return nil, err
		}
		texts[i] = text
	}
	patch, err := strategicpatch.CreateThreeWayMergePatch(texts[0], texts[1], texts[2], keys, true)
	if err != nil {
		return nil, err
	}
	text, err := strategicpatch.StrategicMergePatchUsingLookupPatchMeta(texts[2], patch, keys)
	if err != nil {
		return nil, err
	}
	var merged map[string]any
	if err := utiljson.Unmarshal(text, &merged); err != nil {
		return nil, err
	}
	putTwins(merged, []map[string]any{before, wanted, live}, keys)
	return merged, nil
}

// takeTwins removes the lists with such items from all forms of an object.
func takeTwins(forms []map[string]any, keys strategicpatch.LookupPatchMeta) {
	for name := range union(forms...) {
		if below, key := listKeys(keys, name); key == "" {
			takeTwins(each(forms, func(form map[string]any) map[string]any { return mapOf(form[name]) }), keysOf(keys, name))
		} else if lists := listsOf(forms, name); slices.ContainsFunc(lists, func(list []any) bool { return sharesKey(list, key) }) {
			for _, form := range forms {
				delete(form, name)
			}
		} else {
			for i, item := range slices.Concat(lists...) {
				takeTwins(itemsLike(lists, item, i, key), below)
			}
		}
	}
}

// putTwins puts them into the merged object: the wanted items, and those of others.
func putTwins(merged map[string]any, forms []map[string]any, keys strategicpatch.LookupPatchMeta) {
	for name := range union(append(forms, merged)...) {
		below, key := listKeys(keys, name)
		if key == "" {
			if content := mapOf(merged[name]); content != nil {
				putTwins(content, each(forms, func(form map[string]any) map[string]any { return mapOf(form[name]) }), keysOf(keys, name))
			}
			continue
		}
		lists := listsOf(forms, name)
		if slices.ContainsFunc(lists, func(list []any) bool { return sharesKey(list, key) }) {
			all := slices.Clone(lists[1])
			for _, item := range lists[2] {
				if counterpart(lists[0], item, 0, key) < 0 && counterpart(lists[1], item, 0, key) < 0 {
					all = append(all, item)
				}
			}
			if len(all) > 0 {
				merged[name] = runtime.DeepCopyJSONValue(all)
			}
			continue
		}
		list, _ := merged[name].([]any)
		for i, item := range list {
			if content := mapOf(item); content != nil {
				putTwins(content, itemsLike(lists, item, i, key), below)
			}
		}
	}
}

// listKeys returns the merge key of a list, and the keys of the lists in its items; no key if it is no list that is merged.
func listKeys(keys strategicpatch.LookupPatchMeta, name string) (strategicpatch.LookupPatchMeta, string) {
	if keys == nil {
		return nil, ""
	}
	below, meta, err := keys.LookupPatchMetadataForSlice(name)
	if err != nil || !slices.Contains(meta.GetPatchStrategies(), "merge") {
		return nil, ""
	}
	return below, meta.GetPatchMergeKey()
}

func listsOf(forms []map[string]any, name string) [][]any {
	lists := make([][]any, len(forms))
	for i, form := range forms {
		lists[i], _ = form[name].([]any)
	}
	return lists
}

func each(forms []map[string]any, part func(map[string]any) map[string]any) []map[string]any {
	parts := make([]map[string]any, len(forms))
	for i, form := range forms {
		parts[i] = part(form)
	}
	return parts
}

func itemsLike(lists [][]any, item any, index int, key string) []map[string]any {
	items := make([]map[string]any, len(lists))
	for i, list := range lists {
		items[i] = mapOf(at(list, counterpart(list, item, index, key)))
	}
	return items
}

func sharesKey(list []any, key string) bool {
	seen := map[string]bool{}
	for _, item := range list {
		if content := mapOf(item); content != nil {
			name := fmt.Sprint(content[key])
			if seen[name] {
				return true
			}
			seen[name] = true
		}
	}
	return false
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

// Keyless returns a JSON pointer to an item of a list without the key by which a patch merges it, and that key; none if there is no such item.
func Keyless(object map[string]any, keys strategicpatch.LookupPatchMeta) (path, key string) {
	if keys == nil {
		return "", ""
	}
	for name, value := range object {
		list, _ := value.([]any)
		below, merged := listKeys(keys, name)
		for i, item := range list {
			content := mapOf(item)
			if content == nil {
				continue
			}
			if merged != "" && content[merged] == nil {
				return fmt.Sprintf("/%s/%d", name, i), merged
			}
			if rest, key := Keyless(content, below); key != "" {
				return fmt.Sprintf("/%s/%d%s", name, i, rest), key
			}
		}
		if rest, key := Keyless(mapOf(value), keysOf(keys, name)); key != "" {
			return "/" + name + rest, key
		}
	}
	return "", ""
}
