package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/fields"
	"catamaran.dev/engine/marks"
	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/resource"
)

// mostLevels reach from a change to an item of a list, such as a container with its resources.
const mostLevels = 4

// makeRoom patches an object where the API server calls what is wanted invalid together with what others added: a request above the limit, the other
// source of a volume. The smallest part is set as it is wanted, as dry runs show.
func (k *objects) makeRoom(what compared, info *resource.Info, found *unstructured.Unstructured, refused error, differ func(compared) (fields.Difference, error)) (map[string]any, error) {
	isValid := func(content json.RawMessage) bool {
		_, err := patch(info, found, content, byRepair, true)
		return err == nil
	}
	difference := func(found *unstructured.Unstructured, levels int) json.RawMessage {
		one := what
		one.Wanted, one.Live, one.Levels = runtime.DeepCopyJSON(what.Wanted), exactly(found.Object), levels
		different, err := differ(one)
		if err != nil {
			return nil
		}
		return different.Patch
	}
	for level := 1; level <= mostLevels; level++ {
		if wider := difference(found, level); wider != nil && isValid(wider) {
			return patch(info, found, reduced(wider, isValid), byRepair, false)
		}
	}
	made, err := k.unseal(what, info, found)
	if made == nil || err != nil {
		return nil, errors.Join(err, refused)
	}
	return patch(info, made, difference(made, 0), byRepair, false)
}

// roomy makes room in all objects of which the API server refused the new content, and tells whether there was one.
func (k *objects) roomy(refused error, whole kube.ResourceList) bool {
	isMade := false
	if refused == nil || k.written.FailureAnnotation == "" {
		return false
	}
	for _, refusal := range fault.Of(refused, k.call.Locate).Refusals {
		wanted := k.desired(refusal.Object)
		if refusal.Status != http.StatusUnprocessableEntity || wanted == nil || whole.Get(wanted) == nil {
			continue
		}
		content, isObject := whole.Get(wanted).Object.(*unstructured.Unstructured)
		found, err := live(wanted)
		if !isObject || err != nil || found == nil {
			continue
		}
		k.call.Aside(func() {
			_, err = k.makeRoom(compared{Wanted: content.Object}, wanted, &unstructured.Unstructured{Object: found}, refused, func(what compared) (fields.Difference, error) { return what.settled(nil) })
		})
		isMade = isMade || err == nil
	}
	return isMade
}

// reduced leaves out each removal of a patch without which that is valid, too.
func reduced(content json.RawMessage, isValid func(json.RawMessage) bool) json.RawMessage {
	var whole map[string]any
	if json.Unmarshal(content, &whole) != nil {
		return content
	}
	var try func(node any, replace func(any))
	attempt := func(remove, restore func()) {
		remove()
		if text, err := json.Marshal(whole); err == nil && isValid(text) {
			content = text
		} else {
			restore()
		}
	}
	try = func(node any, replace func(any)) {
		switch node := node.(type) {
		case map[string]any:
			for name, value := range node {
				if value == nil {
					attempt(func() { delete(node, name) }, func() { node[name] = nil })
				} else {
					try(value, func(other any) { node[name] = other })
				}
			}
		case []any:
			// From the last one: the places of earlier items stay.
			for i := len(node) - 1; i >= 0; i-- {
				if item, _ := node[i].(map[string]any); item["$patch"] == "delete" {
					before := node
					attempt(func() { node = slices.Delete(slices.Clone(before), i, i+1); replace(node) }, func() { node = before; replace(node) })
				} else {
					try(node[i], func(other any) { node[i] = other })
				}
			}
		}
	}
	try(whole, func(any) {})
	return content
}

// unseal makes a ConfigMap anew, as it is, that somebody has made immutable: nothing else ends that. If this is cut off, its release makes it again
// from the manifest. A Secret stays, as its loss could be worse. It returns nothing if it was none.
func (k *objects) unseal(what compared, info *resource.Info, found *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	isSealed := func(object map[string]any) bool { return object["kind"] == "ConfigMap" && object["immutable"] == true }
	if info.Mapping.GroupVersionKind.Group != "" || !isSealed(found.Object) || isSealed(what.Wanted) || len(found.GetFinalizers()) > 0 || !k.isMarked(found) || isKept(found) {
		return nil, nil
	}
	anew := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(found.Object)}
	delete(anew.Object, "immutable")
	marks.DropExported(metadataOf(anew.Object))
	helper := resource.NewHelper(info.Client, info.Mapping).WithFieldManager(kube.ManagedFieldsManager)
	// For any other refusal, such as a missing right.
	if _, err := helper.DryRun(true).Create(info.Namespace, true, anew); err != nil && !apierrors.IsAlreadyExists(err) {
		return nil, err
	}
	deleted, err := deleteIf(info, metav1.DeletePropagationBackground, func(now *unstructured.Unstructured) bool {
		return now.GetResourceVersion() == found.GetResourceVersion()
	})
	if err != nil || deleted == nil {
		return nil, errors.Join(err, fmt.Errorf("%s changed meanwhile", titleOf(info)))
	}
	info.Object = anew
	if err := create(info); err != nil {
		return nil, err
	}
	made, isObject := info.Object.(*unstructured.Unstructured)
	if !isObject {
		return nil, fmt.Errorf("%s is no object", titleOf(info))
	}
	return made, nil
}
