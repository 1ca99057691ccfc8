package release

import (
	"context"
	"errors"
	"maps"
	"slices"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/action"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/kube"
	"helm.sh/helm/v4/pkg/release"
	rcommon "helm.sh/helm/v4/pkg/release/common"
	"helm.sh/helm/v4/pkg/storage/driver"
	v1core "k8s.io/api/core/v1"
)

// schemaless leaves the API server's schemas out. Helm 3 and 4 leave a comparison to an API server that can do it, and read the schemas to
// learn that: since Kubernetes 1.25 it finds nothing, and costs more than the rest of a call.
const schemaless = true

// Rendered is in the parameters of each request that renders a chart.
type Rendered struct {
	Chart  charts.Reference `json:"chart"`
	Values charts.Input     `json:"values,omitempty"`
	// DryRun answers the revision that would be stored, after all checks that Helm makes before it writes.
	DryRun bool `json:"dryRun,omitempty"`
}

func (r Rendered) dryRun() action.DryRunStrategy {
	if r.DryRun {
		return action.DryRunServer
	}
	return action.DryRunNone
}

// Made is what Helm stored at last.
type Made struct {
	Revision *Revision `json:"-"`
	// Secret is that of an installation.
	Secret *v1core.Secret `json:"secret,omitempty"`
	// Defines tells that there are new kinds.
	Defines bool `json:"defines,omitempty"`
	// Deleted are sentences about objects that were deleted without a request for just that.
	Deleted []string `json:"deleted,omitempty"`
}

// history says how old the history may be that Helm reads.
type history struct {
	// Seen is a resource version: the history is at least as new. Without it, the API server first asks etcd for the newest one, and waits.
	Seen string `json:"seen,omitempty"`
}

// Install creates the first revision of a release.
func (r *Releases) Install(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		Written
		Rendered
		brought
		// Application of Argo CD, whose objects are taken over; then no hooks run, since Argo CD has run them.
		Application string `json:"application,omitempty"`
		history
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	defer r.Secrets.Hide(params.Secrets)()
	chart, _, err := r.Charts.Get(params.Chart)
	if err != nil {
		return nil, err
	}
	o, rendering, err := r.begin(ctx, installs, params.Target, params.Written, call)
	if err != nil {
		return nil, err
	}
	if err := o.define(chart, params.Rendered, params.CRDs); err != nil {
		return nil, o.fault(err)
	}
	if err := o.renders(chart, params.Chart, params.Values); err != nil {
		return nil, err
	}
	install := action.NewInstall(o.config)
	install.ReleaseName, install.Namespace = params.Release, params.Namespace
	install.Timeout, install.DisableHooks = params.timeout(), params.DisableHooks
	install.Description, install.WaitStrategy = params.Description, kube.LegacyStrategy
	install.ServerSideApply, install.ForceReplace = false, params.Force
	install.SkipCRDs, install.DisableOpenAPIValidation = true, schemaless
	install.TakeOwnership = params.Application != ""
	o.seen = params.Seen
	o.application, o.takesOver = params.Application, func() { install.DisableHooks = true }
	install.DryRunStrategy = params.dryRun()
	made, err := install.RunWithContext(rendering, chart, o.over(chart, params.Values))
	return o.answer(made, o.blame(err, params.Rendered))
}

// reuses says which values of the present revision an upgrade uses again.
type reuses string

const (
	reusesNone   reuses = ""
	reusesIfNone reuses = "if-none" // those that were given, if the request has none
	reusesGiven  reuses = "given"   // those that were given, below those of the request
	reusesAll    reuses = "all"     // also those of the present chart
)

// Upgrade creates a further revision.
func (r *Releases) Upgrade(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		Written
		Rendered
		brought
		Reuse reuses `json:"reuse,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	defer r.Secrets.Hide(params.Secrets)()
	chart, _, err := r.Charts.Get(params.Chart)
	if err != nil {
		return nil, err
	}
	o, rendering, err := r.begin(ctx, upgrades, params.Target, params.Written, call)
	if err != nil {
		return nil, err
	}
	if err := o.define(chart, params.Rendered, params.CRDs); err != nil {
		return nil, o.fault(err)
	}
	if err := o.renders(chart, params.Chart, params.Values); err != nil {
		return nil, err
	}
	upgrade := action.NewUpgrade(o.config)
	upgrade.Namespace, upgrade.ResetValues = params.Namespace, params.Reuse == reusesNone
	upgrade.ResetThenReuseValues, upgrade.ReuseValues = params.Reuse == reusesGiven, params.Reuse == reusesAll
	upgrade.Timeout, upgrade.DisableHooks = params.timeout(), params.DisableHooks
	upgrade.Description, upgrade.WaitStrategy = params.Description, kube.LegacyStrategy
	upgrade.ServerSideApply, upgrade.ForceReplace = "false", params.Force
	upgrade.SkipCRDs, upgrade.DisableOpenAPIValidation = true, schemaless
	upgrade.DryRunStrategy = params.dryRun()
	made, err := upgrade.RunWithContext(rendering, params.Release, chart, o.over(chart, params.Values))
	return o.answer(made, o.blame(err, params.Rendered))
}

// Rollback creates a further revision with exactly what an earlier one stored: chart, values, manifest, hooks and notes. The changes of the
// request are written into its objects, and its annotations into the stored chart. An empty annotation is removed. Without changes.former,
// the labels of changes.owned are those of former owners too.
func (r *Releases) Rollback(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		Written
		Revision    int               `json:"revision"`
		Annotations map[string]string `json:"annotations,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	if params.Revision < 1 {
		return nil, fault.New(fault.Request, fault.BadRequest, "the request names no revision")
	}
	defer r.Secrets.Hide(params.Secrets)()
	if params.Changes.Former == nil {
		params.Changes.Former = slices.Collect(maps.Keys(params.Changes.Owned.Labels))
	}
	o, _, err := r.begin(ctx, rollsBack, params.Target, params.Written, call)
	if err != nil {
		return nil, err
	}
	o.annotations = params.Annotations
	rollback := action.NewRollback(o.config)
	rollback.Version = params.Revision
	rollback.Timeout, rollback.DisableHooks = params.timeout(), params.DisableHooks
	rollback.Description, rollback.WaitStrategy = params.Description, kube.LegacyStrategy
	rollback.ServerSideApply, rollback.ForceReplace = "false", params.Force
	err = rollback.Run(params.Release)
	if err != nil && o.made != nil && o.made.Info.Status.IsPending() {
		// After some failures Helm leaves the revision pending, and then refuses everything.
		o.made.SetStatus(rcommon.StatusFailed, "Rollback failed: "+err.Error())
		_ = o.failed(storing, o.config.Releases.Update(o.made))
	}
	return o.answer(o.made, err)
}

// Removed is the answer of an uninstall.
type Removed struct {
	// Found is false if there was no release: its objects may still exist.
	Found bool `json:"found"`
	// Kept is Helm's text about objects that it left, by the chart's wish or since they belong to another release.
	Kept string `json:"kept,omitempty"`
}

// Uninstall deletes a release's objects and its history. Its hooks have the time limit of the request.
func (r *Releases) Uninstall(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		KeepHistory bool  `json:"keepHistory,omitempty"`
		Owner       owner `json:"owner,omitzero"`
		history
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	defer r.Secrets.Hide(params.Secrets)()
	o, _, err := r.begin(ctx, removes, params.Target, Written{}, call)
	if err != nil {
		return nil, err
	}
	o.seen, o.parting = params.Seen, params.Owner
	uninstall := action.NewUninstall(o.config)
	uninstall.Timeout, uninstall.DisableHooks = params.timeout(), params.DisableHooks
	uninstall.KeepHistory, uninstall.Description = params.KeepHistory, params.Description
	uninstall.WaitStrategy = kube.LegacyStrategy
	response, err := uninstall.Run(params.Release)
	if errors.Is(err, driver.ErrReleaseNotFound) && o.newest == nil {
		return Removed{}, nil
	}
	if err != nil {
		return nil, o.fault(err)
	}
	return Removed{Found: true, Kept: response.Info + o.kept}, nil
}

// renders notes the chart, and what its templates may do.
func (o *operation) renders(chart *chart.Chart, reference charts.Reference, values map[string]any) (err error) {
	o.rendered = o.clock.measure()
	o.chart, o.reference, o.values = chart, reference, orEmpty(values)
	if o.Confine == nil {
		return nil
	}
	o.Confine.Chart = &reference
	o.doubts = o.Confine.doubts(o.values)
	if o.fresh, _, err = o.releases.Charts.Get(reference); err == nil {
		o.mayAsk = o.confined(o.values)
	}
	return err
}

// blame tells values that do not meet the chart's schema from a chart that cannot be rendered. Helm's error has no kind.
func (o *operation) blame(err error, rendered Rendered) error {
	if err == nil || o.made != nil || o.step != preparing {
		return err
	}
	o.violations = charts.Violations(o.chart, rendered.Values)
	return err
}

func (o *operation) answer(rel release.Releaser, err error) (any, error) {
	if err != nil {
		return nil, o.fault(err)
	}
	if o.unrecorded != nil {
		// Helm only logs that it could not record a success.
		return nil, o.fault(o.unrecorded)
	}
	made, err := revision(rel)
	if err != nil {
		return nil, err
	}
	// Only a dry run has not done so.
	o.tables.RemoveFrom(made.Config)
	made.Manifest = o.change(made.Manifest)
	answer := Made{Revision: describe(made), Defines: o.defines, Deleted: o.deleted}
	if o.kind == installs {
		answer.Secret = o.stored
	}
	return answer, nil
}

// over returns the values of the request for Helm. What it stores of them are those of the request.
func (o *operation) over(whole *chart.Chart, values map[string]any) map[string]any {
	values = orEmpty(values)
	o.tables = charts.AddTables(whole, values)
	o.listen(whole)
	return values
}

func orEmpty(values map[string]any) map[string]any {
	if values == nil {
		return map[string]any{}
	}
	return values
}
