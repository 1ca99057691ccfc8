package release

import (
	"net/http"
	"slices"

	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/kube"
)

// rehearse asks the API server whether it would accept a rollback, before anything is changed: half of a rollback is neither of the two
// revisions. Only what it says of the content and of rights counts. Other refusals may be of the rehearsal, such as those of a webhook that
// knows none.
func (k *objects) rehearse(before, after kube.ResourceList, options []kube.ClientUpdateOption) error {
	if k.kind != rollsBack || k.written.Force {
		return nil
	}
	err := k.call.Rehearse(func() error {
		_, err := k.updateAll(copies(before.Intersect(after)), copies(after), options)
		return err
	})
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
