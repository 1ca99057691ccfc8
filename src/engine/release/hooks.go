package release

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/release"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
)

// WatchUntilReady waits for a hook.
func (w *waiter) WatchUntilReady(list kube.ResourceList, timeout time.Duration) (err error) {
	defer w.objects.guard(hooking, &err)
	if len(list) > 0 && slices.Equal(list, w.objects.left) {
		w.objects.hookEnded(nil)
		return nil
	}
	if slices.ContainsFunc(list, isDefinition) {
		// Later hooks may be of its kind.
		w.objects.defines = true
		var legacy kube.Waiter
		if legacy, err = w.legacy(); err == nil {
			err = legacy.Wait(list, timeout)
		}
	} else if err = ended(w.objects.ctx, list, timeout); err == nil && w.objects.kind != removes {
		err = w.objects.deletedMeanwhile(list)
	}
	if w.objects.ctx.Err() == nil && late(err) {
		hook := list[0]
		err = fault.New(fault.Chart, fault.HookDeadline, "the hook %s/%s did not end within %v", hook.Mapping.GroupVersionKind.Kind, hook.Name, timeout)
	}
	err = w.objects.failed(hooking, err)
	w.objects.hookEnded(err)
	return err
}

// runsOnce tells whether a hook is a Job or a Pod of Kubernetes. Helm goes by the names of the kinds, and fails at a Job of Volcano.
func runsOnce(hook *resource.Info) bool {
	kind := hook.Mapping.GroupVersionKind.GroupKind()
	return kind == batchv1.SchemeGroupVersion.WithKind("Job").GroupKind() || kind == corev1.SchemeGroupVersion.WithKind("Pod").GroupKind()
}

// ended waits until each Job and Pod has ended, or is gone. Helm would wait for one that is gone before its watch begins (legacyWaiter in
// pkg/kube/wait.go), such as a Job with ttlSecondsAfterFinished: 0.
func ended(ctx context.Context, list kube.ResourceList, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for _, hook := range list {
		if !runsOnce(hook) {
			continue
		}
		named := cache.NewListWatchFromClient(hook.Client, hook.Mapping.Resource.Resource, hook.Namespace, fields.OneTermEqualSelector("metadata.name", hook.Name))
		isGone := func(known cache.Store) (bool, error) { return len(known.ListKeys()) == 0, nil }
		if _, err := watchtools.UntilWithSync(ctx, named, &unstructured.Unstructured{}, isGone, hasEnded); err != nil {
			return err
		}
	}
	return nil
}

// hasEnded tells whether a Job or Pod has ended, with an error after a failure.
func hasEnded(event watch.Event) (bool, error) {
	object, isObject := event.Object.(*unstructured.Unstructured)
	if event.Type == watch.Deleted || !isObject {
		return event.Type == watch.Deleted, nil
	}
	if object.GetKind() == "Pod" {
		phase, _, _ := unstructured.NestedString(object.Object, "status", "phase")
		if phase == string(corev1.PodFailed) {
			return true, fmt.Errorf("pod %s failed", object.GetName())
		}
		return phase == string(corev1.PodSucceeded), nil
	}
	job := &batchv1.Job{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, job); err != nil {
		return true, err
	}
	for _, condition := range job.Status.Conditions {
		switch {
		case condition.Status != corev1.ConditionTrue:
		case condition.Type == batchv1.JobFailed:
			return true, fmt.Errorf("job %s failed: %s", job.Name, condition.Reason)
		case condition.Type == batchv1.JobComplete:
			return true, nil
		}
	}
	return false, nil
}

// deletedMeanwhile fails if a hook has been deleted before its end, which Helm takes for a success. At an uninstall, that is how people go on.
func (k *objects) deletedMeanwhile(list kube.ResourceList) error {
	for _, hook := range list {
		object, _ := hook.Object.(*unstructured.Unstructured)
		if !runsOnce(hook) || object == nil {
			continue
		}
		if _, cleansUp, _ := unstructured.NestedFieldNoCopy(object.Object, "spec", "ttlSecondsAfterFinished"); cleansUp {
			continue
		}
		if _, err := resource.NewHelper(hook.Client, hook.Mapping).Get(hook.Namespace, hook.Name); apierrors.IsNotFound(err) {
			return fault.New(fault.Chart, fault.HookFailed, "the hook %s/%s was deleted before its end", hook.Mapping.GroupVersionKind.Kind, hook.Name)
		}
	}
	return nil
}

// hookOf is the annotation that the operator's hooks get when they are made: Helm marks none.
const hookOf = "catamaran.dev/hook-of"

// owner is what hookOf says of this release.
func (o *operation) owner() string { return o.Namespace + "/" + o.Release }

func isHook(object runtime.Object) bool {
	metadata, err := meta.Accessor(object)
	return err == nil && metadata.GetAnnotations()[v1.HookAnnotation] != ""
}

// mark writes into hooks whose they are.
func (o *operation) mark(hooks kube.ResourceList) {
	for _, hook := range hooks {
		if metadata, err := meta.Accessor(hook.Object); o.Confine != nil && err == nil {
			annotations := maps.Clone(metadata.GetAnnotations())
			if annotations == nil {
				annotations = map[string]string{}
			}
			annotations[hookOf] = o.owner()
			metadata.SetAnnotations(annotations)
		}
	}
}

// madeByHook fails if a hook may not replace an object. It may if a hook of this release has made the object, or if that is an object of this
// release which became a hook. A hook of Helm or of a Go operator carries no marks: then a stored revision has run it.
func (k *objects) madeByHook(hook *resource.Info, live runtime.Object) error {
	metadata, err := meta.Accessor(live)
	if err != nil || k.Confine == nil {
		return err
	}
	annotations := metadata.GetAnnotations()
	maker, isMarked := annotations[hookOf]
	_, isNamed := annotations["meta.helm.sh/release-name"]
	switch {
	case isMarked && maker != k.owner():
		return others(hook, []string{"it is a hook of release " + maker})
	case isNamed && k.isOthers(live):
		return others(hook, k.foreign(metadata.GetLabels(), annotations))
	case isMarked || isNamed || isHook(live) && k.hasRun(hook):
		return nil
	default:
		return others(hook, []string{"no hook of this release has made it"})
	}
}

// hasRun tells whether a stored revision has run a hook.
func (k *objects) hasRun(wanted *resource.Info) bool {
	stored, err := k.config.Releases.History(k.Release)
	return err == nil && slices.ContainsFunc(stored, func(each release.Releaser) bool {
		earlier, err := revision(each)
		return err == nil && slices.ContainsFunc(earlier.Hooks, func(hook *v1.Hook) bool {
			if hook.LastRun.StartedAt.IsZero() || hook.Name != wanted.Name || hook.Kind != wanted.Mapping.GroupVersionKind.Kind {
				return false
			}
			built, err := k.build([]byte(hook.Manifest), false)
			return err == nil && built.Get(wanted) != nil
		})
	})
}

// free fails if the place of a hook is not this release's, before the revision is stored.
func (k *objects) free(hooks kube.ResourceList) error {
	for _, hook := range hooks {
		found, err := live(hook)
		if err != nil || found == nil {
			// Whoever runs the hook tells what is wrong with that.
			continue
		}
		if err := k.madeByHook(hook, &unstructured.Unstructured{Object: found}); err != nil {
			return err
		}
	}
	return nil
}

// HookProgress tells the parent that a hook has begun or ended.
type HookProgress struct {
	Hook   *fault.Object  `json:"hook"`
	Path   string         `json:"path"`
	Events []v1.HookEvent `json:"events"`
	State  string         `json:"state"` // began, succeeded, failed
}

func (o *operation) hookBegan(hook *v1.Hook) {
	o.mutex.Lock()
	o.hook = hook
	o.enter(hooking)
	o.mutex.Unlock()
	o.parent.Progress(HookProgress{hookObject(hook, o.Namespace), hook.Path, hook.Events, "began"})
}

func (o *operation) hookEnded(err error) {
	o.mutex.Lock()
	hook := o.hook
	if err == nil {
		o.hook = nil
	}
	o.mutex.Unlock()
	if hook == nil {
		return
	}
	state := "succeeded"
	if err != nil {
		state = "failed"
	}
	o.parent.Progress(HookProgress{hookObject(hook, o.Namespace), hook.Path, hook.Events, state})
}
