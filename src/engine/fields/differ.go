package fields

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// A Difference is what a live object lacks. The zero value is none.
type Difference struct {
	// Patch is a strategic merge patch for kinds with a schema, and a JSON merge patch for others.
	Patch json.RawMessage `json:"patch,omitempty"`
	// Fields are JSON pointers to what the patch changes. An index refers to the manifest.
	Fields []string `json:"fields,omitempty"`
}

// ordered are lists whose order matters to what reads them: init containers run in it, and a variable may refer to earlier ones.
var ordered = []string{"env", "initContainers"}

// Differ returns what a patch from one manifest to another would change of a live object, where that has an effect: what differs in its notation
// alone is no difference. Others' fields and items stay; but within so many levels above a change, only what the manifest has stays.
func (o Object) Differ(live map[string]any, levels int) (found Difference, err error) {
	if o.Schema == nil {
		o.joinAll(live)
	}
	if err := o.KeepAdded(); err != nil {
		return found, err
	}
	accept(o.Before, o.Wanted, live, o.Schema)
	merged, err := Merged(o.Before, o.Wanted, live, o.Schema)
	if err != nil {
		return found, err
	}
	arrange(merged, live, o.Schema)
	if levels > 0 {
		narrow(o.Wanted, merged, live, o.Schema, levels)
	}
	if reflect.DeepEqual(merged, live) {
		return found, nil
	}
	found.Fields = slices.Sorted(slices.Values(changes("", o.Wanted, merged, live, o.Schema)))
	found.Patch, err = patch(live, merged, o.Schema)
	return found, err
}

// joinAll completes the lists of a custom kind to which each client adds items: a patch writes them whole.
func (o Object) joinAll(live map[string]any) {
	for _, joint := range joints {
		wanted := joint.in(o.Wanted)
		if joint.kind != "" || wanted == nil {
			continue
		}
		if all := joint.join(items(joint.in(o.Before), joint), items(wanted, joint), items(joint.in(live), joint)); len(all) > 0 {
			wanted[joint.list] = all
		}
	}
}

// accept takes the live value into the manifest where that says what is wanted, and a patch would write more: a list that it writes whole, in
// whose items the API server has filled defaults, or an empty list, which no API server stores. A null where something lives removes that.
func accept(before, wanted, live map[string]any, keys strategicpatch.LookupPatchMeta) {
	for name, value := range wanted {
		now, lives := live[name]
		switch value := value.(type) {
		case nil:
			delete(wanted, name)
			delete(before, name)
			if lives && now != nil && before != nil {
				before[name] = now
			}
		case map[string]any:
			content := mapOf(now)
			if content != nil && isReplaced(keys, name) && covers(value, content) {
				wanted[name] = runtime.DeepCopyJSON(content)
			} else if content != nil {
				accept(mapOf(before[name]), value, content, keysOf(keys, name))
			}
		case []any:
			list, isList := now.([]any)
			former, _ := before[name].([]any)
			below, key := listKeys(keys, name)
			switch {
			case !lives && len(value) == 0 && keys != nil:
				delete(wanted, name)
				delete(before, name)
			case key == "" && isList && covers(value, list):
				wanted[name] = runtime.DeepCopyJSONValue(list)
			case key != "":
				for _, item := range value {
					if content, found := mapOf(item), mapOf(at(list, counterpart(list, item, 0, key))); content != nil && found != nil {
						accept(mapOf(at(former, counterpart(former, item, 0, key))), content, found, below)
					}
				}
			}
		}
	}
}

// isReplaced tells whether a patch of a map writes it whole, or removes what the manifest does not have.
func isReplaced(keys strategicpatch.LookupPatchMeta, name string) bool {
	if keys == nil {
		return false
	}
	_, meta, err := keys.LookupPatchMetadataForStruct(name)
	return err == nil && slices.ContainsFunc(meta.GetPatchStrategies(), func(strategy string) bool {
		return strategy == "replace" || strategy == "retainKeys"
	})
}

// covers tells whether a live value has all that is wanted, as what a patch writes whole should. Its lists have no further items.
func covers(wanted, live any) bool {
	switch wanted := wanted.(type) {
	case nil:
		return live == nil || live == "" || live == "0"
	case map[string]any:
		now := mapOf(live)
		for name, value := range wanted {
			if !covers(value, now[name]) {
				return false
			}
		}
		return now != nil
	case []any:
		now, _ := live.([]any)
		if len(wanted) != len(now) {
			return false
		}
		for i := range wanted {
			if !covers(wanted[i], now[i]) {
				return false
			}
		}
		return live == nil || now != nil
	default:
		return reflect.DeepEqual(wanted, live)
	}
}

// arrange takes out of the merged object what is only notation: another order of items that have keys, and empty maps that are not stored.
func arrange(merged, live map[string]any, keys strategicpatch.LookupPatchMeta) {
	for name, value := range merged {
		now, lives := live[name]
		switch value := value.(type) {
		case map[string]any:
			if !lives && len(value) == 0 && keys != nil && slices.Contains(open, name) {
				delete(merged, name)
			} else {
				arrange(value, mapOf(now), keysOf(keys, name))
			}
		case []any:
			list, _ := now.([]any)
			below, key := listKeys(keys, name)
			if below == nil {
				continue
			}
			if !slices.Contains(ordered, name) {
				slices.SortStableFunc(value, func(one, other any) int { return place(list, one, key) - place(list, other, key) })
			}
			for _, item := range value {
				if content := mapOf(item); content != nil && key != "" {
					arrange(content, mapOf(at(list, counterpart(list, item, 0, key))), below)
				}
			}
		}
	}
}

// place returns where an item is in a live list; behind all for a new one.
func place(list []any, item any, key string) int {
	index := -1
	if key == "" {
		index = slices.IndexFunc(list, func(other any) bool { return reflect.DeepEqual(other, item) })
	} else {
		index = counterpart(list, item, 0, key)
	}
	if index < 0 {
		return len(list)
	}
	return index
}

// unchanged is the height of a part without a change.
const unchanged = math.MaxInt / 2

// narrow takes what others have out of the merged object, within so many levels above the nearest change. It returns how far above that a part is.
func narrow(wanted, merged, live map[string]any, keys strategicpatch.LookupPatchMeta, levels int) int {
	height := unchanged
	for name := range union(merged, live) {
		if !reflect.DeepEqual(merged[name], live[name]) {
			height = min(height, 1+narrowField(name, wanted, merged, live, keys, levels))
		}
	}
	for name := range merged {
		if height <= levels && !has(wanted, []string{name}) {
			delete(merged, name)
		}
	}
	return height
}

func narrowField(name string, wanted, merged, live map[string]any, keys strategicpatch.LookupPatchMeta, levels int) int {
	if content, now := mapOf(merged[name]), mapOf(live[name]); content != nil && now != nil {
		return narrow(mapOf(wanted[name]), content, now, keysOf(keys, name), levels)
	}
	below, key := listKeys(keys, name)
	list, now, wants := listOf(merged[name]), listOf(live[name]), listOf(wanted[name])
	if key == "" || len(list) == 0 || len(now) == 0 || name == "ownerReferences" {
		return 0
	}
	if sharesKey(list, key) || sharesKey(now, key) {
		if levels >= 1 {
			merged[name] = runtime.DeepCopyJSONValue(wants)
		}
		return 1
	}
	height := unchanged
	for _, item := range list {
		if other := counterpart(now, item, 0, key); other < 0 {
			height = 1
		} else if !reflect.DeepEqual(item, now[other]) {
			height = min(height, 1+narrow(mapOf(at(wants, counterpart(wants, item, 0, key))), mapOf(item), mapOf(now[other]), below, levels))
		}
	}
	if height <= levels {
		merged[name] = slices.DeleteFunc(list, func(item any) bool { return counterpart(wants, item, 0, key) < 0 })
	}
	return min(height, len(list))
}

// changes returns JSON pointers to the fields of a live object that become others.
func changes(where string, wanted, merged, live any, keys strategicpatch.LookupPatchMeta) (found []string) {
	content, now := mapOf(merged), mapOf(live)
	if content == nil || live != nil && now == nil || len(content)+len(now) == 0 {
		return []string{where}
	}
	for name := range union(content, now) {
		value, is := content[name], now[name]
		if reflect.DeepEqual(value, is) {
			continue
		}
		here := where + "/" + strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
		list, isList := value.([]any)
		if !isList {
			found = append(found, changes(here, mapOf(wanted)[name], value, is, keysOf(keys, name))...)
			continue
		}
		below, key := listKeys(keys, name)
		found = append(found, changesOf(here, listOf(mapOf(wanted)[name]), list, listOf(is), below, key)...)
	}
	return found
}

func changesOf(where string, wanted, merged, live []any, keys strategicpatch.LookupPatchMeta, key string) (found []string) {
	if key == "" || sharesKey(wanted, key) || sharesKey(live, key) {
		return []string{where}
	}
	var same []any
	for _, item := range live {
		if counterpart(merged, item, 0, key) >= 0 {
			same = append(same, item)
		}
	}
	isKept := len(same) == len(live)
	for _, item := range merged {
		index, before := counterpart(wanted, item, 0, key), counterpart(same, item, 0, key)
		if before >= 0 {
			isKept = isKept && before == 0
			if same = slices.Delete(same, before, before+1); reflect.DeepEqual(item, mapOf(at(live, counterpart(live, item, 0, key)))) {
				continue
			}
		}
		if index < 0 {
			isKept = false
			continue
		}
		content := runtime.DeepCopyJSON(mapOf(item))
		is := mapOf(at(live, counterpart(live, item, 0, key)))
		if is == nil {
			is = map[string]any{key: content[key]}
		}
		found = append(found, changes(fmt.Sprint(where, "/", index), wanted[index], content, is, keys)...)
	}
	if !isKept || len(found) == 0 {
		found = append(found, where)
	}
	return found
}

// patch returns the patch from one form of an object to another.
func patch(from, to map[string]any, keys strategicpatch.LookupPatchMeta) (json.RawMessage, error) {
	forms := []map[string]any{runtime.DeepCopyJSON(from), runtime.DeepCopyJSON(to)}
	if keys != nil {
		takeTwins(forms, keys)
	}
	texts, err := written(forms)
	if err != nil {
		return nil, err
	}
	if keys == nil {
		return jsonmergepatch.CreateThreeWayJSONMergePatch(texts[0], texts[1], texts[0])
	}
	text, err := strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta(texts[0], texts[1], keys)
	if err != nil {
		return nil, err
	}
	var found map[string]any
	if err := utiljson.Unmarshal(text, &found); err != nil {
		return nil, err
	}
	replaceTwins(found, from, to, keys)
	return json.Marshal(found)
}

// replaceTwins adds to a patch the lists with items that share their key, to be written whole.
func replaceTwins(patch, from, to map[string]any, keys strategicpatch.LookupPatchMeta) {
	for name, value := range to {
		below, key := listKeys(keys, name)
		list, now := listOf(value), listOf(from[name])
		switch {
		case reflect.DeepEqual(value, from[name]):
		case mapOf(value) != nil:
			part := mapOf(patch[name])
			if part == nil {
				part = map[string]any{}
			}
			if replaceTwins(part, mapOf(from[name]), mapOf(value), keysOf(keys, name)); len(part) > 0 {
				patch[name] = part
			}
		case key != "" && (sharesKey(list, key) || sharesKey(now, key)):
			patch[name] = append(slices.Clone(list), map[string]any{"$patch": "replace"})
		case key != "":
			changed := listOf(patch[name])
			for _, item := range list {
				content := mapOf(item)
				part := mapOf(at(changed, counterpart(changed, item, 0, key)))
				isNew := part == nil
				if isNew {
					part = map[string]any{key: content[key]}
				}
				if replaceTwins(part, mapOf(at(now, counterpart(now, item, 0, key))), content, below); isNew && len(part) > 1 {
					changed = append(changed, part)
				}
			}
			if len(changed) > 0 {
				patch[name] = changed
			}
		}
	}
}

func listOf(value any) []any {
	list, _ := value.([]any)
	return list
}
