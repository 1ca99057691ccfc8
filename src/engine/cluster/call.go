package cluster

import (
	"context"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// A Call is the use of a client by one request: Helm passes no context to most of what it sends, so the transport has it. It implements
// what Helm and kubectl call a RESTClientGetter.
type Call struct {
	ctx       context.Context
	client    *Client
	namespace string
	seen      *seen
	rehearses *atomic.Bool
	config    *rest.Config
	records   *rest.Config
}

// recording is how long an ended request may still write what became of its revision.
const recording = 5 * time.Second

// Call begins a call. All its requests end with ctx.
func (c *Client) Call(ctx context.Context, namespace string) *Call {
	seen, rehearses := &seen{}, &atomic.Bool{}
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() { time.AfterFunc(recording, cancel) })
	return &Call{
		ctx:       ctx,
		client:    c,
		namespace: namespace,
		seen:      seen,
		rehearses: rehearses,
		config:    c.cluster.config(&watched{ctx, seen, rehearses, c.transport}),
		records:   c.cluster.config(&watched{late, seen, &atomic.Bool{}, c.transport}),
	}
}

// Catalog returns what is served.
func (c *Call) Catalog() (*Catalog, error) { return c.client.cluster.Catalogs.Current(c.ctx) }

// Renewed returns what is served, as it was at this moment or later.
func (c *Call) Renewed(since time.Time) (*Catalog, error) {
	return c.client.cluster.Catalogs.since(c.ctx, since)
}

// ToRESTConfig returns the configuration for objects.
func (c *Call) ToRESTConfig() (*rest.Config, error) { return rest.CopyConfig(c.config), nil }

// Own returns a configuration with the engine's own rights.
func (c *Call) Own() (*rest.Config, error) {
	own, err := c.client.cluster.Client("")
	if err != nil {
		return nil, err
	}
	return c.client.cluster.config(&watched{c.ctx, c.seen, c.rehearses, own.transport}), nil
}

// Rehearse runs what writes objects. The API server answers each write, and keeps none. It must delete nothing.
func (c *Call) Rehearse(run func() error) error {
	c.rehearses.Store(true)
	defer c.rehearses.Store(false)
	return run()
}

// Records returns the configuration for stored revisions. It works for some seconds after the call was cancelled, so that Helm can record
// the failure; else the revision would stay pending.
func (c *Call) Records() *rest.Config { return rest.CopyConfig(c.records) }

// ToDiscoveryClient returns what is served.
func (c *Call) ToDiscoveryClient() (discovery.CachedDiscoveryInterface, error) {
	catalog, err := c.Catalog()
	if err != nil {
		return nil, err
	}
	return catalog.Discovery, nil
}

// ToRESTMapper returns the names of what is served.
func (c *Call) ToRESTMapper() (meta.RESTMapper, error) {
	catalog, err := c.Catalog()
	if err != nil {
		return nil, err
	}
	return catalog.Mapper, nil
}

// ToRawKubeConfigLoader returns a configuration of which kubectl's builder reads the namespace.
func (c *Call) ToRawKubeConfigLoader() clientcmd.ClientConfig {
	return clientcmd.NewDefaultClientConfig(clientcmdapi.Config{},
		&clientcmd.ConfigOverrides{Context: clientcmdapi.Context{Namespace: c.namespace}})
}
