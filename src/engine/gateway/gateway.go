// Package gateway is between the operator's code and an API server while a pass runs for a person who wants to know what it would do. It forwards
// reads and dry runs, and keeps back everything else: later reads see what earlier writes made. It is an HTTP server on the loopback interface, for
// the clients of Java and of Helm alike; its address has a secret path, because every process of the machine can connect.
package gateway

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"catamaran.dev/engine/serve"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

const (
	plain       = "application/json"
	impersonate = "Impersonate-User"
	patience    = time.Minute
)

// A gateway is one such server.
type gateway struct {
	client *http.Client
	url    string // of the API server
	turn   atomic.Pointer[turn]
}

// open has the gateways of this process by their addresses.
var open sync.Map

// Rehearse begins the passes over one custom resource, to which no dry run is sent. It answers what the passes before wrote, and forgets it.
func Rehearse(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		// Kubeconfigs are files, as KUBECONFIG lists them; without one, the account of the pod counts.
		Kubeconfigs []string `json:"kubeconfigs,omitempty"`
		Context     string   `json:"context,omitempty"` // empty for the current one
		Caller      caller   `json:"caller"`
		URL         string   `json:"url,omitempty"` // of the gateway; empty for a new one
		Primary     place    `json:"primary"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	if params.URL == "" {
		config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(&clientcmd.ClientConfigLoadingRules{Precedence: params.Kubeconfigs},
			&clientcmd.ConfigOverrides{CurrentContext: params.Context, ClusterInfo: api.Cluster{Server: params.Caller.Server}}).ClientConfig()
		if err == nil {
			params.URL, err = start(params.Caller.in(config))
		}
		if err != nil {
			return nil, err
		}
	}
	found, known := open.Load(params.URL)
	if !known {
		return nil, errors.New("there is no gateway of this address")
	}
	g := found.(*gateway)
	ended := g.turn.Swap(&turn{gateway: g, primary: params.Primary})
	return ended.written(params.URL), nil
}

// A caller is what a person says in place of a kubeconfig; each part may be empty.
type caller struct {
	User   string   `json:"user,omitempty"` // to act as, in these groups
	Groups []string `json:"groups,omitempty"`
	Token  string   `json:"token,omitempty"` // in place of all credentials
	Server string   `json:"server,omitempty"`
}

func (c caller) in(config *rest.Config) *rest.Config {
	if c.Token != "" {
		config = rest.AnonymousClientConfig(config)
		config.BearerToken = c.Token
	}
	if c.User != "" {
		config.Impersonate = rest.ImpersonationConfig{UserName: c.User, Groups: c.Groups}
	}
	return config
}

// start returns the address of a new gateway, without a turn.
func start(config *rest.Config) (string, error) {
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return "", err
	}
	client.Timeout = patience
	server, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	secret := "/" + rand.Text()
	url := "http://" + listener.Addr().String() + secret
	g := &gateway{client: client, url: strings.TrimSuffix(server.String(), "/")}
	open.Store(url, g)
	go func() { _ = http.Serve(listener, http.StripPrefix(secret, g)) }()
	return url, nil
}

// A call is a request to the gateway.
type call struct {
	*http.Request
	info *request.RequestInfo
	body []byte
	// at is its object; without a name, it is a collection or a creation. A list may select one by its name.
	at place
}

// A reply is an answer of the API server, or of the gateway in its place.
type reply struct {
	code int
	kind string // media type
	body []byte
}

var paths = &request.RequestInfoFactory{APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")}

func (g *gateway) ServeHTTP(out http.ResponseWriter, in *http.Request) {
	defer func() {
		why := recover()
		if err, is := why.(error); is && !errors.Is(err, http.ErrAbortHandler) {
			refusal(apierrors.NewBadRequest(err.Error())).to(out)
		} else if why != nil {
			panic(why)
		}
	}()
	info := must(paths.NewRequestInfo(in))
	c := &call{in, info, must(io.ReadAll(in.Body)), place{schema.GroupResource{Group: info.APIGroup, Resource: info.Resource}, info.Namespace, info.Name}}
	if c.at.Resource == "namespaces" {
		c.at.Namespace = ""
	}
	turn := g.turn.Load()
	switch {
	case info.Verb == "watch" && c.URL.Query().Has("sendInitialEvents"): // The client then lists.
		refusal(apierrors.NewInvalid(schema.GroupKind{Kind: "ListOptions"}, "sendInitialEvents", nil)).to(out)
	case info.Verb == "watch": // Nothing changes meanwhile, as far as the clients care.
		(&reply{http.StatusOK, plain, nil}).to(out)
		_ = http.NewResponseController(out).Flush()
		<-in.Context().Done()
	case info.IsResourceRequest:
		turn.answer(c).to(out)
	default:
		turn.once(c).to(out)
	}
}

func (r *reply) to(out http.ResponseWriter) {
	out.Header().Set("Content-Type", r.kind)
	out.WriteHeader(r.code)
	_, _ = out.Write(r.body)
}

// must ends a call that cannot be understood.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// try sends a write as a dry run.
func (g *gateway) try(c *call) *reply {
	query := c.URL.Query()
	query.Set("dryRun", "All")
	return g.send(c, c.Method, c.URL.EscapedPath()+"?"+query.Encode(), c.Header.Get(impersonate))
}

// send ends a call as the API server would, if that does not answer.
func (g *gateway) send(c *call, method, target, user string) *reply {
	sent := must(http.NewRequestWithContext(c.Context(), method, g.url+target, nil))
	sent.Header.Set("Accept", c.accept())
	switch method {
	case http.MethodGet:
	case http.MethodPost, http.MethodPut, http.MethodPatch:
		sent.Body, sent.ContentLength = io.NopCloser(bytes.NewReader(c.body)), int64(len(c.body))
		sent.Header.Set("Content-Type", c.Header.Get("Content-Type"))
	default:
		panic("a deletion is no dry run: its options are in its content")
	}
	if user != "" {
		sent.Header.Set(impersonate, user)
	}
	response, err := g.client.Do(sent)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	return &reply{response.StatusCode, response.Header.Get("Content-Type"), content}
}

// accept returns the media types that the client accepts, but for protobuf, to which nothing could be added.
func (c *call) accept() string {
	if accepted := c.Header.Get("Accept"); c.Method == http.MethodGet && accepted != "" && !strings.Contains(accepted, "protobuf") {
		return accepted
	}
	return plain
}
