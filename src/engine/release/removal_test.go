package release

import (
	"testing"

	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// An operator in a chart has to see to the finalizers of the custom resources of that chart.
func TestAnUninstallLetsTheControllerFinishCustomResources(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	p.establish(group)
	chart := p.chart(map[string]string{"templates/a.yaml": "apiVersion: " + group + "/v1\nkind: A\nmetadata: {name: a, finalizers: [example.com/a]}\n---\n" +
		"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: controller}\n" +
		"spec: {replicas: 0, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}}\n"})
	custom, controller := p.object(group+"/v1", "A", "a"), p.object("apps/v1", "Deployment", "controller")
	for name, end := range map[string]func(){
		"the controller finishes": func() { custom.patch("metadata: {finalizers: null}") },
		"the controller is gone": func() {
			assert.NoError(t, controller.Delete(t.Context(), controller.name, metav1.DeleteOptions{}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			p.made((*Releases).Install, params{"chart": chart})
			ended := make(chan error, 1)
			go func() {
				_, err := p.call(t.Context(), (*Releases).Uninstall, params{"timeoutMillis": 600_000})
				ended <- err
			}()
			testcluster.Eventually(t, func() string {
				if custom.at("metadata.deletionTimestamp") == "" {
					return "it is not deleted"
				}
				return ""
			})
			assert.Equal(t, "", controller.at("metadata.deletionTimestamp"), "the controller is deleted")
			end()
			assert.NoError(t, <-ended)
			if _, err := controller.Get(t.Context(), controller.name, metav1.GetOptions{}); err == nil {
				t.Error("the controller exists")
			}
			if _, err := custom.Get(t.Context(), custom.name, metav1.GetOptions{}); err == nil {
				custom.patch("metadata: {finalizers: null}")
			}
		})
	}
}
