package release

import (
	"net/http"
	"path"
	"strings"
	"testing"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	batchv1 "k8s.io/api/batch/v1"
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
	failed := p.fails((*Releases).Upgrade, params{"chart": kept})
	if failed.Reason != fault.HookFailed || !strings.Contains(failed.Message, "the hook Job/j was deleted before its end") {
		t.Errorf("%+v", failed)
	}

	cleaned := p.chart(map[string]string{"templates/j.yaml": migration("ttlSecondsAfterFinished: 0, ")})
	assert.EqualValues(t, "deployed", p.made((*Releases).Upgrade, params{"chart": cleaned}).Status)
	assert.NoError(t, testcluster.Err(p.call(t.Context(), (*Releases).Uninstall, params{})))
}

func TestAHookFailsWithTheReasonOfItsJob(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/j.yaml": migration("activeDeadlineSeconds: 1, ")})
	p.made((*Releases).Install, params{"chart": chart})
	failed := p.fails((*Releases).Upgrade, params{"chart": chart, "timeoutMillis": time.Minute.Milliseconds()})
	if failed.Reason != fault.HookFailed || !strings.Contains(failed.Message, "job j failed: "+batchv1.JobReasonDeadlineExceeded) {
		t.Errorf("%+v", failed)
	}
}

func TestAHookOfAKindThatOthersNamedJobIsNotAwaited(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	chart := p.chart(map[string]string{
		"crds/jobs.yaml":   strings.NewReplacer("as."+group, "jobs."+group, "kind: A, plural: as", "kind: Job, plural: jobs").Replace(definition(group)),
		"templates/j.yaml": "apiVersion: " + group + "/v1\nkind: Job\nmetadata: {name: j, annotations: {helm.sh/hook: post-install}}\nspec: {minAvailable: 1}\n",
	})
	assert.EqualValues(t, "deployed", p.made((*Releases).Install, params{"chart": chart, "crds": true, "timeoutMillis": time.Minute.Milliseconds()}).Status)
}
