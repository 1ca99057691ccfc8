package release

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/cli-runtime/pkg/resource"
)

// unverified makes Helm leave the question whose the objects of a release are to own: Helm 4 skips an object that it cannot read, calls
// the uninstall a success, and forgets the history; and it skips one whose label a person has removed. Helm asks about no object
// without a client. Hooks are not asked about anyway.
func (k *objects) unverified(list kube.ResourceList) {
	for _, info := range list {
		if metadata, err := meta.Accessor(info.Object); err == nil && metadata.GetAnnotations()["helm.sh/hook"] == "" {
			k.clients[identityOf(info)], info.Client = info.Client, nil
		}
	}
}

// admitFreely deletes webhooks and policies of admission that the new revision drops before it applies that, and returns what else there was. Their
// backend may be what is broken: then the API server refuses all that they are asked about, and Helm would never come to delete them.
func (k *objects) admitFreely(before, after kube.ResourceList) (kube.ResourceList, error) {
	dropped := before.Filter(func(info *resource.Info) bool {
		if info.Mapping.GroupVersionKind.Group != "admissionregistration.k8s.io" || after.Get(info) != nil {
			return false
		}
		found, err := live(info)
		// Helm goes on if it cannot read what it is about to delete.
		return err == nil && found != nil
	})
	if len(dropped) == 0 {
		return before, nil
	}
	_, errs := k.Client.Delete(dropped, metav1.DeletePropagationBackground)
	return before.Difference(dropped), errors.Join(errs...)
}

// runPods are the built-in kinds that run pods.
var runPods = []string{"DaemonSet", "Deployment", "Pod", "ReplicaSet", "StatefulSet"}

// finish deletes the custom resources that wait for finalizers before all else, and waits until they are gone, as long as pods of the release
// live: their controller may be among these. Helm deletes the controller first, and so the custom resources stay for ever.
func (k *objects) finish(list kube.ResourceList) []error {
	var awaited kube.ResourceList
	runners := list.Filter(func(info *resource.Info) bool {
		return schemaOf(info) != nil && slices.Contains(runPods, info.Mapping.GroupVersionKind.Kind)
	})
	for _, info := range list {
		if len(runners) > 0 && schemaOf(info) == nil && k.exists(info, func(found *unstructured.Unstructured) bool { return len(found.GetFinalizers()) > 0 }) {
			awaited.Append(info)
		}
	}
	if len(awaited) == 0 {
		return nil
	}
	_, errs := k.Client.Delete(awaited, metav1.DeletePropagationBackground)
	lives := func(found *unstructured.Unstructured) bool { return found.GetDeletionTimestamp() == nil }
	// The rest of the time is for the rest of the uninstall.
	_ = wait.PollUntilContextTimeout(k.ctx, time.Second, k.timeout()/2, true, func(context.Context) (bool, error) {
		return !slices.ContainsFunc(awaited, func(info *resource.Info) bool { return k.exists(info, nil) }) ||
			!slices.ContainsFunc(runners, func(info *resource.Info) bool { return k.exists(info, lives) }), nil
	})
	return errs
}

// exists tells whether an object exists, and is such a one.
func (k *objects) exists(info *resource.Info, is func(*unstructured.Unstructured) bool) bool {
	found, err := live(info)
	return err == nil && found != nil && (is == nil || is(&unstructured.Unstructured{Object: found}))
}

// identityOf tells an object from all others. Kinds of two groups can have one plural.
func identityOf(info *resource.Info) fault.Object {
	kind := info.Mapping.GroupVersionKind
	return fault.Object{Group: kind.Group, Kind: kind.Kind, Namespace: info.Namespace, Name: info.Name}
}

// own returns the objects to delete. One that cannot be read is an error.
func (k *objects) own(list kube.ResourceList) (kube.ResourceList, []error) {
	read := make([]runtime.Object, len(list))
	unread := SideBySide(len(list), func(i int) (err error) {
		// A revision is stored once the places of its hooks are looked at.
		if info := list[i]; info.Client == nil || k.made == nil && isHook(info.Object) {
			if info.Client == nil {
				info.Client = k.clients[identityOf(info)]
			}
			read[i], err = resource.NewHelper(info.Client, info.Mapping).Get(info.Namespace, info.Name)
		}
		return err
	})
	var own kube.ResourceList
	var errs []error
	for i, info := range list {
		isPlaced, err := k.isPlaced(info)
		switch {
		case err != nil:
			errs = append(errs, err)
		case apierrors.IsNotFound(unread[i]), read[i] == nil && unread[i] == nil && !isPlaced:
		case unread[i] != nil:
			errs = append(errs, unread[i])
		case read[i] != nil && isHook(info.Object):
			if err := k.madeByHook(info, read[i]); err != nil {
				errs = append(errs, err)
				continue
			}
			own.Append(info)
		case read[i] != nil && isKept(read[i]):
			// A person keeps it, and the chart does not. The garbage collector would delete it with its owner.
			if err := k.part(info, read[i]); err != nil {
				errs = append(errs, err)
				continue
			}
			k.kept += fmt.Sprintf("[%s] %s wants to be kept\n", info.Mapping.GroupVersionKind.Kind, info.Name)
		case read[i] != nil && !k.mayDelete(read[i], isPlaced):
			k.kept += fmt.Sprintf("[%s] %s does not carry the marks of this release\n", info.Mapping.GroupVersionKind.Kind, info.Name)
		default:
			own.Append(info)
		}
	}
	return own, errs
}

// part ends the ownership of an object that a person keeps.
func (o *operation) part(info *resource.Info, read runtime.Object) error {
	found, isObject := read.(*unstructured.Unstructured)
	if !isObject || len(o.parting.unwanted(found, true)) == 0 {
		return nil
	}
	_, err := rewrite(info, func(now map[string]any) (map[string]any, error) {
		live := &unstructured.Unstructured{Object: now}
		uids := o.parting.unwanted(live, true)
		live.SetOwnerReferences(slices.DeleteFunc(live.GetOwnerReferences(), func(reference metav1.OwnerReference) bool {
			return slices.Contains(uids, string(reference.UID))
		}))
		return live.Object, nil
	})
	return err
}

// mayDelete tells whether an object is the release's to delete: it names this release. One that names none was made by somebody else, under
// the name of one that is gone. Where the release has nothing to do, it needs all marks.
func (o *operation) mayDelete(live runtime.Object, isPlaced bool) bool {
	metadata, err := meta.Accessor(live)
	if err != nil || o.isOthers(live) {
		return false
	}
	_, isNamed := metadata.GetAnnotations()["meta.helm.sh/release-name"]
	return isNamed && (isPlaced || len(o.foreign(metadata.GetLabels(), metadata.GetAnnotations())) == 0)
}

// isOthers tells whether an object carries the marks of another release.
func (o *operation) isOthers(live runtime.Object) bool {
	metadata, err := meta.Accessor(live)
	if err != nil {
		return false
	}
	name, named := metadata.GetAnnotations()["meta.helm.sh/release-name"]
	namespace, placed := metadata.GetAnnotations()["meta.helm.sh/release-namespace"]
	return named && name != o.Release || placed && namespace != o.Namespace
}
