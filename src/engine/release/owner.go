package release

import (
	"encoding/json"
	"slices"
	"strings"

	"catamaran.dev/engine/marks"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const (
	operatorLabel = "catamaran.dev/operator"
	// primaryOf and primaryType name the owner where no reference may (operator-lib, package handler).
	primaryOf   = "operator-sdk/primary-resource"
	primaryType = "operator-sdk/primary-resource-type"
	releaseName = "meta.helm.sh/release-name"
	releaseIn   = "meta.helm.sh/release-namespace"
)

// An owner is the custom resource whose release has the objects.
type owner struct {
	Operator  string         `json:"operator,omitempty"`  // the value of our label
	Namespace string         `json:"namespace,omitempty"` // empty for a custom resource without one
	Reference map[string]any `json:"reference,omitempty"`
}

func (o owner) text(field string) string {
	text, _ := o.Reference[field].(string)
	return text
}

func (o owner) group() string { return schema.FromAPIVersionAndKind(o.text("apiVersion"), "").Group }

// reaches tells whether an object there may have it as owner: the API server demands one namespace, or an owner without.
func (o owner) reaches(namespace string) bool {
	return o.Namespace == "" || o.Namespace == namespace
}

// is tells whether a reference of an object there has its kind and name. An owner is in the namespace of its objects, so no other has this name.
func (o owner) is(reference metav1.OwnerReference, namespace string) bool {
	return o.reaches(namespace) && reference.Kind == o.text("kind") && reference.Name == o.text("name") &&
		schema.FromAPIVersionAndKind(reference.APIVersion, "").Group == o.group()
}

func (o owner) annotations() map[string]any {
	return map[string]any{primaryOf: o.Namespace + "/" + o.text("name"), primaryType: o.text("kind") + "." + o.group()}
}

// isNamed tells whether an object names it, by a reference or by annotations.
func (o owner) isNamed(found *unstructured.Unstructured) bool {
	has := found.GetAnnotations()
	return has[primaryType] != "" && has[primaryOf] == o.annotations()[primaryOf] && has[primaryType] == o.annotations()[primaryType] ||
		slices.ContainsFunc(found.GetOwnerReferences(), func(reference metav1.OwnerReference) bool { return o.is(reference, found.GetNamespace()) })
}

// unwanted returns the uids of references that go: one that would delete an object which outlives its owner, and one that another client has changed
// to an object of another time. References to other owners stay.
func (o owner) unwanted(found *unstructured.Unstructured, outlives bool) (uids []string) {
	for _, reference := range found.GetOwnerReferences() {
		if string(reference.UID) == o.text("uid") {
			if outlives || !o.reaches(found.GetNamespace()) {
				uids = append(uids, string(reference.UID))
			}
		} else if o.is(reference, found.GetNamespace()) {
			uids = append(uids, string(reference.UID))
		}
	}
	return uids
}

// mark writes into an object whose it is. One that outlives its owner has no reference to it.
func (o owner) mark(metadata map[string]any, namespace string, outlives bool) {
	mapIn(metadata, "labels")[operatorLabel] = o.Operator
	if o.reaches(namespace) && !outlives {
		metadata["ownerReferences"] = []any{runtime.DeepCopyJSON(integers(o.Reference).(map[string]any))}
		return
	}
	for name, value := range o.annotations() {
		mapIn(metadata, "annotations")[name] = value
	}
}

// mapIn returns a map of the metadata, which it makes if there is none.
func mapIn(metadata map[string]any, field string) map[string]any {
	content, _ := metadata[field].(map[string]any)
	if content == nil {
		content = map[string]any{}
		metadata[field] = content
	}
	return content
}

// complete returns what is wanted of an object of a release: its manifest without what the API server or a controller alone writes, without the marks
// of any owner, and with those of this one and of Helm.
func (o owner) complete(wanted map[string]any, namespace string, of Target, outlives bool) map[string]any {
	complete := runtime.DeepCopyJSON(wanted)
	metadata := metadataOf(complete)
	marks.DropExported(metadata)
	if namespace == "" {
		delete(metadata, "namespace")
	}
	marks.Changes{Former: []string{operatorLabel}}.Disown(metadata)
	o.mark(metadata, namespace, outlives)
	mapIn(metadata, "labels")["app.kubernetes.io/managed-by"] = "Helm"
	annotations := mapIn(metadata, "annotations")
	annotations[releaseName], annotations[releaseIn] = of.Release, of.Namespace
	return complete
}

// bare returns the object with its names alone.
func bare(object map[string]any) map[string]any {
	metadata := map[string]any{}
	for _, name := range []string{"name", "namespace"} {
		if text, _ := metadataOf(object)[name].(string); text != "" {
			metadata[name] = text
		}
	}
	return map[string]any{"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": metadata}
}

// isMarked tells whether an object has Helm's marks of this release.
func (t Target) isMarked(found *unstructured.Unstructured) bool {
	has := found.GetAnnotations()
	return has[releaseName] == t.Release && has[releaseIn] == t.Namespace
}

// isMoved tells whether an object has the marks of another release: a person has moved it there.
func (t Target) isMoved(found *unstructured.Unstructured) bool {
	_, named := found.GetAnnotations()[releaseName]
	return named && !t.isMarked(found)
}

// outlives tells whether an object stays when its release is uninstalled and its owner is deleted: the chart or a person keeps it, or it is a hook that
// holds data. Helm deletes neither.
func outlives(found *unstructured.Unstructured) bool {
	return isKept(found) || isHook(found) && holdsAny(found)
}

// autoscalers are the field managers that write the replicas of others. The controller of the HorizontalPodAutoscaler has the name of its program,
// which some distributions change.
var autoscalers = []string{"cluster-autoscaler", "kube-controller-manager", "k3s", "kubelite", "keda", "keda-operator"}

// autoscaled returns pointers to the fields with replicas that an autoscaler wrote. The definition of a custom kind may name any field of its spec.
func autoscaled(found *unstructured.Unstructured) (pointers []string) {
	for _, entry := range found.GetManagedFields() {
		var written map[string]any
		if entry.Subresource == "scale" && slices.Contains(autoscalers, entry.Manager) && entry.FieldsV1 != nil && json.Unmarshal(entry.FieldsV1.Raw, &written) == nil {
			spec, _ := written["f:spec"].(map[string]any)
			pointers = append(pointers, leavesOf("/spec", spec)...)
		}
	}
	return pointers
}

func leavesOf(at string, fields map[string]any) (pointers []string) {
	for name, below := range fields {
		if field, isField := strings.CutPrefix(name, "f:"); isField {
			if inner, _ := below.(map[string]any); len(inner) > 0 {
				pointers = append(pointers, leavesOf(at+"/"+field, inner)...)
			} else {
				pointers = append(pointers, at+"/"+field)
			}
		}
	}
	return pointers
}
