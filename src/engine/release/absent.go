package release

import (
	"net/http"
	"net/url"

	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/rest"
)

// readAhead reads objects side by side before an installation: Helm asks for one after the other whether it exists. Helm gets the answer about
// those that do not; it reads the others again. For each object it returns the content, and why that could not be read.
func readAhead(list kube.ResourceList) ([]map[string]any, []error) {
	found := make([]map[string]any, len(list))
	errs := SideBySide(len(list), func(i int) (err error) {
		if list[i].Name != "" {
			found[i], err = live(list[i])
		}
		return err
	})
	for i, info := range list {
		if info.Name != "" && found[i] == nil && errs[i] == nil {
			info.Client = &absent{RESTClient: info.Client}
		}
	}
	return found, errs
}

// absent is the client of an object that does not exist, and knows so once.
type absent struct {
	resource.RESTClient
	asked bool
}

// Get answers the first read without a request.
func (a *absent) Get() *rest.Request {
	if a.asked {
		return a.RESTClient.Get()
	}
	a.asked = true
	return rest.NewRequestWithClient(&url.URL{Scheme: "http", Host: "absent"}, "", rest.ClientContentConfig{}, &http.Client{Transport: a})
}

// RoundTrip finds nothing.
func (a *absent) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, apierrors.NewNotFound(schema.GroupResource{}, "")
}
