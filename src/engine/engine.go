package main

import (
	"context"
	"maps"
	"runtime/debug"
	"sync"
	"time"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/cluster"
	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/parent"
	"catamaran.dev/engine/pull"
	"catamaran.dev/engine/release"
	"catamaran.dev/engine/rights"
	"catamaran.dev/engine/serve"
)

// An engine has what requests share.
type engine struct {
	secrets *logs.Secrets
	counts  func() (running int, done uint64)
	cluster func() (*cluster.Cluster, error)
	charts  *charts.Cache
}

// chartBytes bounds the files of the charts that stay parsed.
const chartBytes = 32 << 20

func newEngine(kubeconfig string, secrets *logs.Secrets) *engine {
	// Requests that need no cluster work without one.
	return &engine{secrets: secrets, charts: charts.NewCache(chartBytes), cluster: sync.OnceValues(func() (*cluster.Cluster, error) {
		return cluster.Connect(kubeconfig)
	})}
}

// planted are methods of tests.
var planted map[string]serve.Method

func (e *engine) methods() map[string]serve.Method {
	releases := &release.Releases{Cluster: e.cluster, Charts: e.charts, Secrets: e.secrets}
	methods := map[string]serve.Method{
		"hello":     e.hello,
		"lease":     e.lease,
		"install":   releases.Install,
		"upgrade":   releases.Upgrade,
		"rollback":  releases.Rollback,
		"uninstall": releases.Uninstall,
		"test":      releases.Test,
		"compare":   releases.Compare,
		"differ":    release.Differ,
		"render":    releases.Render,
		"places":    releases.Places,
		"revise":    releases.Revise,
		"settle":    releases.Settle,
		"remove":    releases.Remove,
		"same":      e.charts.Same,
		"check":     e.charts.Check(e.secrets),
		"open":      charts.Open,
		"show":      e.charts.Show,
		"lint":      charts.Lint,
		"create":    charts.Create,
		"versions":  charts.Versions,
		"evaluate":  charts.Evaluate,
		"pull":      pull.Pull,
		"rights":    rights.Of(releases),
		"helmjava":  releases.HelmJava,
	}
	maps.Copy(methods, planted)
	return methods
}

// hello answers what this engine is, and how it is. It asks nobody.
func (e *engine) hello(context.Context, serve.Call) (any, error) {
	answer := struct {
		Helm        string `json:"helm"`
		ClientGo    string `json:"clientGo"`
		Go          string `json:"go"`
		MemoryBytes uint64 `json:"memoryBytes"`
		Running     int    `json:"running"`
		Done        uint64 `json:"done"`
	}{MemoryBytes: parent.Resident()}
	answer.Running, answer.Done = e.counts()
	if build, ok := debug.ReadBuildInfo(); ok {
		answer.Go = build.GoVersion
		for _, module := range build.Deps {
			switch module.Path {
			case "helm.sh/helm/v4":
				answer.Helm = module.Version
			case "k8s.io/client-go":
				answer.ClientGo = module.Version
			}
		}
	}
	return answer, nil
}

// lease allows writes for so many milliseconds from its sending, and no longer, for all clients. With 0 they end at once. Two of them
// take effect in their order. A request that
// waited in the pipe while this process was stopped, is late by the wall clock.
func (e *engine) lease(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Millis int64 `json:"millis"`
		// SentUnixMillis is when the parent sent it; 0 for now.
		SentUnixMillis int64 `json:"sentUnixMillis,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	target, err := e.cluster()
	if err != nil {
		return nil, err
	}
	left := time.Duration(params.Millis) * time.Millisecond
	if params.SentUnixMillis > 0 {
		left -= max(0, time.Since(time.UnixMilli(params.SentUnixMillis)))
	}
	target.Fence.Renew(left)
	return nil, nil
}
