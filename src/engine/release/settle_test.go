package release

import (
	"fmt"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// settles does one deed with an object of the release r.
func (p *place) settles(object string, deed params) settled {
	p.Helper()
	deed["object"] = yamlOf(p.T, object)
	metadataOf(deed["object"].(map[string]any))["namespace"] = p.namespace
	by := ownerIn(p.T, p.namespace)
	answer, err := p.call(p.Context(), (*Releases).Settle, params{"owner": by, "deeds": []params{deed}})
	require.NoError(p, err)
	return answer.(map[string]any)["objects"].([]settled)[0]
}

func named(name string) string {
	return "{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + "}}"
}

// marked are Helm's annotations of the release r.
func (p *place) marked() map[string]string {
	return map[string]string{releaseName: "r", releaseIn: p.namespace}
}

func TestAnObjectGetsItsOwnerUnlessItOutlivesThat(t *testing.T) {
	p := begin(t)
	kept := map[string]string{"helm.sh/resource-policy": "keep"}
	other := p.create(metav1.ObjectMeta{Name: "other"})
	references := []metav1.OwnerReference{
		{APIVersion: "cache.my.domain/v1", Kind: "Memcached", Name: "cache", UID: "uid-0"}, {APIVersion: "v1", Kind: "ConfigMap", Name: "other", UID: other}}
	for _, row := range []struct {
		name        string
		annotations map[string]string
		do          string
		owners      []string
	}{
		{"ours", p.marked(), "mark", []string{string(other), "uid-1"}},
		{"kept", kept, "mark", []string{string(other)}},
		{"parted", kept, "part", []string{string(other)}},
		{"stays", p.marked(), "part", []string{"uid-0", string(other)}},
		{"moved", map[string]string{releaseName: "s"}, "mark", []string{string(other)}},
	} {
		p.create(metav1.ObjectMeta{Name: row.name, Annotations: row.annotations, OwnerReferences: references})
		assert.NotNil(t, p.settles(named(row.name), params{"do": row.do}).Live, row.name)
		found, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(t.Context(), row.name, metav1.GetOptions{})
		require.NoError(t, err)
		owners := []string{}
		for _, each := range found.OwnerReferences {
			owners = append(owners, string(each.UID))
		}
		assert.ElementsMatch(t, row.owners, owners, row.name)
	}
	assert.Equal(t, settled{}, p.settles(named("nothing"), params{"do": "mark"}))
	moved := p.settles(named("moved"), params{"do": "claim"})
	require.NotNil(t, moved.Fault)
	assert.Equal(t, fault.Foreign, moved.Fault.Reason)
}

func TestOnlyWhatIsMeantIsDeleted(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
	before := time.Now().Add(-time.Hour)
	p.made((*Releases).Install, params{"chart": chart})
	p.create(metav1.ObjectMeta{Name: "copied", Annotations: p.marked()})
	p.create(metav1.ObjectMeta{Name: "kept", Annotations: map[string]string{releaseName: "r", releaseIn: p.namespace, "helm.sh/resource-policy": "keep"}})
	p.create(metav1.ObjectMeta{Name: "theirs", Annotations: map[string]string{releaseName: "r", releaseIn: "other"}})
	p.create(metav1.ObjectMeta{Name: "hook", Labels: map[string]string{"color": "red"}})
	for _, row := range []struct {
		name, which string
		since       time.Time
		deleted     bool
	}{
		{"theirs", "release", before, false}, {"kept", "release", before, false}, {"copied", "attempt", before, false}, {"copied", "stray", before, false},
		{"a", "attempt", time.Now().Add(time.Hour), false}, {"a", "owned", before, false}, {"hook", "ran", time.Now().Add(time.Hour), false},
		{"a", "attempt", before, true}, {"copied", "dataless", before, true}, {"hook", "ran", before, true},
	} {
		done := p.settles(named(row.name), params{"do": "delete", "if": row.which, "since": row.since.Unix()})
		assert.Nil(t, done.Fault, row)
		assert.Equal(t, row.deleted, done.Deleted != "", row)
		assert.Equal(t, !row.deleted, p.has(row.name), row)
	}
}

// Its objects exist, and others have another server.
func TestAServerThatDoesNotAnswerHindersItsObjectsAlone(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	p.establish(group)
	defer p.breaks(group)()
	p.create(metav1.ObjectMeta{Name: "other", Annotations: p.marked()})
	deeds := []params{}
	for _, each := range []string{"{apiVersion: " + group + "/v1, kind: A, metadata: {name: a}}", "{apiVersion: gone.example/v1, kind: B, metadata: {name: b}}", named("other")} {
		deeds = append(deeds, params{"object": yamlOf(t, each), "do": "delete", "if": "release"})
	}
	answer, err := p.call(t.Context(), (*Releases).Settle, params{"deeds": deeds, "catalogMillis": 1})
	require.NoError(t, err)
	done := answer.(map[string]any)["objects"].([]settled)
	require.NotNil(t, done[0].Fault)
	assert.Equal(t, fault.Unavailable, done[0].Fault.Reason)
	assert.Equal(t, settled{}, done[1], "it cannot exist")
	assert.NotEmpty(t, done[2].Deleted)
}

func TestARepairMakesWhatIsMissingAndPatchesTheRest(t *testing.T) {
	p := begin(t)
	wanted := "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {color: red}}"
	assert.Equal(t, settled{}, p.settles(wanted, params{"do": "repair"}))
	assert.True(t, p.settles(wanted, params{"do": "repair", "create": true}).Made)
	assert.Empty(t, p.settles(wanted, params{"do": "repair"}).Patch)

	maps := p.client.CoreV1().ConfigMaps(p.namespace)
	found, err := maps.Get(t.Context(), "a", metav1.GetOptions{})
	require.NoError(t, err)
	found.Data, found.OwnerReferences = map[string]string{"color": "blue", "more": "x"}, nil
	sealed := true
	found.Immutable = &sealed
	found, err = maps.Update(t.Context(), found, metav1.UpdateOptions{})
	require.NoError(t, err)

	tried := p.settles(wanted, params{"do": "try"})
	assert.NotEmpty(t, tried.Patch)
	assert.Nil(t, tried.After, "an immutable one cannot be patched")
	assert.Equal(t, map[string]string{"color": "blue", "more": "x"}, p.data("a"))

	done := p.settles(wanted, params{"do": "repair"})
	assert.Nil(t, done.Fault)
	assert.Equal(t, []string{"/data/color"}, done.Fields)
	assert.Equal(t, map[string]string{"color": "red", "more": "x"}, p.data("a"))
	assert.NotEqual(t, string(found.UID), fmt.Sprint(metadataOf(done.Live)["uid"]))
}

// Somebody adds a request above the limit of the manifest, beside a variable that is no harm.
func TestRoomIsMadeForWhatOthersMakeInvalid(t *testing.T) {
	p := begin(t)
	wanted := "{apiVersion: v1, kind: PodTemplate, metadata: {name: a}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: i, resources: {limits: {cpu: '1'}}}]}}}"
	require.True(t, p.settles(wanted, params{"do": "repair", "create": true}).Made)
	templates := p.client.CoreV1().PodTemplates(p.namespace)
	found, err := templates.Get(t.Context(), "a", metav1.GetOptions{})
	require.NoError(t, err)
	container := &found.Template.Spec.Containers[0]
	container.Resources = corev1.ResourceRequirements{Limits: corev1.ResourceList{"cpu": resource.MustParse("3")}, Requests: corev1.ResourceList{"cpu": resource.MustParse("2")}}
	container.Env = []corev1.EnvVar{{Name: "X", Value: "x"}}
	require.NoError(t, testcluster.Err(templates.Update(t.Context(), found, metav1.UpdateOptions{})))

	done := p.settles(wanted, params{"do": "repair"})
	assert.Nil(t, done.Fault)
	assert.NotEmpty(t, done.Patch)
	found, err = templates.Get(t.Context(), "a", metav1.GetOptions{})
	require.NoError(t, err)
	container = &found.Template.Spec.Containers[0]
	assert.Equal(t, "1", container.Resources.Limits.Cpu().String())
	assert.True(t, container.Resources.Requests.Cpu().IsZero() || container.Resources.Requests.Cpu().String() == "1")
	assert.Equal(t, "X", container.Env[0].Name)
}

// Somebody replaces the ports: Helm's patch adds its own to them, and two have one name.
func TestAnUpgradeAndARollbackMakeRoom(t *testing.T) {
	p := begin(t)
	service := func(ports string) map[string]string {
		return p.chart(map[string]string{"templates/a.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: None, ports: [" + ports + "]}\n"})
	}
	ports := func() (all []string) {
		found, err := p.client.CoreV1().Services(p.namespace).Get(t.Context(), "a", metav1.GetOptions{})
		require.NoError(t, err)
		for _, port := range found.Spec.Ports {
			all = append(all, fmt.Sprint(port.Name, port.Port))
		}
		return all
	}
	p.made((*Releases).Install, params{"chart": service("{port: 80}")})
	for number, row := range []struct {
		method method
		given  params
		after  string
	}{
		{(*Releases).Upgrade, params{"chart": service("{name: a, port: 81}")}, "a81"},
		{(*Releases).Rollback, params{"revision": 2}, "a81"},
	} {
		p.object("v1", "Service", "a").patch("spec: {ports: [{name: b, port: 80}, {name: a, port: 82}]}")
		row.given["failureAnnotation"] = "why"
		p.made(row.method, row.given)
		assert.Contains(t, ports(), row.after)
		assert.NotContains(t, ports(), "a82")
		assert.Equal(t, "deployed", p.statusOf(number+2))
	}
}
