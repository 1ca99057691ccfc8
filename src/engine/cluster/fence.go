package cluster

import (
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"catamaran.dev/engine/fault"
)

// A Fence refuses writes after the parent's lease. Its clock is the monotonic one, which goes on while the process is stopped.
type Fence struct {
	began time.Time
	// end is in nanoseconds after began; 0 means that there is no lease yet.
	end atomic.Int64
}

// NewFence returns a fence. Until the first lease, it refuses no write.
func NewFence() *Fence { return &Fence{began: time.Now()} }

// Renew allows writes for this long from now, and not longer, whatever was allowed before.
func (f *Fence) Renew(forThisLong time.Duration) {
	// Zero is taken, and a lease of nothing must refuse.
	f.end.Store(max(1, int64(time.Since(f.began)+forThisLong)))
}

// Closed tells whether writes are refused now.
func (f *Fence) Closed() bool {
	end := f.end.Load()
	return end != 0 && int64(time.Since(f.began)) >= end
}

// A fenced transport asks for the fence before each write, and again when its content goes to the connection: a write may wait for that.
type fenced struct {
	fence *Fence
	next  http.RoundTripper
}

func (t fenced) RoundTrip(request *http.Request) (*http.Response, error) {
	if !writes(request.Method) {
		return t.next.RoundTrip(request)
	}
	if t.fence.Closed() {
		return nil, fault.ErrFenced
	}
	if request.Body != nil {
		request = request.WithContext(request.Context())
		request.Body = content{request.Body, t.fence}
		if again := request.GetBody; again != nil {
			request.GetBody = func() (io.ReadCloser, error) {
				body, err := again()
				return content{body, t.fence}, err
			}
		}
	}
	return t.next.RoundTrip(request)
}

// content is that of a write. An API server that does not get all of it does nothing.
type content struct {
	io.ReadCloser
	fence *Fence
}

func (c content) Read(into []byte) (int, error) {
	if c.fence.Closed() {
		return 0, fault.ErrFenced
	}
	return c.ReadCloser.Read(into)
}

func writes(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
