package fields

import (
	_ "embed"
	"sync"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

//go:embed shared.yaml
var table []byte

// Shared returns the rules of the fields that others own in every cluster.
var Shared = sync.OnceValue(func() (rules []Rule) {
	if err := yaml.UnmarshalStrict(table, &rules); err != nil {
		panic(err)
	}
	return rules
})

var types = sync.OnceValue(func() *runtime.Scheme {
	types := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensionsv1.AddToScheme} {
		if err := add(types); err != nil {
			panic(err)
		}
	}
	return types
})

var schemas sync.Map

// SchemaOf returns the merge keys of the lists of a kind, by the tags of its Go type; nil for a kind that the API server itself does not have.
// What it returns must not be compared with nil in another form.
func SchemaOf(kind schema.GroupVersionKind) strategicpatch.LookupPatchMeta {
	if known, isKnown := schemas.Load(kind); isKnown {
		found, _ := known.(strategicpatch.LookupPatchMeta)
		return found
	}
	var found strategicpatch.LookupPatchMeta
	if typed, err := types().New(kind); err == nil {
		if keys, err := strategicpatch.NewPatchMetaFromStruct(typed); err == nil {
			found = keys
		}
	}
	schemas.Store(kind, found)
	return found
}
