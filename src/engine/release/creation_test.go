package release

import (
	"context"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	admission "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestASlowWebhookDelaysNoOtherRelease: Helm holds one lock of the process while it creates an object.
func TestASlowWebhookDelaysNoOtherRelease(t *testing.T) {
	for name, act := range map[string]method{"install": (*Releases).Install, "upgrade": (*Releases).Upgrade} {
		t.Run(name, func(t *testing.T) {
			p, other := begin(t), begin(t)
			first := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
			second := p.chart(map[string]string{"templates/a.yaml": configMap("a", ""), "templates/b.yaml": configMap("b", "")})
			if name == "upgrade" {
				p.made((*Releases).Install, params{"chart": first})
				other.made((*Releases).Install, params{"chart": first})
			}
			arrived, held := p.slowly("b")
			ended := make(chan error, 1)
			go func() {
				_, err := p.call(p.Context(), act, params{"chart": second})
				ended <- err
			}()
			<-arrived
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
			defer cancel()
			assert.NoError(t, testcluster.Err(other.call(ctx, act, params{"chart": second})))
			close(held)
			assert.NoError(t, <-ended)
		})
	}
}

// slowly holds up the creation of ConfigMaps whose names begin so in the namespace. It returns a channel that tells of one, and one to close when they may go on.
func (p *place) slowly(prefix string) (chan struct{}, chan struct{}) {
	arrived, held := make(chan struct{}, 2), make(chan struct{})
	p.webhook("slow", "", "configmaps", "request.name.startsWith('"+prefix+"')", func(asked *admission.AdmissionRequest) *admission.AdmissionResponse {
		if !*asked.DryRun {
			arrived <- struct{}{}
			<-held
		}
		return &admission.AdmissionResponse{Allowed: !*asked.DryRun}
	})
	p.awaitRefusal(prefix)
	return arrived, held
}

// What others have is refused beside what does not exist yet, which is asked for at once.
func TestAnInstallationRefusesAnObjectOfOthersBesideAbsentOnes(t *testing.T) {
	p := begin(t)
	p.create(metav1.ObjectMeta{Name: "b"})
	p.refuses((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/a.yaml": configMap("a", "") + "---\n" + configMap("b", "")})}, fault.Foreign, `"b"`)
	assert.False(t, p.has("a"))
}

func TestAnInstallationTakesAHistoryThatIsAsNewAsAsked(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
	assert.EqualValues(t, 1, p.made((*Releases).Install, params{"chart": chart, "seen": "1"}).Number)
	assert.Nil(t, p.fails((*Releases).Install, params{"chart": chart, "seen": "1"}).Revision)
}

// TestAVersionOfAnotherTimeHindersNoOperation: a cluster that was restored from a backup has earlier versions.
func TestAVersionOfAnotherTimeHindersNoOperation(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
	later := params{"chart": chart, "seen": "9000000000000000"}
	assert.EqualValues(t, 1, p.made((*Releases).Install, later).Number)
	delete(later, "chart")
	p.uninstalls(later)
	assert.False(t, p.has("a"))
}

// An operator in a chart has to see to the finalizers of the custom resources of that chart, also if values switch both off.
func TestLetsTheControllerFinishCustomResources(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	p.establish(group)
	chart := p.chart(map[string]string{"templates/a.yaml": "{{ if not .Values.off }}\napiVersion: " + group + "/v1\nkind: A\nmetadata: {name: a, finalizers: [example.com/a]}\n---\n" +
		"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: controller}\n" +
		"spec: {replicas: 0, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}}\n{{ end }}"})
	custom, controller := p.object(group+"/v1", "A", "a"), p.object("apps/v1", "Deployment", "controller")
	finishes := func() { custom.patch("metadata: {finalizers: null}") }
	for name, row := range map[string]struct {
		method method
		end    func()
	}{
		"an uninstall":               {(*Releases).Uninstall, finishes},
		"an upgrade that drops both": {(*Releases).Upgrade, finishes},
		"an uninstall without the controller": {(*Releases).Uninstall, func() {
			assert.NoError(t, controller.Delete(t.Context(), controller.name, metav1.DeleteOptions{}))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p.made((*Releases).Install, params{"chart": chart})
			ended, given := make(chan error, 1), params{"timeoutMillis": 600_000}
			if name == "an upgrade that drops both" {
				given["chart"], given["values"] = chart, params{"off": true}
			}
			go func() {
				_, err := p.call(t.Context(), row.method, given)
				ended <- err
			}()
			testcluster.Eventually(t, func() string {
				if custom.at("metadata.deletionTimestamp") == "" {
					return "it is not deleted"
				}
				return ""
			})
			assert.Equal(t, "", controller.at("metadata.deletionTimestamp"), "the controller is deleted")
			row.end()
			assert.NoError(t, <-ended)
			assert.Error(t, testcluster.Err(controller.Get(t.Context(), controller.name, metav1.GetOptions{})), "the controller exists")
			if _, err := custom.Get(t.Context(), custom.name, metav1.GetOptions{}); err == nil {
				custom.patch("metadata: {finalizers: null}")
			}
			p.uninstalls(nil)
		})
	}
}
