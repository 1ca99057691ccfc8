package release

import (
	"encoding/json"
	"net/http"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	admission "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// hooked is a chart with a hook of one name.
func (p *place) hooked(name, event string) map[string]string {
	return p.chart(map[string]string{"templates/h.yaml": configMap(name, "  annotations: {helm.sh/hook: \""+event+"\"}\n"), "templates/m.yaml": configMap("m-{{ .Release.Name }}", "")})
}

// uidOf tells one object of a name from the next.
func (p *place) uidOf(name string) string {
	p.Helper()
	return p.object("v1", "ConfigMap", name).at("metadata.uid")
}

func TestAHookReplacesNothingOfOthers(t *testing.T) {
	p := begin(t)
	for name, event := range map[string]string{"of-a-person": "pre-install", "copied": "post-install"} {
		annotations := map[string]string{"helm.sh/hook": "pre-install"}
		if name == "of-a-person" {
			annotations = nil
		}
		p.create(metav1.ObjectMeta{Name: name, Annotations: annotations})
		uid := p.uidOf(name)
		p.refuses((*Releases).Install, params{"chart": p.hooked(name, event), "confine": params{}}, fault.Foreign, "ConfigMap \""+name+"\"", "no hook of this release has made it")
		assert.Contains(t, p.statusOf(1), "not found", "a revision is stored")
		assert.Equal(t, uid, p.uidOf(name))
	}
	other := params{"release": "other", "confine": params{}}
	p.made((*Releases).Install, params{"release": "other", "confine": params{}, "chart": p.hooked("hook-of-other", "pre-install")})
	for _, name := range []string{"hook-of-other", "m-other"} {
		uid := p.uidOf(name)
		p.refuses((*Releases).Install, params{"chart": p.hooked(name, "pre-install"), "confine": params{}}, fault.Foreign, "other")
		assert.Equal(t, uid, p.uidOf(name))
	}
	p.uninstalls(other)
}

// Whose release Helm's command made, its hooks carry no marks.
func TestAnUninstallReplacesNoHookOfAnotherRelease(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"release": "other", "chart": p.hooked("password", "pre-install")})
	uid := p.uidOf("password")
	p.made((*Releases).Install, params{"confine": params{}, "chart": p.hooked("password", "pre-delete")})
	p.refuses((*Releases).Uninstall, params{"confine": params{}}, fault.Foreign, "ConfigMap \"password\"", "no hook of this release has made it")
	assert.Equal(t, uid, p.uidOf("password"))
}

func TestAnUninstallReplacesAHookThatItsReleaseHasRun(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"chart": p.hooked("h", "pre-install,pre-delete")})
	uid := p.uidOf("h")
	p.uninstalls(params{"confine": params{}})
	assert.NotEqual(t, uid, p.uidOf("h"))
}

func TestAHookReplacesWhatAHookOfItsReleaseMade(t *testing.T) {
	p := begin(t)
	chart, confined := p.hooked("h", "pre-install,pre-upgrade"), params{}
	step := func(method method, given params) {
		t.Helper()
		former := ""
		if p.has("h") {
			former = p.uidOf("h")
		}
		given["chart"] = chart
		p.made(method, given)
		assert.NotEqual(t, former, p.uidOf("h"))
	}
	// Helm has made it, and marks no hook.
	step((*Releases).Install, params{})
	step((*Releases).Upgrade, params{"confine": confined})
	step((*Releases).Upgrade, params{"confine": confined})
	p.uninstalls(params{"confine": confined})
	// An uninstall leaves it.
	step((*Releases).Install, params{"confine": confined})
	p.uninstalls(params{"confine": confined})
}

func TestAnObjectThatBecomesAHookIsReplaced(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"confine": params{}, "chart": p.chart(map[string]string{"templates/h.yaml": configMap("h", "")})})
	uid := p.uidOf("h")
	p.made((*Releases).Upgrade, params{"confine": params{}, "chart": p.hooked("h", "pre-upgrade")})
	assert.NotEqual(t, uid, p.uidOf("h"))
}

func TestDeletesNothingThatSomebodyMadeUnderAFormerName(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/m.yaml": configMap("m", ""), "templates/x.yaml": "{{ if .Values.x }}\n" + configMap("x", "") + "{{ end }}"})
	again := func(name string) string {
		assert.NoError(t, p.client.CoreV1().ConfigMaps(p.namespace).Delete(t.Context(), name, metav1.DeleteOptions{}))
		return string(p.create(metav1.ObjectMeta{Name: name}))
	}
	p.made((*Releases).Install, params{"chart": chart, "values": params{"x": true}})
	x := again("x")
	p.made((*Releases).Upgrade, params{"chart": chart})
	assert.Equal(t, x, p.uidOf("x"), "dropped by an upgrade")
	m := again("m")
	result, err := p.call(t.Context(), (*Releases).Uninstall, params{})
	assert.NoError(t, err)
	assert.Contains(t, result.(Removed).Kept, "[ConfigMap] m does not carry the marks of this release")
	assert.Equal(t, m, p.uidOf("m"), "dropped by an uninstall")
}

// Helm asks the manifest alone. The garbage collector would delete it with its owner.
func TestAnUninstallLeavesWhatAPersonKeepsWithoutItsOwner(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/kept.yaml": configMap("kept", ""), "templates/plain.yaml": configMap("plain", "")})})
	reference := func(name, uid string) params {
		return params{"apiVersion": "shop.catamaran.dev/v1", "kind": "Shop", "name": name, "uid": uid}
	}
	marks, err := json.Marshal(params{"metadata": params{
		"annotations": params{"helm.sh/resource-policy": "keep"}, "ownerReferences": []params{reference("one", "1"), reference("another", "2")},
	}})
	assert.NoError(t, err)
	_, err = p.client.CoreV1().ConfigMaps(p.namespace).Patch(t.Context(), "kept", types.MergePatchType, marks, metav1.PatchOptions{})
	assert.NoError(t, err)
	p.uninstalls(params{"owner": params{"namespace": p.namespace, "reference": reference("one", "1")}})
	kept, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(t.Context(), "kept", metav1.GetOptions{})
	if assert.NoError(t, err) && assert.Len(t, kept.OwnerReferences, 1) {
		assert.Equal(t, "another", kept.OwnerReferences[0].Name)
	}
	assert.False(t, p.has("plain"))
}

func TestDeletesBothOfTwoKindsWithOnePlural(t *testing.T) {
	p := begin(t)
	groups, files := []string{"a." + p.namespace, "b." + p.namespace}, map[string]string{}
	for _, group := range groups {
		p.establish(group)
		files["templates/"+group+".yaml"] = "apiVersion: " + group + "/v1\nkind: A\nmetadata: {name: x}\n"
	}
	p.made((*Releases).Install, params{"chart": p.chart(files), "catalogMillis": 1})
	p.uninstalls(params{})
	for _, group := range groups {
		object := p.object(group+"/v1", "A", "x")
		assert.Error(t, testcluster.Err(object.Get(t.Context(), "x", metav1.GetOptions{})), group)
	}
}

func TestKeepsTheFormerServiceIfAPolicyRefusesTheNewOne(t *testing.T) {
	p := begin(t)
	p.webhook("policy", "", "services", "request.name.startsWith('new')", func(*admission.AdmissionRequest) *admission.AdmissionResponse {
		return &admission.AdmissionResponse{Result: &metav1.Status{Code: http.StatusForbidden, Reason: metav1.StatusReasonForbidden, Message: "it needs a team"}}
	})
	chart := p.chart(map[string]string{"templates/s.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: {{ .Values.name }}}\nspec: {type: NodePort, ports: [{port: 80, nodePort: 30931}]}\n"})
	p.made((*Releases).Install, params{"chart": chart, "values": params{"name": "old"}})
	service := p.object("v1", "Service", "old")
	uid := service.at("metadata.uid")
	testcluster.Eventually(t, func() string {
		if found := p.fails((*Releases).Upgrade, params{"chart": chart, "values": params{"name": "new"}}); found.Reason != fault.Denied {
			return string(found.Reason) + found.Message
		}
		return ""
	})
	assert.Equal(t, uid, service.at("metadata.uid"))
}
