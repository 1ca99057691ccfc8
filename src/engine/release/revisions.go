package release

import (
	"errors"

	"helm.sh/helm/v4/pkg/release"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage/driver"
)

// revisionsDriver is Helm's storage. It completes a revision in its first write, and notes what Helm reads and writes.
type revisionsDriver struct {
	driver.Driver
	*operation
}

// Create stores a new revision. From here on the operation may change objects, so it ends through its transport alone.
func (d *revisionsDriver) Create(key string, rel release.Releaser) (err error) {
	defer d.guard(storing, &err)
	d.at(storing)
	if !d.detach() {
		return d.failed(storing, d.ctx.Err())
	}
	made, err := revision(rel)
	if err != nil {
		return err
	}
	made.Manifest = d.change(made.Manifest)
	for name, value := range d.annotations {
		if made.Chart.Metadata.Annotations == nil {
			made.Chart.Metadata.Annotations = map[string]string{}
		}
		made.Chart.Metadata.Annotations[name] = value
		if value == "" {
			delete(made.Chart.Metadata.Annotations, name)
		}
	}
	for name, value := range d.written.Labels {
		if made.Labels == nil {
			made.Labels = map[string]string{}
		}
		made.Labels[name] = value
	}
	if err := d.Driver.Create(key, made); err != nil {
		return d.failed(storing, err)
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.made, d.step = made, applying
	return nil
}

// Update stores what became of a revision. Helm does so before each hook that it runs.
func (d *revisionsDriver) Update(key string, rel release.Releaser) (err error) {
	defer d.guard(storing, &err)
	changed, err := revision(rel)
	if err != nil {
		return err
	}
	for _, hook := range changed.Hooks {
		if hook.LastRun.Phase == v1.HookPhaseRunning && hook != d.hook && hook.LastRun.StartedAt.After(d.began) {
			d.hookBegan(hook)
		}
	}
	err = d.Driver.Update(key, rel)
	if changed == d.made {
		d.unrecorded = err
	}
	return d.failed(storing, err)
}

// Get reads one revision.
func (d *revisionsDriver) Get(key string) (release.Releaser, error) {
	found, err := d.Driver.Get(key)
	if err == nil {
		d.read([]release.Releaser{found})
	}
	return found, err
}

// Query reads revisions.
func (d *revisionsDriver) Query(labels map[string]string) ([]release.Releaser, error) {
	found, err := d.Driver.Query(labels)
	d.read(found)
	return found, err
}

func (d *revisionsDriver) read(found []release.Releaser) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, each := range found {
		if stored, err := revision(each); err == nil {
			if d.newest == nil || stored.Version >= d.newest.Version {
				d.newest = stored
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
