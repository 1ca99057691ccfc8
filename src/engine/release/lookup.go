package release

import (
	"slices"
	"strings"
	"sync"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
)

// lookup is the function of templates.
func (o *operation) lookup(apiVersion, kind, namespace, name string) (map[string]any, error) {
	var found map[string]any
	var err error
	if o.world != nil {
		found = o.world.lookup(apiVersion, kind, namespace, name)
	} else {
		if err := o.mayLookUp(Lookup{APIVersion: apiVersion, Kind: kind, Namespace: namespace, Name: name}); err != nil {
			return nil, err
		}
		found, err = o.remember(apiVersion, kind, namespace, name)
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.lookups = append(o.lookups, Lookup{apiVersion, kind, namespace, name, len(found) > 0})
	return found, err
}

// asks are what the chart itself looks up. Elsewhere a look-up reads with rights that the author of the values does not have.
type asks struct {
	// own are those with the chart's own values.
	own func() map[Lookup]bool
	// unnamed are those too, for a release of another name: who names a release must not choose a namespace by that.
	unnamed func() map[Lookup]bool
	// plain are those with the values of the request, without templates in these; nil if they have none.
	plain func() map[Lookup]bool
}

// confined returns what the chart looks up, once somebody asks.
func (o *operation) confined(values map[string]any) asks {
	lists := func(release string, inputs func() []map[string]any, mayAsk func(Lookup) bool) func() map[Lookup]bool {
		return sync.OnceValue(func() map[Lookup]bool {
			asked := map[Lookup]bool{}
			for _, input := range inputs() {
				o.tried(release, 1, input, func(apiVersion, kind, namespace, name string) (map[string]any, error) {
					wanted := Lookup{APIVersion: apiVersion, Kind: kind, Namespace: namespace, Name: name}
					if asked[wanted] = true; !mayAsk(wanted) {
						return map[string]any{}, nil
					}
					return o.remember(apiVersion, kind, namespace, name)
				})
			}
			return asked
		})
	}
	own := func() []map[string]any { return charts.OwnInputs(o.fresh, o.Confine.Overrides) }
	found := asks{
		own:     lists(o.Release, own, func(Lookup) bool { return true }),
		unnamed: lists(ownName, own, func(Lookup) bool { return true }),
	}
	if plain, hasTemplates := withoutTemplates(values, o.Confine.Overrides); hasTemplates {
		found.plain = lists(o.Release, func() []map[string]any { return []map[string]any{plain.(map[string]any)} }, o.isInside)
	}
	return found
}

// withoutTemplates returns values without the texts that a chart could take for templates, except for the administrator's. It tells whether there
// were any.
func withoutTemplates(values, overrides any) (plain any, found bool) {
	switch of := values.(type) {
	case map[string]any:
		own, _ := overrides.(map[string]any)
		copied := map[string]any{}
		for name, value := range of {
			one, has := withoutTemplates(value, own[name])
			copied[name], found = one, found || has
		}
		return copied, found
	case []any:
		copied := []any{}
		for _, value := range of {
			one, has := withoutTemplates(value, nil)
			copied, found = append(copied, one), found || has
		}
		return copied, found
	case string:
		if strings.Contains(of, "{{") && values != overrides {
			return "", true
		}
	}
	return values, false
}

// isInside tells whether something of a namespaced kind is in the release's namespace.
func (o *operation) isInside(wanted Lookup) bool {
	mapping, err := o.mapped(wanted)
	return err == nil && mapping.Scope.Name() == meta.RESTScopeNameNamespace && wanted.Namespace == o.Namespace
}

// mayLookUp tells whether the chart itself asks for something: in the release's namespace by any name, elsewhere by exactly that.
func (o *operation) mayLookUp(wanted Lookup) error {
	if o.Confine == nil || o.mayAsk.own == nil {
		return nil
	}
	if o.isInside(wanted) {
		if o.mayAsk.plain == nil || wanted.isAlike(o.mayAsk.plain()) {
			return nil
		}
		return o.refusedLookup(wanted, "a template in the values looks up %s %q of namespace %s, and the chart itself looks up none of that kind")
	}
	kind := schema.FromAPIVersionAndKind(wanted.APIVersion, wanted.Kind)
	isAllowed := slices.ContainsFunc(o.Confine.Places, func(place Place) bool {
		return place.Group == kind.Group && place.Kind == kind.Kind && (place.Namespace == wanted.Namespace || place.Namespace == anyNamespace)
	})
	if isAllowed || o.mayAsk.own()[wanted] && wanted.isAlike(o.mayAsk.unnamed()) {
		return nil
	}
	return o.refusedLookup(wanted, "a template looks up %s %q outside of the release's namespace, in %q, and the chart does so only with the values of this release")
}

// isAlike tells whether something of that kind and namespace is asked for, by whatever name.
func (l Lookup) isAlike(all map[Lookup]bool) bool {
	for asked := range all {
		if asked.APIVersion == l.APIVersion && asked.Kind == l.Kind && asked.Namespace == l.Namespace {
			return true
		}
	}
	return false
}

func (o *operation) refusedLookup(wanted Lookup, words string) error {
	kind := schema.FromAPIVersionAndKind(wanted.APIVersion, wanted.Kind)
	refused := fault.New(fault.Chart, fault.Structure, words, wanted.Kind, wanted.Name, wanted.Namespace)
	refused.Object = &fault.Object{Group: kind.Group, Version: kind.Version, Kind: kind.Kind, Namespace: wanted.Namespace, Name: wanted.Name}
	return o.failed(preparing, refused)
}

// mapped returns how a kind is served.
func (o *operation) mapped(wanted Lookup) (*meta.RESTMapping, error) {
	mapper, err := o.call.ToRESTMapper()
	if err != nil {
		return nil, err
	}
	kind := schema.FromAPIVersionAndKind(wanted.APIVersion, wanted.Kind)
	mapping, err := mapper.RESTMapping(kind.GroupKind(), kind.Version)
	if meta.IsNoMatchError(err) {
		if catalog, renewed := o.call.Renewed(o.began); renewed == nil {
			return catalog.Mapper.RESTMapping(kind.GroupKind(), kind.Version)
		}
	}
	return mapping, err
}

// mostAsked bounds the requests of the templates of one operation. The API server counts those of all releases together, and lets all wait.
const mostAsked = 1000

// ask asks the cluster. Helm's own function asks for the list of kinds first, each time.
func (o *operation) ask(apiVersion, kind, namespace, name string) (map[string]any, error) {
	defer o.clock.pause()()
	if o.asks++; o.asks > mostAsked {
		return map[string]any{}, o.failed(preparing, fault.New(fault.Chart, fault.Template, "the templates look up more than %d objects, with these values", mostAsked))
	}
	mapping, err := o.mapped(Lookup{APIVersion: apiVersion, Kind: kind})
	if err != nil {
		return map[string]any{}, err
	}
	config, err := o.call.ToRESTConfig()
	if err != nil {
		return map[string]any{}, err
	}
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return map[string]any{}, err
	}
	found, err := o.read(client, mapping, namespace, name)
	if apierrors.IsNotFound(err) {
		return map[string]any{}, nil
	}
	if err != nil {
		return map[string]any{}, o.failed(preparing, err)
	}
	return found, nil
}

func (o *operation) read(client dynamic.Interface, mapping *meta.RESTMapping, namespace, name string) (map[string]any, error) {
	all := client.Resource(mapping.Resource)
	some := dynamic.ResourceInterface(all)
	if namespace != "" && mapping.Scope.Name() == meta.RESTScopeNameNamespace {
		some = all.Namespace(namespace)
	}
	if name == "" {
		return o.list(some, mapping.GroupVersionKind.Kind, namespace)
	}
	object, err := some.Get(o.ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	return object.UnstructuredContent(), nil
}

// list reads page by page, and up to a size: whoever may write objects of the kind can make more than fit into memory.
func (o *operation) list(some dynamic.ResourceInterface, kind, namespace string) (map[string]any, error) {
	all, size := (*unstructured.UnstructuredList)(nil), 0
	for options := (metav1.ListOptions{Limit: onePage}); all == nil || options.Continue != ""; {
		page, err := some.List(o.ctx, options)
		if err != nil {
			return nil, err
		}
		text, err := page.MarshalJSON()
		if err != nil {
			return nil, err
		}
		if size += len(text); size > mostRead {
			return nil, fault.New(fault.Chart, fault.Template, "the templates look up all objects of kind %s in namespace %q, which have more than %d MiB; "+
				"delete what is not needed there, or let the chart look them up by name", kind, namespace, mostRead>>20)
		}
		if options.Continue = page.GetContinue(); all != nil {
			page.Items = append(all.Items, page.Items...)
		}
		all = page
	}
	return all.UnstructuredContent(), nil
}
