package release

import (
	"encoding/json"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/marks"
	rcommon "helm.sh/helm/v4/pkg/release/common"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// A Revision is a revision as Helm stored it, or would store it.
type Revision struct {
	Release      string         `json:"release"`
	Namespace    string         `json:"namespace"`
	Number       int            `json:"number"`
	Status       rcommon.Status `json:"status"`
	Description  string         `json:"description,omitempty"`
	LastDeployed time.Time      `json:"lastDeployed,omitzero"`
	Chart        *Chart         `json:"chart,omitempty"`
	Config       map[string]any `json:"config,omitempty"`
	Notes        string         `json:"notes,omitempty"`
	// Manifest is the text, Objects are its objects in the same order. Objects is missing if the text cannot be parsed.
	Manifest string            `json:"manifest"`
	Objects  []json.RawMessage `json:"objects,omitempty"`
	Hooks    []Hook            `json:"hooks,omitempty"`
	// templates are the paths of the templates of Objects.
	templates []string
}

// A Chart is the metadata of a stored chart.
type Chart struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	AppVersion  string            `json:"appVersion,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// A Hook is a hook of a revision.
type Hook struct {
	Kind   string          `json:"kind"`
	Name   string          `json:"name"`
	Path   string          `json:"path"`
	Events []v1.HookEvent  `json:"events,omitempty"`
	Phase  v1.HookPhase    `json:"phase,omitempty"`
	Object json.RawMessage `json:"object,omitempty"`
}

func describe(stored *v1.Release) *Revision { return describeWith(nil, stored) }

// describeWith does so with what a memory has.
func describeWith(memory *marks.Memory, stored *v1.Release) *Revision {
	described := &Revision{
		Release: stored.Name, Namespace: stored.Namespace, Number: stored.Version, Config: stored.Config, Manifest: stored.Manifest,
	}
	if info := stored.Info; info != nil {
		described.Status, described.Description, described.Notes = info.Status, info.Description, info.Notes
		described.LastDeployed = info.LastDeployed
	}
	if stored.Chart != nil && stored.Chart.Metadata != nil {
		metadata := stored.Chart.Metadata
		described.Chart = &Chart{metadata.Name, metadata.Version, metadata.AppVersion, metadata.Annotations}
	}
	if objects, templates, err := memory.Sources(stored.Manifest); err == nil {
		described.Objects, described.templates = objects, templates
	}
	for _, hook := range stored.Hooks {
		one := Hook{Kind: hook.Kind, Name: hook.Name, Path: hook.Path, Events: hook.Events, Phase: hook.LastRun.Phase}
		if objects, err := memory.Objects(hook.Manifest); err == nil && len(objects) == 1 {
			one.Object = objects[0]
		}
		described.Hooks = append(described.Hooks, one)
	}
	return described
}

// hookObject returns the object of a hook.
func hookObject(hook *v1.Hook, namespace string) *fault.Object {
	object := &fault.Object{Kind: hook.Kind, Name: hook.Name, Namespace: namespace}
	if parsed, err := marks.Objects(hook.Manifest); err == nil && len(parsed) == 1 {
		var head struct {
			APIVersion string `json:"apiVersion"`
			Metadata   struct {
				Namespace string `json:"namespace"`
			} `json:"metadata"`
		}
		if json.Unmarshal(parsed[0], &head) == nil {
			version := schema.FromAPIVersionAndKind(head.APIVersion, hook.Kind)
			object.Group, object.Version = version.Group, version.Version
			if head.Metadata.Namespace != "" {
				object.Namespace = head.Metadata.Namespace
			}
		}
	}
	return object
}
