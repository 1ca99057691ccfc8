package release

import (
	"errors"
	"fmt"
	"slices"

	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/cli-runtime/pkg/resource"
)

// successions returns the new objects that cannot exist beside objects that the revision drops, such as a renamed Service with its node port, and
// these dropped objects. Helm makes what is new before it deletes what is dropped (helm/helm issues 11176 and 12157). The API server is asked by a
// dry run: where it would accept both, Helm's order stays, and so there is no moment without either.
func (k *objects) successions(before, after kube.ResourceList) (successors, predecessors kube.ResourceList, err error) {
	if k.written.Force {
		return nil, nil, nil
	}
	for _, dropped := range before.Difference(after) {
		if len(claims(dropped)) == 0 {
			continue
		}
		var rivals kube.ResourceList
		for _, wanted := range after {
			if isRival(wanted, dropped) {
				rivals.Append(wanted)
			}
		}
		if len(rivals) == 0 {
			continue
		}
		found, err := live(dropped)
		if err != nil || found == nil {
			// Helm goes on if it cannot read what it is about to delete.
			continue
		}
		var refused kube.ResourceList
		for _, rival := range rivals {
			isRefused, err := k.isRefusedItsPlace(rival)
			if err != nil {
				return nil, nil, err
			}
			if isRefused {
				refused.Append(rival)
			}
		}
		if len(refused) > 0 {
			predecessors.Append(dropped)
			successors = append(successors, refused.Difference(successors)...)
		}
	}
	return successors, predecessors, nil
}

// heirsLast returns the objects in the order of their update: what takes over a claim of an object that stays comes after that. It returns the
// former, too.
func heirsLast(before, after kube.ResourceList) (ordered, heirs kube.ResourceList) {
	heirs = after.Filter(func(wanted *resource.Info) bool {
		return len(claims(wanted)) > 0 && slices.ContainsFunc(after, func(other *resource.Info) bool {
			former := before.Get(other)
			return former != nil && other != wanted && isRival(wanted, former) && !isRival(wanted, other)
		})
	})
	return append(after.Difference(heirs), heirs...), heirs
}

// isRival tells whether an object claims what another one of its kind has.
func isRival(wanted, dropped *resource.Info) bool {
	return wanted.Mapping.GroupVersionKind.GroupKind() == dropped.Mapping.GroupVersionKind.GroupKind() &&
		slices.ContainsFunc(claims(wanted), func(claim string) bool { return slices.Contains(claims(dropped), claim) })
}

// claims returns what only one object of a kind can have.
func claims(info *resource.Info) (claimed []string) {
	content, isObject := info.Object.(*unstructured.Unstructured)
	if !isObject {
		return nil
	}
	spec := part(content.Object, "spec")
	switch kind := info.Mapping.GroupVersionKind.GroupKind().String(); kind {
	case "Service":
		if address, _ := spec["clusterIP"].(string); address != "" && address != "None" {
			claimed = append(claimed, address)
		}
		for _, port := range parts(spec["ports"]) {
			if number := port["nodePort"]; number != nil {
				claimed = append(claimed, fmt.Sprint(number))
			}
		}
	case "Ingress.networking.k8s.io":
		for _, rule := range parts(spec["rules"]) {
			for _, path := range parts(part(rule, "http")["paths"]) {
				claimed = append(claimed, fmt.Sprint(rule["host"], path["path"]))
			}
		}
	case "PriorityClass.scheduling.k8s.io":
		if content.Object["globalDefault"] == true {
			claimed = append(claimed, kind)
		}
	}
	return claimed
}

func part(of map[string]any, name string) map[string]any {
	found, _ := of[name].(map[string]any)
	return found
}

func parts(list any) (found []map[string]any) {
	all, _ := list.([]any)
	for _, each := range all {
		if one, isMap := each.(map[string]any); isMap {
			found = append(found, one)
		}
	}
	return found
}

// isRefusedItsPlace tells whether an object cannot be made because of what it claims, as far as the API server says that: it would be accepted
// with another claim. One that is refused anyway is an error, and nothing makes room for it. A dry run does not claim the address of a Service.
func (k *objects) isRefusedItsPlace(wanted *resource.Info) (bool, error) {
	helper := resource.NewHelper(wanted.Client, wanted.Mapping).DryRun(true)
	content, isObject := wanted.Object.(*unstructured.Unstructured)
	_, err := helper.Create(wanted.Namespace, true, wanted.Object.DeepCopyObject())
	if err == nil || apierrors.IsAlreadyExists(err) || !isObject {
		return err == nil && wanted.Mapping.GroupVersionKind.Kind == "Service", nil
	}
	// The API server looks last whether one of that name exists.
	if _, err := helper.Create(wanted.Namespace, true, elsewhere(content)); err != nil && !apierrors.IsAlreadyExists(err) {
		return false, fmt.Errorf("failed to create resource: %w", err)
	}
	return true, nil
}

// elsewhere returns an object that claims nothing that another one can have.
func elsewhere(wanted *unstructured.Unstructured) *unstructured.Unstructured {
	moved := wanted.DeepCopy()
	spec := part(moved.Object, "spec")
	for _, field := range []string{"clusterIP", "clusterIPs", "healthCheckNodePort"} {
		delete(spec, field)
	}
	for _, port := range parts(spec["ports"]) {
		delete(port, "nodePort")
	}
	for _, rule := range parts(spec["rules"]) {
		rule["host"] = string(uuid.NewUUID()) + ".invalid"
	}
	delete(moved.Object, "globalDefault")
	return moved
}

// succeed deletes predecessors, and returns what else there was.
func (k *objects) succeed(before, predecessors kube.ResourceList) (kube.ResourceList, error) {
	if len(predecessors) == 0 {
		return before, nil
	}
	if _, errs := k.Client.Delete(predecessors, metav1.DeletePropagationBackground); len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	waiter, err := k.Client.GetWaiter(kube.LegacyStrategy)
	if err != nil {
		return nil, err
	}
	// The cloud may have a load balancer to take down.
	return before.Difference(predecessors), waiter.WaitForDelete(predecessors, k.timeout())
}
