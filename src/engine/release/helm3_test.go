package release

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"catamaran.dev/engine/testcluster"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"sigs.k8s.io/yaml"
)

const recorded = "src/tests/src/test/resources/upgrade/0.1.0-dd336d89"

// restore creates what Helm 3 left in a recorded namespace. It returns the uids of the objects.
func (p *place) restore(file string) map[string]string {
	content, err := os.ReadFile(filepath.Join(testcluster.Root(), recorded, file))
	if err != nil {
		p.Fatal(err)
	}
	uids := map[string]string{}
	for _, document := range strings.Split(strings.ReplaceAll(string(content), "upgrade-0-1-0-dd336d89", p.namespace), "\n---\n") {
		object := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(document), &object.Object); err != nil || object.Object == nil {
			p.Fatal(err)
		}
		if object.GroupVersionKind().Group == "test.catamaran.dev" || object.GetKind() == "Pod" || object.GetKind() == "ReplicaSet" {
			continue
		}
		if payload := object.Object["release"]; payload != nil {
			delete(object.Object, "release")
			object.Object["data"] = map[string]any{"release": encode(p, payload)}
		}
		delete(object.Object, "status")
		metadata := object.Object["metadata"].(map[string]any)
		for _, field := range []string{"uid", "resourceVersion", "creationTimestamp", "managedFields", "ownerReferences", "generation"} {
			delete(metadata, field)
		}
		call, err := p.cluster.Client("")
		if err != nil {
			p.Fatal(err)
		}
		mapper, err := call.Call(p.Context(), p.namespace).ToRESTMapper()
		if err != nil {
			p.Fatal(err)
		}
		mapping, err := mapper.RESTMapping(object.GroupVersionKind().GroupKind())
		if err != nil {
			p.Fatal(err)
		}
		if mapping.Scope.Name() != meta.RESTScopeNameNamespace {
			continue
		}
		made, err := dynamic.NewForConfigOrDie(testcluster.Config(p)).Resource(mapping.Resource).Namespace(p.namespace).
			Create(p.Context(), object, metav1.CreateOptions{FieldManager: "helm"})
		if err != nil {
			p.Fatal(err)
		}
		uids[made.GetKind()+" "+made.GetName()] = string(made.GetUID())
	}
	return uids
}

func encode(p *place, payload any) string {
	content, err := json.Marshal(payload)
	if err != nil {
		p.Fatal(err)
	}
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	if _, err := writer.Write(content); err != nil {
		p.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		p.Fatal(err)
	}
	text := base64.StdEncoding.EncodeToString(packed.Bytes())
	return base64.StdEncoding.EncodeToString([]byte(text))
}

func TestContinuesReleasesOfHelm3(t *testing.T) {
	for _, row := range []struct {
		file, release string
		numbers       int
	}{
		{"Widget.from-helm-operator.yaml", "from-helm-operator", 1},
		{"Gadget.from-plugins.yaml", "from-plugins", 1},
		{"Widget.history.yaml", "history", 2},
	} {
		t.Run(row.release, func(t *testing.T) {
			p := begin(t)
			uids := p.restore(row.file)
			chart := map[string]string{"path": filepath.Join(testcluster.Root(), recorded, "chart")}
			made := p.made((*Releases).Upgrade, params{"release": row.release, "chart": chart, "values": params{"colour": "green", "data": strings.HasPrefix(row.release, "from-helm")}})
			if made.Number != row.numbers+1 || made.Status != "deployed" {
				t.Errorf("%+v", made)
			}
			p.keeps(uids, row.release, "green")
			back := p.made((*Releases).Rollback, params{"release": row.release, "revision": row.numbers})
			if back.Number != row.numbers+2 || back.RollbackRevision != row.numbers || back.Status != "deployed" {
				t.Errorf("%+v", back)
			}
			p.keeps(uids, row.release, "")
			if result, err := p.call(t.Context(), (*Releases).Uninstall, params{"release": row.release}); err != nil || !result.(Removed).Found {
				t.Errorf("%+v %v", result, err)
			}
			secrets, err := p.client.CoreV1().Secrets(p.namespace).List(t.Context(), metav1.ListOptions{LabelSelector: "owner=helm"})
			if err != nil || len(secrets.Items) > 0 {
				t.Errorf("%d revisions stay, %v", len(secrets.Items), err)
			}
		})
	}
}

// keeps looks whether the objects are those that Helm 3 made.
func (p *place) keeps(uids map[string]string, release, colour string) {
	p.Helper()
	web, err := p.client.AppsV1().Deployments(p.namespace).Get(p.Context(), release+"-web", metav1.GetOptions{})
	if err != nil || string(web.UID) != uids["Deployment "+release+"-web"] || web.Generation > 1 {
		p.Errorf("the deployment is another one, or changed: %v", err)
	}
	var found *corev1.ConfigMap
	if found, err = p.client.CoreV1().ConfigMaps(p.namespace).Get(p.Context(), release+"-colour", metav1.GetOptions{}); err != nil ||
		string(found.UID) != uids["ConfigMap "+release+"-colour"] || colour != "" && found.Data["colour"] != colour {
		p.Errorf("%v, %v", found, err)
	}
}
