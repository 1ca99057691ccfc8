package release

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	"github.com/Masterminds/semver/v3"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/cli-runtime/pkg/resource"
)

// CRDs says what becomes of the objects in the folders crds of a chart: nothing if it is empty.
type CRDs string

// brought is in the parameters of each request that may make them. A dry run makes none.
type brought struct {
	CRDs CRDs `json:"crds,omitempty"`
}

const (
	createsCRDs  CRDs = "create"  // those that are missing
	replacesCRDs CRDs = "replace" // also definitions that differ
)

const (
	// definer is the field manager that replaces definitions.
	definer = "catamaran-crds"
	// definedBy is the annotation of a definition with the name and version of its chart.
	definedBy = "catamaran.dev/chart"
	// mostEstablishing is how long the API server may take to serve a new kind.
	mostEstablishing = time.Minute
	// shortestBundle has so many characters. A certificate has hundreds; less is a place for one.
	shortestBundle = 16
)

var injected = regexp.MustCompile("/inject-(apiserver-)?ca") // by cert-manager, or by OpenShift

// define provides what the folders crds have, before the chart is rendered: Helm does so for a first revision alone, and changes none. Nothing is
// ever deleted: all objects of the kind would go. Confined, a dependency that only the values of the release enable brings nothing.
func (o *operation) define(whole *chart.Chart, rendered Rendered, policy CRDs) error {
	if policy == "" || rendered.DryRun || len(whole.CRDObjects()) == 0 {
		return nil
	}
	confine := &Confinement{}
	if o.Confine != nil {
		confine = o.Confine
	}
	wanted, err := charts.Definitions(whole, rendered.Values, confine.Overrides)
	if err != nil {
		return err
	}
	for _, each := range wanted {
		var object metav1.PartialObjectMetadata
		if err := json.Unmarshal(each.Object, &object); err != nil {
			return fault.New(fault.Chart, fault.Unloadable, "an object in a folder crds: %v", err)
		}
		kind := object.GroupVersionKind()
		if o.Confine == nil || each.Own ||
			slices.ContainsFunc(confine.Places, func(place Place) bool { return place.Group == kind.Group && place.Kind == kind.Kind }) {
			continue
		}
		refused := fault.New(fault.Chart, fault.OutOfPlace, "%s %q is in a folder crds that only the values of this release enable", kind.Kind, object.GetName())
		refused.Object = &fault.Object{Group: kind.Group, Version: kind.Version, Kind: kind.Kind, Name: object.GetName()}
		return refused
	}
	k := o.config.KubeClient.(*objects)
	for _, each := range wanted {
		built, err := k.build(each.Object, false)
		if err != nil {
			return err
		}
		for _, info := range built {
			if err := k.provide(info, whole, policy); err != nil {
				return err
			}
		}
	}
	if !o.defines {
		return nil
	}
	catalog, err := o.call.Renewed(time.Now())
	if err == nil {
		o.config.Capabilities = catalog.Capabilities
	}
	return err
}

// provide makes an object as its policy says. A new definition is served afterwards.
func (k *objects) provide(info *resource.Info, of *chart.Chart, policy CRDs) error {
	wanted := info.Object.(*unstructured.Unstructured)
	replaces := policy == replacesCRDs && isDefinition(info)
	now, err := live(info)
	if err != nil && !(replaces && apierrors.IsForbidden(err)) {
		return err // Who may not read definitions may still replace them.
	}
	if isDefinition(info) {
		annotations := maps.Clone(wanted.GetAnnotations())
		if annotations == nil {
			annotations = map[string]string{}
		}
		annotations[definedBy] = of.Name() + " " + of.Metadata.Version
		wanted.SetAnnotations(annotations)
		// Older generators write one, which no schema allows.
		delete(wanted.Object, "status")
	}
	switch {
	case replaces && (now == nil || !k.stays(now, of)):
		leaveBundle(wanted.Object, now)
		force, content := true, []byte(nil)
		if content, err = wanted.MarshalJSON(); err != nil {
			return err
		}
		made, err := resource.NewHelper(info.Client, info.Mapping).
			Patch(info.Namespace, info.Name, types.ApplyPatchType, content, &metav1.PatchOptions{Force: &force, FieldManager: definer})
		if err != nil {
			return err
		}
		now = made.(*unstructured.Unstructured).Object
	case now == nil:
		// Another release of the same chart may be faster.
		if err := create(info); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
	}
	if !isDefinition(info) || isEstablished(now) {
		return nil
	}
	k.defines = true
	err = wait.PollUntilContextTimeout(k.ctx, 100*time.Millisecond, mostEstablishing, true, func(context.Context) (bool, error) {
		now, err := live(info)
		return isEstablished(now), err
	})
	if k.ctx.Err() == nil && late(err) {
		return fault.New(fault.Cluster, fault.NotReady, "the API server does not serve the CRD %s after %v; its conditions say why", info.Name, mostEstablishing)
	}
	return err
}

// stays tells whether a definition is not this chart's to replace: a newer version of it, another chart or another release has made it, and
// objects may have its fields.
func (k *objects) stays(now map[string]any, of *chart.Chart) bool {
	found := &unstructured.Unstructured{Object: now}
	maker := found.GetAnnotations()[definedBy]
	version, isOwn := strings.CutPrefix(maker, of.Name()+" ")
	return k.isOthers(found) || isOwn && older(of.Metadata.Version, version) || !isOwn && maker != ""
}

func older(version, than string) bool {
	one, err := semver.NewVersion(version)
	other, failed := semver.NewVersion(than)
	return err == nil && failed == nil && one.LessThan(other)
}

// leaveBundle takes over the certificates of a webhook, where the chart leaves them to an injector.
func leaveBundle(wanted, now map[string]any) {
	path := []string{"spec", "conversion", "webhook", "clientConfig", "caBundle"}
	value, has, _ := unstructured.NestedFieldNoCopy(wanted, path...)
	bundle, _ := value.(string)
	present, _, _ := unstructured.NestedString(now, path...)
	annotations := (&unstructured.Unstructured{Object: wanted}).GetAnnotations()
	if has && len(present) >= shortestBundle &&
		(len(bundle) < shortestBundle || slices.ContainsFunc(slices.Collect(maps.Keys(annotations)), injected.MatchString)) {
		_ = unstructured.SetNestedField(wanted, present, path...)
	}
}

func isEstablished(definition map[string]any) bool {
	conditions, _, _ := unstructured.NestedSlice(definition, "status", "conditions")
	return slices.ContainsFunc(conditions, func(each any) bool {
		condition, _ := each.(map[string]any)
		return condition["type"] == "Established" && condition["status"] == "True"
	})
}
