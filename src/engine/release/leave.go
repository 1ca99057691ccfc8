package release

import (
	"fmt"

	"catamaran.dev/engine/fields"
	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/cli-runtime/pkg/resource"
)

// leaving prepares both sides of Helm's patches, so that these leave what others own. Helm 4 compares an object that exists without being in
// the present revision with the live one, and so removes what others wrote, such as the volume of a claim; such an object is treated as if
// the present revision had made it as it is wanted.
func (k *objects) leaving(before, after kube.ResourceList) (kube.ResourceList, error) {
	for _, wanted := range after {
		former := before.Get(wanted)
		if former == nil {
			same := *wanted
			same.Object = wanted.Object.DeepCopyObject()
			former = &same
			before.Append(former)
		}
		if err := k.leave(former, wanted); err != nil {
			return nil, err
		}
	}
	return before, nil
}

func (k *objects) leave(before, wanted *resource.Info) error {
	former, isObject := before.Object.(*unstructured.Unstructured)
	present, areObjects := wanted.Object.(*unstructured.Unstructured)
	if !isObject || !areObjects {
		return nil
	}
	return fields.Leave(k.written.Left, fields.Object{
		Kind: wanted.Mapping.GroupVersionKind, Before: former.Object, Wanted: present.Object,
		Live: func() (map[string]any, error) { return live(wanted) }, Schema: schemaOf(wanted), Replaced: k.written.Force,
	})
}

func live(of *resource.Info) (map[string]any, error) {
	found, err := resource.NewHelper(of.Client, of.Mapping).Get(of.Namespace, of.Name)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("could not get information about the resource: %w", err)
	}
	return runtime.DefaultUnstructuredConverter.ToUnstructured(found)
}

// schemaOf returns the merge keys by which Helm patches an object; nothing for a kind that Helm does not know.
func schemaOf(info *resource.Info) strategicpatch.LookupPatchMeta {
	typed := kube.AsVersioned(info)
	if _, isUnknown := typed.(runtime.Unstructured); isUnknown {
		return nil
	}
	schema, err := strategicpatch.NewPatchMetaFromStruct(typed)
	if err != nil {
		return nil
	}
	return schema
}
