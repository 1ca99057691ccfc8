package release

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"catamaran.dev/engine/fault"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/kube"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/cli-runtime/pkg/resource"
)

// turned has the objects that are a hook in one revision and an object of the manifest in another. Helm knows hooks and objects apart: it
// deletes "the removed object" that a hook has just made, and takes an object that was a hook for that of somebody else.
type turned struct {
	wanted kube.ResourceList
	former kube.ResourceList // objects of the present revision
	hooks  kube.ResourceList // hooks of the present revision, and of a newer one that failed
	// defined are the definitions in the folders crds of the charts of these revisions. A definition that moves to the templates is none of others.
	defined kube.ResourceList
	// undone are the objects of a failed attempt that a rollback undoes.
	undone    kube.ResourceList
	attempted []attempt
}

// present notes the objects and hooks of the present revision, and its definitions, if others are wanted as objects.
func (k *objects) present(objects, wanted kube.ResourceList) {
	moves := isDefined(wanted, objects)
	k.former, k.hooks, k.defined = objects, nil, nil
	for _, stored := range []*v1.Release{k.newest, k.deployed} {
		if stored == nil {
			continue
		}
		for _, hook := range stored.Hooks {
			// A hook of a kind that is not served is no object.
			built, err := k.build([]byte(hook.Manifest), false)
			if err != nil {
				continue
			}
			for _, info := range built {
				if k.hooks.Get(info) == nil {
					k.hooks.Append(info)
				}
			}
		}
		if !moves {
			continue
		}
		for _, info := range k.definitions(stored.Chart) {
			if k.defined.Get(info) == nil {
				k.defined.Append(info)
			}
		}
	}
}

// isDefined tells whether objects have a definition that others lack: to build those of a folder crds takes time.
func isDefined(objects, others kube.ResourceList) bool {
	return slices.ContainsFunc(objects, func(info *resource.Info) bool { return isDefinition(info) && others.Get(info) == nil })
}

func isDefinition(info *resource.Info) bool {
	return info.Mapping.GroupVersionKind.Group == "apiextensions.k8s.io"
}

// definitions returns those in the folder crds of a chart.
func (k *objects) definitions(of *chart.Chart) (all kube.ResourceList) {
	if of == nil {
		return nil
	}
	for _, file := range of.CRDObjects() {
		// What cannot be built is no object.
		if built, err := k.build(file.File.Data, false); err == nil {
			all = append(all, built...)
		}
	}
	return all
}

// turns returns what Helm builds before an upgrade stores its revision: the wanted objects, to look whether they can be built; the objects of
// the present revision, to which those are added that were hooks or definitions; and the wanted ones again.
func (k *objects) turns(built kube.ResourceList) (kube.ResourceList, error) {
	k.builds++
	switch k.builds {
	case 1:
		k.wanted = built
		return built, nil
	case 2:
		k.present(built, k.wanted)
		return slices.Concat(built, k.hooks, k.defined.Difference(built)), nil
	}
	for _, wanted := range built {
		if (k.hooks.Get(wanted) != nil || k.defined.Get(wanted) != nil) && k.former.Get(wanted) == nil {
			if _, err := k.mine(wanted); err != nil {
				return nil, k.failed(owning, err)
			}
		}
	}
	return built, nil
}

// mine tells whether an object exists. It fails if that is not this release's.
func (k *objects) mine(wanted *resource.Info) (bool, error) {
	live, err := resource.NewHelper(wanted.Client, wanted.Mapping).Get(wanted.Namespace, wanted.Name)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("could not get information about the resource: %w", err)
	}
	metadata, err := meta.Accessor(live)
	if err != nil {
		return false, err
	}
	isHook := k.hooks.Get(wanted) != nil && metadata.GetAnnotations()[v1.HookAnnotation] != ""
	if (isHook || k.defined.Get(wanted) != nil) && !k.isOthers(live) {
		return true, nil
	}
	problems := k.foreign(metadata.GetLabels(), metadata.GetAnnotations())
	if len(problems) == 0 {
		return true, nil
	}
	return true, others(wanted, problems)
}

// others says that an object is not this release's.
func others(wanted *resource.Info, problems []string) error {
	kind := wanted.Mapping.GroupVersionKind
	foreign := fault.New(fault.Cluster, fault.Foreign, "%s %q in namespace %q exists and cannot be imported into the current release: %s",
		kind.Kind, wanted.Name, wanted.Namespace, strings.Join(problems, "; "))
	foreign.Object = &fault.Object{Group: kind.Group, Version: kind.Version, Kind: kind.Kind,
		Resource: wanted.Mapping.Resource.Resource, Namespace: wanted.Namespace, Name: wanted.Name}
	return foreign
}

// turn returns both sides of an update, in which a hook that became an object is an object, and an object that became a hook is not deleted
// if the hook has made it, or if none of this operation will.
func (k *objects) turn(before, after kube.ResourceList) (kube.ResourceList, kube.ResourceList) {
	// A definition that moved into the folder crds stays with all objects of its kind: Helm deletes none from there.
	var kept kube.ResourceList
	if isDefined(before, after) {
		kept = k.definitions(k.made.Chart)
	}
	before = before.Filter(func(info *resource.Info) bool {
		return after.Contains(info) || k.former.Contains(info) && !kept.Contains(info)
	})
	for _, wanted := range after {
		hook := k.hooks.Get(wanted)
		if hook == nil {
			continue
		}
		if present := before.Get(wanted); present == nil {
			before.Append(hook)
		} else {
			inherit(present, hook.Object, func(name string) bool { return strings.HasPrefix(name, v1.HookAnnotation) })
		}
	}
	wanted := slices.Clone(after)
	for _, hook := range k.made.Hooks {
		built, err := k.build([]byte(hook.Manifest), false)
		if err != nil {
			continue
		}
		for _, info := range built {
			if after.Get(info) != nil {
				continue
			}
			if before.Get(info) == nil {
				attempt := k.undone.Get(info)
				if attempt == nil {
					continue
				}
				if isMade, err := k.mine(attempt); err != nil || !isMade {
					continue
				}
				// The failed attempt has made an object of the hook.
				before.Append(attempt)
			}
			switch k.fateOf(hook) {
			case made:
				before = before.Difference(kube.ResourceList{info})
			case stays:
				wanted.Append(info)
			case goes:
			}
		}
	}
	return before, wanted
}

type fate int

const (
	goes  fate = iota // as a removed object, as Helm decides; a later hook may make it again
	made              // the hook has made or removed it
	stays             // with the content of the hook
)

// events returns when the operation runs hooks: before and after the change of the objects.
func (o *operation) events() (first, last v1.HookEvent) {
	switch o.kind {
	case installs:
		return v1.HookPreInstall, v1.HookPostInstall
	case rollsBack:
		return v1.HookPreRollback, v1.HookPostRollback
	default:
		return v1.HookPreUpgrade, v1.HookPostUpgrade
	}
}

// runs tells whether the operation runs a hook.
func (o *operation) runs(hook *v1.Hook) bool {
	first, last := o.events()
	return !o.DisableHooks && (slices.Contains(hook.Events, first) || slices.Contains(hook.Events, last))
}

// fateOf says what becomes of an object that the new revision has as this hook.
func (o *operation) fateOf(hook *v1.Hook) fate {
	first, last := o.events()
	runs := func(event v1.HookEvent) bool { return !o.DisableHooks && slices.Contains(hook.Events, event) }
	isLasting := slices.ContainsFunc(hook.Events, func(event v1.HookEvent) bool {
		return event != v1.HookPreDelete && event != v1.HookPostDelete && event != v1.HookTest
	}) && !isShortLived(hook.Kind) && !slices.Contains(hook.DeletePolicies, v1.HookSucceeded)
	switch {
	case runs(first):
		return made
	case runs(last) || !isLasting:
		return goes
	default:
		return stays
	}
}

func isShortLived(kind string) bool { return kind == "Job" || kind == "Pod" }

// isLeft tells whether a failed or cut-off operation has made a hook, and left it. A Secret stays that no success deletes: it may be a generated password.
func (k *objects) isLeft(wanted *resource.Info) bool {
	kind := wanted.Mapping.GroupVersionKind.Kind
	temporary := isTemporary(wanted)
	if !temporary && (kind == "Secret" || len(k.failures) == 0) {
		return false
	}
	live, err := resource.NewHelper(wanted.Client, wanted.Mapping).Get(wanted.Namespace, wanted.Name)
	if err != nil {
		return false
	}
	metadata, err := meta.Accessor(live)
	if err != nil || metadata.GetAnnotations()[v1.HookAnnotation] == "" {
		return false
	}
	if temporary && metadata.GetAnnotations()[hookOf] == k.owner() {
		return true
	}
	return kind != "Secret" && slices.ContainsFunc(k.failures, func(failed *v1.Release) bool {
		return !k.beganAt(failed).IsZero() && !metadata.GetCreationTimestamp().Time.Before(k.beganAt(failed)) &&
			slices.ContainsFunc(failed.Hooks, func(hook *v1.Hook) bool { return hook.Kind == kind && hook.Name == wanted.Name })
	})
}

// isTemporary tells whether the success of a hook deletes it, and nothing before that.
func isTemporary(hook *resource.Info) bool {
	metadata, err := meta.Accessor(hook.Object)
	if err != nil {
		return false
	}
	policies := metadata.GetAnnotations()[v1.HookDeleteAnnotation]
	return strings.Contains(policies, v1.HookSucceeded.String()) && !strings.Contains(policies, v1.HookBeforeHookCreation.String())
}

// isMade tells whether a hook has made this definition before: Helm deletes none before it makes it again, whatever the delete policy.
func (k *objects) isMade(wanted *resource.Info) bool {
	return isDefinition(wanted) && k.exists(wanted, func(found *unstructured.Unstructured) bool {
		return found.GetAnnotations()[v1.HookAnnotation] != "" && !k.isOthers(found)
	})
}

// replaceFormer makes room for a hook that was an object until now, that a failed attempt has left, or that is a definition, and has no delete policy that does: Helm
// would fail each time because it exists. It tells whether the hook has been made.
func (k *objects) replaceFormer(list kube.ResourceList) (*kube.Result, bool, error) {
	if len(list) != 1 {
		return nil, false, nil
	}
	former := k.former.Get(list[0])
	if former != nil {
		if exists, err := k.mine(list[0]); err != nil || !exists {
			return nil, false, err
		}
	} else if former = list[0]; !k.isLeft(former) && !k.isMade(former) {
		return nil, false, nil
	}
	if !runsOnce(list[0]) {
		result, err := k.Client.Update(kube.ResourceList{former}, list, kube.ClientUpdateOptionServerSideApply(false, false))
		return result, true, err
	}
	if _, errs := k.Client.Delete(list, metav1.DeletePropagationBackground); len(errs) > 0 {
		return nil, false, errors.Join(errs...)
	}
	waiter, err := k.Client.GetWaiter(kube.LegacyStrategy)
	if err != nil {
		return nil, false, err
	}
	return nil, false, waiter.WaitForDelete(list, k.timeout())
}
