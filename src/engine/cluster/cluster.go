// Package cluster has the engine's clients: one for each set of rights, over one connection, with one list of what the API server serves
// and one fence.
package cluster

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"catamaran.dev/engine/fault"
	"helm.sh/helm/v4/pkg/kubeenv"
)

// agent is what the API server's audit log shows.
const agent = "catamaran-engine Helm/4"

// A Cluster is one API server. It is safe for concurrent use.
type Cluster struct {
	Fence    *Fence
	Catalogs *Catalogs
	// Namespace is that of the kubeconfig or of the pod.
	Namespace string
	base      *rest.Config
	url       string
	prefix    string // path of the API server, if it shares its address with others
	mutex     sync.Mutex
	clients   map[string]*Client
}

// A Client acts with one set of rights.
type Client struct {
	cluster   *Cluster
	transport http.RoundTripper
}

// Connect returns the cluster of a kubeconfig, or that of the pod if the name is empty. The name may be a list of files, as in
// KUBECONFIG. It sends no request.
func Connect(kubeconfig string) (*Cluster, error) {
	rules := &clientcmd.ClientConfigLoadingRules{ExplicitPath: kubeconfig}
	if _, err := os.Stat(kubeconfig); err != nil {
		if files := filepath.SplitList(kubeconfig); len(files) > 1 {
			rules = &clientcmd.ClientConfigLoadingRules{Precedence: files}
		}
	}
	loading := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, &clientcmd.ConfigOverrides{})
	config, err := loading.ClientConfig()
	if err != nil {
		return nil, err
	}
	cluster, err := Of(config)
	if err != nil {
		return nil, err
	}
	cluster.Namespace, _, err = loading.Namespace()
	return cluster, err
}

// Of returns the cluster of a configuration.
func Of(config *rest.Config) (*Cluster, error) {
	base := rest.CopyConfig(config)
	base.UserAgent = agent
	// The parent decides how much runs at once, and the API server has its own fairness.
	base.QPS = -1
	url, _, err := rest.DefaultServerUrlFor(base)
	if err != nil {
		return nil, err
	}
	cluster := &Cluster{Fence: NewFence(), base: base, url: url.String(), prefix: strings.TrimSuffix(url.Path, "/"), clients: map[string]*Client{}}
	own, err := cluster.Client("")
	if err != nil {
		return nil, err
	}
	cluster.Catalogs = &Catalogs{config: cluster.config(own.transport)}
	return cluster, nil
}

// Client returns the client that acts as a service account, NAMESPACE/NAME, or with the engine's own rights if it is empty.
func (c *Cluster) Client(account string) (*Client, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if client := c.clients[account]; client != nil {
		return client, nil
	}
	config := rest.CopyConfig(c.base)
	if account != "" {
		namespace, name, both := strings.Cut(account, "/")
		if !both || namespace == "" || name == "" || strings.ContainsAny(account, ": ") {
			return nil, fault.New(fault.Request, fault.BadRequest, "%q is no service account: NAMESPACE/NAME", account)
		}
		// The API server adds the groups of a service account.
		config.Impersonate = rest.ImpersonationConfig{UserName: fmt.Sprintf("system:serviceaccount:%s:%s", namespace, name)}
	}
	// The connection below it is the same for all, since client-go keeps one for each TLS configuration.
	transport, err := rest.TransportFor(config)
	if err != nil {
		return nil, err
	}
	client := &Client{c, &kubeenv.RetryingRoundTripper{Wrapped: fenced{c.Fence, transport}}}
	c.clients[account] = client
	return client, nil
}

// config returns a configuration that has this transport. The transport knows all about TLS and who we are.
func (c *Cluster) config(transport http.RoundTripper) *rest.Config {
	return &rest.Config{Host: c.url, APIPath: c.base.APIPath, UserAgent: agent, QPS: c.base.QPS, Transport: transport}
}
