package release

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/marks"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/action"
	v1 "helm.sh/helm/v4/pkg/release/v1"
)

// Compared is the answer of a comparison.
type Compared struct {
	Same bool `json:"same"`
}

// Compare renders what an upgrade would make, and tells whether a stored revision has the same objects and hooks. It changes nothing. A
// chart that cannot be rendered makes others. Nothing is never the same: such an upgrade is rare, and a mistake in it would be expensive.
func (r *Releases) Compare(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		Written
		Rendered
		Revision int `json:"revision"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	defer r.Secrets.Hide(params.Secrets)()
	chart, _, err := r.Charts.Get(params.Chart)
	if err != nil {
		return nil, err
	}
	o, rendering, err := r.begin(ctx, renders, params.Target, params.Written, call)
	if err != nil {
		return nil, err
	}
	found, err := o.config.Releases.Get(params.Release, params.Revision)
	if err != nil {
		return nil, o.fault(err)
	}
	stored, err := revision(found)
	if err != nil {
		return nil, err
	}
	if err := o.renders(chart, params.Chart, params.Values); err != nil {
		return nil, err
	}
	upgrade := action.NewUpgrade(o.config)
	upgrade.Namespace, upgrade.ResetValues, upgrade.SkipCRDs = params.Namespace, true, true
	upgrade.ServerSideApply, upgrade.DryRunStrategy = "false", action.DryRunServer
	upgrade.DisableOpenAPIValidation, upgrade.SkipSchemaValidation = schemaless, params.SkipSchema
	upgrade.SubNotes = params.SubNotes
	made, err := upgrade.RunWithContext(rendering, params.Release, chart, o.over(chart, params.Values))
	if err != nil {
		why := o.fault(err)
		if why.Fault == fault.Chart && len(why.Refusals) == 0 {
			return Compared{}, nil
		}
		return nil, why
	}
	would, err := revision(made)
	if err != nil {
		return nil, err
	}
	would.Manifest = o.change(would.Manifest)
	wanted := contents(would, params.DisableHooks)
	return Compared{len(wanted) > 0 && maps.Equal(wanted, contents(stored, params.DisableHooks))}, nil
}

// contents counts the objects and hooks of a revision.
func contents(of *v1.Release, withoutHooks bool) map[string]int {
	counts := map[string]int{}
	documents := marks.Split(of.Manifest)
	for _, hook := range of.Hooks {
		documents = append(documents, hook.Manifest)
	}
	for _, document := range documents {
		objects, err := marks.Objects(document)
		if err != nil {
			counts[strings.TrimSpace(document)]++
			continue
		}
		for _, object := range objects {
			if withoutHooks {
				object = silenced(object)
			}
			if object != nil {
				counts[string(object)]++
			}
		}
	}
	return counts
}

// silenced returns an object without its events of upgrades, and nothing if it has no others. Where hooks of upgrades did not run, an
// earlier version did not store them.
func silenced(object json.RawMessage) json.RawMessage {
	var content map[string]any
	if json.Unmarshal(object, &content) != nil {
		return object
	}
	metadata, _ := content["metadata"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	hook, isHook := annotations[v1.HookAnnotation].(string)
	if !isHook {
		return object
	}
	var left []string
	for event := range strings.SplitSeq(hook, ",") {
		event = strings.ToLower(strings.TrimSpace(event))
		if !slices.Contains([]string{v1.HookPreUpgrade.String(), v1.HookPostUpgrade.String()}, event) {
			left = append(left, event)
		}
	}
	if len(left) == 0 {
		return nil
	}
	annotations[v1.HookAnnotation] = strings.Join(left, ",")
	changed, err := json.Marshal(content)
	if err != nil {
		return object
	}
	return changed
}
