package release

import "fmt"

// adopt looks before a rollback stores its revision whether it may change the objects, as Helm looks before an upgrade: Helm 4 takes over the
// objects of others, and finds out too late that a kind is not served.
func (k *objects) adopt(manifest string) error {
	before, err := k.build([]byte(k.newest.Manifest), false)
	if err != nil {
		return k.failed(building, fmt.Errorf("unable to build kubernetes objects from current release manifest: %w", err))
	}
	after, err := k.build([]byte(manifest), false)
	if err != nil {
		return k.failed(building, fmt.Errorf("unable to build kubernetes objects from new release manifest: %w", err))
	}
	k.present(before, after)
	if k.undone, err = k.build([]byte(k.attempted), false); err != nil {
		// What cannot be built was not made.
		k.undone = nil
	}
	k.at(owning)
	for _, wanted := range after {
		if before.Get(wanted) != nil {
			continue
		}
		if _, err := k.mine(wanted); err != nil {
			return k.failed(owning, err)
		}
	}
	return nil
}

// foreign says why an object is not this release's.
func (o *operation) foreign(labels, annotations map[string]string) []string {
	var problems []string
	for _, each := range []struct{ kind, name, has, wants string }{
		{"label", "app.kubernetes.io/managed-by", labels["app.kubernetes.io/managed-by"], "Helm"},
		{"annotation", "meta.helm.sh/release-name", annotations["meta.helm.sh/release-name"], o.Release},
		{"annotation", "meta.helm.sh/release-namespace", annotations["meta.helm.sh/release-namespace"], o.Namespace},
	} {
		if each.has != each.wants {
			problems = append(problems, fmt.Sprintf("its %s %s must be %q, not %q", each.kind, each.name, each.wants, each.has))
		}
	}
	return problems
}
