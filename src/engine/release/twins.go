package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"catamaran.dev/engine/fields"
	"helm.sh/helm/v4/pkg/kube"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/util/retry"
)

// updateAll updates the objects as Helm does, and writes those that Helm's patch would spoil: of two ports with one number it deletes both if the
// chart drops one (kubernetes/kubernetes issue 105610), and the API server cannot apply one that adds a second variable of a name.
func (k *objects) updateAll(before, after kube.ResourceList, options []kube.ClientUpdateOption) (*kube.Result, error) {
	var written kube.ResourceList
	var errs []error
	for _, wanted := range after {
		former := before.Get(wanted)
		if former == nil || k.written.Force || !slices.ContainsFunc([]*resource.Info{former, wanted, k.undone.Get(wanted)}, hasTwins) {
			continue
		}
		exists, err := merge(former, wanted)
		if exists || err != nil {
			written.Append(wanted)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("cannot patch %q with kind %s: %w", wanted.Name, wanted.Mapping.GroupVersionKind.Kind, err))
		}
	}
	result, err := k.update(before.Difference(written), after.Difference(written), options)
	return result, errors.Join(append(errs, err)...)
}

func hasTwins(info *resource.Info) bool {
	if info == nil {
		return false
	}
	content, isObject := info.Object.(*unstructured.Unstructured)
	return isObject && fields.HasTwins(content.Object, schemaOf(info))
}

// merge writes what the chart changes of an object, and tells whether that exists.
func merge(former, wanted *resource.Info) (bool, error) {
	before, isObject := former.Object.(*unstructured.Unstructured)
	after, areObjects := wanted.Object.(*unstructured.Unstructured)
	if !isObject || !areObjects {
		return false, nil
	}
	return rewrite(wanted, func(found map[string]any) (map[string]any, error) {
		return fields.Merged(before.Object, after.Object, found, schemaOf(wanted))
	})
}

// rewrite changes an object, and tells whether that exists. It begins again if somebody else writes the object meanwhile.
func rewrite(wanted *resource.Info, change func(map[string]any) (map[string]any, error)) (exists bool, err error) {
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		found, err := live(wanted)
		exists = found != nil
		if err != nil || !exists {
			return err
		}
		changed, err := change(runtime.DeepCopyJSON(found))
		if err != nil {
			return err
		}
		return replaceIn(wanted, found, changed)
	})
	return exists, err
}

// replaceIn changes an object from what it was when it was read. The API server refuses it if somebody else has written the object since.
func replaceIn(wanted *resource.Info, found, merged map[string]any) error {
	before, err := json.Marshal(found)
	if err != nil {
		return err
	}
	after, err := json.Marshal(merged)
	if err != nil {
		return err
	}
	patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(before, after, before)
	if err != nil || string(patch) == "{}" {
		return err
	}
	var locked map[string]any
	if err := json.Unmarshal(patch, &locked); err != nil {
		return err
	}
	version := (&unstructured.Unstructured{Object: found}).GetResourceVersion()
	if err := unstructured.SetNestedField(locked, version, "metadata", "resourceVersion"); err != nil {
		return err
	}
	if patch, err = json.Marshal(locked); err != nil {
		return err
	}
	helper := resource.NewHelper(wanted.Client, wanted.Mapping).WithFieldManager(kube.ManagedFieldsManager)
	_, err = helper.Patch(wanted.Namespace, wanted.Name, types.MergePatchType, patch, nil)
	return err
}
