package release

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"testing"

	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	admission "k8s.io/api/admission/v1"
	networking "k8s.io/api/networking/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// guardHosts denies an Ingress while another one has its host, as the webhook of a controller does.
func (p *place) guardHosts() {
	all := p.client.NetworkingV1().Ingresses(p.namespace)
	p.webhook("hosts", "networking.k8s.io", "ingresses", "true", func(asked *admission.AdmissionRequest) *admission.AdmissionResponse {
		var wanted networking.Ingress
		found, err := all.List(p.Context(), metav1.ListOptions{})
		if err := errors.Join(err, json.Unmarshal(asked.Object.Raw, &wanted)); err != nil {
			return &admission.AdmissionResponse{}
		}
		for _, other := range found.Items {
			if other.Spec.Rules[0].Host == wanted.Spec.Rules[0].Host {
				return &admission.AdmissionResponse{Result: &metav1.Status{Code: http.StatusBadRequest, Reason: metav1.StatusReasonBadRequest, Message: "the host is defined in " + other.Name}}
			}
		}
		return &admission.AdmissionResponse{Allowed: true}
	})
	ingress := func(name string) *networking.Ingress {
		return &networking.Ingress{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: networking.IngressSpec{Rules: []networking.IngressRule{{Host: "probe.example.com"}}}}
	}
	require.NoError(p, testcluster.Err(all.Create(p.Context(), ingress("probe"), metav1.CreateOptions{})))
	testcluster.Eventually(p, func() string {
		if _, err := all.Create(p.Context(), ingress("second"), metav1.CreateOptions{DryRun: []string{"All"}}); err == nil {
			return "a second Ingress for a host is admitted"
		}
		return ""
	})
}

// An object with another name takes the place of the former one, in an upgrade and back in a rollback.
func TestRenamesWhatOnlyOneObjectCanHave(t *testing.T) {
	p := begin(t)
	p.guardHosts()
	for name, row := range map[string]struct{ kind, apiVersion, content string }{
		"port":    {"Service", "v1", "spec: {type: NodePort, ports: [{port: 80, nodePort: 30917}]}"},
		"address": {"Service", "v1", "spec: {clusterIP: 10.96.0.217, ports: [{port: 80}]}"},
		"host":    {"Ingress", "networking.k8s.io/v1", "spec: {rules: [{host: a.example.com, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: a, port: {number: 80}}}}]}}]}"},
		"default": {"PriorityClass", "scheduling.k8s.io/v1", "value: 7\nglobalDefault: true"},
	} {
		t.Run(name, func(t *testing.T) {
			p := p.fresh(t)
			chart := p.chart(map[string]string{"templates/a.yaml": "apiVersion: " + row.apiVersion + "\nkind: " + row.kind +
				"\nmetadata: {name: {{ .Values.name }}-" + p.namespace + "}\n" + row.content + "\n"})
			release := params{"release": name}
			step := func(method method, name string, more params) {
				t.Helper()
				maps.Copy(more, release)
				p.made(method, more)
				for _, each := range []string{"old", "new"} {
					object := p.object(row.apiVersion, row.kind, each+"-"+p.namespace)
					_, err := object.Get(t.Context(), object.name, metav1.GetOptions{})
					if (each == name) != (err == nil) || each != name && !apierrors.IsNotFound(err) {
						t.Errorf("%s: %v", each, err)
					}
				}
			}
			step((*Releases).Install, "old", params{"chart": chart, "values": params{"name": "old"}})
			step((*Releases).Upgrade, "new", params{"chart": chart, "values": params{"name": "new"}})
			step((*Releases).Rollback, "old", params{"revision": 1})
			p.uninstalls(release)
		})
	}
}

// A node port goes from one Service to another, which exists or is new, and comes before it.
func TestMovesANodePortToAnotherService(t *testing.T) {
	p := begin(t)
	service := func(name, port string) string {
		return "---\napiVersion: v1\nkind: Service\nmetadata: {name: " + name + "}\nspec: {type: NodePort, ports: [{port: 80, nodePort: " + port + "}]}\n"
	}
	chart := p.chart(map[string]string{"templates/a.yaml": "{{ if eq (int .Values.step) 1 }}\n" + service("a", "30921") + service("b", "30922") +
		"{{ else if eq (int .Values.step) 2 }}\n" + service("a", "30922") + service("b", "30923") +
		"{{ else }}\n" + service("a", "30924") + service("a-new", "30923") + service("b", "30925") + "{{ end }}"})
	p.made((*Releases).Install, params{"chart": chart, "values": params{"step": 1}})
	has := func(name, wanted string) {
		t.Helper()
		assert.Equal(t, wanted, p.object("v1", "Service", name).at("spec.ports.0.nodePort"), name)
	}
	p.made((*Releases).Upgrade, params{"chart": chart, "values": params{"step": 2}})
	has("a", "30922")
	p.made((*Releases).Upgrade, params{"chart": chart, "values": params{"step": 3}})
	has("a-new", "30923")
	p.made((*Releases).Rollback, params{"revision": 2})
	has("b", "30923")
}
