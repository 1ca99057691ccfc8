package release

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	v1core "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

const firstSecret = "sh.helm.release.v1.r.v1"

// firstStored reads the Secret of the first revision.
func (p *place) firstStored() *v1core.Secret {
	p.Helper()
	found, err := p.client.CoreV1().Secrets(p.namespace).Get(p.Context(), firstSecret, metav1.GetOptions{})
	require.NoError(p, err)
	return found
}

// revised asks for an edit of the first revision, as it is now.
func (p *place) revised(edit params, how params) *v1core.Secret {
	p.Helper()
	all := params{"secret": firstSecret, "version": p.firstStored().ResourceVersion, "edit": edit}
	maps.Copy(all, how)
	answer, err := p.call(p.Context(), (*Releases).Revise, all)
	require.NoError(p, err)
	assert.Equal(p, answer.(Revised).Done, answer.(Revised).Secret != nil)
	return answer.(Revised).Secret
}

// oneRevision installs a ConfigMap and a hook.
func (p *place) oneRevision() map[string]string {
	p.Helper()
	chart := p.chart(map[string]string{
		"templates/a.yaml": configMap("a", "") + "---\n" + configMap("b", ""),
		"templates/h.yaml": configMap("h", "  annotations: {helm.sh/hook: pre-delete}\n"),
	})
	p.made((*Releases).Install, params{"chart": chart, "values": params{"n": 1}})
	return chart
}

func TestARevisionIsEditedUnderTheVersionThatWasRead(t *testing.T) {
	p := begin(t)
	p.oneRevision()
	before := p.firstStored()
	before.Labels["of"], before.Annotations = "others", map[string]string{"of": "others"}
	before.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "ConfigMap", Name: "x", UID: p.create(metav1.ObjectMeta{Name: "x"})}}
	before, err := p.client.CoreV1().Secrets(p.namespace).Update(t.Context(), before, metav1.UpdateOptions{})
	require.NoError(t, err)
	edit := params{"status": "failed", "description": "abandoned", "annotations": params{"of": "us"}}

	assert.Equal(t, "failed", p.revised(edit, params{"newest": true, "dryRun": true}).Labels["status"])
	assert.Equal(t, before.ResourceVersion, p.firstStored().ResourceVersion)

	p.revised(edit, params{"newest": true})
	after := p.revised(params{"noted": params{"noted": "this"}}, nil)
	stored := p.stored(1)
	assert.Equal(t, []string{"failed", "abandoned", "us"}, []string{string(stored.Status), stored.Description, stored.Chart.Annotations["of"]})
	assert.Equal(t, []string{"others", "others", "this", "x"}, []string{after.Labels["of"], after.Annotations["of"], after.Annotations["noted"], after.OwnerReferences[0].Name})
	assert.Equal(t, p.firstStored().ResourceVersion, after.ResourceVersion)

	assert.Nil(t, p.revised(params{"status": "deployed"}, params{"version": before.ResourceVersion}))
	assert.Equal(t, "failed", p.statusOf(1))
}

func TestARevisionThatIsNotTheNewestIsLeftAloneWhereItMustBe(t *testing.T) {
	p := begin(t)
	chart := p.oneRevision()
	p.made((*Releases).Upgrade, params{"chart": chart})
	assert.Nil(t, p.revised(params{"status": "failed"}, params{"newest": true}))
	assert.NotNil(t, p.revised(params{"status": "deployed"}, nil))
	assert.Equal(t, "deployed", p.statusOf(1))
}

func TestANewerRevisionThatNobodyCanReadDoesNotStandInTheWay(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Upgrade, params{"chart": p.oneRevision()})
	damage := []byte(`{"data":{"release":"YQ=="}}`)
	_, err := p.client.CoreV1().Secrets(p.namespace).Patch(p.Context(), "sh.helm.release.v1.r.v2", types.MergePatchType, damage, metav1.PatchOptions{})
	require.NoError(t, err)
	assert.NotNil(t, p.revised(params{"status": "failed"}, params{"newest": true}))
	assert.Equal(t, "failed", p.statusOf(1))
}

func TestAnImmutableRevisionIsMadeAnew(t *testing.T) {
	p := begin(t)
	p.oneRevision()
	secret := p.firstStored()
	secret.Immutable = new(bool)
	*secret.Immutable = true
	secret, err := p.client.CoreV1().Secrets(p.namespace).Update(t.Context(), secret, metav1.UpdateOptions{})
	require.NoError(t, err)
	after := p.revised(params{"status": "failed"}, nil)
	assert.NotEqual(t, secret.UID, after.UID)
	assert.Equal(t, "failed", p.statusOf(1))
}

func TestARevisionForgetsObjects(t *testing.T) {
	p := begin(t)
	p.oneRevision()
	p.revised(params{"forget": []string{"v1 ConfigMap /a", "v1 ConfigMap /h"}}, nil)
	stored := p.stored(1)
	assert.Empty(t, stored.Hooks)
	assert.Equal(t, "---\n# Source: c/templates/a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n\n", stored.Manifest)
}

func TestARevisionOfOthersGetsTheDigestOfWhatItWasMadeFrom(t *testing.T) {
	p := begin(t)
	chart := p.oneRevision()
	p.made((*Releases).Upgrade, params{"chart": chart, "values": params{"n": 1}})
	owner := p.create(metav1.ObjectMeta{Name: "x"})
	for _, row := range []struct {
		n      int
		digest string
	}{{1, "d"}, {2, ""}} {
		owned := []byte(`{"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"x","uid":"` + string(owner) + `"}]}}`)
		secrets := p.client.CoreV1().Secrets(p.namespace)
		var newest *v1core.Secret
		for _, name := range []string{firstSecret, "sh.helm.release.v1.r.v2"} {
			var err error
			newest, err = secrets.Patch(t.Context(), name, "application/merge-patch+json", owned, metav1.PatchOptions{})
			require.NoError(t, err)
		}
		inherited := params{"chart": chart, "values": []params{{}, {"n": row.n}}, "digest": "digest"}
		p.revised(params{"annotations": params{"digest": "d", "primary": "p"}, "inherited": inherited},
			params{"secret": newest.Name, "version": newest.ResourceVersion, "newest": true})
		stored := p.stored(2)
		assert.Equal(t, []string{row.digest, "p"}, []string{stored.Chart.Annotations["digest"], stored.Chart.Annotations["primary"]})
		assert.Empty(t, p.firstStored().OwnerReferences)
		after, err := secrets.Get(t.Context(), newest.Name, metav1.GetOptions{})
		require.NoError(t, err)
		assert.Empty(t, after.OwnerReferences)
	}
}

func TestARevisionIsDiscardedUnlessItHasChanged(t *testing.T) {
	p := begin(t)
	p.oneRevision()
	version := p.firstStored().ResourceVersion
	p.revised(params{"status": "failed"}, nil)
	gone := "secrets \"" + firstSecret + "\" not found"
	for _, each := range []struct {
		version, status string
		done            bool
	}{{version, "failed", false}, {p.firstStored().ResourceVersion, gone, true}, {version, gone, true}} {
		answer, err := p.call(t.Context(), (*Releases).Revise, params{"secret": firstSecret, "version": each.version, "edit": params{"delete": true}})
		require.NoError(t, err)
		assert.Equal(t, each.status, p.statusOf(1))
		assert.Equal(t, each.done, answer.(Revised).Done)
	}
}

func TestNoRevisionIsEditedAfterTheLease(t *testing.T) {
	p := begin(t)
	p.oneRevision()
	version := p.firstStored().ResourceVersion
	p.cluster.Fence.Renew(0)
	for _, edit := range []params{{"status": "failed"}, {"delete": true}} {
		p.refuses((*Releases).Revise, params{"secret": firstSecret, "version": version, "edit": edit}, "fenced")
	}
	assert.Equal(t, version, p.firstStored().ResourceVersion)
}
