package release

import (
	"context"
	"fmt"
	"slices"
	"time"

	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/kube"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
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
