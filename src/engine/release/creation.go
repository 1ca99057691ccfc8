package release

import (
	"errors"
	"fmt"
	"slices"

	"catamaran.dev/engine/serve"
	"golang.org/x/sync/errgroup"
	"helm.sh/helm/v4/pkg/kube"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/util/retry"
)

// mostAtOnce bounds how many requests one release has at a time.
const mostAtOnce = 8

// SideBySide acts for each index, several at a time, and returns the errors in order. A panic is an error.
func SideBySide(count int, act func(int) error) []error {
	errs := make([]error, count)
	var group errgroup.Group
	group.SetLimit(mostAtOnce)
	for i := range count {
		group.Go(func() error {
			defer func() {
				if err := serve.Recovered(recover()); err != nil {
					errs[i] = err
				}
			}()
			errs[i] = act(i)
			return nil
		})
	}
	_ = group.Wait()
	return errs
}

// createAll makes objects as Helm does, those of a kind side by side, and all of them even if one is refused. Helm's own way (pkg/kube/client.go,
// createResource) holds one lock of the process until the API server has answered: a slow webhook for one release would delay all others, beyond
// their deadlines.
func createAll(list kube.ResourceList) (*kube.Result, error) {
	if len(list) == 0 {
		return nil, kube.ErrNoObjectsVisited
	}
	var errs []error
	for rest := list; len(rest) > 0; {
		kind := rest[0].Mapping.GroupVersionKind
		end := slices.IndexFunc(rest, func(info *resource.Info) bool { return info.Mapping.GroupVersionKind != kind })
		if end < 0 {
			end = len(rest)
		}
		same := rest[:end]
		errs = append(errs, SideBySide(end, func(i int) error { return create(same[i]) })...)
		rest = rest[end:]
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return &kube.Result{Created: list}, nil
}

// create tries again after a conflict, which is of a quota that others use at the same time.
func create(info *resource.Info) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		made, err := resource.NewHelper(info.Client, info.Mapping).WithFieldManager(kube.ManagedFieldsManager).Create(info.Namespace, true, info.Object)
		if err != nil {
			return err
		}
		return info.Refresh(made, true)
	})
}

// update lets Helm update objects and delete those that are dropped, and makes the added ones in their place itself. What Helm still makes is what
// somebody has deleted.
func (k *objects) update(before, after kube.ResourceList, options []kube.ClientUpdateOption) (*kube.Result, error) {
	result := &kube.Result{}
	var errs []error
	byHelm := func(before, after kube.ResourceList) {
		part, err := k.Client.Update(before, after, options...)
		result.Created = append(result.Created, part.Created...)
		result.Updated = append(result.Updated, part.Updated...)
		result.Deleted = append(result.Deleted, part.Deleted...)
		errs = append(errs, err)
	}
	rest := after
	for _, wanted := range after {
		if before.Contains(wanted) {
			continue
		}
		if found, err := live(wanted); err != nil || found != nil {
			continue
		}
		earlier := rest[:slices.Index(rest, wanted)]
		rest = rest[len(earlier)+1:]
		byHelm(before.Intersect(earlier), earlier)
		result.Created = append(result.Created, wanted)
		if err := create(wanted); err != nil {
			return result, errors.Join(append(errs, fmt.Errorf("failed to create resource: %w", err))...)
		}
	}
	last := before.Difference(after)
	if errors.Join(errs...) != nil {
		last = nil
	}
	errs = append(errs, k.finish(last)...)
	byHelm(append(before.Intersect(rest), last...), rest)
	return result, errors.Join(errs...)
}
