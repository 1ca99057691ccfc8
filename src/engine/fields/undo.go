package fields

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// Unite adds to a manifest what another one of the object has beside it. A patch from the result to what is wanted removes that: for kinds with a
// schema, Helm's patch takes from the former manifest what to remove, and from the live object what to change.
func Unite(before, other map[string]any, keys strategicpatch.LookupPatchMeta) {
	for name, value := range other {
		former := before[name]
		below, key := listKeys(keys, name)
		switch list, isList := former.([]any); {
		case value == nil:
		case former == nil:
			before[name] = runtime.DeepCopyJSONValue(value)
		case isList && below != nil:
			for _, item := range listOf(value) {
				if i := place(list, item, key); i < len(list) {
					Unite(mapOf(list[i]), mapOf(item), below)
				} else {
					list = append(list, runtime.DeepCopyJSONValue(item))
				}
			}
			before[name] = list
		default:
			Unite(mapOf(former), mapOf(value), keysOf(keys, name))
		}
	}
}
