package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// oldAge is when a catalog is replaced without being asked.
const oldAge = time.Hour

// A Catalog is what the API server serves: complete from the beginning, and never changed. Helm's own way, a mapper that asks while it is
// used, resets itself under concurrent use and then misses kinds that are served.
type Catalog struct {
	Discovery    discovery.CachedDiscoveryInterface
	Mapper       meta.RESTMapper
	Capabilities *common.Capabilities
	asked        time.Time
}

// Catalogs has the present catalog. What is served does not depend on who asks, so all clients share it.
type Catalogs struct {
	config  *rest.Config
	now     atomic.Pointer[Catalog]
	mutex   sync.Mutex
	filling *filling // nil if none runs
}

// A filling is a catalog that is being read. An API server that does not answer holds no request beyond its own end.
type filling struct {
	done    chan struct{}
	catalog *Catalog
	err     error
}

// Current returns the catalog, and asks the API server only for the first one. One that is too old is replaced meanwhile.
func (c *Catalogs) Current(ctx context.Context) (*Catalog, error) {
	now := c.now.Load()
	if now == nil {
		return c.since(ctx, time.Time{})
	}
	if time.Since(now.asked) > oldAge {
		c.fill()
	}
	return now, nil
}

// Replace asks the API server again, and returns what it serves now.
func (c *Catalogs) Replace(ctx context.Context) (*Catalog, error) { return c.since(ctx, time.Now()) }

// ReplaceIfOlder asks the API server again, unless it was asked within this time.
func (c *Catalogs) ReplaceIfOlder(ctx context.Context, age time.Duration) (*Catalog, error) {
	return c.since(ctx, time.Now().Add(-age))
}

func (c *Catalogs) since(ctx context.Context, moment time.Time) (*Catalog, error) {
	for {
		if now := c.now.Load(); now != nil && !now.asked.Before(moment) {
			return now, nil
		}
		running := c.fill()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-running.done:
			// One that had begun before the moment is not enough.
			if running.err != nil {
				return nil, fmt.Errorf("the served kinds cannot be read: %w", running.err)
			}
		}
	}
}

// fill returns the filling that runs, or a new one.
func (c *Catalogs) fill() *filling {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.filling != nil {
		return c.filling
	}
	begun := &filling{done: make(chan struct{})}
	c.filling = begun
	go func() {
		defer close(begun.done)
		begun.catalog, begun.err = fill(c.config)
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.filling = nil
		if begun.err == nil {
			c.now.Store(begun.catalog)
		}
	}()
	return begun
}

func fill(config *rest.Config) (*Catalog, error) {
	asked := time.Now()
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	cached := memory.NewMemCacheClient(client)
	// A group whose own server is away is missing; the others are complete.
	groups, err := restmapper.GetAPIGroupResources(cached)
	if err != nil {
		return nil, err
	}
	version, err := cached.ServerVersion()
	if err != nil {
		return nil, err
	}
	served, err := action.GetVersionSet(cached)
	if failed := (*discovery.ErrGroupDiscoveryFailed)(nil); err != nil && !errors.As(err, &failed) {
		return nil, err
	}
	return &Catalog{
		Discovery: filled{cached},
		Mapper:    restmapper.NewDiscoveryRESTMapper(groups),
		Capabilities: &common.Capabilities{
			APIVersions: served,
			KubeVersion: common.KubeVersion{Version: version.GitVersion, Major: version.Major, Minor: version.Minor},
			HelmVersion: common.DefaultCapabilities.HelmVersion,
		},
		asked: asked,
	}, nil
}

// filled does not forget when Helm or kubectl tell it to: other requests use it.
type filled struct {
	discovery.CachedDiscoveryInterface
}

func (filled) Fresh() bool { return true }

func (filled) Invalidate() {}
