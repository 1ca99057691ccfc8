package release

import (
	"context"
	"errors"

	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/action"
)

// Test runs the test hooks of the newest revision. Each has the time limit of the request. Helm stores what became of them in the revision.
func (r *Releases) Test(ctx context.Context, call serve.Call) (any, error) {
	var params struct{ Target }
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	defer r.Secrets.Hide(params.Secrets)()
	o, _, err := r.begin(ctx, tests, params.Target, Written{}, call)
	if err != nil {
		return nil, err
	}
	test := action.NewReleaseTesting(o.config)
	test.Timeout, test.Namespace = params.timeout(), params.Namespace
	tested, shutdown, err := test.Run(params.Release)
	// Helm deletes hooks only now, so that somebody can read their logs before.
	if ended := shutdown(); err == nil || ended == nil {
		err = errors.Join(err, ended)
	}
	stored, unknown := revision(tested)
	if err != nil {
		found := o.fault(err)
		if unknown == nil {
			found.Revision = describe(stored)
		}
		return nil, found
	}
	return Made{Revision: describe(stored)}, unknown
}
