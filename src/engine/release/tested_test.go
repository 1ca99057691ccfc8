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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// pod is a hook whose end a test decides: it finds no node.
func pod(name, events string) string {
	return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: " + name + "\n  annotations:\n    helm.sh/hook: " + events +
		"\nspec:\n  restartPolicy: Never\n  nodeSelector: {is: nowhere}\n  containers: [{name: a, image: a}]\n"
}

// end ends a pod as soon as it exists.
func (p *place) end(name string, phase corev1.PodPhase) {
	testcluster.Eventually(p, func() string {
		_, err := p.client.CoreV1().Pods(p.namespace).Patch(p.Context(), name, "application/merge-patch+json",
			fmt.Appendf(nil, `{"status": {"phase": %q}}`, phase), metav1.PatchOptions{}, "status")
		if err != nil {
			return err.Error()
		}
		return ""
	})
}

func TestRunsTheTestsOfARelease(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{
		"templates/a.yaml": pod("a", "test\n    helm.sh/hook-weight: \"1\""), "templates/b.yaml": pod("b", "test-success\n    helm.sh/hook-weight: \"2\""),
		"templates/m.yaml": configMap("m", ""), "templates/c.yaml": pod("c", "post-upgrade"),
	})
	p.made((*Releases).Install, params{"chart": chart})
	phases := func(of *Revision) string {
		found := ""
		for _, hook := range of.Hooks {
			found += fmt.Sprintf("%s %s, ", hook.Name, hook.Phase)
		}
		return found
	}
	go p.end("a", corev1.PodSucceeded)
	go p.end("b", corev1.PodSucceeded)
	tested := p.made((*Releases).Test, params{})
	if tested.Number != 1 || tested.Status != "deployed" || phases(tested) != "a Succeeded, b Succeeded, c , " {
		t.Errorf("%+v", tested)
	}
	assert.Equal(t, "[Pod a began Pod a succeeded Pod b began Pod b succeeded]", fmt.Sprint(p.told()))
	for _, row := range []struct {
		timeout time.Duration
		reason  fault.Reason
	}{{time.Minute, fault.HookFailed}, {500 * time.Millisecond, fault.HookDeadline}} {
		for _, name := range []string{"a", "b"} {
			require.NoError(t, p.client.CoreV1().Pods(p.namespace).Delete(t.Context(), name, metav1.DeleteOptions{}))
		}
		if row.reason == fault.HookFailed {
			go p.end("a", corev1.PodSucceeded)
			go p.end("b", corev1.PodFailed)
		} else {
			go p.end("a", corev1.PodSucceeded)
		}
		found := p.fails((*Releases).Test, params{"timeoutMillis": row.timeout.Milliseconds()})
		if found.Reason != row.reason || found.Fault != fault.Chart || found.Object == nil || found.Object.Name != "b" || found.Object.Kind != "Pod" ||
			phases(found.Revision.(*Revision)) != "a Succeeded, b Failed, c , " {
			t.Errorf("%v: %+v", row, found)
		}
		// Helm has stored it, and the release goes on.
		if stored := p.stored(1); phases(stored) != "a Succeeded, b Failed, c , " || stored.Status != "deployed" {
			t.Errorf("%+v", stored)
		}
	}
	if found := p.fails((*Releases).Test, params{"release": "none"}); found.Reason != fault.NoRelease || found.Fault != fault.Release {
		t.Errorf("%+v", found)
	}
	assert.Equal(t, fault.NoRight, p.fails((*Releases).Test, params{"as": p.namespace + "/nobody"}).Reason)
}

func TestAReleaseWithoutTestsPassesThem(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/m.yaml": configMap("m", "")})})
	if tested := p.made((*Releases).Test, params{}); tested.Number != 1 || len(p.told()) != 0 {
		t.Errorf("%+v", tested)
	}
}

// stored returns a revision as it is stored.
func (p *place) stored(number int) *Revision {
	p.Helper()
	secret, err := p.client.CoreV1().Secrets(p.namespace).Get(p.Context(), fmt.Sprintf("sh.helm.release.v1.r.v%d", number), metav1.GetOptions{})
	require.NoError(p, err)
	decoded, err := decode(secret.Data["release"])
	require.NoError(p, err)
	return describe(decoded)
}
