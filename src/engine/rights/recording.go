package rights

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/release"
	helm "helm.sh/helm/v4/pkg/release/v1"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// A Kind is one that an API server serves.
type Kind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	// Plural is the name in rules; empty if nobody knows it.
	Plural     string `json:"plural"`
	Kind       string `json:"kind"`
	Namespaced bool   `json:"namespaced"`
}

func (k Kind) apiVersion() string {
	return schema.GroupVersion{Group: k.Group, Version: k.Version}.String()
}

// isSame ignores the version.
func (k Kind) isSame(other Kind) bool { return k.Group == other.Group && k.Kind == other.Kind }

func find(all []Kind, apiVersion, name string) *Kind {
	for i := range all {
		if all[i].Kind == name && all[i].apiVersion() == apiVersion {
			return &all[i]
		}
	}
	return nil
}

// guess returns a kind that nothing describes in this version: namespaced, unless the kind is known in another one. So a wrong guess gives too few
// rights, and not those of all namespaces.
func (q *question) guess(apiVersion, name string) Kind {
	of := schema.FromAPIVersionAndKind(apiVersion, name)
	guessed := Kind{Group: of.Group, Version: of.Version, Kind: name, Namespaced: true}
	for _, known := range slices.Concat(q.Served, q.Known) {
		if known.isSame(guessed) {
			guessed.Plural, guessed.Namespaced = known.Plural, guessed.Namespaced && known.Namespaced
		}
	}
	return guessed
}

// An object is what a template makes. It has the namespace where Helm makes it, if its kind has namespaces.
type object struct {
	unstructured.Unstructured
	template string
	kind     Kind
	events   []helm.HookEvent // of a hook
}

func (o object) isHook() bool { return len(o.events) > 0 }

func (o object) isTest() bool {
	return o.isHook() && !slices.ContainsFunc(o.events, func(event helm.HookEvent) bool { return event != helm.HookTest })
}

// A lookup is what a template looks up.
type lookup struct {
	kind            Kind
	namespace, name string // empty for all
}

// A recording is a release that Helm renders in a cluster without anything, as an installation and an upgrade.
type recording struct {
	*question
	release, namespace string
	values             map[string]any
	kinds              []Kind // that are served
	assumed            []Kind
	objects            []object
	lookups            []lookup
	definitions        []string // names of those in the folders crds
	notes              []string
}

// record renders an installation, and an upgrade if it is wanted: its failure is a note, as most of the chart is known then.
func (q *question) record(ctx context.Context, name, namespace string, values map[string]any, upgrades bool) (*recording, error) {
	r := &recording{question: q, release: name, namespace: namespace, values: values, kinds: slices.Clone(q.Served)}
	would, err := r.rendered(ctx, false)
	if err != nil {
		return nil, err
	}
	r.read(would)
	for _, definition := range definitions(would) {
		r.definitions = append(r.definitions, definition.GetName())
	}
	if upgrades {
		if would, err = r.rendered(ctx, true); err != nil {
			r.notes = append(r.notes, fmt.Sprintf("an upgrade cannot be rendered: %v", err))
		} else {
			r.read(would)
		}
	}
	return r, nil
}

// mostAttempts bounds the renderings: each may ask for the kinds that the one before has shown.
const mostAttempts = 20

func (r *recording) rendered(ctx context.Context, isUpgrade bool) (*release.Would, error) {
	target := release.Target{Release: r.release, Namespace: r.namespace}
	for attempt := 1; ; attempt++ {
		given := release.Rendered{Chart: r.Chart, Values: charts.CopyValues(r.values)}
		would, err := r.releases.Would(ctx, target, given, isUpgrade, r.world())
		if err != nil || !r.showsMore(would) || attempt == mostAttempts {
			return would, err
		}
	}
}

// world has the namespace, and what was rendered before.
func (r *recording) world() release.World {
	world := release.World{KubeVersion: r.KubeVersion, Objects: []charts.Input{
		{"apiVersion": "v1", "kind": "Namespace", "metadata": map[string]any{"name": r.namespace}},
	}}
	for _, kind := range r.kinds {
		world.APIVersions = append(world.APIVersions, kind.apiVersion(), kind.apiVersion()+"/"+kind.Kind)
	}
	for _, made := range r.objects {
		world.Objects = append(world.Objects, made.DeepCopy().Object)
	}
	return world
}

// showsMore serves the kinds that the chart defines, and those of its objects that nobody defines. Helm finds a kind that templates define only for
// hooks: it resolves all other objects before it creates one. It tells whether there were new kinds: templates may ask for them.
func (r *recording) showsMore(would *release.Would) bool {
	before := len(r.kinds)
	r.define(definitions(would))
	made := objectsIn(would.Revision.Objects...)
	r.assume(made)
	r.define(made)
	for _, hook := range would.Revision.Hooks {
		r.assume(objectsIn(hook.Object))
	}
	return len(r.kinds) > before
}

// define serves the kinds of those objects that are definitions.
func (r *recording) define(made []unstructured.Unstructured) {
	for _, one := range made {
		var definition v1.CustomResourceDefinition
		if !isDefinition(one) || runtime.DefaultUnstructuredConverter.FromUnstructured(one.Object, &definition) != nil {
			continue
		}
		of := definition.Spec
		for _, version := range of.Versions {
			r.serve(Kind{of.Group, version.Name, of.Names.Plural, of.Names.Kind, of.Scope == v1.NamespaceScoped})
		}
	}
}

func (r *recording) serve(kind Kind) {
	if !slices.Contains(r.kinds, kind) {
		r.kinds = append(r.kinds, kind)
	}
}

func (r *recording) assume(made []unstructured.Unstructured) {
	for _, one := range made {
		if find(r.kinds, one.GetAPIVersion(), one.GetKind()) == nil {
			guessed := r.guess(one.GetAPIVersion(), one.GetKind())
			r.serve(guessed)
			r.assumed = append(r.assumed, guessed)
		}
	}
}

// read adds the objects of the manifest, then the hooks, and what the templates look up.
func (r *recording) read(would *release.Would) {
	for i, document := range would.Revision.Objects {
		r.add(would.Templates[i], document, nil)
	}
	for _, hook := range would.Revision.Hooks {
		r.add(hook.Path, hook.Object, hook.Events)
	}
	for _, asked := range would.Lookups {
		kind := r.guess(asked.APIVersion, asked.Kind)
		if served := find(r.kinds, asked.APIVersion, asked.Kind); served != nil {
			kind = *served
		}
		if !kind.Namespaced {
			asked.Namespace = ""
		}
		if wanted := (lookup{kind, asked.Namespace, asked.Name}); !slices.Contains(r.lookups, wanted) {
			r.lookups = append(r.lookups, wanted)
		}
	}
}

func (r *recording) add(template string, document json.RawMessage, events []helm.HookEvent) {
	for _, content := range objectsIn(document) {
		kind := find(r.kinds, content.GetAPIVersion(), content.GetKind())
		if kind == nil {
			continue
		}
		if !kind.Namespaced {
			content.SetNamespace("")
		} else if content.GetNamespace() == "" {
			content.SetNamespace(r.namespace)
		}
		made := object{content, template, *kind, events}
		if !slices.ContainsFunc(r.objects, func(other object) bool { return reflect.DeepEqual(other, made) }) {
			r.objects = append(r.objects, made)
		}
	}
}

// definitions returns those in the folders crds.
func definitions(would *release.Would) (found []unstructured.Unstructured) {
	for _, file := range would.CRDs {
		found = append(found, objectsIn(file.Objects...)...)
	}
	return slices.DeleteFunc(found, func(one unstructured.Unstructured) bool { return !isDefinition(one) })
}

func isDefinition(one unstructured.Unstructured) bool {
	return one.GetKind() == "CustomResourceDefinition"
}

// objectsIn returns the objects of documents, and the items of lists; none for what is no object.
func objectsIn(documents ...json.RawMessage) (found []unstructured.Unstructured) {
	for _, document := range documents {
		decoded, _, _ := unstructured.UnstructuredJSONScheme.Decode(document, nil, nil)
		switch decoded := decoded.(type) {
		case *unstructured.Unstructured:
			found = append(found, *decoded)
		case *unstructured.UnstructuredList:
			for _, item := range decoded.Items {
				if text, err := item.MarshalJSON(); err == nil {
					found = append(found, objectsIn(text)...) // It may be a list, too.
				}
			}
		}
	}
	return found
}
