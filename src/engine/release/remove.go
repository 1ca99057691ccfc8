package release

import (
	"context"
	"errors"
	"slices"
	"strings"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/pager"
)

// mostListed is how many objects of others are whole in memory at a time; each has up to 1.5 MB.
const mostListed = 25

// removed is an object that was found, with the finalizers that delay its deletion, and what became of it.
type removed struct {
	Object exact `json:"object"`
	settled
}

// search is for what names an owner.
type search struct {
	*settlement
	// Kinds are those to look for, such as "apps/Deployment"; none for all that are served.
	Kinds []string `json:"kinds,omitempty"`
	// Namespaces are listed where the whole cluster may not be.
	Namespaces []string          `json:"namespaces,omitempty"`
	unlisted   map[string]string // why not, by kind: its conversion, or the server of its API, is away
}

// Remove deletes what names an owner, wherever it is, and ends the ownership of what outlives it. Or it only looks what is left to delete. It lists with
// the engine's own rights.
func (r *Releases) Remove(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		search
		Owner owner `json:"owner"`
		Look  bool  `json:"look,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	s, err := &params.search, error(nil)
	if s.settlement, err = r.settlement(ctx, params.Target, params.Owner, call); err != nil {
		return nil, err
	}
	s.unlisted = map[string]string{}
	found, err := s.find()
	if err != nil {
		return nil, s.fault(err)
	}
	all := []removed{}
	for _, each := range found {
		one := removed{Object: each.Object}
		if params.Look && each.Do == parting {
			continue
		} else if !params.Look {
			err = s.do(each, &one.settled)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return map[string]any{"objects": all, "unlisted": s.unlisted}, nil
}

// find returns what to do with each object. It lists one kind after another: what is in memory is bounded.
func (s *search) find() (found []deed, err error) {
	own, err := s.call.Own()
	if err != nil {
		return nil, err
	}
	client, err := dynamic.NewForConfig(own)
	if err != nil {
		return nil, err
	}
	resources, err := s.resources()
	if err != nil {
		return nil, err
	}
	for _, each := range resources {
		kind := schema.GroupVersionKind{Group: each.Group, Version: each.Version, Kind: each.Kind}
		of := client.Resource(kind.GroupVersion().WithResource(each.Name))
		inside, err := s.list(of)
		if apierrors.IsForbidden(err) {
			inside, err = s.listIn(of, each.Namespaced)
		}
		// The API server itself serves the others: if it fails, it is asked again.
		if err != nil && !isCustomKind(kind) {
			return nil, err
		} else if err != nil {
			s.unlisted[kind.Kind+" of "+kind.GroupVersion().String()] = fault.Of(err, nil).Message
		}
		found = append(found, inside...)
	}
	return found, nil
}

// listIn lists in namespaces. The operator has made no objects that it may not even list there.
func (s *search) listIn(of dynamic.NamespaceableResourceInterface, namespaced bool) (found []deed, err error) {
	for _, namespace := range s.Namespaces {
		if !namespaced {
			break
		}
		inside, failure := s.list(of.Namespace(namespace))
		if found = append(found, inside...); failure != nil && !apierrors.IsForbidden(failure) {
			err = failure
		}
	}
	return found, err
}

// resources returns what can be listed and deleted, each in one version.
func (s *search) resources() (all []metav1.APIResource, err error) {
	client, err := s.call.ToDiscoveryClient()
	if err != nil {
		return nil, err
	}
	lists, err := client.ServerPreferredResources()
	if away := (*discovery.ErrGroupDiscoveryFailed)(nil); errors.As(err, &away) {
		for version, why := range away.Groups {
			if s.isMeant(version.Group, "") {
				s.unlisted["kind of "+version.String()] = why.Error()
			}
		}
	} else if err != nil {
		return nil, err
	}
	for _, list := range discovery.FilteredBy(discovery.SupportsAllVerbs{Verbs: []string{"list", "delete"}}, lists) {
		version, _ := schema.ParseGroupVersion(list.GroupVersion)
		for _, each := range list.APIResources {
			if each.Group, each.Version = version.Group, version.Version; s.isMeant(each.Group, each.Kind) {
				all = append(all, each)
			}
		}
	}
	return all, nil
}

// isMeant tells whether a kind is looked for, or any kind of a group. No client creates metrics, and their server may be down.
func (s *search) isMeant(group, kind string) bool {
	if len(s.Kinds) == 0 {
		return !strings.HasSuffix(group, "metrics.k8s.io")
	}
	return slices.ContainsFunc(s.Kinds, func(each string) bool {
		return each == group+"/"+kind || kind == "" && strings.HasPrefix(each, group+"/")
	})
}

func (s *search) list(client dynamic.ResourceInterface) (found []deed, err error) {
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		return client.List(ctx, options)
	})
	pages.PageSize, pages.PageBufferSize, pages.FullListIfExpired = mostListed, 0, false
	err = pages.EachListItem(s.ctx, metav1.ListOptions{LabelSelector: operatorLabel + "=" + s.Operator}, func(item runtime.Object) error {
		each := item.(*unstructured.Unstructured)
		if !s.isNamed(each) {
			return nil
		}
		what := deed{Object: bare(each.Object), Do: removing, If: owned}
		if outlives(each) {
			what.Do, what.If = parting, ""
		}
		metadataOf(what.Object)["finalizers"] = each.GetFinalizers()
		found = append(found, what)
		return nil
	})
	if apierrors.IsNotFound(err) {
		err = nil // The definition of the kind was just deleted, and its objects with it.
	}
	return found, err
}
