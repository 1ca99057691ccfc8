package pull

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"catamaran.dev/engine/fault"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
	"oras.land/oras-go/v2/registry/remote/errcode"
)

// The limits of time of one request. That of the whole pull is the deadline of the engine's request.
const (
	connecting = 10 * time.Second
	answering  = 15 * time.Second
	whole      = 60 * time.Second
)

const redirects = 5

// A web sends the requests of one pull. Credentials go to their own host alone.
type web struct {
	client    *auth.Client
	transport *http.Transport
	files     []string
}

func newWeb(plainHTTP bool, files []string) *web {
	// This one has the proxies of the environment.
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = (&net.Dialer{Timeout: connecting}).DialContext
	transport.TLSHandshakeTimeout = connecting
	transport.ResponseHeaderTimeout = answering
	// An archive must come as it is.
	transport.DisableCompression = true
	w := &web{transport: transport, files: files}
	w.client = &auth.Client{
		Client:     &http.Client{Transport: guard{transport, plainHTTP}, CheckRedirect: redirect, Timeout: whole},
		Header:     http.Header{"User-Agent": {"catamaran"}},
		Credential: w.credential,
		Cache:      auth.NewCache(),
	}
	return w
}

func (w *web) close() { w.transport.CloseIdleConnections() }

// A request is what get asks for.
type request struct {
	most   int64
	accept string
	// preemptive sends credentials at once, which repositories expect. Registries ask for them.
	preemptive bool
}

// get writes the body of an answer with the status 200.
func (w *web) get(ctx context.Context, address *url.URL, wanted request, to io.Writer) (*http.Response, error) {
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, problem("%s is no address", shown(address))
	}
	if wanted.accept != "" {
		asked.Header.Set("Accept", wanted.accept)
	}
	if wanted.preemptive {
		found, err := w.credential(ctx, address.Host)
		if err != nil {
			return nil, err
		}
		if found.Username != "" {
			asked.SetBasicAuth(found.Username, found.Password)
		}
	}
	answer, err := w.client.Do(asked)
	if err != nil {
		return nil, trouble(ctx, address, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusOK {
		err = bounded(answer.Body, wanted.most, to)
	}
	if err != nil {
		return nil, trouble(ctx, address, err)
	}
	return answer, nil
}

func bounded(from io.Reader, most int64, to io.Writer) error {
	if n, err := io.Copy(to, io.LimitReader(from, most+1)); err != nil || n <= most {
		return err
	}
	return fmt.Errorf("it sends more than %d MiB", most>>20)
}

// credential returns the credentials for a host, and port if there is one. Nothing here quotes an error, which may quote a secret.
func (w *web) credential(ctx context.Context, host string) (auth.Credential, error) {
	for _, file := range w.files {
		store, err := credentials.NewStore(file, credentials.StoreOptions{})
		if err != nil {
			slog.Warn("cannot be read as a config.json of a registry", "file", file)
			continue
		}
		for _, name := range namesOf(host) {
			found, err := store.Get(ctx, name)
			missing := (*exec.Error)(nil)
			switch {
			case errors.As(err, &missing):
				slog.Warn("a credential helper is missing", "helper", missing.Name, "file", file, "host", host)
			case err != nil:
				return found, problem("the credentials for %s cannot be read; check them in --registry-config", host)
			case found != auth.EmptyCredential:
				return found, nil
			}
		}
	}
	return auth.EmptyCredential, nil
}

// namesOf returns the names of a host in a config.json. That of Docker Hub has several.
func namesOf(host string) []string {
	if host == "docker.io" || host == "registry-1.docker.io" {
		return []string{"https://index.docker.io/v1/", "docker.io", "index.docker.io", "registry-1.docker.io"}
	}
	return []string{host}
}

// A guard lets pass only requests by https, or by http if that is allowed. It sees redirects, and questions for a token.
type guard struct {
	http.RoundTripper
	plainHTTP bool
}

func (g guard) RoundTrip(asked *http.Request) (*http.Response, error) {
	switch scheme := asked.URL.Scheme; {
	case asked.URL.Host != "" && (scheme == "https" || g.plainHTTP && scheme == "http"):
		return g.RoundTripper.RoundTrip(asked)
	case scheme == "http":
		return nil, problem("%s has http, and anybody on the way can change what comes; write https, or allow it with chartPull: {plainHttp: true}",
			shown(asked.URL))
	default:
		return nil, problem("an address with %q is not asked; it must have https and a host", scheme)
	}
}

// redirect takes the credentials away as soon as an address has another origin than the first. Go's own rule looks at names alone: it sends them to
// another port, and to names below.
func redirect(next *http.Request, before []*http.Request) error {
	first, last := before[0].URL, before[len(before)-1].URL
	if len(before) > redirects {
		return problem("%s redirects in a circle", first.Hostname())
	}
	if next.URL.Scheme != last.Scheme && next.URL.Scheme != "https" {
		return problem("%s redirects to what is no address with %s", last.Hostname(), last.Scheme)
	}
	if !sameOrigin(first, next.URL) {
		next.Header.Del("Authorization")
	}
	// It would have the query of the last address, which may be a signature.
	next.Header.Del("Referer")
	return nil
}

func sameOrigin(one, other *url.URL) bool {
	port := func(address *url.URL) string {
		return cmp.Or(address.Port(), map[string]string{"http": "80", "https": "443"}[address.Scheme])
	}
	return one.Scheme == other.Scheme && strings.EqualFold(one.Hostname(), other.Hostname()) && port(one) == port(other)
}

// shown returns an address without a user, and without a query, which may be a signature.
func shown(address *url.URL) string {
	return (&url.URL{Scheme: address.Scheme, Host: address.Host, Path: address.Path}).String()
}

// trouble tells people why there is no answer.
func trouble(ctx context.Context, address *url.URL, err error) error {
	own, token, failed, unwritten := (*fault.Fault)(nil), (*errcode.ErrorResponse)(nil), (*url.Error)(nil), (*fs.PathError)(nil)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &own):
		return own
	case errors.As(err, &unwritten):
		return unwritable(unwritten)
	case errors.Is(err, auth.ErrBasicCredentialNotFound):
		return refused(address.Host, http.StatusUnauthorized)
	case errors.As(err, &token):
		return refused(address.Host, token.StatusCode)
	}
	host := address.Host
	if errors.As(err, &failed) {
		if actual, err := url.Parse(failed.URL); err == nil {
			host = actual.Host
		}
	}
	return problem("%s cannot be reached: %s; check the address and the network", host, reason(err))
}

// reason returns the innermost error: those around it quote addresses.
func reason(err error) string {
	unknown, certificate, network := (*net.DNSError)(nil), (*tls.CertificateVerificationError)(nil), net.Error(nil)
	inner := err
	for next := errors.Unwrap(inner); next != nil; next = errors.Unwrap(inner) {
		inner = next
	}
	switch {
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return "its name is not known"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.As(err, &certificate):
		return "TLS: " + certificate.Err.Error()
	case errors.As(err, &network) && network.Timeout():
		return "it does not answer in time"
	default:
		return inner.Error()
	}
}
