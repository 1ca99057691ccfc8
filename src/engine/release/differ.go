package release

import (
	"context"
	"fmt"
	"math"
	"slices"

	"catamaran.dev/engine/fields"
	"catamaran.dev/engine/marks"
	"catamaran.dev/engine/serve"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// compared is a live object, and what is wanted of it.
type compared struct {
	Wanted exact `json:"wanted"`
	// Live has no status, and no metadata that others than its clients write.
	Live exact `json:"live"`
	// Named compares the marks alone.
	Named bool `json:"named,omitempty"`
	// Outlives says that the manifest wants the object to outlive its owner.
	Outlives bool `json:"outlives,omitempty"`
	// Left are JSON pointers to fields that are left as they are. An index refers to the manifest.
	Left []string `json:"left,omitempty"`
	// Levels is how far above a change only what the manifest has stays.
	Levels int `json:"levels,omitempty"`
}

// exact is an object in which whole numbers are integers, however they are written.
type exact map[string]any

// UnmarshalJSON reads an object.
func (e *exact) UnmarshalJSON(content []byte) error {
	var object map[string]any
	err := utiljson.Unmarshal(content, &object)
	*e, _ = integers(object).(map[string]any)
	return err
}

func integers(value any) any {
	switch value := value.(type) {
	case float64:
		if value == math.Trunc(value) && math.Abs(value) < 1<<53 {
			return int64(value)
		}
	case map[string]any:
		for name, inner := range value {
			value[name] = integers(inner)
		}
	case []any:
		for i, inner := range value {
			value[i] = integers(inner)
		}
	}
	return value
}

// Differ tells which fields of live objects differ from what is wanted of them, by what an upgrade would patch. It asks nobody.
func Differ(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		Owner   owner      `json:"owner"`
		Objects []compared `json:"objects"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	differences := make([]fields.Difference, len(params.Objects))
	for i, each := range params.Objects {
		found, err := each.difference(params.Owner, params.Target)
		if err != nil {
			return nil, fmt.Errorf("%v %v: %w", each.Wanted["kind"], each.name(), err)
		}
		differences[i] = found
	}
	return map[string]any{"differences": differences}, nil
}

// volatile is the metadata that changes although the content does not.
var volatile = []string{"managedFields", "resourceVersion", "generation", "creationTimestamp", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"}

func (c compared) name() any { return metadataOf(c.Wanted)["name"] }

func (c compared) difference(by owner, of Target) (fields.Difference, error) {
	found := &unstructured.Unstructured{Object: c.Live}
	isLasting := c.Outlives || outlives(found)
	if c.Named {
		c.Wanted = bare(c.Wanted)
	}
	c.Wanted = by.complete(c.Wanted, found.GetNamespace(), of, isLasting)
	if found.GetDeletionTimestamp() != nil {
		// The API server accepts no new finalizer then: a controller has removed it.
		delete(metadataOf(c.Wanted), "finalizers")
	}
	return c.settled(by.unwanted(found, isLasting))
}

// settled returns what differs once what is wanted is complete, and has the references to these owners no more.
func (c compared) settled(disowned []string) (fields.Difference, error) {
	for _, name := range volatile {
		delete(metadataOf(c.Live), name)
	}
	delete(c.Live, "status")
	delete(c.Wanted, "status")
	if c.Wanted["kind"] == "ClusterRole" && c.Wanted["aggregationRule"] != nil {
		// A controller collects them.
		delete(c.Wanted, "rules")
	}
	before, original := runtime.DeepCopyJSON(c.Wanted), runtime.DeepCopyJSON(c.Wanted)
	c.disown(before, disowned)
	marks.DropNameless(c.Live)
	kind := schema.FromAPIVersionAndKind(fmt.Sprint(c.Wanted["apiVersion"]), fmt.Sprint(c.Wanted["kind"]))
	object := fields.Object{Kind: kind, Before: before, Wanted: c.Wanted, Schema: fields.SchemaOf(kind),
		Live: func() (map[string]any, error) { return c.Live, nil }}
	rules := slices.Clip(fields.Shared())
	for _, path := range c.Left {
		rules = append(rules, fields.Rule{Path: path, When: fields.Ignored})
	}
	if _, err := settle(object, rules); err != nil {
		return fields.Difference{}, err
	}
	prune(original, c.Wanted, before)
	return object.Differ(c.Live, c.Levels)
}

// disown lets the manifest have had the references that go.
func (c compared) disown(before map[string]any, uids []string) {
	live, _ := metadataOf(c.Live)["ownerReferences"].([]any)
	for _, each := range live {
		owner, _ := each.(map[string]any)
		if uid, _ := owner["uid"].(string); slices.Contains(uids, uid) {
			metadata := metadataOf(before)
			references, _ := metadata["ownerReferences"].([]any)
			metadata["ownerReferences"] = append(references, owner)
		}
	}
}

// prune removes the maps of which all is left to others.
func prune(original, wanted, before map[string]any) {
	for name, value := range wanted {
		now, isMap := value.(map[string]any)
		was, _ := original[name].(map[string]any)
		former, _ := before[name].(map[string]any)
		if isMap && len(was) > 0 {
			if prune(was, now, former); len(now)+len(former) == 0 {
				delete(wanted, name)
				delete(before, name)
			}
		}
	}
}

func metadataOf(object map[string]any) map[string]any {
	metadata, _ := object["metadata"].(map[string]any)
	return metadata
}
