package fields

import (
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// A joint is a list to which each client adds its own items.
type joint struct {
	parent, list, key string
	kind              string // GROUP/Kind; empty for all
	// merges tells that the API server merges the items of a strategic patch.
	merges bool
}

// The types of k8s.io/api give the list of a ServiceAccount no merge key, and a patch for a custom kind writes each list whole. OpenShift adds
// to the former, and makes another Secret each time that its item is gone.
var joints = []joint{
	{parent: "metadata", list: "finalizers", merges: true},
	{parent: "metadata", list: "ownerReferences", key: "uid", merges: true},
	{list: "imagePullSecrets", key: "name", kind: "/ServiceAccount"},
	{list: "secrets", key: "name", kind: "/ServiceAccount", merges: true},
}

// join completes the wanted lists by the items of other clients, and returns the live object if it had to be read.
func (o Object) join() (map[string]any, error) {
	var live map[string]any
	for _, joint := range joints {
		before, wanted := joint.in(o.Before), joint.in(o.Wanted)
		if wanted == nil || joint.kind != "" && joint.kind != o.Kind.Group+"/"+o.Kind.Kind || !o.loses(joint, items(before, joint), items(wanted, joint)) {
			continue
		}
		if live == nil {
			read, err := o.Live()
			if err != nil || read == nil {
				return nil, err
			}
			live = read
		}
		if all := joint.join(items(before, joint), items(wanted, joint), items(joint.in(live), joint)); len(all) > 0 {
			wanted[joint.list] = all
		}
	}
	return live, nil
}

func (j joint) in(object map[string]any) map[string]any {
	if j.parent == "" {
		return object
	}
	return mapOf(object[j.parent])
}

func items(of map[string]any, joint joint) []any {
	list, _ := of[joint.list].([]any)
	return list
}

// loses tells whether Helm's patch could take away items of others. Patches for custom kinds have only what the chart changes.
func (o Object) loses(joint joint, before, wanted []any) bool {
	switch {
	case o.Replaced:
		return true
	case o.Schema == nil:
		return !reflect.DeepEqual(before, wanted)
	case joint.merges:
		return len(wanted) == 0 && len(before) > 0
	default:
		return len(wanted) > 0 || len(before) > 0 || has(o.Wanted, []string{joint.list})
	}
}

// join returns the live items without those that the chart drops, and the wanted ones.
func (j joint) join(before, wanted, live []any) []any {
	var all []any
	for _, item := range live {
		if i := j.index(wanted, item); i >= 0 {
			all = append(all, wanted[i])
		} else if j.index(before, item) < 0 {
			all = append(all, runtime.DeepCopyJSONValue(item))
		}
	}
	for _, item := range wanted {
		if j.index(live, item) < 0 {
			all = append(all, item)
		}
	}
	return all
}

func (j joint) index(list []any, item any) int {
	return slices.IndexFunc(list, func(other any) bool { return reflect.DeepEqual(j.name(other), j.name(item)) })
}

func (j joint) name(item any) any {
	if content := mapOf(item); content != nil && j.key != "" {
		return content[j.key]
	}
	return item
}
