package release

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/cluster"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/marks"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/kube"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/resource"
)

// A Confinement says where the objects of a release may be, besides in its namespace. Without one, they may be anywhere.
type Confinement struct {
	// Places are allowed by the administrator.
	Places []Place `json:"places,omitempty"`
	// Overrides are the administrator's values. What the chart renders with them and its own values, or those of its folder ci, is allowed.
	Overrides charts.Input `json:"overrides,omitempty"`
	// Chart is the present chart, for a request that renders none.
	Chart *charts.Reference `json:"chart,omitempty"`
	// Accounts are not for the objects of the release.
	Accounts []Account `json:"accounts,omitempty"`
	// Exempt are paths of values of which the texts may make objects.
	Exempt []string `json:"exempt,omitempty"`
}

// A Place is where objects of a kind may be.
type Place struct {
	Group string `json:"group,omitempty"`
	Kind  string `json:"kind"`
	// Namespace is empty for the scope of the cluster, and "*" for any namespace.
	Namespace string `json:"namespace,omitempty"`
	// Kept tells that the chart itself keeps an object there when its release goes.
	Kept bool `json:"-"`
}

const (
	// ownName and ownNamespace stand for those of the release in the chart's own places.
	ownName      = "name-of-the-release"
	ownNamespace = "namespace-of-the-release"
	anyNamespace = "*"
	mostKept     = 4096
)

// ownPlaces keeps what charts make with their own values.
type ownPlaces struct {
	mutex sync.Mutex
	kept  map[ownKey][]Place
}

type ownKey struct {
	digest, overrides, release, namespace string
	input                                 int
	served                                string // what a chart can know of the cluster: a catalog as key would stay in memory
}

// answers is a digest of all that a chart can ask about a cluster.
func answers(capabilities *common.Capabilities) string {
	apis := slices.Sorted(slices.Values(capabilities.APIVersions))
	return fmt.Sprintf("%x", sha256.Sum256([]byte(capabilities.KubeVersion.Version+" "+strings.Join(apis, " "))))
}

func (p *ownPlaces) of(ctx context.Context, key ownKey, made func() []Place) []Place {
	p.mutex.Lock()
	found, known := p.kept[key]
	p.mutex.Unlock()
	if known {
		return found
	}
	found = made()
	if ctx.Err() != nil {
		return found // What was cut off is no answer for others.
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.kept == nil || len(p.kept) >= mostKept {
		p.kept = map[ownKey][]Place{}
	}
	p.kept[key] = found
	return found
}

// Places answers where a chart makes objects with its own values and those of an administrator. Without a release, its name and its namespace
// are words for these.
func (r *Releases) Places(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Chart  charts.Reference `json:"chart"`
		Values charts.Input     `json:"values,omitempty"`
		// Release and Namespace may be empty.
		Release   string `json:"release,omitempty"`
		Namespace string `json:"namespace,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	if params.Release == "" {
		params.Release, params.Namespace = ownName, ownNamespace
	}
	whole, err := r.Cluster()
	if err != nil {
		return nil, err
	}
	catalog, err := whole.Catalogs.Current(ctx)
	if err != nil {
		return nil, err
	}
	own, err := r.ownPlacesOf(ctx, params.Chart, params.Values, catalog, params.Release, params.Namespace)
	found := map[Place]bool{}
	for _, made := range own {
		for _, place := range made() {
			found[place] = true
		}
	}
	return struct {
		Places []Place `json:"places"`
	}{slices.Collect(maps.Keys(found))}, err
}

// ownPlacesOf returns functions for each of the chart's own inputs: mostly the first one makes all that others do, and a chart may have dozens.
// It reads the chart again: Helm has taken out of the copy of an operation what its values disable.
func (r *Releases) ownPlacesOf(ctx context.Context, reference charts.Reference, overrides charts.Input, catalog *cluster.Catalog, release, namespace string) ([]func() []Place, error) {
	reference.Annotations = nil
	whole, digest, err := r.Charts.Get(reference)
	if err != nil {
		return nil, err
	}
	given, err := json.Marshal(overrides)
	if err != nil {
		return nil, err
	}
	own := madeByItself(ctx, whole, overrides, catalog.Capabilities, release, namespace)
	served := answers(catalog.Capabilities)
	for i, made := range own {
		key := ownKey{digest, fmt.Sprintf("%x", sha256.Sum256(given)), release, namespace, i, served}
		own[i] = func() []Place { return r.own.of(ctx, key, made) }
	}
	return own, nil
}

// madeByItself returns functions for the places of what a chart makes with each of its own inputs, without the values of a release. What cannot
// be rendered so, makes nothing.
func madeByItself(ctx context.Context, whole *chart.Chart, overrides map[string]any, capabilities *common.Capabilities, release, namespace string) (own []func() []Place) {
	for _, input := range charts.OwnInputs(whole, overrides) {
		own = append(own, func() []Place {
			found := map[Place]bool{}
			for _, upgrade := range []bool{false, true} {
				options := common.ReleaseOptions{Name: release, Namespace: namespace, Revision: 1, IsInstall: !upgrade, IsUpgrade: upgrade}
				for _, made := range descendantsOf(trial(ctx, charts.Copy(whole), charts.CopyValues(input), options, capabilities, nothing), namespace) {
					found[Place{groupOf(made.apiVersion), made.kind, made.namespace, strings.Contains(made.marks, kube.ResourcePolicyAnno)}] = true
				}
			}
			return slices.Collect(maps.Keys(found))
		})
	}
	return own
}

// placed refuses objects outside of the release's namespace that are neither the chart's own nor allowed, and those that use an account that
// they may not use.
func (k *objects) placed(list kube.ResourceList) error {
	for _, info := range list {
		if err := k.place(info); err != nil {
			return err
		}
		if err := k.mayUse(info, list); err != nil {
			return err
		}
	}
	return nil
}

func (o *operation) place(info *resource.Info) error {
	allowed, err := o.isPlaced(info)
	if err != nil {
		return err
	}
	words := "%s %q %s, and the chart makes it only with the values of this release"
	if allowed {
		isOutside := o.Confine != nil && o.kind != removes && (!info.Namespaced() || info.Namespace != o.Namespace)
		if !isOutside || !isKept(info.Object) {
			return nil
		}
		if own, err := o.isOwn(info, true); own || err != nil {
			return err
		}
		words = "%s %q %s, and would stay for ever: the chart keeps it only with the values of this release"
	}
	kind := info.Mapping.GroupVersionKind
	place := "has no namespace"
	if info.Namespaced() {
		place = "is in namespace " + info.Namespace
	}
	refused := fault.New(fault.Chart, fault.OutOfPlace, words, kind.Kind, info.Name, place)
	refused.Object = &fault.Object{Group: kind.Group, Version: kind.Version, Kind: kind.Kind, Resource: info.Mapping.Resource.Resource, Name: info.Name}
	if info.Namespaced() {
		refused.Object.Namespace = info.Namespace
	}
	return refused
}

func (o *operation) isPlaced(info *resource.Info) (bool, error) {
	if o.Confine == nil || info.Namespaced() && info.Namespace == o.Namespace {
		return true, nil
	}
	if slices.ContainsFunc(o.Confine.Places, func(place Place) bool { return o.isAt(info, place) }) {
		return true, nil
	}
	return o.isOwn(info, false)
}

// isOwn tells whether the chart makes such an object there with its own values, and keeps it.
func (o *operation) isOwn(info *resource.Info, isKept bool) (bool, error) {
	// A chart may shorten the name of the namespace, so what is out of place for any release is looked at for this one. Who names a release must
	// not choose a namespace by that.
	for _, namespace := range []string{ownNamespace, o.Namespace} {
		own, err := o.places(namespace)
		if err != nil {
			return false, err
		}
		for _, made := range own {
			if slices.ContainsFunc(made(), func(place Place) bool { return o.isAt(info, place) && (place.Kept || !isKept) }) {
				return true, nil
			}
		}
	}
	return false, nil
}

// isAt ignores the namespace that a chart writes into an object without one, as the API server does.
func (o *operation) isAt(info *resource.Info, place Place) bool {
	kind := info.Mapping.GroupVersionKind
	if place.Group != kind.Group || place.Kind != kind.Kind {
		return false
	}
	if !info.Namespaced() {
		return true
	}
	return place.Namespace == anyNamespace || place.Namespace != "" && strings.ReplaceAll(place.Namespace, ownNamespace, o.Namespace) == info.Namespace
}

// places are the chart's own: those of the request's chart, and of the stored one for a request that applies stored objects.
func (o *operation) places(namespace string) ([]func() []Place, error) {
	o.mutex.Lock()
	found, known := o.ownPlaces[namespace]
	stored := o.newest
	o.mutex.Unlock()
	if known {
		return found, nil
	}
	catalog, err := o.call.Catalog()
	if err != nil {
		return nil, err
	}
	own := []func() []Place{}
	if o.Confine.Chart != nil {
		// A chart that cannot be had must not keep a release from its end.
		if own, err = o.releases.ownPlacesOf(o.ctx, *o.Confine.Chart, o.Confine.Overrides, catalog, ownName, namespace); err != nil && o.kind != removes {
			return nil, err
		}
	}
	if target := o.restored(stored); target != nil && target.Metadata != nil {
		for _, made := range madeByItself(o.ctx, target, o.Confine.Overrides, catalog.Capabilities, ownName, namespace) {
			own = append(own, sync.OnceValue(made))
		}
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.ownPlaces[namespace] = own
	return own, nil
}

// restored returns the chart of the stored revision whose objects the request applies; nil if it renders its chart.
func (o *operation) restored(newest *v1.Release) *chart.Chart {
	switch {
	case o.target != nil:
		return o.target.Chart
	case newest != nil && (o.kind == removes || o.kind == tests):
		return newest.Chart
	default:
		return nil
	}
}

// ofRelease returns what Helm may delete of the objects that the new manifest has no more.
func (k *objects) ofRelease(before, after kube.ResourceList) (kube.ResourceList, error) {
	var own kube.ResourceList
	for _, info := range before {
		if after.Get(info) == nil {
			isPlaced, err := k.isPlaced(info)
			if err != nil {
				return nil, err
			}
			live, err := resource.NewHelper(info.Client, info.Mapping).Get(info.Namespace, info.Name)
			if apierrors.IsNotFound(err) || err == nil && (isKept(live) || !k.mayDelete(live, isPlaced)) {
				continue
			}
			// Helm goes on if it cannot read what it is about to delete.
			if err != nil && !isPlaced {
				return nil, err
			}
		}
		own.Append(info)
	}
	return own, nil
}

// isKept tells whether an object outlives its release. Helm's upgrade asks for one spelling of the policy, its uninstall for any.
func isKept(live runtime.Object) bool {
	metadata, err := meta.Accessor(live)
	return err == nil && marks.Keeps(metadata.GetAnnotations()[kube.ResourcePolicyAnno])
}

// confine refuses a revision before it is stored.
func (k *objects) confine(made *v1.Release) error {
	if k.kind != installs && k.kind != upgrades && k.kind != rollsBack {
		return nil
	}
	for _, part := range append([]*v1.Hook{{Manifest: made.Manifest}}, made.Hooks...) {
		manifest := part.Manifest
		list, known := k.built[manifest]
		if !known {
			var err error
			// A kind of a hook may be served only once the hook runs.
			list, err = k.build([]byte(manifest), false)
			if err = identified(list, err, manifest, part.Path); err != nil && !meta.IsNoMatchError(err) {
				return err
			}
		}
		if err := k.placed(list); err != nil {
			return located(err, manifest, part.Path)
		}
		if k.runs(part) {
			if err := k.free(list); err != nil {
				return err
			}
		}
	}
	if k.kind == rollsBack || k.Confine == nil {
		return nil
	}
	return k.doubt(made)
}
