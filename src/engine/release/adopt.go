package release

import (
	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/cli-runtime/pkg/resource"
)

// adopted returns the objects of the present revision for a rollback, and those of the target that exist without being in the present
// revision: kept ones, and what a failed revision left. As an upgrade does, it treats these as if the present revision had made them as they are
// wanted. Helm 4 compares a rollback with the live object instead, and so removes what others wrote, such as the volume of a claim; it also
// takes over the objects of others.
func (k *objects) adopted(before, after kube.ResourceList) (kube.ResourceList, error) {
	all := append(kube.ResourceList{}, before...)
	for _, wanted := range after {
		if before.Get(wanted) != nil {
			continue
		}
		live, err := resource.NewHelper(wanted.Client, wanted.Mapping).Get(wanted.Namespace, wanted.Name)
		if apierrors.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		metadata, err := meta.Accessor(live)
		if err != nil {
			return nil, err
		}
		if annotations := metadata.GetAnnotations(); metadata.GetLabels()["app.kubernetes.io/managed-by"] != "Helm" ||
			annotations["meta.helm.sh/release-name"] != k.Release || annotations["meta.helm.sh/release-namespace"] != k.Target.Namespace {
			kind := wanted.Mapping.GroupVersionKind
			foreign := fault.New(fault.Cluster, fault.Foreign, "%s %s exists and does not belong to this release", kind.Kind, wanted.Name)
			foreign.Object = &fault.Object{Group: kind.Group, Version: kind.Version, Kind: kind.Kind,
				Resource: wanted.Mapping.Resource.Resource, Namespace: wanted.Namespace, Name: wanted.Name}
			return nil, foreign
		}
		all.Append(wanted)
	}
	return all, nil
}
