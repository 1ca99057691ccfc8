package release

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// data returns the data of a ConfigMap, and nothing if there is none.
func (p *place) data(name string) map[string]string {
	p.Helper()
	found, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(p.Context(), name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	require.NoError(p, err)
	return found.Data
}

func TestRollsBackToExactlyWhatIsStored(t *testing.T) {
	p := begin(t)
	text := "{{ not a template }} {{- .Values.x -}} {{/* no comment */}} {{{{ }}"
	chart := p.chart(map[string]string{
		"Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\nannotations: {category: cache, of: before, gone: \"1\"}\n" +
			"dependencies: [{name: sub, version: 1.0.0, condition: sub.on}]\n",
		"values.yaml":                 "color: blue\nbig: 9007199254740993\n",
		"templates/random.yaml":       configMap("random", "data: {value: {{ randAlphaNum 12 | quote }}}\n"),
		"templates/text.yaml":         configMap("text", "data: {text: \"{{ `"+text+"` }}\", hello: '世界 grüezi', block: \"{{ .Values.color }}\\n--- no document\\n\"}\n"),
		"templates/upgraded.yaml":     configMap("upgraded", "  annotations: {helm.sh/hook: pre-upgrade}\ndata: {at: \"{{ .Release.Revision }}\"}\n"),
		"templates/back.yaml":         configMap("back", "  annotations: {helm.sh/hook: \"post-rollback,pre-upgrade\"}\ndata: {at: \"{{ .Release.Revision }}\"}\n"),
		"templates/NOTES.txt":         "Connect to {{ `{{ it }}` }}.\n",
		"charts/sub/Chart.yaml":       "apiVersion: v2\nname: sub\nversion: 1.0.0\n",
		"charts/sub/templates/a.yaml": configMap("sub", "data: {of: {{ .Release.Name }}}\n"),
	})
	values := params{"color": "green", "size": 30000000, "list": []params{{"n": 1000000}}}
	first := p.made((*Releases).Install, params{"chart": chart, "values": values})
	random := p.data("random")["value"]
	p.made((*Releases).Upgrade, params{"chart": chart, "values": params{"color": "red"}})
	assert.NotEqual(t, random, p.data("random")["value"])
	assert.Equal(t, "2", p.data("back")["at"])
	back := p.made((*Releases).Rollback, params{"revision": 1, "annotations": params{"of": "3", "gone": ""}})
	assert.Equal(t, []string{random, text, "r", "1", "2"}, []string{p.data("random")["value"], p.data("text")["text"], p.data("sub")["of"], p.data("back")["at"], p.data("upgraded")["at"]})
	again := p.made((*Releases).Rollback, params{"revision": 3, "description": "Rollback to 1", "disableHooks": true})
	for number, of := range map[int]*Revision{3: back, 4: again} {
		stored := p.stored(number)
		if stored.Manifest != first.Manifest || stored.Notes != first.Notes || stored.Chart.Annotations["category"] != "cache" ||
			stored.Chart.Annotations["of"] != "3" || len(stored.Chart.Annotations) != 2 || len(stored.Hooks) != 2 ||
			fmt.Sprint(stored.Config) != "map[color:green list:[map[n:1000000]] size:30000000]" ||
			stored.Description != "Rollback to 1" || of.Number != number || of.Status != "deployed" {
			t.Errorf("%+v", stored)
		}
	}
	assert.Equal(t, "1", p.data("back")["at"])
	assert.Equal(t, "superseded", p.statusOf(3))
}

func TestRollsBackWhatIsUninstalledWithItsHistoryKept(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/a.yaml": configMap("a", "data: {of: chart}\n")})})
	p.uninstalls(params{"keepHistory": true})
	uid := p.create(metav1.ObjectMeta{Name: "a"})
	p.refuses((*Releases).Rollback, params{"revision": 1}, fault.Foreign)
	assert.Equal(t, string(uid), p.uidOf("a"))
	require.NoError(t, p.client.CoreV1().ConfigMaps(p.namespace).Delete(t.Context(), "a", metav1.DeleteOptions{}))
	p.made((*Releases).Rollback, params{"revision": 1})
	assert.Equal(t, "chart", p.data("a")["of"])
	assert.Equal(t, []string{"uninstalled", "deployed"}, []string{p.statusOf(1), p.statusOf(2)})
}

func TestARollbackIsRefusedBeforeItsRevisionIsStored(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("{{ .Values.name }}", "")})
	p.made((*Releases).Install, params{"chart": chart, "values": params{"name": "a"}})
	p.made((*Releases).Upgrade, params{"chart": chart, "values": params{"name": "b"}})
	p.create(metav1.ObjectMeta{Name: "a"})
	for _, row := range []struct {
		name   string
		edit   func()
		reason fault.Reason
	}{
		{"an object of others", func() {}, fault.Foreign},
		{"a kind that is not served", func() {
			p.edit(1, func(stored *v1.Release) {
				stored.Manifest = strings.ReplaceAll(stored.Manifest, "apiVersion: v1", "apiVersion: "+p.namespace+".example/v1")
			})
		}, fault.NotServed},
		{"another operation", func() { p.edit(2, func(stored *v1.Release) { stored.Info.Status = "pending-upgrade" }) }, fault.Pending},
		{"nothing that is deployed", func() { p.edit(2, func(stored *v1.Release) { stored.Info.Status = "uninstalling" }) }, fault.NoRelease},
	} {
		row.edit()
		assert.Nil(t, p.refuses((*Releases).Rollback, params{"revision": 1}, row.reason).Revision, row.name)
		assert.Contains(t, p.statusOf(3), "not found", row.name)
	}
}

// edit changes the payload of a stored revision.
func (p *place) edit(number int, change func(*v1.Release)) {
	p.Helper()
	secrets := p.client.CoreV1().Secrets(p.namespace)
	secret, err := secrets.Get(p.Context(), fmt.Sprintf("sh.helm.release.v1.r.v%d", number), metav1.GetOptions{})
	require.NoError(p, err)
	stored, err := decode(secret.Data["release"])
	require.NoError(p, err)
	change(stored)
	secret.Data["release"], err = base64.StdEncoding.DecodeString(encode(p, stored))
	require.NoError(p, err)
	secret.Labels["status"] = stored.Info.Status.String()
	require.NoError(p, testcluster.Err(secrets.Update(p.Context(), secret, metav1.UpdateOptions{})))
}

// As today's upgrades, and unlike Helm's own rollback: the deployed revision stays deployed, and is what the next operation changes.
func TestAFailedRollbackLeavesTheDeployedRevision(t *testing.T) {
	p := begin(t)
	some := p.may("some", rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"get", "list"}})
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("{{ .Values.name }}", "")})
	p.made((*Releases).Install, params{"chart": chart, "values": params{"name": "a"}})
	p.made((*Releases).Upgrade, params{"chart": chart, "values": params{"name": "b"}})
	p.refuses((*Releases).Rollback, params{"revision": 1, "as": some}, fault.NoRight)
	assert.Equal(t, "deployed failed deployed", fmt.Sprint(p.statusOf(2), " ", p.statusOf(3), " ", p.stored(2).Status))
	assert.Regexp(t, `Rollback "r" failed.*forbidden`, p.stored(3).Description)
	p.made((*Releases).Rollback, params{"revision": 1})
	assert.Equal(t, []any{true, false, "superseded", "deployed"}, []any{p.has("a"), p.has("b"), p.statusOf(2), p.statusOf(4)})
}

// Else the garbage collector would delete the object.
func TestARefusedRollbackChangesNothing(t *testing.T) {
	shared := begin(t)
	for number, row := range []struct{ name, first, second string }{
		{"a ConfigMap that cannot be changed any more", configMap("m", "data: {a: b}\n"), configMap("m", "data: {a: c}\nimmutable: true\n")},
		{"a role that cannot refer to another", "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: binding}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: one}\n",
			"apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: binding}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: two}\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := shared.fresh(t)
			release, a := fmt.Sprint("r", number), fmt.Sprint("a", number)
			chart := p.chart(map[string]string{
				"templates/a.yaml": configMap(a, "data: {at: \"{{ .Release.Revision }}\"}\n"),
				"templates/b.yaml": "{{ if eq .Release.Revision 1 }}" + configMap("b", "") + "{{ end }}",
				"templates/m.yaml": "{{ if eq .Release.Revision 1 }}" + row.first + "{{ else }}" + row.second + "{{ end }}",
			})
			p.made((*Releases).Install, params{"release": release, "chart": chart})
			if number == 1 { // a person made it anew
				require.NoError(t, p.client.RbacV1().RoleBindings(p.namespace).Delete(t.Context(), "binding", metav1.DeleteOptions{}))
			}
			p.made((*Releases).Upgrade, params{"release": release, "chart": chart})
			found := p.refuses((*Releases).Rollback, params{"release": release, "revision": 1}, fault.Immutable)
			assert.EqualValues(t, "failed", found.Revision.(*Revision).Status)
			assert.Equal(t, "2", p.data(a)["at"])
			assert.Nil(t, p.data("b"))
			secret, err := p.client.CoreV1().Secrets(p.namespace).Get(t.Context(), "sh.helm.release.v1."+release+".v2", metav1.GetOptions{})
			require.NoError(t, err)
			assert.Equal(t, "deployed", secret.Labels["status"])
		})
	}
}

func TestARollbackForgetsAFormerOwner(t *testing.T) {
	p := begin(t)
	owner := p.create(metav1.ObjectMeta{Name: "owner"})
	by := func(uid string) params {
		return params{"kinds": []string{"v1 ConfigMap"}, "owned": params{
			"labels":         params{"catamaran.dev/operator": "o"},
			"ownerReference": params{"apiVersion": "v1", "kind": "ConfigMap", "name": "owner", "uid": uid, "controller": true}}}
	}
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("{{ .Values.name }}", "")})
	p.made((*Releases).Install, params{"chart": chart, "values": params{"name": "a"}, "changes": by("00000000-0000-0000-0000-000000000000")})
	p.made((*Releases).Upgrade, params{"chart": chart, "values": params{"name": "b"}, "changes": by(string(owner))})
	back := p.made((*Releases).Rollback, params{"revision": 1, "changes": by(string(owner))})
	assert.NotContains(t, back.Manifest, "00000000")
	assert.Contains(t, back.Manifest, string(owner))
	found, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(t.Context(), "a", metav1.GetOptions{})
	if err != nil || len(found.OwnerReferences) != 1 || found.OwnerReferences[0].UID != owner {
		t.Errorf("%+v %v", found, err)
	}
	nobody := p.made((*Releases).Rollback, params{"revision": 1, "changes": params{"former": []string{"catamaran.dev/operator"}}})
	assert.NotContains(t, nobody.Manifest, "catamaran.dev/operator")
	assert.NotContains(t, nobody.Manifest, "ownerReferences")
}

// encode packs a payload as Helm does, and as JSON has the bytes of a Secret.
// decode reads what Helm's storage writes: JSON, packed, in base64.
func decode(text []byte) (*v1.Release, error) {
	packed, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return nil, err
	}
	content, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	stored, decoder := &v1.Release{}, json.NewDecoder(content)
	decoder.UseNumber()
	return stored, decoder.Decode(stored)
}

func encode(p *place, payload any) string {
	content, err := json.Marshal(payload)
	require.NoError(p, err)
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	require.NoError(p, errors.Join(testcluster.Err(writer.Write(content)), writer.Close()))
	return base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString(packed.Bytes())))
}
