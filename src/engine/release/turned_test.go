package release

import (
	"fmt"
	"testing"

	"catamaran.dev/engine/fault"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// turning is a chart whose object x is a hook or not, as the value says, and that a failed upgrade has too.
func (p *place) turning(policy string) map[string]string {
	annotations := "  annotations:\n    helm.sh/hook: {{ . }}\n"
	if policy != "" {
		annotations += "    helm.sh/hook-delete-policy: " + policy + "\n"
	}
	return p.chart(map[string]string{
		"templates/x.yaml": configMap("x", "{{- with .Values.hook }}\n"+annotations+"{{- end }}\ndata: {at: \"{{ .Release.Revision }}\", step: \"{{ .Values.step }}\"}\n"),
		"templates/z.yaml": "{{ if .Values.fails }}" + configMap("Z_", "") + "{{ end }}",
	})
}

func TestAnObjectThatBecomesAHookHasTheNewestContent(t *testing.T) {
	shared := begin(t)
	for number, row := range []struct {
		event, policy string
		// The content of x as a hook after an upgrade, and after a rollback to that revision; empty for none.
		upgraded, back string
	}{
		{"pre-upgrade", "", "two", "two"},
		{"pre-upgrade", "before-hook-creation", "two", "two"},
		{"pre-upgrade", "hook-failed", "two", "two"},
		{"pre-upgrade", "hook-succeeded", "", ""},
		{"post-upgrade", "", "two", "two"},
		{"post-upgrade", "hook-failed", "two", "two"},
		{"pre-install", "", "two", "two"},
		{"pre-install", "hook-succeeded", "", ""},
		{"\"pre-upgrade,pre-rollback\"", "", "two", "two"},
		{"\"post-upgrade,post-rollback\"", "hook-failed", "two", "two"},
		{"pre-delete", "", "", ""},
	} {
		t.Run(fmt.Sprint(row.event, " ", row.policy), func(t *testing.T) {
			p := &place{T: t, cluster: shared.cluster, releases: shared.releases, namespace: shared.namespace, client: shared.client}
			chart := p.turning(row.policy)
			release := fmt.Sprint("r", number)
			upgrade := func(values params) {
				p.made((*Releases).Upgrade, params{"release": release, "chart": chart, "values": values})
			}
			rollback := func(revision int) { p.made((*Releases).Rollback, params{"release": release, "revision": revision}) }
			is := func(step, wanted string) {
				t.Helper()
				if found := p.data("x")["step"]; found != wanted {
					t.Errorf("%s: %q, not %q", step, found, wanted)
				}
			}
			p.made((*Releases).Install, params{"release": release, "chart": chart, "values": params{"step": "one"}})
			upgrade(params{"step": "two", "hook": row.event})
			is("became a hook", row.upgraded)
			upgrade(params{"step": "three"})
			is("became an object", "three")
			if annotations := p.annotations("x"); annotations["helm.sh/hook"] != "" || annotations["meta.helm.sh/release-name"] != release {
				t.Error(annotations)
			}
			rollback(2)
			is("rolled back to the hook", row.back)
			rollback(1)
			is("rolled back to the object", "one")
			p.fails((*Releases).Upgrade, params{"release": release, "chart": chart, "values": params{"step": "six", "hook": row.event, "fails": true}})
			upgrade(params{"step": "seven"})
			is("after a failure", "seven")
			if annotations := p.annotations("x"); annotations["helm.sh/hook"] != "" || annotations["meta.helm.sh/release-name"] != release {
				t.Error(annotations)
			}
			if _, err := p.call(t.Context(), (*Releases).Uninstall, params{"release": release}); err != nil {
				t.Fatal(err)
			}
			is("uninstalled", "")
		})
	}
}

func (p *place) annotations(name string) map[string]string {
	p.Helper()
	found, err := p.client.CoreV1().ConfigMaps(p.namespace).Get(p.Context(), name, metav1.GetOptions{})
	if err != nil {
		p.Fatal(err)
	}
	return found.Annotations
}

func TestAnObjectOfOthersWithTheNameOfAHookIsNotTaken(t *testing.T) {
	p := begin(t)
	chart := p.turning("hook-succeeded")
	p.made((*Releases).Install, params{"chart": chart, "values": params{"hook": "pre-install", "step": "one"}})
	if _, err := p.client.CoreV1().ConfigMaps(p.namespace).Create(t.Context(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "x"}}, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	if found := p.fails((*Releases).Upgrade, params{"chart": chart, "values": params{"step": "two"}}); found.Reason != fault.Foreign {
		t.Errorf("%+v", found)
	}
}
