package fields

import (
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// open are the maps whose keys are names, so that each client may add some.
var open = []string{"annotations", "labels", "nodeSelector", "data", "binaryData", "limits", "requests"}

// dropUnsaid takes out what a manifest has as null and each client adds entries to, such as "labels:" before an empty template. That says nothing,
// and Helm's patch would remove what others added.
func dropUnsaid(manifest map[string]any, keys strategicpatch.LookupPatchMeta) {
	for name, value := range manifest {
		below, key := listKeys(keys, name)
		switch value := value.(type) {
		case nil:
			if key != "" || slices.Contains(open, name) || name == "finalizers" || name == "ownerReferences" {
				delete(manifest, name)
			}
		case map[string]any:
			dropUnsaid(value, keysOf(keys, name))
		case []any:
			for _, item := range value {
				dropUnsaid(mapOf(item), below)
			}
		}
	}
}

// KeepAdded makes lists and maps that the chart drops as a whole empty, if others have added to them: Helm's patch would remove what they added
// too, such as the volumes of a container that they added. It is called last.
func (o Object) KeepAdded() error {
	if o.Replaced || !added(o.Before, o.Wanted, nil, o.Schema) {
		return nil
	}
	live, err := o.Live()
	if err != nil || live == nil {
		return err
	}
	added(o.Before, o.Wanted, live, o.Schema)
	return nil
}

// added makes them empty, and tells whether there are any. Without a live object, it tells whether there may be some, and changes nothing.
func added(before, wanted, live map[string]any, keys strategicpatch.LookupPatchMeta) bool {
	found := false
	for name, former := range before {
		switch former := former.(type) {
		case map[string]any:
			found = addedToMap(name, former, wanted, live, keys) || found
		case []any:
			found = addedToList(name, former, wanted, live, keys) || found
		}
	}
	return found
}

func addedToMap(name string, former, wanted, live map[string]any, keys strategicpatch.LookupPatchMeta) bool {
	content := mapOf(wanted[name])
	switch {
	case content == nil && wanted[name] != nil:
		return false
	case content != nil:
		return added(former, content, under(live, name), keysOf(keys, name))
	case slices.Contains(open, name):
		isAdded := len(former) > 0 && live == nil
		for key := range under(live, name) {
			isAdded = isAdded || !has(former, []string{key})
		}
		if isAdded && live != nil {
			wanted[name] = map[string]any{}
		}
		return isAdded
	default:
		rest := map[string]any{}
		isAdded := added(former, rest, under(live, name), keysOf(keys, name))
		if isAdded && live != nil {
			wanted[name] = rest
		}
		return isAdded
	}
}

func addedToList(name string, former []any, wanted, live map[string]any, keys strategicpatch.LookupPatchMeta) bool {
	below, key := listKeys(keys, name)
	now, _ := live[name].([]any)
	isOthers := func(item any) bool { return counterpart(former, item, 0, key) < 0 }
	list, isList := wanted[name].([]any)
	switch {
	case key == "" || wanted[name] != nil && !isList:
		return false
	case !isList:
		isAdded := len(former) > 0 && (live == nil || slices.ContainsFunc(now, isOthers))
		if isAdded && live != nil {
			wanted[name] = []any{}
		}
		return isAdded
	}
	found := false
	for i, item := range list {
		content, was := mapOf(item), mapOf(at(former, counterpart(former, item, i, key)))
		if content == nil || was == nil {
			continue
		}
		is := mapOf(at(now, counterpart(now, item, i, key)))
		if live != nil && is == nil {
			continue
		}
		found = added(was, content, is, below) || found
	}
	return found
}

// under returns a field of the live object: none if there is no object, and an empty one if it lacks the field.
func under(live map[string]any, name string) map[string]any {
	content := mapOf(live[name])
	if live != nil && content == nil {
		content = map[string]any{}
	}
	return content
}

// Common returns what a live object has in the fields of a manifest: a patch from that to the manifest changes nothing else. Lists to which each
// client adds its own items are those of the manifest.
func Common(wanted, live map[string]any) map[string]any {
	found := common(wanted, live)
	for _, joint := range joints {
		if list, has := joint.in(wanted)[joint.list]; has && joint.parent != "" {
			joint.in(found)[joint.list] = runtime.DeepCopyJSONValue(list)
		}
	}
	return found
}

func common(wanted, live map[string]any) map[string]any {
	found := map[string]any{}
	for name, value := range wanted {
		now, has := live[name]
		switch content, is := mapOf(value), mapOf(now); {
		case content != nil && is != nil:
			found[name] = common(content, is)
		case has:
			found[name] = runtime.DeepCopyJSONValue(now)
		}
	}
	return found
}
