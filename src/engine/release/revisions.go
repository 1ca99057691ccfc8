package release

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/release"
	rcommon "helm.sh/helm/v4/pkg/release/common"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage/driver"
	v1core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// revisionsDriver is Helm's storage. It completes a revision in its first write, and notes what Helm reads and writes.
type revisionsDriver struct {
	driver.Driver
	*operation
	secrets corev1.SecretInterface
}

// Create stores a new revision. From here on the operation may change objects, so it ends through its transport alone.
func (d *revisionsDriver) Create(key string, rel release.Releaser) (err error) {
	defer d.guard(storing, &err)
	made, err := revision(rel)
	if err != nil {
		return err
	}
	d.tables.RemoveFrom(made.Config)
	order(made.Hooks)
	if d.kind == rollsBack {
		d.target = made
	}
	if err := d.config.KubeClient.(*objects).confine(made); err != nil {
		return d.failed(building, err)
	}
	if err := d.config.KubeClient.(*objects).valid(); err != nil {
		return err
	}
	d.at(storing)
	if !d.detach() {
		return d.failed(storing, d.ctx.Err())
	}
	made.Manifest = d.change(made.Manifest)
	if d.kind == rollsBack {
		// A pending rollback is a person's: Helm's command copies all else of the target, with the annotations.
		made.Info.Status = rcommon.StatusPendingUpgrade
		if err := d.config.KubeClient.(*objects).adopt(made.Manifest); err != nil {
			return err
		}
	}
	annotate(made, d.annotations)
	delete(made.Chart.Metadata.Annotations, d.written.FailureAnnotation)
	if err := d.record(made); err != nil {
		return err
	}
	if d.written.Seal != nil {
		if err := d.written.Seal.sign(d.Namespace, made); err != nil {
			return err
		}
	}
	if err := d.Driver.Create(key, made); err != nil {
		return d.failed(storing, d.unlabelled(key, err))
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.made = made
	d.enter(applying)
	return nil
}

// unlabelled tells a Secret in the place of a revision from a revision of another operation: a backup or a person may have lost the labels by
// which Helm finds it.
func (d *revisionsDriver) unlabelled(key string, err error) error {
	if !errors.Is(err, driver.ErrReleaseExists) {
		return err
	}
	found, failed := d.secrets.Get(context.Background(), key, metav1.GetOptions{})
	if failed != nil || found.Labels["owner"] == "helm" && found.Labels["name"] == d.Release {
		return err
	}
	foreign := fault.New(fault.Cluster, fault.Foreign, "Secret %q in namespace %q exists and cannot be imported into the current release: "+
		"it lacks the labels owner, name, status and version, by which Helm finds a revision; restore them on each revision, or delete the Secrets", key, d.Namespace)
	foreign.Object = &fault.Object{Version: "v1", Kind: "Secret", Resource: "secrets", Namespace: d.Namespace, Name: key}
	return foreign
}

// Update stores what became of a revision. Helm does so before each hook that it runs.
func (d *revisionsDriver) Update(key string, rel release.Releaser) (err error) {
	defer d.guard(storing, &err)
	changed, err := revision(rel)
	if err != nil {
		return err
	}
	if d.kind == rollsBack && d.made != nil && changed.Version != d.made.Version && d.made.Info.Status == rcommon.StatusFailed {
		// Helm would leave no deployed revision after a failed rollback.
		return nil
	}
	for _, hook := range changed.Hooks {
		if hook.LastRun.Phase == v1.HookPhaseRunning && hook != d.hook && hook.LastRun.StartedAt.After(d.began) {
			d.hookBegan(hook)
		}
	}
	if changed == d.made && changed.Info.Status == rcommon.StatusFailed {
		if err := d.storeFailure(changed); err != nil {
			return d.failed(storing, err)
		}
	}
	err = d.Driver.Update(key, rel)
	if changed == d.made {
		d.unrecorded = err
	}
	return d.failed(storing, err)
}

// mostRefusals bounds what a failed revision stores.
const mostRefusals = 50

// storeFailure writes why the operation failed into the stored chart.
func (d *revisionsDriver) storeFailure(failed *v1.Release) error {
	name := d.written.FailureAnnotation
	if name == "" {
		return nil
	}
	d.mutex.Lock()
	first := d.failure
	d.mutex.Unlock()
	if first == nil {
		first = errors.New(failed.Info.Description)
	}
	why := d.fault(first)
	why.Message, why.Violations, why.Revision, why.Asked = "", nil, nil, nil
	why.Refusals = why.Refusals[:min(len(why.Refusals), mostRefusals)]
	for i := range why.Refusals {
		why.Refusals[i].Message, why.Refusals[i].Causes = "", nil
	}
	text, err := json.Marshal(why)
	if err != nil {
		return err
	}
	metadata := failed.Chart.Metadata
	if metadata.Annotations == nil {
		metadata.Annotations = map[string]string{}
	}
	metadata.Annotations[name] = string(text)
	return nil
}

// histories lists revisions as Helm's driver does, and notes what that stored at last.
type histories struct {
	corev1.SecretInterface
	*operation
}

func (h *histories) Update(ctx context.Context, secret *v1core.Secret, options metav1.UpdateOptions) (*v1core.Secret, error) {
	stored, err := h.SecretInterface.Update(ctx, secret, options)
	if err == nil {
		h.stored = stored
	}
	return stored, err
}

func (h *histories) List(ctx context.Context, options metav1.ListOptions) (*v1core.SecretList, error) {
	if h.seen != "" {
		recent := options
		recent.ResourceVersion, recent.ResourceVersionMatch = h.seen, metav1.ResourceVersionMatchNotOlderThan
		// A cluster that was restored from a backup has earlier versions, and the API server waits for a later one.
		soon, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		if found, err := h.bounded(soon, recent); err == nil || isTooMuch(err) {
			return found, err
		}
	}
	return h.bounded(ctx, options)
}

// Whoever may write Secrets can label more of them than fit into memory. The bounds hold for what templates look up too.
const (
	onePage  = 25
	mostRead = 28 << 20 // twenty of the largest revisions that fit into a Secret
)

// bounded lists page by page, and up to a size.
func (h *histories) bounded(ctx context.Context, options metav1.ListOptions) (*v1core.SecretList, error) {
	all, size := &v1core.SecretList{}, 0
	options.Limit = onePage
	for {
		page, err := h.SecretInterface.List(ctx, options)
		if err != nil {
			return nil, err
		}
		h.mutex.Lock()
		for i := range page.Items {
			size += page.Items[i].Size()
			h.begun[page.Items[i].Name] = page.Items[i].CreationTimestamp.Time
		}
		h.mutex.Unlock()
		if size > mostRead {
			return nil, h.failed(preparing, fault.New(fault.Cluster, fault.Foreign, "the Secrets of release %s/%s with the labels owner=helm and name=%s have more than %d MiB; "+
				"delete those that are no revisions, or that the history does not need", h.Namespace, h.Release, h.Release, mostRead>>20))
		}
		all.ListMeta = page.ListMeta
		all.Items = append(all.Items, page.Items...)
		// The next page is of the same version.
		options.Continue, options.ResourceVersion, options.ResourceVersionMatch = page.Continue, "", ""
		if page.Continue == "" {
			return all, nil
		}
	}
}

func isTooMuch(err error) bool {
	found := (*fault.Fault)(nil)
	return errors.As(err, &found) && found.Reason == fault.Foreign
}

// Delete deletes a revision. Helm's driver reads it first, for an answer that nobody uses.
func (d *revisionsDriver) Delete(key string) (release.Releaser, error) {
	err := d.secrets.Delete(context.Background(), key, metav1.DeleteOptions{})
	if apierrors.IsNotFound(err) {
		err = driver.ErrReleaseNotFound
	}
	return nil, err
}

// Get reads one revision. A rollback has read all before.
func (d *revisionsDriver) Get(key string) (release.Releaser, error) {
	found, err := d.Driver.Get(key)
	if err == nil && d.kind != rollsBack {
		d.read([]release.Releaser{found})
	}
	return found, err
}

// Query reads revisions.
func (d *revisionsDriver) Query(labels map[string]string) ([]release.Releaser, error) {
	found, err := d.Driver.Query(labels)
	d.read(found)
	if err == nil && d.kind == rollsBack && d.made == nil && d.newest != nil {
		err = d.mayRollBack()
	}
	return found, err
}

// mayRollBack refuses what Helm refuses for an upgrade, except where the release is uninstalled and its history kept. As for an upgrade,
// what changes is the deployed revision, and not a newer one that failed: Helm's rollback would forget the objects that the newer one
// does not have.
func (d *revisionsDriver) mayRollBack() error {
	switch status := d.newest.Info.Status; {
	case status.IsPending():
		return fault.New(fault.Release, fault.Pending, "another operation (install/upgrade/rollback) is in progress")
	case d.deployed != nil:
		d.newest.Manifest = d.deployed.Manifest
	case status == rcommon.StatusUninstalled:
		// Its objects are gone, and what has their names now may be another's.
		d.newest.Manifest = ""
	case status != rcommon.StatusFailed && status != rcommon.StatusSuperseded:
		return driver.NewErrNoDeployedReleases(d.Release)
	}
	return nil
}

func (d *revisionsDriver) read(found []release.Releaser) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, each := range found {
		if stored, err := revision(each); err == nil {
			if d.newest == nil || stored.Version >= d.newest.Version {
				d.newest = stored
			}
			if d.kind == removes {
				order(stored.Hooks)
			}
			switch stored.Info.Status {
			case rcommon.StatusFailed:
				// A rollback changes its manifest.
				failed := *stored
				d.failures = append(d.failures, &failed)
			case rcommon.StatusUninstalling:
				if d.kind == removes {
					d.failures = append(d.failures, stored)
				}
			case rcommon.StatusDeployed, rcommon.StatusSuperseded, rcommon.StatusUninstalled:
				d.succeeded = max(d.succeeded, stored.Version)
			}
			if stored.Info.Status == rcommon.StatusDeployed && (d.deployed == nil || stored.Version >= d.deployed.Version) {
				d.deployed = stored
			}
		}
	}
}

func revision(rel release.Releaser) (*v1.Release, error) {
	switch rel := rel.(type) {
	case *v1.Release:
		return rel, nil
	case v1.Release:
		return &rel, nil
	default:
		return nil, errors.New("a revision of an unknown version")
	}
}
