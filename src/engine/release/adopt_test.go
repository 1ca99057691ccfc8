package release

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

const webServer = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "memcached:1.6"}]}
`

// ofArgo makes a Deployment and a Secret as Argo CD does, by annotation or by label.
func (p *place) ofArgo() *appsv1.Deployment {
	var web appsv1.Deployment
	require.NoError(p, yaml.Unmarshal([]byte(webServer), &web))
	web.Annotations = map[string]string{"argocd.argoproj.io/tracking-id": "shop:apps/Deployment:" + p.namespace + "/web"}
	made, err := p.client.AppsV1().Deployments(p.namespace).Create(p.Context(), &web, metav1.CreateOptions{})
	require.NoError(p, err)
	p.secret("password", map[string]string{"app.kubernetes.io/instance": "shop"})
	return made
}

func (p *place) secret(name string, labels map[string]string) {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}, StringData: map[string]string{"word": "first"}}
	require.NoError(p, testcluster.Err(p.client.CoreV1().Secrets(p.namespace).Create(p.Context(), secret, metav1.CreateOptions{})))
}

func (p *place) word() string {
	secret, err := p.client.CoreV1().Secrets(p.namespace).Get(p.Context(), "password", metav1.GetOptions{})
	require.NoError(p, err)
	return string(secret.Data["word"])
}

func (p *place) shop(more map[string]string) map[string]string {
	files := map[string]string{
		"templates/web.yaml":      webServer,
		"templates/password.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: password}\ndata: {word: {{ randAlphaNum 8 | b64enc }}}\n",
		"templates/hook.yaml":     configMap("hook", "  annotations: {helm.sh/hook: post-install}\n"),
	}
	maps.Copy(files, more)
	return p.chart(files)
}

// random leaves the password to others, as ignoreDifferences does.
var random = []params{{"kinds": []string{"*/Secret"}, "path": "/data/word", "when": "ignored"}}

func TestTakesOverTheObjectsOfAnApplicationWithoutAChange(t *testing.T) {
	p := begin(t)
	before := p.ofArgo()
	made := p.made((*Releases).Install, params{"chart": p.shop(nil), "application": "shop", "left": random})
	after, err := p.client.AppsV1().Deployments(p.namespace).Get(t.Context(), "web", metav1.GetOptions{})
	require.NoError(t, err)
	if made.Number != 1 || after.UID != before.UID || !reflect.DeepEqual(after.Spec, before.Spec) || after.Annotations["meta.helm.sh/release-name"] != "r" {
		t.Errorf("revision %d, before %v, after %v", made.Number, before.ObjectMeta, after.ObjectMeta)
	}
	assert.Equal(t, "first", p.word())
	assert.Empty(t, p.told())
}

func TestTakesOverNothingThatTheApplicationDoesNotTrack(t *testing.T) {
	for name, row := range map[string]struct {
		chart map[string]string
		given params
	}{
		"an object of nobody":            {map[string]string{"templates/free.yaml": configMap("free", "")}, params{}},
		"an object of another release":   {map[string]string{"templates/taken.yaml": configMap("taken", "")}, params{}},
		"objects of another Application": {nil, params{"application": "sho"}},
		"without the request":            {nil, params{"application": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := begin(t)
			p.ofArgo()
			for name, annotations := range map[string]map[string]string{
				"free":  nil,
				"taken": {"argocd.argoproj.io/tracking-id": "shop:/ConfigMap:x/taken", "meta.helm.sh/release-name": "other", "meta.helm.sh/release-namespace": p.namespace},
			} {
				object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Annotations: annotations}}
				require.NoError(t, testcluster.Err(p.client.CoreV1().ConfigMaps(p.namespace).Create(t.Context(), object, metav1.CreateOptions{})))
			}
			given := params{"chart": p.shop(row.chart), "application": "shop"}
			maps.Copy(given, row.given)
			found := p.fails((*Releases).Install, given)
			assert.Equal(t, fault.Foreign, found.Reason)
			assert.NotNil(t, found.Object)
			for _, name := range p.secrets() {
				if strings.HasPrefix(name, "sh.helm") {
					t.Errorf("stored: %v", name)
				}
			}
		})
	}
}

// A cluster that is made again has no objects of Argo CD: then the chart is installed as a whole.
func TestRunsTheHooksIfThereIsNothingToTakeOver(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"chart": p.shop(nil), "application": "shop"})
	assert.Len(t, p.told(), 2)
}
