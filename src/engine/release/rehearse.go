package release

import (
	"net/http"
	"slices"

	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/kube"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/kubernetes/scheme"
)

// valid asks the API server by dry runs, before an upgrade stores its revision, whether the content of an object is wrong: it can then neither be
// created nor become what it shall be. It asks about what differs from the present revision, and about kinds of Kubernetes itself: a hook or another
// object may change what is valid for a custom kind. What others may hold, such as a node port, does not count, nor does a refusal that may go away.
// A parent that does not ask why a revision failed gets the failed revision of Helm.
func (k *objects) valid() (err error) {
	if k.kind != upgrades || k.written.Force || k.written.FailureAnnotation == "" {
		return nil
	}
	asked := k.wanted.Filter(func(wanted *resource.Info) bool {
		former := k.former.Get(wanted)
		return scheme.Scheme.Recognizes(wanted.Mapping.GroupVersionKind) && (former == nil || !equality.Semantic.DeepEqual(former.Object, wanted.Object))
	})
	k.call.Aside(func() {
		for i, refused := range SideBySide(len(asked), func(i int) error {
			_, err := resource.NewHelper(asked[i].Client, asked[i].Mapping).DryRun(true).Create(asked[i].Namespace, true, elsewhere(asked[i].Object.(*unstructured.Unstructured)))
			return err
		}) {
			wrong, wanted := k.wrong(refused, asked[i]), kube.ResourceList{asked[i]}
			// An object that exists may keep what is refused of a new one.
			if wrong != nil && k.call.Rehearse(func() error {
				_, err := k.updateAll(copies(k.former.Intersect(wanted)), copies(wanted), []kube.ClientUpdateOption{kube.ClientUpdateOptionServerSideApply(false, false)})
				return err
			}) != nil {
				err = wrong
				return
			}
		}
	})
	return k.failed(building, err)
}

// wrong returns the refusal of an object for its content; nil for none. A webhook that knows no dry runs answers as the API server does to content
// that has no such type.
func (k *objects) wrong(err error, wanted *resource.Info) *fault.Fault {
	if err == nil {
		return nil
	}
	found := fault.Of(err, k.call.Locate)
	if found.Reason != fault.Refused || len(found.Refusals) == 0 {
		return nil
	}
	status := found.Refusals[0].Status
	if status == http.StatusBadRequest {
		typed, _ := scheme.Scheme.New(wanted.Mapping.GroupVersionKind)
		if runtime.DefaultUnstructuredConverter.FromUnstructured(wanted.Object.(*unstructured.Unstructured).Object, typed) == nil {
			return nil
		}
	} else if status != http.StatusUnprocessableEntity {
		return nil
	}
	found.Reason, found.Refusals[0].Reason = fault.Invalid, fault.Invalid
	return found
}

// rehearse asks the API server whether it would accept a rollback, before anything is changed: half of a rollback is neither of the two
// revisions. Only what it says of the content and of rights counts. Other refusals may be of the rehearsal, such as those of a webhook that
// knows none.
func (k *objects) rehearse(before, after, whole kube.ResourceList, options []kube.ClientUpdateOption) error {
	if k.kind != rollsBack || k.written.Force {
		return nil
	}
	try := func() error {
		_, err := k.updateAll(copies(before.Intersect(after)), copies(after), options)
		return err
	}
	err := k.call.Rehearse(try)
	if k.roomy(err, whole) {
		err = k.call.Rehearse(try)
	}
	// An object that can be made anew does not stop it.
	_, err = k.unchangeable(err)
	if err == nil || !slices.ContainsFunc(fault.Of(err, k.call.Locate).Refusals, func(refusal fault.Refusal) bool {
		return refusal.Status == http.StatusUnprocessableEntity || refusal.Status == http.StatusForbidden
	}) {
		return nil
	}
	return err
}

// copies returns objects that may be changed.
func copies(list kube.ResourceList) kube.ResourceList {
	copied := kube.ResourceList{}
	for _, info := range list {
		same := *info
		same.Object = info.Object.DeepCopyObject()
		copied.Append(&same)
	}
	return copied
}
