package release

import (
	"context"
	"encoding/json"
	"log/slog"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/marks"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/storage"
	"helm.sh/helm/v4/pkg/storage/driver"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// World is what templates see in place of the cluster.
type World struct {
	// KubeVersion is a version of Kubernetes; empty for Helm's default.
	KubeVersion string `json:"kubeVersion,omitempty"`
	// APIVersions are all that is served; empty for Helm's default.
	APIVersions []string `json:"apiVersions,omitempty"`
	// Objects are found by the function lookup. All others do not exist.
	Objects []charts.Input `json:"objects,omitempty"`
}

// Lookup is one use of the function lookup in a template.
type Lookup struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name,omitempty"`
	Found      bool   `json:"found"`
}

// Definitions are a file of a chart's folder crds.
type Definitions struct {
	Path    string            `json:"path"`
	Objects []json.RawMessage `json:"objects"`
}

// Would is what a chart makes.
type Would struct {
	Revision *Revision `json:"revision"`
	// Templates are the paths of the templates of the revision's objects.
	Templates []string      `json:"templates,omitempty"`
	CRDs      []Definitions `json:"crds,omitempty"`
	Lookups   []Lookup      `json:"lookups,omitempty"`
}

// Render renders a chart against a world, without a cluster: neither the release nor its objects need to exist, and nobody owns anything.
func (r *Releases) Render(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		Rendered
		// IsUpgrade is what templates see.
		IsUpgrade bool  `json:"isUpgrade,omitempty"`
		World     World `json:"world,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	defer r.Secrets.Hide(params.Secrets)()
	return r.Would(ctx, params.Target, params.Rendered, params.IsUpgrade, params.World)
}

// Would returns what a chart makes in a world.
func (r *Releases) Would(ctx context.Context, target Target, given Rendered, isUpgrade bool, world World) (*Would, error) {
	chart, _, err := r.Charts.Get(given.Chart)
	if err != nil {
		return nil, err
	}
	o, err := rendering(ctx, target, &world)
	if err != nil {
		return nil, err
	}
	o.chart = chart
	render := action.NewInstall(o.config)
	render.ReleaseName, render.Namespace = target.Release, target.Namespace
	render.DryRunStrategy, render.SkipCRDs, render.IsUpgrade = action.DryRunServer, true, isUpgrade
	render.DisableOpenAPIValidation, render.ServerSideApply = schemaless, false
	rendered, err := render.RunWithContext(ctx, chart, o.over(chart, given.Values))
	if err != nil {
		return nil, o.fault(o.blame(err, given))
	}
	would, err := revision(rendered)
	if err != nil {
		return nil, err
	}
	o.tables.RemoveFrom(would.Config)
	memory := r.documents()
	answer := &Would{Revision: describeWith(memory, would), Lookups: o.lookups}
	answer.Templates = answer.Revision.templates
	for _, file := range chart.CRDObjects() {
		objects, err := memory.Objects(string(file.File.Data))
		if err != nil {
			return nil, fault.New(fault.Chart, fault.Unloadable, "%s: %v", file.Filename, err)
		}
		answer.CRDs = append(answer.CRDs, Definitions{file.Filename, objects})
	}
	return answer, nil
}

// mostDocuments are the bytes of the documents that stay read: those of a chart with many definitions are ten megabytes.
const mostDocuments = 32 << 20

func (r *Releases) documents() *marks.Memory {
	r.once.Do(func() { r.memory = marks.NewMemory(mostDocuments) })
	return r.memory
}

// rendering returns an operation that only renders.
func rendering(ctx context.Context, target Target, world *World) (*operation, error) {
	if target.Release == "" || target.Namespace == "" {
		return nil, fault.New(fault.Request, fault.BadRequest, "the request names no release, or no namespace")
	}
	capabilities, err := world.capabilities()
	if err != nil {
		return nil, err
	}
	o := &operation{Target: target, ctx: ctx, step: preparing, kind: renders, changed: map[string]string{}, world: world}
	o.config = action.NewConfiguration(action.ConfigurationSetLogger(logs.From(slog.LevelError + 1)))
	o.config.Capabilities = capabilities
	o.config.KubeClient = &objects{Client: &kube.Client{}, operation: o}
	o.config.Releases = storage.Init(driver.NewMemory())
	o.config.CustomTemplateFuncs = map[string]any{"lookup": o.lookup}
	return o, nil
}

func (w *World) capabilities() (*common.Capabilities, error) {
	capabilities := common.DefaultCapabilities.Copy()
	if w.KubeVersion != "" {
		version, err := common.ParseKubeVersion(w.KubeVersion)
		if err != nil {
			return nil, fault.New(fault.Request, fault.BadRequest, "the version of Kubernetes: %v", err)
		}
		capabilities.KubeVersion = *version
	}
	if len(w.APIVersions) > 0 {
		capabilities.APIVersions = w.APIVersions
	}
	return capabilities, nil
}

// lookup returns an object of this world, or a list of all.
func (w *World) lookup(apiVersion, kind, namespace, name string) map[string]any {
	items := []any{}
	for _, content := range w.Objects {
		object := unstructured.Unstructured{Object: content}
		if object.GetAPIVersion() != apiVersion || object.GetKind() != kind || namespace != "" && object.GetNamespace() != namespace {
			continue
		}
		if name == "" {
			items = append(items, map[string]any(content))
		} else if object.GetName() == name {
			return content
		}
	}
	if name != "" {
		return map[string]any{}
	}
	return map[string]any{"apiVersion": apiVersion, "kind": kind + "List", "metadata": map[string]any{}, "items": items}
}
