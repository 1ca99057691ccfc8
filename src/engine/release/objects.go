package release

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/kube"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/cli-runtime/pkg/resource"
)

// objects is Helm's client for objects. It marks what Helm is about to make, notes where Helm fails, and waits as Helm 3 does. A panic in
// it is an error, since Helm calls it from goroutines of its own.
type objects struct {
	*kube.Client
	*operation
	turned
	builds  int
	waiters int
	clients map[fault.Object]resource.RESTClient // of objects that Helm got without
	left    kube.ResourceList                    // a hook that did not run
	built   map[string]kube.ResourceList         // by manifests, as Helm rendered them
}

// IsReachable says yes: the next request will show it. Helm would ask for the version each time.
func (k *objects) IsReachable() error { return nil }

// Build parses a manifest. Before the revision is stored, what Helm rendered gets our changes.
func (k *objects) Build(reader io.Reader, validate bool) (list kube.ResourceList, err error) {
	defer k.guard(building, &err)
	content, err := io.ReadAll(reader)
	if err != nil {
		return nil, err
	}
	rendered := string(content)
	content = []byte(k.change(rendered))
	if k.kind == renders && (!validate || k.world != nil) {
		// Nothing becomes of the objects.
		return nil, nil
	}
	list, err = k.build(content, validate)
	if meta.IsNoMatchError(err) && (k.kind == removes || k.isPresent(rendered) && (k.kind == rollsBack || k.builds == 1)) {
		list, err = k.served(string(content))
	}
	if k.made == nil && (k.kind == installs || k.kind == upgrades) && !k.isPresent(rendered) {
		err = identified(list, err, rendered, "")
		if err == nil && k.kind == upgrades {
			err = keyed(list, rendered)
		}
		if err == nil {
			err = k.kind.unique(list, rendered)
		}
	}
	if k.made == nil && err == nil && (k.kind == installs || k.kind == upgrades) {
		// Next Helm looks whether the objects may be this release's.
		if k.built[rendered] = list; !k.isPresent(rendered) {
			err = located(k.placed(list), rendered, "")
		}
		k.at(owning)
		if err == nil && k.kind == installs && !k.isPresent(rendered) {
			found, errs := readAhead(list)
			if k.application != "" {
				err = k.adopts(list, found, errs)
			}
			if err == nil {
				err = k.keepDrawn(list, func(i int) (map[string]any, error) { return found[i], errs[i] }, rendered)
			}
		} else if err == nil && k.deployed == nil && !k.isPresent(rendered) {
			err = k.keepDrawn(list, func(i int) (map[string]any, error) { return live(list[i]) }, rendered)
		}
		if k.kind == upgrades {
			list, err = k.turns(list)
		}
	}
	if k.kind == removes {
		k.unverified(list)
	}
	return list, k.failed(building, err)
}

// isPresent tells whether a manifest is not what the chart makes now, but that of the present revision.
func (o *operation) isPresent(manifest string) bool {
	return o.newest != nil && o.newest.Manifest == manifest || o.deployed != nil && o.deployed.Manifest == manifest
}

// build asks once for what is served now, if a kind is missing that may have come before the request.
func (k *objects) build(content []byte, validate bool) (kube.ResourceList, error) {
	list, err := k.Client.Build(bytes.NewReader(content), validate)
	if meta.IsNoMatchError(err) {
		since := k.began
		if k.defines {
			since = time.Now()
		}
		if _, renewed := k.call.Renewed(since); renewed == nil {
			list, err = k.Client.Build(bytes.NewReader(content), validate)
		}
	}
	return list, err
}

// change returns the manifest that is to be stored. That of the present revision gets the changes too, which only means that Helm does not
// take them for added by the new one.
func (o *operation) change(manifest string) string {
	if o.made != nil || o.kind == removes || o.kind == tests {
		return manifest
	}
	changed, known := o.changed[manifest]
	if !known {
		changed = o.written.Changes.Apply(manifest, o.Namespace)
		o.changed[manifest] = changed
	}
	return changed
}

// Create creates the objects of the release or of a hook.
func (k *objects) Create(list kube.ResourceList, _ ...kube.ClientCreateOption) (result *kube.Result, err error) {
	step := k.stepOf(applying)
	defer k.guard(step, &err)
	if k.made != nil || k.kind == removes || k.kind == tests {
		if err := k.placed(list); err != nil && k.kind == removes {
			// A deletion ends without it.
			k.kept += err.Error() + "; it did not run\n"
			k.left = list
			return &kube.Result{}, nil
		} else if err != nil {
			return &kube.Result{}, k.failed(step, err)
		}
	}
	if len(list) == 0 && k.kind == removes {
		// The kind of a hook is gone.
		return &kube.Result{}, nil
	}
	isMade := false
	if step == hooking {
		k.mark(list)
		result, isMade, err = k.replaceFormer(list)
	}
	if err == nil && !isMade {
		result, err = createAll(list)
	}
	if err == nil && step == applying && k.made != nil {
		err = k.removeTried(nil, list)
	}
	if step == hooking && err != nil {
		k.hookEnded(err)
	}
	return result, k.failed(step, err)
}

// Update changes the objects of the release.
func (k *objects) Update(before, after kube.ResourceList, options ...kube.ClientUpdateOption) (result *kube.Result, err error) {
	// Helm reads the result even after an error.
	result = &kube.Result{}
	defer k.guard(applying, &err)
	// An upgrade decides it by an option, the others could take what is stored.
	options = append(options, kube.ClientUpdateOptionServerSideApply(false, false))
	k.at(applying)
	before, after = k.turn(before, after)
	k.applied = after
	if err := k.placed(after); err != nil {
		return result, k.failed(applying, err)
	}
	if before, err = k.ofRelease(before, after); err != nil {
		return result, k.failed(applying, err)
	}
	whole := copies(after)
	before, err = k.leaving(before, after)
	if err != nil {
		return result, k.failed(applying, err)
	}
	after, heirs := heirsLast(before, after)
	successors, predecessors, err := k.successions(before, after)
	if err != nil {
		return result, k.failed(applying, err)
	}
	if err := k.rehearse(before, after.Difference(append(heirs, successors...)), whole, options); err != nil {
		return result, k.failed(applying, err)
	}
	if before, err = k.succeed(before, predecessors); err != nil {
		return result, k.failed(applying, err)
	}
	if before, err = k.admitFreely(before, after); err != nil {
		return result, k.failed(applying, err)
	}
	again := copies(after)
	made, err := k.updateAll(before, after, options)
	if k.roomy(err, whole) {
		made, err = k.updateAll(before, again, options)
	}
	if made != nil {
		result = made
	}
	if err = k.remake(before, after, whole, err, options); err == nil {
		err = k.removeTried(before, after)
	}
	return result, k.failed(applying, err)
}

// Delete deletes the objects of the release or of a hook.
func (k *objects) Delete(list kube.ResourceList, policy metav1.DeletionPropagation) (*kube.Result, []error) {
	step := k.stepOf(deleting)
	list, errs := k.own(list)
	if len(list) == 0 {
		_ = k.failed(step, errors.Join(errs...))
		return &kube.Result{}, errs
	}
	if step == deleting && k.kind == removes {
		errs = append(errs, k.finish(list)...)
	}
	result, refused := k.Client.Delete(list, policy)
	errs = append(errs, refused...)
	_ = k.failed(step, errors.Join(errs...))
	return result, errs
}

// stepOf returns the step of something that Helm does for hooks too.
func (o *operation) stepOf(step string) string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.hook != nil {
		step = hooking
	}
	o.enter(step)
	return step
}

func (o *operation) guard(step string, err *error) {
	if panicked := serve.Recovered(recover()); panicked != nil {
		*err = o.failed(step, panicked)
	}
}

// GetPodList finds no pods: Helm would read the output of a hook's pods for its user, and there is none. It needs no right for that.
func (k *objects) GetPodList(string, metav1.ListOptions) (*corev1.PodList, error) {
	return &corev1.PodList{}, nil
}

// GetWaiter returns Helm 3's way to wait, whatever the strategy.
func (k *objects) GetWaiter(strategy kube.WaitStrategy) (kube.Waiter, error) {
	return k.GetWaiterWithOptions(strategy)
}

// GetWaiterWithOptions does the same.
func (k *objects) GetWaiterWithOptions(kube.WaitStrategy, ...kube.WaitOption) (kube.Waiter, error) {
	k.waiters++
	return &waiter{k, k.kind == removes && k.waiters == 1}, nil
}

// waiter waits for objects. The first one of an uninstall is for the objects of the release, all others wait for the deletion of hooks.
type waiter struct {
	objects   *objects
	ofRelease bool
}

func (w *waiter) legacy() (kube.Waiter, error) {
	return w.objects.Client.GetWaiter(kube.LegacyStrategy)
}

func (w *waiter) Wait(list kube.ResourceList, timeout time.Duration) error {
	if !w.objects.Target.Wait {
		return nil
	}
	return w.await(func(legacy kube.Waiter) error { return legacy.Wait(list, timeout) })
}

func (w *waiter) WaitWithJobs(list kube.ResourceList, timeout time.Duration) error {
	if !w.objects.Target.Wait {
		return nil
	}
	return w.await(func(legacy kube.Waiter) error { return legacy.WaitWithJobs(list, timeout) })
}

func (w *waiter) WaitForDelete(list kube.ResourceList, timeout time.Duration) error {
	if w.ofRelease && !w.objects.Target.Wait {
		return nil
	}
	legacy, err := w.legacy()
	if err != nil {
		return err
	}
	err = legacy.WaitForDelete(list, timeout)
	if w.objects.ctx.Err() == nil && late(err) {
		err = fault.New(fault.Cluster, fault.NotReady, "%s deleted, and not gone within %v", lingering(list), timeout)
	}
	return w.objects.failed(w.objects.stepOf(waiting), err)
}

// lingering names the objects that still exist, with the finalizers for which they wait.
func lingering(list kube.ResourceList) string {
	var names []string
	for _, info := range list {
		found, err := live(info)
		if err != nil || found == nil {
			continue
		}
		name := info.Mapping.GroupVersionKind.Kind + "/" + info.Name
		if finalizers := (&unstructured.Unstructured{Object: found}).GetFinalizers(); len(finalizers) > 0 {
			name += " (finalizers: " + strings.Join(finalizers, ", ") + ")"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return "objects were"
	}
	return strings.Join(names, ", ") + map[bool]string{true: " was", false: " were"}[len(names) == 1]
}

func (w *waiter) await(wait func(kube.Waiter) error) (err error) {
	defer w.objects.guard(waiting, &err)
	w.objects.at(waiting)
	legacy, err := w.legacy()
	if err != nil {
		return err
	}
	err = wait(legacy)
	if w.objects.ctx.Err() == nil && late(err) {
		err = fault.New(fault.Cluster, fault.NotReady, "the objects did not become ready within %v", w.objects.timeout())
	}
	return w.objects.failed(waiting, err)
}

// late tells whether a wait ended by its limit.
func late(err error) bool { return errors.Is(err, context.DeadlineExceeded) || wait.Interrupted(err) }
