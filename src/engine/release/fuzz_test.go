package release

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
	"k8s.io/cli-runtime/pkg/resource"
)

func FuzzPayload(f *testing.F) {
	for _, payload := range []string{
		`{"name":"r","version":1,"namespace":"n","info":{"status":"deployed","first_deployed":"2026-01-01T00:00:00Z"},"chart":{"metadata":{"name":"c","version":"1.0.0"},"values":{"a":1e400}},"manifest":"---\n# Source: a\nkind: A\nmetadata: {name: a}\n"}`,
		`{"hooks":[{"name":"h","kind":"Job","manifest":"kind: Job\napiVersion: batch/v1\nmetadata: {name: h}\n","events":["pre-install"],"last_run":{"phase":"Failed","started_at":""}}]}`,
		`{"hooks":[null]}`,
		`{"info":null,"chart":{"metadata":null,"files":[null],"templates":[{"name":"t","data":"!"}]},"config":{"a":{"b":[1,"2",null]}}}`,
		`{"chart":{"lock":{},"schema":"e30="},"version":1e3,"manifest":"a: &a [*a]"}`,
		`[]`, `null`, `{}{}`, `"`,
	} {
		f.Add([]byte(payload))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		stored := &v1.Release{}
		if json.Unmarshal(payload, stored) != nil || slices.Contains(stored.Hooks, nil) {
			return
		}
		described := describe(stored)
		assert.NoError(t, testcluster.Err(json.Marshal(described)))
		for _, hook := range stored.Hooks {
			hookObject(hook, stored.Namespace)
		}
		contents(stored, true)
		if found := descendantsMade(stored); odd(found, found, nameless) != nil {
			t.Errorf("%v differ from themselves", found)
		}
	})
}

// FuzzIdentities compares with what kubectl's builder reads, which Helm applies: it must not read an object that nobody looks at.
func FuzzIdentities(f *testing.F) {
	const document = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"
	for _, file := range []string{
		document,
		document + "---\n" + document + "--- \n# nothing\n---x: y\n",
		document + "data:\n  last: |\n    {}",
		document + "...\n" + document,
		document + "\r---\r" + document,
		document + "\u2028--- \u2028" + document,
		strings.ReplaceAll(document, "\n", "\r\n"),
		"kind: List\napiVersion: v1\nitems:\n- {kind: Secret, apiVersion: v1, metadata: {name: s, namespace: n}}\n- {kind: List, apiVersion: v1, items: [{metadata: {name: x}}]}\n",
		"kind: SecretList\napiVersion: v1\nitems: [{metadata: {name: s}}]\n",
		"kind: A\napiVersion: v1\nmetadata: {name: a}\nitems: {}\n",
		`{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s", "annotations": {"helm.sh/hook": "pre-install"}}}` + "\n---\n" + document,
		`{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s", "annotations": {"helm.sh/hook": "pre-install"}}}{"kind": "B", "apiVersion": "v1", "metadata": {"name": "b"}}`,
		"apiVersion: v1\nkind: A\nkind: B\nmetadata: {name: a, name: b}\n",
		"a: &a {kind: A, apiVersion: v1, metadata: {name: a}}\n<<: *a\n",
		"!!map {!!str kind: A, apiVersion: v1, metadata: {name: 1}}\n",
		"%YAML 1.1\n---\n" + document,
		"- " + document, "null", "\ufeff" + document, "# Source: x\n" + document,
	} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		const name = "c/templates/a.yaml"
		hooks, manifests, err := releaseutil.SortManifests(map[string]string{name: file}, nil, releaseutil.InstallOrder)
		if err != nil {
			return
		}
		made := &v1.Release{Namespace: "here", Hooks: hooks}
		for _, one := range manifests {
			made.Manifest += fmt.Sprintf("---\n# Source: %s\n%s\n", one.Name, one.Content)
		}
		found := descendantsMade(made)
		texts := []string{made.Manifest}
		for _, hook := range hooks {
			texts = append(texts, hook.Manifest)
		}
		var read []*resource.Info
		for _, text := range texts {
			infos, err := resource.NewLocalBuilder().Flatten().Unstructured().Stream(strings.NewReader(text), "").Do().Infos()
			if err != nil {
				return // nothing of the revision is applied
			}
			read = append(read, infos...)
		}
		// Behind Helm's comment, a byte order mark is a part of the first key: such a document is refused.
		if other := odd(found, descendantsOf(map[string]string{name: file}, "here"), nameless); other != nil && !strings.Contains(file, "\ufeff") {
			t.Errorf("rendered as a trial, %q has other objects: %v", file, other)
		} else if other == nil {
			trial := func() []descendant { return descendantsOf(map[string]string{name: file}, "here") }
			if other = unlike(found, []func() []descendant{trial}, 0, nameless); other != nil {
				t.Errorf("rendered as a trial, %q has another %v", file, other)
			}
		}
		if slices.ContainsFunc(found, func(one descendant) bool { return one.kind == "end of a document" }) {
			return // which is told
		}
		left := slices.Clone(found)
		for _, info := range read {
			kind := info.Object.GetObjectKind().GroupVersionKind()
			at := slices.IndexFunc(left, func(one descendant) bool {
				return (info.Name == "" || one.name == info.Name) && (info.Namespace == "" || one.namespace == info.Namespace) && (one.kind == "" || one.kind == kind.Kind)
			})
			if at < 0 {
				t.Fatalf("%q: the builder reads %v %q in %q, which is not in %v", file, kind, info.Name, info.Namespace, found)
			}
			left = slices.Delete(left, at, at+1)
		}
	})
}
