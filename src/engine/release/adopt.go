package release

import (
	"fmt"
	"strings"

	"helm.sh/helm/v4/pkg/kube"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// adopt looks before a rollback stores its revision whether it may change the objects, as Helm looks before an upgrade: Helm 4 takes over the
// objects of others, and finds out too late that a kind is not served.
func (k *objects) adopt(manifest string) error {
	before, err := k.served(k.newest.Manifest)
	if err != nil {
		return k.failed(building, fmt.Errorf("unable to build kubernetes objects from current release manifest: %w", err))
	}
	after, err := k.build([]byte(manifest), false)
	if err != nil {
		return k.failed(building, fmt.Errorf("unable to build kubernetes objects from new release manifest: %w", err))
	}
	k.present(before, after)
	if tried := k.attempts(); len(tried) > 0 {
		k.undone = tried[len(tried)-1].objects
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

// adopts looks before an installation whether it may change the objects that exist: those of its release, and those of the Application of
// Argo CD as far as no release has them. Argo CD has run the hooks at each of its syncs.
func (k *objects) adopts(list kube.ResourceList, found []map[string]any, errs []error) error {
	for i, wanted := range list {
		if errs[i] != nil {
			return errs[i]
		}
		if found[i] == nil {
			continue
		}
		object := &unstructured.Unstructured{Object: found[i]}
		problems := k.foreign(object.GetLabels(), object.GetAnnotations())
		switch {
		case k.isTracked(object) && !k.isOthers(object):
			k.takesOver()
		case len(problems) > 0:
			return others(wanted, append(problems, fmt.Sprintf("and the Application %q of Argo CD does not track it", k.application)))
		}
	}
	return nil
}

// isTracked tells whether an object has the marks that Argo CD writes for the Application, by one of its methods.
func (o *operation) isTracked(object *unstructured.Unstructured) bool {
	if id, found := object.GetAnnotations()["argocd.argoproj.io/tracking-id"]; found {
		return strings.HasPrefix(id, o.application+":")
	}
	for _, label := range []string{"app.kubernetes.io/instance", "argocd.argoproj.io/instance"} {
		if object.GetLabels()[label] == o.application {
			return true
		}
	}
	return false
}
