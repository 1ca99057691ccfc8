package release

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// migration is a hook without a node for its pod.
func migration(ttl string) string {
	return `apiVersion: batch/v1
kind: Job
metadata: {name: j, annotations: {helm.sh/hook: "pre-upgrade,pre-delete"}}
spec: {` + ttl + `backoffLimit: 0, template: {spec: {restartPolicy: Never, nodeSelector: {is: nowhere}, containers: [{name: a, image: a}]}}}
`
}

func TestAHookThatGoesBeforeItsWatchEndsTheWait(t *testing.T) {
	client := testcluster.Client(t)
	background := metav1.DeletePropagationBackground
	config := testcluster.Config(t)
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		return roundTripper(func(request *http.Request) (*http.Response, error) {
			if list, isOfJobs := strings.CutSuffix(request.URL.Path, "/jobs"); isOfJobs && request.Method == http.MethodGet {
				_ = client.BatchV1().Jobs(path.Base(list)).Delete(request.Context(), "j", metav1.DeleteOptions{PropagationPolicy: &background})
			}
			return next.RoundTrip(request)
		})
	})
	p := beginAt(t, config)

	kept := p.chart(map[string]string{"templates/j.yaml": migration("")})
	p.made((*Releases).Install, params{"chart": kept})
	p.refuses((*Releases).Upgrade, params{"chart": kept}, fault.HookFailed, "the hook Job/j was deleted before its end")

	cleaned := p.chart(map[string]string{"templates/j.yaml": migration("ttlSecondsAfterFinished: 0, ")})
	assert.EqualValues(t, "deployed", p.made((*Releases).Upgrade, params{"chart": cleaned}).Status)
	p.uninstalls(params{})
}

func TestAHookFailsWithTheReasonOfItsJob(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/j.yaml": migration("activeDeadlineSeconds: 1, ")})
	p.made((*Releases).Install, params{"chart": chart})
	p.refuses((*Releases).Upgrade, params{"chart": chart, "timeoutMillis": time.Minute.Milliseconds()}, fault.HookFailed, "job j failed: "+batchv1.JobReasonDeadlineExceeded)
}

func TestAHookOfAKindThatOthersNamedJobIsNotAwaited(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	chart := p.chart(map[string]string{
		"crds/jobs.yaml":   strings.NewReplacer("as."+group, "jobs."+group, "kind: A, plural: as", "kind: Job, plural: jobs").Replace(definition(group)),
		"templates/j.yaml": "apiVersion: " + group + "/v1\nkind: Job\nmetadata: {name: j, annotations: {helm.sh/hook: post-install}}\nspec: {minAvailable: 1}\n",
	})
	assert.EqualValues(t, "deployed", p.made((*Releases).Install, params{"chart": chart, "crds": "create", "timeoutMillis": time.Minute.Milliseconds()}).Status)
}

func TestRunsHooksOfOneWeightInTheOrderOfTheirKinds(t *testing.T) {
	p := begin(t)
	hook := func(apiVersion, kind, name, weight string) string {
		return "---\napiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata:\n  name: " + name +
			"\n  annotations: {helm.sh/hook: \"pre-install,pre-delete\", helm.sh/hook-weight: \"" + weight + "\"}\n"
	}
	chart := p.chart(map[string]string{"templates/a.yaml": hook("v1", "ConfigMap", "a-last", "5") + hook("v1", "ConfigMap", "b", "0") +
		hook("v1", "ConfigMap", "a", "0") + hook("rbac.authorization.k8s.io/v1", "Role", "a-role", "0") + hook("v1", "ServiceAccount", "z", "0") +
		hook("rbac.authorization.k8s.io/v1", "Role", "first", "-1")})
	wanted := []string{"Role first began", "ServiceAccount z began", "ConfigMap a began", "ConfigMap b began", "Role a-role began", "ConfigMap a-last began"}
	began := func() []string {
		return slices.DeleteFunc(p.told(), func(event string) bool { return !slices.Contains(wanted, event) })
	}
	p.made((*Releases).Install, params{"chart": chart})
	assert.Equal(t, wanted, began())
	p.uninstalls(nil)
	assert.Equal(t, slices.Concat(wanted, wanted), began())
}

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
	assert.Equal(t, "1 deployed a Succeeded, b Succeeded, c , ", fmt.Sprint(tested.Number, " ", tested.Status, " ", phases(tested)))
	assert.Equal(t, "[Pod a began Pod a succeeded Pod b began Pod b succeeded]", fmt.Sprint(p.told()))
	for _, row := range []struct {
		timeout time.Duration
		reason  fault.Reason
	}{{time.Minute, fault.HookFailed}, {500 * time.Millisecond, fault.HookDeadline}} {
		for _, name := range []string{"a", "b"} {
			require.NoError(t, p.client.CoreV1().Pods(p.namespace).Delete(t.Context(), name, metav1.DeleteOptions{}))
		}
		go p.end("a", corev1.PodSucceeded)
		if row.reason == fault.HookFailed {
			go p.end("b", corev1.PodFailed)
		}
		found := p.fails((*Releases).Test, params{"timeoutMillis": row.timeout.Milliseconds()})
		assert.Equal(t, fmt.Sprint(fault.Chart, " ", row.reason, " "), strings.TrimSuffix(told(found), fmt.Sprint(found.Step, " Pod b")))
		assert.Equal(t, "a Succeeded, b Failed, c , ", phases(found.Revision.(*Revision)))
		// Helm has stored it, and the release goes on.
		assert.Equal(t, "a Succeeded, b Failed, c , ", phases(p.stored(1)))
		assert.Equal(t, "deployed", p.statusOf(1))
	}
	p.refuses((*Releases).Test, params{"release": "none"}, fault.NoRelease)
	p.refuses((*Releases).Test, params{"as": p.namespace + "/nobody"}, fault.NoRight)
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
