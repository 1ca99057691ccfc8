package kustomize

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"catamaran.dev/engine/testcluster"
)

var project = map[string]string{
	"config/default/kustomization.yaml": "namespace: boats-system\nnamePrefix: boats-\nresources: [../manager]\ncomponents: [../more]\n" +
		"configMapGenerator: [{name: settings, literals: [a=b], options: {disableNameSuffixHash: true}}]\n" +
		"patches:\n- path: replicas.yaml\n- target: {kind: Deployment, name: 'manag.*'}\n  patch: |-\n    - {op: add, path: /spec/paused, value: true}\n",
	"config/default/replicas.yaml":      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: manager, namespace: system}\nspec: {replicas: 2}\n",
	"config/manager/kustomization.yaml": "resources: [manager.yaml]\nimages: [{name: controller, newName: example.com/other}]\n",
	"config/manager/manager.yaml": "kind: Deployment\napiVersion: apps/v1\nmetadata: {namespace: system, name: manager}\n" +
		"spec: {template: {spec: {serviceAccountName: manager, containers: [{name: manager, image: controller}]}}}\n" +
		"---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: manager, namespace: system}\n",
	"config/more/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{patch: '{apiVersion: v1, kind: ServiceAccount, metadata: {name: any}, $patch: delete}', target: {kind: ServiceAccount}}]\n",
}

// build returns the answer for config/default with changed files.
func build(t *testing.T, changed map[string]string, names ...string) (answer struct{ NamePrefix, Namespace, Objects string }, err error) {
	folder := t.TempDir()
	for _, files := range []map[string]string{project, changed} {
		testcluster.Write(t, folder, files)
	}
	asked := map[string]string{"path": filepath.Join(folder, "config/default")}
	if len(names) > 0 {
		asked["namePrefix"], asked["namespace"] = names[0], names[1]
	}
	params, _ := json.Marshal(asked)
	result, err := Build(t.Context(), serve.NewCall(params, nil))
	if err != nil {
		return answer, err
	}
	content, _ := json.Marshal(result)
	return answer, json.Unmarshal(content, &answer)
}

func TestBuildsWithTheNamesOfTheFiles(t *testing.T) {
	got, err := build(t, nil)
	want := `apiVersion: apps/v1
kind: Deployment
metadata:
  name: manager
  namespace: system
spec:
  paused: true
  replicas: 2
  template:
    spec:
      containers:
      - image: controller
        name: manager
      serviceAccountName: manager
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  a: b
`
	if err != nil || got.NamePrefix != "boats-" || got.Namespace != "boats-system" || got.Objects != want {
		t.Errorf("%v %+v", err, got)
	}
}

func TestGivesNamesInAllReferences(t *testing.T) {
	got, err := build(t, map[string]string{"config/more/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nconfigMapGenerator: [{name: more, literals: [c=d]}]\n"}, "PREFIX-", "PLACE")
	for _, part := range []string{"  name: PREFIX-manager\n  namespace: PLACE\n", "serviceAccountName: PREFIX-manager\n", "  name: PREFIX-settings\n  namespace: PLACE\n"} {
		if err != nil || got.NamePrefix != "boats-" || got.Namespace != "boats-system" || !strings.Contains(got.Objects, part) {
			t.Errorf("%s: %v %+v", part, err, got)
		}
	}
}

func TestRefusesWhatKustomizeRefuses(t *testing.T) {
	for file, row := range map[string][2]string{
		"config/default/kustomization.yaml": {"resource: [../manager]", `unknown field "resource"`},
		"config/default/replicas.yaml":      {"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: other}\n", "no resource matches strategic merge patch"},
		"config/manager/kustomization.yaml": {"resources: [missing.yaml]", "missing.yaml"},
		"config/more/kustomization.yaml":    {"a: {", "yaml"},
	} {
		if _, err := build(t, map[string]string{file: row[0]}); err == nil || !strings.Contains(err.Error(), row[1]) || fault.Of(err, nil).Fault != fault.Request {
			t.Errorf("%s: %v", file, err)
		}
	}
	params, _ := json.Marshal(map[string]string{"path": t.TempDir()})
	if _, err := Build(t.Context(), serve.NewCall(params, nil)); err == nil || !strings.Contains(err.Error(), "kustomization") {
		t.Error(err)
	}
}
