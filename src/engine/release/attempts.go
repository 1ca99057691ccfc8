package release

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/fields"
	"catamaran.dev/engine/marks"
	"helm.sh/helm/v4/pkg/kube"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/util/retry"
)

// An attempt is a failed revision since the last success, or one that is forgotten. Helm compares with the deployed revision alone, so what only
// attempts made would stay.
type attempt struct {
	began   time.Time // when its Secret was made, by the clock of the API server
	objects kube.ResourceList
}

// attempts returns them, oldest first; none to a parent that does not ask why an upgrade failed: that gets what Helm does.
func (k *objects) attempts() []attempt {
	if k.attempted != nil || k.kind != rollsBack && k.written.FailureAnnotation == "" {
		return k.attempted
	}
	k.attempted = []attempt{}
	add := func(began time.Time, manifest string) {
		// What cannot be built was not made, or is not served any more.
		list, _ := k.served(manifest)
		k.attempted = append(k.attempted, attempt{began, list})
	}
	for _, each := range k.written.Forgotten {
		add(time.Unix(each.Began, 0), each.Manifest)
	}
	failed := slices.SortedFunc(slices.Values(k.failures), func(one, other *v1.Release) int { return one.Version - other.Version })
	failed = slices.CompactFunc(failed, func(one, other *v1.Release) bool { return one.Version == other.Version })
	for _, each := range failed {
		if each.Version > k.succeeded {
			add(k.beganAt(each), each.Manifest)
		}
	}
	return k.attempted
}

// beganAt returns when the Secret of a revision was made.
func (o *operation) beganAt(stored *v1.Release) time.Time {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.begun[fmt.Sprintf("sh.helm.release.v1.%s.v%d", stored.Name, stored.Version)]
}

// served returns the objects of a manifest. One whose version is not served any more has another version of its group. One whose kind is gone
// is gone too: Helm would fail at it for ever (pkg/action/upgrade.go).
func (k *objects) served(manifest string) (list kube.ResourceList, err error) {
	if list, err = k.build([]byte(manifest), false); !meta.IsNoMatchError(err) {
		return list, err
	}
	documents, err := marks.Objects(manifest)
	list = nil
	for _, document := range documents {
		built, failed := k.build(document, false)
		if meta.IsNoMatchError(failed) {
			built, failed = k.moved(document)
		}
		list = append(list, built...)
		err = errors.Join(err, failed)
	}
	return list, err
}

// moved builds an object in a version that is served; nothing if there is none. If a server of its group does not answer, nobody knows.
func (k *objects) moved(document []byte) (kube.ResourceList, error) {
	object := &unstructured.Unstructured{}
	mapper, err := k.call.ToRESTMapper()
	if err = errors.Join(err, object.UnmarshalJSON(document)); err != nil {
		return nil, err
	}
	if mapping, err := mapper.RESTMapping(object.GroupVersionKind().GroupKind()); err == nil {
		object.SetGroupVersionKind(mapping.GroupVersionKind)
		moved, err := object.MarshalJSON()
		if err != nil {
			return nil, err
		}
		return k.build(moved, false)
	}
	client, err := k.call.ToDiscoveryClient()
	if err == nil {
		_, _, err = client.ServerGroupsAndResources()
	}
	away := (*discovery.ErrGroupDiscoveryFailed)(nil)
	if !errors.As(err, &away) {
		return nil, err
	}
	for version, why := range away.Groups {
		if version.Group == object.GroupVersionKind().Group {
			return nil, fault.New(fault.Cluster, fault.Unavailable, "the server of %s does not answer, which may have %s/%s: %v", version, object.GetKind(), object.GetName(), why)
		}
	}
	return nil, nil
}

// undo adds to the former content of an object what attempts may have written: so Helm's patch removes what the wanted one does not have. For a custom
// kind Helm compares only the manifests, so there it is what the object has in the fields of all of them: an attempt may not have come to it.
func (k *objects) undo(former, wanted *resource.Info) error {
	before, isObject := former.Object.(*unstructured.Unstructured)
	if !isObject {
		return nil
	}
	schema, isTried := schemaOf(wanted), false
	for _, attempt := range k.attempts() {
		tried := attempt.objects.Get(wanted)
		if tried == nil || tried.Mapping.GroupVersionKind != wanted.Mapping.GroupVersionKind {
			continue
		}
		content, isContent := tried.Object.(*unstructured.Unstructured)
		if !isContent || equality.Semantic.DeepEqual(content.Object, before.Object) {
			continue
		}
		// The API server has not accepted what no patch can have.
		if _, keyless := fields.Keyless(content.Object, schema); keyless == "" {
			fields.Unite(before.Object, content.Object, schema)
			isTried = true
		}
	}
	if !isTried || schema != nil {
		return nil
	}
	found, err := live(wanted)
	if err == nil && found != nil {
		before.Object = fields.Common(before.Object, found)
	}
	return err
}

// removeTried deletes what only attempts made, and neither revision has. What holds data stays.
func (k *objects) removeTried(before, after kube.ResourceList) error {
	var deleted []string
	var errs []error
	for _, attempt := range slices.Backward(k.attempts()) {
		for _, info := range slices.Backward(attempt.objects) {
			// A custom resource stays, so it is not read: its API may not answer.
			if after.Get(info) != nil || before.Get(info) != nil || k.isMadeAsHook(info) || isCustom(info) {
				continue
			}
			isDeleted, err := k.deleteOnly(info, metav1.DeletePropagationBackground, func(found *unstructured.Unstructured) bool { return attempt.isAlone(found) })
			if isDeleted {
				deleted = append(deleted, titleOf(info))
			} else if err != nil {
				errs = append(errs, fmt.Errorf("failed to delete %s, which only failed revisions made: %w", titleOf(info), err))
			}
		}
	}
	k.noteDeleted(deleted, "which only failed revisions made")
	return errors.Join(errs...)
}

// isMadeAsHook tells whether the new revision has an object as a hook.
func (k *objects) isMadeAsHook(info *resource.Info) bool {
	return slices.ContainsFunc(k.made.Hooks, func(hook *v1.Hook) bool {
		return hook.Kind == info.Mapping.GroupVersionKind.Kind && hook.Name == info.Name
	})
}

// isTried tells whether only an attempt has made an object that can be made again.
func (k *objects) isTried(info *resource.Info, found *unstructured.Unstructured) bool {
	return (k.deployed == nil || k.former.Get(info) == nil) && slices.ContainsFunc(k.attempts(), func(attempt attempt) bool {
		return attempt.objects.Get(info) != nil && attempt.isAlone(found)
	})
}

// helms are the field managers of Helm: in the engine, in helm-java, and in the hand of a person.
var helms = []string{"catamaran-helm", "java", "helm"}

// isAlone tells whether the attempt made an object that holds no data: Helm created it after the Secret of the attempt, and wrote its mark then. It
// takes over no object without the mark. Another client may restore objects meanwhile, even with the field managers of the originals.
func (a attempt) isAlone(found *unstructured.Unstructured) bool {
	return !a.began.IsZero() && !found.GetCreationTimestamp().Time.Before(a.began) && !holdsData(found) && isMadeByHelm(found, a.began)
}

// isMadeByHelm tells whether Helm made an object, at that time or later. An entry can be older than its object: a client may copy an object with the
// entries of the original.
func isMadeByHelm(found *unstructured.Unstructured, since time.Time) bool {
	return slices.ContainsFunc(found.GetManagedFields(), func(entry metav1.ManagedFieldsEntry) bool {
		return slices.Contains(helms, entry.Manager) && entry.Time != nil && !entry.Time.Time.Before(since) &&
			entry.FieldsV1 != nil && bytes.Contains(entry.FieldsV1.Raw, []byte(`"f:`+releaseName+`"`))
	})
}

// holdsData tells whether the deletion of an object can delete what no client can make again. The controller of a custom resource may delete volumes
// with it, and a Secret may be a password that data was made with. A claim that never had a volume holds none, and may be what is wrong.
func holdsData(found *unstructured.Unstructured) bool {
	of := found.GroupVersionKind()
	if isCustomKind(of) {
		return true
	}
	text := func(path ...string) string {
		value, _, _ := unstructured.NestedString(found.Object, path...)
		return value
	}
	switch of.GroupKind() {
	case schema.GroupKind{Kind: "Namespace"}, schema.GroupKind{Kind: "PersistentVolume"}, schema.GroupKind{Kind: "Secret"}:
		return true
	case schema.GroupKind{Kind: "PersistentVolumeClaim"}:
		return text("spec", "volumeName") != "" || text("status", "phase") != "Pending"
	case schema.GroupKind{Group: "apps", Kind: "StatefulSet"}:
		return text("spec", "persistentVolumeClaimRetentionPolicy", "whenDeleted") == "Delete"
	default:
		return of.Group == "apiextensions.k8s.io"
	}
}

// holdsAny does the same, and counts each claim.
func holdsAny(found *unstructured.Unstructured) bool {
	return holdsData(found) || found.GroupVersionKind().GroupKind() == schema.GroupKind{Kind: "PersistentVolumeClaim"}
}

func isCustom(info *resource.Info) bool { return isCustomKind(info.Mapping.GroupVersionKind) }

func isCustomKind(kind schema.GroupVersionKind) bool {
	return fields.SchemaOf(kind) == nil && kind.Group != "apiregistration.k8s.io"
}

// deleteOnly deletes an object of the release in the version in which it is such a one, and tells whether it did. One that is kept, or has another
// controller, stays.
func (k *objects) deleteOnly(info *resource.Info, policy metav1.DeletionPropagation, is func(*unstructured.Unstructured) bool) (bool, error) {
	isPlaced, err := k.isPlaced(info)
	if err != nil {
		return false, err
	}
	deleted, err := deleteIf(info, policy, func(found *unstructured.Unstructured) bool {
		return found.GetDeletionTimestamp() == nil && !isKept(found) && k.mayDelete(found, isPlaced) && !k.isControlled(found) && is(found)
	})
	return deleted != nil, err
}

// deleteIf deletes an object in the version in which it is such a one, and returns it. It reads it again after each write of another client, and never
// deletes another one of its name.
func deleteIf(info *resource.Info, policy metav1.DeletionPropagation, is func(*unstructured.Unstructured) bool) (deleted *unstructured.Unstructured, err error) {
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		deleted = nil
		content, err := live(info)
		found := &unstructured.Unstructured{Object: content}
		if err != nil || content == nil || !is(found) {
			return err
		}
		uid, version := found.GetUID(), found.GetResourceVersion()
		_, err = resource.NewHelper(info.Client, info.Mapping).DeleteWithOptions(info.Namespace, info.Name, &metav1.DeleteOptions{
			PropagationPolicy: &policy, Preconditions: &metav1.Preconditions{UID: &uid, ResourceVersion: &version},
		})
		if err == nil {
			deleted = found
		}
		if apierrors.IsNotFound(err) {
			err = nil
		}
		return err
	})
	return deleted, err
}

// isControlled tells whether somebody else than the owner of the release controls an object, if it has an owner.
func (k *objects) isControlled(found *unstructured.Unstructured) bool {
	controller, owner := metav1.GetControllerOfNoCopy(found), k.written.Changes.Owned.OwnerReference["uid"]
	return controller != nil && owner != nil && string(controller.UID) != owner
}

func titleOf(info *resource.Info) string { return info.Mapping.GroupVersionKind.Kind + "/" + info.Name }

// mostNamed bounds a sentence.
const mostNamed = 10

// noteDeleted tells the parent which objects are gone without a request for just that.
func (o *operation) noteDeleted(names []string, why string) {
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	if more := len(names) - mostNamed; more > 0 {
		names = append(names[:mostNamed], fmt.Sprintf("%d more", more))
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.deleted = append(o.deleted, "deleted "+strings.Join(names, ", ")+", "+why)
}
