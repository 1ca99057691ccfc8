package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"catamaran.dev/engine/fault"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// watched is the transport of one call: its requests end with the context of the call, and it remembers the refused ones.
type watched struct {
	ctx       context.Context
	seen      *seen
	rehearses *atomic.Bool
	next      http.RoundTripper
}

func (t *watched) RoundTrip(request *http.Request) (*http.Response, error) {
	if err := t.ctx.Err(); err != nil {
		return nil, err
	}
	if t.rehearses.Load() && request.Method != http.MethodGet {
		if request.Method == http.MethodDelete {
			// Its options are in its content.
			return nil, errors.New("a rehearsal deletes nothing")
		}
		request = request.Clone(request.Context())
		query := request.URL.Query()
		query.Set("dryRun", metav1.DryRunAll)
		request.URL.RawQuery = query.Encode()
	}
	ctx, cancel := context.WithCancel(request.Context())
	stop := context.AfterFunc(t.ctx, cancel)
	end := func() { stop(); cancel() }
	response, err := t.next.RoundTrip(request.WithContext(ctx))
	if err != nil {
		defer end()
		if ended := t.ctx.Err(); ended != nil {
			return nil, ended
		}
		return nil, err
	}
	t.seen.note(request, response.StatusCode)
	if request.Method != http.MethodGet && !t.rehearses.Load() {
		warn(request, response)
	}
	response.Body = body{response.Body, end}
	return response, nil
}

// warn logs what the API server says of a write that it accepts: fields that it does not know and drops, and APIs that will go.
func warn(request *http.Request, response *http.Response) {
	warnings, _ := utilnet.ParseWarningHeaders(response.Header["Warning"])
	for _, warning := range warnings {
		object := objectOf(request.URL.Path)
		if object == nil {
			object = &fault.Object{}
		}
		if object.Name == "" && request.GetBody != nil {
			object.Name = nameIn(request.GetBody)
		}
		slog.Warn("the API server warns", "namespace", object.Namespace, "object", object.Resource+"/"+object.Name, "warning", warning.Text)
	}
}

// body ends the context of the request with the answer.
type body struct {
	io.ReadCloser
	end func()
}

func (b body) Close() error {
	defer b.end()
	return b.ReadCloser.Close()
}

// seen remembers requests, newest last.
type seen struct {
	mutex   sync.Mutex
	last    exchange
	refused []exchange
}

type exchange struct {
	method, path string
	status       int
	content      func() (io.ReadCloser, error)
}

const mostRefused = 100

func (s *seen) note(request *http.Request, status int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.last = exchange{request.Method, request.URL.Path, status, nil}
	if status < http.StatusBadRequest {
		return
	}
	if len(s.refused) == mostRefused {
		s.refused = s.refused[1:]
	}
	s.refused = append(s.refused, exchange{request.Method, request.URL.Path, status, request.GetBody})
}

// Locate returns the object of an answer of the API server, and the verb. The answer alone may not say which kind or namespace it was.
func (c *Call) Locate(status metav1.Status) (*fault.Object, string) {
	c.seen.mutex.Lock()
	defer c.seen.mutex.Unlock()
	for i := len(c.seen.refused) - 1; i >= 0; i-- {
		exchange := c.seen.refused[i]
		if exchange.status != int(status.Code) {
			continue
		}
		object := c.object(exchange)
		if object == nil {
			continue
		}
		details := status.Details
		if details == nil || details.Name == "" || object.Name == details.Name || details.Name == object.Namespace {
			return object, verb(exchange.method, object)
		}
		if object.Name == "" && exchange.content != nil { // a creation whose content is no JSON
			object.Name = details.Name
			return object, verb(exchange.method, object)
		}
	}
	return nil, ""
}

// Aside runs what asks about a failure. Locate does not find its requests.
func (c *Call) Aside(run func()) {
	c.seen.mutex.Lock()
	before := slices.Clone(c.seen.refused)
	c.seen.mutex.Unlock()
	run()
	c.seen.mutex.Lock()
	defer c.seen.mutex.Unlock()
	c.seen.refused = before
}

// Last returns the object of the last request.
func (c *Call) Last() *fault.Object {
	c.seen.mutex.Lock()
	defer c.seen.mutex.Unlock()
	return c.object(c.seen.last)
}

func (c *Call) object(of exchange) *fault.Object {
	object := objectOf(strings.TrimPrefix(of.path, c.client.cluster.prefix))
	if object == nil {
		return nil
	}
	if object.Name == "" && of.content != nil {
		object.Name = nameIn(of.content)
	}
	if catalog, err := c.Catalog(); err == nil {
		resource := schema.GroupVersionResource{Group: object.Group, Version: object.Version, Resource: object.Resource}
		if kind, err := catalog.Mapper.KindFor(resource); err == nil {
			object.Kind = kind.Kind
		}
	}
	return object
}

// objectOf reads the path of a request below that of the API server: /api/VERSION/... and /apis/GROUP/VERSION/...
func objectOf(path string) *fault.Object {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	var object fault.Object
	switch {
	case len(parts) > 2 && parts[0] == "api":
		object.Version, parts = parts[1], parts[2:]
	case len(parts) > 3 && parts[0] == "apis":
		object.Group, object.Version, parts = parts[1], parts[2], parts[3:]
	default:
		return nil
	}
	if parts[0] == "namespaces" && len(parts) > 2 {
		object.Namespace, parts = parts[1], parts[2:]
	}
	object.Resource = parts[0]
	if len(parts) > 1 {
		object.Name = parts[1]
	}
	return &object
}

// nameIn reads the name in the content of a creation.
func nameIn(content func() (io.ReadCloser, error)) string {
	stream, err := content()
	if err != nil {
		return ""
	}
	defer stream.Close()
	var object metav1.PartialObjectMetadata
	if json.NewDecoder(stream).Decode(&object) != nil {
		return ""
	}
	return object.Name
}

// verb returns the word that RBAC has for a request: one that reads no single object lists them.
func verb(method string, object *fault.Object) string {
	switch {
	case method == http.MethodPost:
		return "create"
	case method == http.MethodPut:
		return "update"
	case method == http.MethodGet && object.Name == "":
		return "list"
	default:
		return strings.ToLower(method)
	}
}
