package release

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/marks"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/action"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	v1 "helm.sh/helm/v4/pkg/release/v1"
)

// Compared is the answer of a comparison.
type Compared struct {
	Same bool `json:"same"`
	// Asked is what the templates asked of .Capabilities, with the answers.
	Asked map[string]string `json:"asked,omitempty"`
}

// Compare renders what an upgrade would make, and tells whether a stored revision has the same objects and hooks. It changes nothing. A
// chart that cannot be rendered makes others. Nothing is never the same: such an upgrade is rare, and a mistake in it would be expensive. What
// differs between two renderings, such as a password, is the same. A revision without a record of its questions is the same: it gets one.
func (r *Releases) Compare(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		Written
		Rendered
		Revision int `json:"revision"`
		// Unrecorded is for a revision of which nobody knows what it asked.
		Unrecorded bool `json:"unrecorded,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	defer r.Secrets.Hide(params.Secrets)()
	first, _, err := r.Charts.Get(params.Chart)
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
	if err := o.renders(first, params.Chart, params.Values); err != nil {
		return nil, err
	}
	again, _, err := r.Charts.Get(params.Chart)
	if err != nil {
		return nil, err
	}
	would := func(whole *chart.Chart) ([]string, error) {
		upgrade := action.NewUpgrade(o.config)
		upgrade.Namespace, upgrade.ResetValues, upgrade.SkipCRDs = params.Namespace, true, true
		upgrade.ServerSideApply, upgrade.DryRunStrategy = "false", action.DryRunServer
		upgrade.DisableOpenAPIValidation = schemaless
		made, err := upgrade.RunWithContext(rendering, params.Release, whole, o.over(whole, charts.CopyValues(params.Values)))
		if err != nil {
			return nil, err
		}
		next, err := revision(made)
		if err != nil {
			return nil, err
		}
		next.Manifest = o.change(next.Manifest)
		return contents(next, params.DisableHooks), nil
	}
	wanted, err := would(first)
	compared := Compared{Same: params.Unrecorded, Asked: o.told()}
	if err == nil && !compared.Same {
		before, other := contents(stored, params.DisableHooks), []string{}
		if compared.Same = len(wanted) > 0 && slices.Equal(slices.Sorted(slices.Values(wanted)), slices.Sorted(slices.Values(before))); !compared.Same {
			// The clock goes on, and not always between two renderings.
			o.config.CustomTemplateFuncs["now"] = chances()["now"]
			other, err = would(again)
			chance := differing(wanted, other)
			compared.Same = len(wanted) > 0 && !slices.ContainsFunc(differing(wanted, before), func(at string) bool { return !slices.Contains(chance, at) })
		}
	}
	if err != nil {
		if why := o.fault(err); why.Fault != fault.Chart || len(why.Refusals) > 0 {
			return nil, why
		}
	}
	return compared, nil
}

// contents returns the objects and hooks of a revision.
func contents(of *v1.Release, withoutHooks bool) []string {
	var found []string
	documents := marks.Split(of.Manifest)
	for _, hook := range of.Hooks {
		documents = append(documents, hook.Manifest)
	}
	for _, document := range documents {
		objects, err := marks.Objects(document)
		if err != nil {
			found = append(found, strings.TrimSpace(document))
			continue
		}
		for _, object := range objects {
			if withoutHooks {
				object = silenced(object)
			}
			if object != nil {
				found = append(found, string(object))
			}
		}
	}
	return found
}

// differing returns where two lists of objects differ: in which field of the how manieth object of a kind.
func differing(one, other []string) (found []string) {
	left, right := leaves(one), leaves(other)
	for at, value := range left {
		if now, known := right[at]; !known || now != value {
			found = append(found, at)
		}
	}
	for at := range right {
		if _, known := left[at]; !known {
			found = append(found, at)
		}
	}
	return found
}

func leaves(of []string) map[string]any {
	found, count := map[string]any{}, map[string]int{}
	var walk func(at string, value any)
	walk = func(at string, value any) {
		switch value := value.(type) {
		case map[string]any:
			found[at] = len(value) == 0
			for key, below := range value {
				walk(at+"/"+key, below)
			}
		case []any:
			found[at] = len(value)
			for i, below := range value {
				walk(at+"/"+strconv.Itoa(i), below)
			}
		default:
			found[at] = value
		}
	}
	for _, text := range of {
		var object map[string]any
		if json.Unmarshal([]byte(text), &object) != nil {
			found[text] = true
			continue
		}
		kind := fmt.Sprint(object["apiVersion"], " ", object["kind"])
		count[kind]++
		walk(kind+" "+strconv.Itoa(count[kind]), object)
	}
	return found
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
