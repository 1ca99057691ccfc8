package fields

import (
	"encoding/json"
	"fmt"
	"slices"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// Merged returns the live object with what the chart changes. In lists in which items share their merge key, such as a port over TCP and UDP,
// each item counts for the one that is most alike: a patch by that key would change or remove the wrong item. Without keys, lists are those
// of the chart.
func Merged(before, wanted, live map[string]any, keys strategicpatch.LookupPatchMeta) (map[string]any, error) {
	forms := []map[string]any{runtime.DeepCopyJSON(before), runtime.DeepCopyJSON(wanted), runtime.DeepCopyJSON(live)}
	takeTwins(forms, keys)
	texts, err := written(forms)
	if err != nil {
		return nil, err
	}
	var text []byte
	if keys == nil {
		if text, err = jsonmergepatch.CreateThreeWayJSONMergePatch(texts[0], texts[1], texts[2]); err == nil {
			text, err = jsonpatch.MergePatch(texts[2], text)
		}
	} else if text, err = strategicpatch.CreateThreeWayMergePatch(texts[0], texts[1], texts[2], keys, true); err == nil {
		text, err = strategicpatch.StrategicMergePatchUsingLookupPatchMeta(texts[2], text, keys)
	}
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

// written returns the forms as JSON.
func written(forms []map[string]any) ([][]byte, error) {
	texts := make([][]byte, len(forms))
	for i, form := range forms {
		text, err := json.Marshal(form)
		if err != nil {
			return nil, err
		}
		texts[i] = text
	}
	return texts, nil
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

// putTwins puts them into the merged object.
func putTwins(merged map[string]any, forms []map[string]any, keys strategicpatch.LookupPatchMeta) {
	for name := range union(append(forms, merged)...) {
		below, key := listKeys(keys, name)
		if key == "" {
			if content := mapOf(merged[name]); content != nil {
				parts := each(forms, func(form map[string]any) map[string]any { return mapOf(form[name]) })
				putTwins(content, parts, keysOf(keys, name))
			}
			continue
		}
		lists := listsOf(forms, name)
		if slices.ContainsFunc(lists, func(list []any) bool { return sharesKey(list, key) }) {
			if all := mergeTwins(lists[0], lists[1], lists[2], key); len(all) > 0 {
				merged[name] = all
			}
			continue
		}
		for i, item := range listOf(merged[name]) {
			if content := mapOf(item); content != nil {
				putTwins(content, itemsLike(lists, item, i, key), below)
			}
		}
	}
}

// mergeTwins returns the wanted items, each in the place of the live one that is most alike, and those of others. A live item stays as it is if it
// has all that is wanted, and nothing that the chart drops.
func mergeTwins(before, wanted, live []any, key string) (all []any) {
	former, present := pairs(before, live, key), pairs(wanted, live, key)
	for i, item := range live {
		was := slices.Index(former, i)
		if w := slices.Index(present, i); w < 0 {
			if was < 0 {
				all = append(all, runtime.DeepCopyJSONValue(item))
			}
		} else if covers(wanted[w], item) && (was < 0 || covers(before[was], wanted[w])) {
			all = append(all, runtime.DeepCopyJSONValue(item))
		} else {
			all = append(all, runtime.DeepCopyJSONValue(wanted[w]))
		}
	}
	for w, item := range wanted {
		if present[w] < 0 {
			all = append(all, runtime.DeepCopyJSONValue(item))
		}
	}
	return all
}

// pairs returns the indices of the live forms of items, each at most once; -1 for an item that has none.
func pairs(list, live []any, key string) []int {
	indices, rest := make([]int, len(list)), slices.Clone(live)
	for i, item := range list {
		if indices[i] = counterpart(rest, item, -1, key); indices[i] >= 0 {
			rest[indices[i]] = nil
		}
	}
	return indices
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
		lists[i] = listOf(form[name])
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

// sharesKey tells whether the key does not identify the items: two have the same one, or one has none.
func sharesKey(list []any, key string) bool {
	seen := map[string]bool{}
	for _, item := range list {
		if content := mapOf(item); content != nil {
			name := fmt.Sprint(content[key])
			if content[key] == nil || seen[name] {
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
