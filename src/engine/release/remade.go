package release

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/kube"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/cli-runtime/pkg/resource"
)

// remakable are the kinds whose manifest has all of an object, so that nothing is lost if it is made again. The claims of a StatefulSet are orphaned with
// its pods.
var remakable = []string{
	"ConfigMap", "LimitRange", "Pod", "ReplicationController", "ResourceQuota", "Secret", "Service", "ServiceAccount",
	"MutatingWebhookConfiguration.admissionregistration.k8s.io", "ValidatingAdmissionPolicy.admissionregistration.k8s.io",
	"ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io", "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
	"DaemonSet.apps", "Deployment.apps", "ReplicaSet.apps", "StatefulSet.apps", "HorizontalPodAutoscaler.autoscaling", "CronJob.batch", "Job.batch",
	"Ingress.networking.k8s.io", "IngressClass.networking.k8s.io", "NetworkPolicy.networking.k8s.io", "RuntimeClass.node.k8s.io", "PodDisruptionBudget.policy",
	"ClusterRole.rbac.authorization.k8s.io", "ClusterRoleBinding.rbac.authorization.k8s.io", "Role.rbac.authorization.k8s.io", "RoleBinding.rbac.authorization.k8s.io",
	"PriorityClass.scheduling.k8s.io", "CSIDriver.storage.k8s.io", "StorageClass.storage.k8s.io",
}

// orphaning is how long the garbage collector may take to orphan pods.
const orphaning = 30 * time.Second

// unchangeable returns the objects that cannot become what they shall be, and that may be made anew: any of the release by force, else what only
// failed attempts have made. It returns the error if that does not help.
func (k *objects) unchangeable(err error) (kube.ResourceList, error) {
	if err == nil {
		return nil, nil
	}
	found := fault.Of(err, k.call.Locate)
	k.inquire(found)
	if found.Reason != fault.Immutable {
		return nil, err
	}
	var list kube.ResourceList
	for _, refusal := range found.Refusals {
		wanted := k.desired(refusal.Object)
		if refusal.Reason != fault.Immutable || wanted == nil {
			return nil, err
		}
		if !k.exists(wanted, k.mayRemake(wanted)) {
			if k.written.Remake && !isRemakable(wanted) {
				err = fmt.Errorf("%s is never deleted to be made again, since data would be lost with it; undo the change, or save the data and delete it yourself: %w", titleOf(wanted), err)
			}
			return nil, err
		}
		if list.Get(wanted) == nil {
			list.Append(wanted)
		}
	}
	return list, nil
}

// mayRemake tells of an object whether it may be deleted to be made again.
func (k *objects) mayRemake(wanted *resource.Info) func(*unstructured.Unstructured) bool {
	return func(found *unstructured.Unstructured) bool {
		return k.written.Remake && isRemakable(wanted) || k.isTried(wanted, found)
	}
}

func isRemakable(info *resource.Info) bool {
	return slices.Contains(remakable, info.Mapping.GroupVersionKind.GroupKind().String())
}

// remake deletes the objects that cannot be changed, makes them as they are wanted, with what would be left to others, and goes on where Helm stopped
// at them.
func (k *objects) remake(before, after, whole kube.ResourceList, refused error, options []kube.ClientUpdateOption) error {
	list, err := k.unchangeable(refused)
	if err != nil || len(list) == 0 {
		return err
	}
	var deleted []string
	defer func() {
		k.noteDeleted(deleted, "since fields of it cannot be changed; the next revision makes it again")
	}()
	for _, wanted := range list {
		policy := metav1.DeletePropagationBackground
		if wanted.Mapping.GroupVersionKind.Kind == "StatefulSet" {
			// The new one adopts the pods by its selector.
			policy = metav1.DeletePropagationOrphan
		}
		isDeleted, err := k.deleteOnly(wanted, policy, k.mayRemake(wanted))
		if err != nil {
			return err
		}
		if isDeleted {
			deleted = append(deleted, titleOf(wanted))
		} else if k.exists(wanted, func(found *unstructured.Unstructured) bool { return found.GetDeletionTimestamp() == nil }) {
			return fault.New(fault.Chart, fault.Refused, "%s does not belong to release %s/%s, or wants to be kept", titleOf(wanted), k.Namespace, k.Release)
		}
		if !k.awaitGone(wanted) {
			return fault.New(fault.Chart, fault.Refused, "%s is being deleted, but its finalizers hold it", titleOf(wanted))
		}
		anew := kube.ResourceList{whole.Get(wanted)}
		if _, err := k.leaving(kube.ResourceList{}, anew); err != nil {
			return err
		}
		if err := create(anew[0]); err != nil {
			return err
		}
	}
	_, err = k.update(before.Difference(after), nil, options)
	return err
}

func (k *objects) awaitGone(info *resource.Info) bool {
	isGone := func(context.Context) (bool, error) {
		found, err := live(info)
		return err == nil && found == nil, nil
	}
	return errors.Is(wait.PollUntilContextTimeout(k.ctx, 100*time.Millisecond, orphaning, true, isGone), nil)
}
