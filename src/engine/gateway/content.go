package gateway

import (
	"bytes"
	"net/http"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/yaml"
)

var converter = runtime.DefaultUnstructuredConverter

// object reads the content of a write. Helm writes revisions in protobuf.
func (c *call) object() (object map[string]any) {
	if bytes.HasPrefix(c.body, []byte("k8s\x00")) {
		typed, kind, err := scheme.Codecs.UniversalDeserializer().Decode(c.body, nil, nil)
		object = must(converter.ToUnstructured(must(typed, err)))
		object["apiVersion"], object["kind"] = kind.GroupVersion().String(), kind.Kind
		return object
	}
	content := c.body
	if c.is(types.JSONPatchType) {
		return nil // a list
	}
	if strings.Contains(c.Header.Get("Content-Type"), "yaml") {
		content = must(yaml.YAMLToJSON(content))
	}
	must(0, json.Unmarshal(content, &object))
	return object
}

func (c *call) is(kind types.PatchType) bool {
	return c.Method == http.MethodPatch && strings.HasPrefix(c.Header.Get("Content-Type"), string(kind))
}

// onto returns what a write makes of an object, without the API server: for objects that do not exist yet, and for people without the right to
// write. It treats a server-side apply as a strategic merge patch.
func (c *call) onto(base, given map[string]any) (object map[string]any) {
	if c.Method == http.MethodPut {
		return given
	}
	typed, unknown := scheme.Scheme.New((&unstructured.Unstructured{Object: base}).GroupVersionKind())
	before := must(json.Marshal(base))
	switch {
	case c.is(types.JSONPatchType):
		must(0, json.Unmarshal(must(must(jsonpatch.DecodePatch(c.body)).Apply(before)), &object))
		return object
	case unknown != nil || c.is(types.MergePatchType):
		must(0, json.Unmarshal(must(jsonpatch.MergePatch(before, must(json.Marshal(given)))), &object))
		return object
	}
	dropUnchanged(given)
	object = must(strategicpatch.StrategicMergeMapPatch(runtime.DeepCopyJSON(base), given, typed))
	// The types leave out empty lists, as the API server does.
	if converter.FromUnstructured(object, typed) == nil {
		object = must(converter.ToUnstructured(typed))
	}
	return object
}

// dropUnchanged removes what a patch says of a union that it does not change. Helm sends that, too; the API server fills in the union's rest again.
func dropUnchanged(patch map[string]any) {
	for key, value := range patch {
		if below, is := value.(map[string]any); is && len(below) == 1 && below["$retainKeys"] != nil {
			delete(patch, key)
		} else if is {
			dropUnchanged(below)
		}
	}
}

// completed adds to an object what the API server does.
func completed(at place, object map[string]any) map[string]any {
	made := unstructured.Unstructured{Object: runtime.DeepCopyJSON(object)}
	made.SetName(at.Name)
	if at.Namespace != "" {
		made.SetNamespace(at.Namespace)
	}
	for field, value := range map[string]string{"uid": string(uuid.NewUUID()), "resourceVersion": "1", "creationTimestamp": "1970-01-01T00:00:00Z"} {
		if given, _, _ := unstructured.NestedString(made.Object, "metadata", field); given == "" {
			must(0, unstructured.SetNestedField(made.Object, value, "metadata", field))
		}
	}
	return made.Object
}

// finish writes the status that the controllers of a cluster would write in the end, as all goes well, if clients wait for objects of the kind.
func finish(object map[string]any) {
	done := func(condition string) []any { return []any{map[string]any{"type": condition, "status": "True"}} }
	switch object["kind"] {
	case "Job":
		object["status"] = map[string]any{"conditions": done("Complete")}
	case "Pod":
		object["status"] = map[string]any{"phase": "Succeeded"}
	case "CustomResourceDefinition":
		object["status"] = map[string]any{"conditions": done("Established")}
	}
}
