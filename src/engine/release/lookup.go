package release

import (
	"context"

	"catamaran.dev/engine/fault"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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

// mostAsked bounds the requests of the templates of one operation. The API server counts those of all releases together, and lets all wait.
const mostAsked = 1000

// ask asks the cluster. Helm's own function asks for the list of kinds first, each time.
func (o *operation) ask(apiVersion, kind, namespace, name string) (map[string]any, error) {
	defer o.clock.pause()()
	if o.asks++; o.asks > mostAsked {
		return map[string]any{}, o.failed(preparing, fault.New(fault.Chart, fault.Template, "the templates look up more than %d objects, with these values", mostAsked))
	}
	mapper, err := o.call.ToRESTMapper()
	if err != nil {
		return map[string]any{}, err
	}
	wanted := schema.FromAPIVersionAndKind(apiVersion, kind)
	mapping, err := mapper.RESTMapping(wanted.GroupKind(), wanted.Version)
	if meta.IsNoMatchError(err) {
		if catalog, renewed := o.call.Renewed(o.began); renewed == nil {
			mapping, err = catalog.Mapper.RESTMapping(wanted.GroupKind(), wanted.Version)
		}
	}
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
	found, err := read(o.ctx, client, mapping, namespace, name)
	if apierrors.IsNotFound(err) {
		return map[string]any{}, nil
	}
	if err != nil {
		return map[string]any{}, o.failed(preparing, err)
	}
	return found, nil
}

func read(ctx context.Context, client dynamic.Interface, mapping *meta.RESTMapping, namespace, name string) (map[string]any, error) {
	all := client.Resource(mapping.Resource)
	some := dynamic.ResourceInterface(all)
	if namespace != "" && mapping.Scope.Name() == meta.RESTScopeNameNamespace {
		some = all.Namespace(namespace)
	}
	if name == "" {
		list, err := some.List(ctx, metav1.ListOptions{})
		if err != nil {
			return nil, err
		}
		return list.UnstructuredContent(), nil
	}
	object, err := some.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	return object.UnstructuredContent(), nil
}
