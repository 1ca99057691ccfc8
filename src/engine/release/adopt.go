package release

import (
	"fmt"
	"strings"

	"catamaran.dev/engine/fault"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/cli-runtime/pkg/resource"
)

// adopt looks before a rollback stores its revision whether it may change the objects, as Helm looks before an upgrade: Helm 4 takes over the
// objects of others, and finds out too late that a kind is not served.
func (k *objects) adopt(manifest string) error {
	before, err := k.build([]byte(k.newest.Manifest), false)
	if err != nil {
		return k.failed(building, fmt.Errorf("unable to build kubernetes objects from current release manifest: %w", err))
	}
	after, err := k.build([]byte(manifest), false)
	if err != nil {
		return k.failed(building, fmt.Errorf("unable to build kubernetes objects from new release manifest: %w", err))
	}
	k.at(owning)
	for _, wanted := range after {
		if before.Get(wanted) != nil {
			continue
		}
		live, err := resource.NewHelper(wanted.Client, wanted.Mapping).Get(wanted.Namespace, wanted.Name)
		if apierrors.IsNotFound(err) {
			continue
		}
		if err != nil {
			return k.failed(owning, fmt.Errorf("could not get information about the resource: %w", err))
		}
		metadata, err := meta.Accessor(live)
		if err != nil {
			return err
		}
		if problems := k.foreign(metadata.GetLabels(), metadata.GetAnnotations()); len(problems) > 0 {
			kind := wanted.Mapping.GroupVersionKind
			foreign := fault.New(fault.Cluster, fault.Foreign, "%s %q in namespace %q exists and cannot be imported into the current release: %s",
				kind.Kind, wanted.Name, wanted.Namespace, strings.Join(problems, "; "))
			foreign.Object = &fault.Object{Group: kind.Group, Version: kind.Version, Kind: kind.Kind,
				Resource: wanted.Mapping.Resource.Resource, Namespace: wanted.Namespace, Name: wanted.Name}
			return k.failed(owning, foreign)
		}
	}
	return nil
}

// foreign says why an object is not this release's.
func (o *operation) foreign(labels, annotations map[string]string) []string {
	var problems []string
	for _, each := range []struct{ kind, name, has, wants string }{
		{"label", "app.kubernetes.io/managed-by", labels["app.kubernetes.io/managed-by"], "Helm"},
		{"annotation", "meta.helm.sh/release-name", annotations["meta.helm.sh/release-name"], o.Release},
		{"annotation", "meta.helm.sh/release-namespace", annotations["meta.helm.sh/release-namespace"], o.Namespace},
	} {
		if each.has != each.wants {
			problems = append(problems, fmt.Sprintf("its %s %s must be %q, not %q", each.kind, each.name, each.wants, each.has))
		}
	}
	return problems
}
