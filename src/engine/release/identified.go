package release

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/fields"
	"catamaran.dev/engine/marks"
	"helm.sh/helm/v4/pkg/kube"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/cli-runtime/pkg/resource"
)

// identified refuses objects without a kind, or with metadata that nobody can use, and names the template. Helm's own error names neither
// object nor template, or cites the whole object, which may be a Secret. It
// would also create an object without a name, of which the API server generates one at each creation: no later revision finds it again.
func identified(list kube.ResourceList, err error, manifest, template string) error {
	if meta.IsNoMatchError(err) {
		return undefined(err, manifest)
	}
	if err == nil && !slices.ContainsFunc(list, func(info *resource.Info) bool {
		return info.Name == "" || info.Object.GetObjectKind().GroupVersionKind().Version == ""
	}) {
		return err
	}
	for _, document := range marks.Split(manifest) {
		path := template
		if line := source.FindStringSubmatch(document); line != nil {
			path = line[1]
		}
		for _, each := range identify(path, document, "") {
			if problem := each.problem(); problem != "" {
				refused := fault.New(fault.Chart, fault.Template, "%s %q (%s): %s", each.kind, each.name, path, problem)
				refused.Object = &fault.Object{Group: groupOf(each.apiVersion), Kind: each.kind, Name: each.name}
				return refused
			}
		}
	}
	return err
}

// keyed refuses an upgrade with an item of a list that lacks the key of that list, and names the template. Helm's own error cites the item, which may
// be a variable with a secret, and names no object.
func keyed(list kube.ResourceList, manifest string) error {
	for _, info := range list {
		content, isObject := info.Object.(*unstructured.Unstructured)
		if !isObject {
			continue
		}
		path, key := fields.Keyless(content.Object, schemaOf(info))
		if key != "" {
			// These are left out.
			rest := content.DeepCopy()
			marks.DropNameless(rest.Object)
			path, key = fields.Keyless(rest.Object, schemaOf(info))
		}
		if key != "" {
			kind := info.Mapping.GroupVersionKind
			object := &fault.Object{Group: kind.Group, Version: kind.Version, Kind: kind.Kind, Resource: info.Mapping.Resource.Resource,
				Namespace: info.Namespace, Name: info.Name}
			refused := fault.New(fault.Chart, fault.Template, "%s %q (%s) has no %s in %s; write one into the template",
				kind.Kind, info.Name, templateOf(object, manifest), key, path)
			refused.Object = object
			return refused
		}
	}
	return nil
}

// unique refuses an object that the chart makes twice, and names the templates. Helm's installation says that the object exists, which it made itself.
// Its upgrade writes one over the other, and what it leaves is neither, unless both are the same.
func (k kind) unique(list kube.ResourceList, manifest string) error {
	known := map[fault.Object]*resource.Info{}
	for _, info := range list {
		kind := info.Mapping.GroupVersionKind
		object := fault.Object{Group: kind.Group, Kind: kind.Kind, Resource: info.Mapping.Resource.Resource, Namespace: info.Namespace, Name: info.Name}
		other, isKnown := known[object]
		known[object] = info
		if !isKnown || k == upgrades && reflect.DeepEqual(other.Object, info.Object) {
			continue
		}
		refused := fault.New(fault.Chart, fault.Template, "%s %q is there twice (%s); remove one, or give it another name",
			kind.Kind, info.Name, strings.Join(slices.Compact(templatesOf(&object, manifest)), ", "))
		refused.Object = &object
		return refused
	}
	return nil
}

// problem tells what is wrong with the metadata of an object; empty if nothing is.
func (d descendant) problem() string {
	content, isObject := d.content.(map[string]any)
	if !isObject {
		return ""
	}
	for _, field := range []string{"apiVersion", "kind"} {
		if text, _ := content[field].(string); text == "" {
			return field + " is missing; write one into the template"
		}
	}
	metadata, _ := content["metadata"].(map[string]any)
	if name, isText := metadata["name"].(string); metadata["name"] != nil && !isText {
		return fmt.Sprintf("metadata.name is %v, not a text; quote it in the template", metadata["name"])
	} else if name == "" {
		return "metadata.name is missing; write one into the template. Helm does not find objects by metadata.generateName"
	}
	for _, field := range []string{"annotations", "labels"} {
		texts, _ := metadata[field].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(texts)) {
			if _, isText := texts[key].(string); texts[key] != nil && !isText {
				return fmt.Sprintf("metadata.%s has %s: %v, not a text; quote it in the template", field, key, texts[key])
			}
		}
	}
	return ""
}

// undefined says what to do if the templates themselves define the missing kind: Helm asks for the kinds of all objects before it makes the first
// one.
func undefined(err error, manifest string) error {
	missing := missingKind(err)
	if missing == nil {
		return err
	}
	for _, document := range marks.Split(manifest) {
		for _, each := range identify("", document, "") {
			if each.defines(missing.GroupKind) {
				return fmt.Errorf("%w\nthe chart's templates define it, and Helm asks for all kinds first: move the definition to the chart's folder crds/, "+
					"or make the %s a hook of post-install,post-upgrade", err, missing.GroupKind.Kind)
			}
		}
	}
	return err
}

// missingKind finds the first kind that is not served; nil if there is none. errors.As does not look into what the API's libraries aggregate.
func missingKind(err error) (missing *meta.NoKindMatchError) {
	var several utilerrors.Aggregate
	if errors.As(err, &missing) || !errors.As(err, &several) {
		return missing
	}
	for _, each := range several.Errors() {
		if missing = missingKind(each); missing != nil {
			break
		}
	}
	return missing
}

func (d descendant) defines(kind schema.GroupKind) bool {
	content, _ := d.content.(map[string]any)
	spec, _ := content["spec"].(map[string]any)
	names, _ := spec["names"].(map[string]any)
	return d.kind == "CustomResourceDefinition" && spec["group"] == kind.Group && names["kind"] == kind.Kind
}
