package cluster

import (
	"net/http"
	"sync/atomic"
	"time"

	"catamaran.dev/engine/fault"
)

// A Fence refuses writes after the parent's lease. Its clock is the monotonic one, which goes on while the process is stopped.
type Fence struct {
	began time.Time
	// end is in nanoseconds after began; 0 means that there is no lease yet.
	end    atomic.Int64
	leased bool
}

// NewFence returns a fence. Until the first lease, a leased one refuses all writes and another one none.
func NewFence(leased bool) *Fence { return &Fence{began: time.Now(), leased: leased} }

// Renew allows writes for this long from now, and not longer, whatever was allowed before.
func (f *Fence) Renew(forThisLong time.Duration) {
	// Zero is taken, and a lease of nothing must refuse.
	f.end.Store(max(1, int64(time.Since(f.began)+forThisLong)))
}

// Closed tells whether writes are refused now.
func (f *Fence) Closed() bool {
	end := f.end.Load()
	if end == 0 {
		return f.leased
	}
	return int64(time.Since(f.began)) >= end
}

// A fenced transport asks for the fence in the moment before each write.
type fenced struct {
	fence *Fence
	next  http.RoundTripper
}

func (t fenced) RoundTrip(request *http.Request) (*http.Response, error) {
	if writes(request.Method) && t.fence.Closed() {
		return nil, fault.ErrFenced
	}
	return t.next.RoundTrip(request)
}

func writes(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
