package charts

import (
	"context"
	"io"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/action"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
)

func init() {
	// Helm's remark that it replaces a file is no line of our log.
	chartutil.Stderr = io.Discard
}

// Package writes the archive of a chart's folder into a folder: without the files in .helmignore, with Chart.yaml in Helm's own form. All
// dependencies must be in the chart.
func Package(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Path        string `json:"path"`
		Destination string `json:"destination"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	if params.Destination == "" {
		return nil, fault.New(fault.Request, fault.BadRequest, "the request names no destination")
	}
	archive := action.NewPackage()
	archive.Destination = params.Destination
	path, err := archive.Run(params.Path, nil)
	if err != nil {
		return nil, fault.New(fault.Chart, fault.Unloadable, "the chart cannot be packaged: %v", err)
	}
	return struct {
		Path string `json:"path"`
	}{path}, nil
}
