package release

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/restmapper"
	"sigs.k8s.io/yaml"
)

// An object of a test.
type object struct {
	*place
	dynamic.ResourceInterface
	name string
}

func (p *place) object(apiVersion, kind, name string) object {
	p.Helper()
	config := testcluster.Config(p)
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(discovery.NewDiscoveryClientForConfigOrDie(config)))
	group := schema.FromAPIVersionAndKind(apiVersion, kind)
	mapping, err := mapper.RESTMapping(group.GroupKind(), group.Version)
	require.NoError(p, err)
	all := dynamic.NewForConfigOrDie(config).Resource(mapping.Resource)
	if mapping.Scope.Name() == "root" {
		return object{p, all, name}
	}
	return object{p, all.Namespace(p.namespace), name}
}

// patch changes the object as another client would.
func (o object) patch(text string, subresources ...string) {
	o.Helper()
	content, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(o, err)
	require.NoError(o, testcluster.Err(o.Patch(o.Context(), o.name, types.MergePatchType, content, metav1.PatchOptions{FieldManager: "others"}, subresources...)))
}

// at returns the text of the value at a path such as spec.ports.0.port; empty for none.
func (o object) at(path string) string {
	o.Helper()
	found, err := o.Get(o.Context(), o.name, metav1.GetOptions{})
	require.NoError(o, err)
	var value any = found.Object
	for part := range strings.SplitSeq(path, ".") {
		switch holder := value.(type) {
		case map[string]any:
			value = holder[part]
		case []any:
			var index int
			if _, err := fmt.Sscan(part, &index); err != nil || index >= len(holder) {
				return ""
			}
			value = holder[index]
		}
	}
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

const bundle = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJkekNDQVIyZ0F3SUJBZ0lCQVRBS0JnZ3Foa2pPUFFRREFqQWpNU0V3SHdZRFZRUUREQmhyTTNNdGMyVnkK"

func TestAnUpgradeAndARollbackLeaveToOthersWhatTheyOwn(t *testing.T) {
	p := begin(t)
	pods := "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {nodeSelector: {is: nowhere}, containers: [{name: a, image: a, securityContext: {privileged: true}}]}}"
	calm := strings.Replace(pods, ", securityContext: {privileged: true}", "", 1)
	hook := "admissionReviewVersions: [v1], sideEffects: None, failurePolicy: Ignore, rules: [{apiGroups: [nobody.example], apiVersions: [v1], operations: [CREATE], resources: [nothings]}], clientConfig: {service: {name: a, namespace: a}"
	p.changes([]change{
		{"keys of a Secret", "v1", "Secret", "stringData: {a: x, b: x}", "stringData: {a: z}", "data: {c: eA==}", "data.c", "eA==", "eA==", "data.b"},
		{"replicas", "apps/v1", "Deployment", "spec: {replicas: 8, " + pods + "}", "spec: {" + calm + "}", "spec: {replicas: 12}",
			"spec.replicas", "12", "8", "spec.template.spec.containers.0.securityContext.privileged"},
		{"replicas that nobody scaled yet", "apps/v1", "StatefulSet", "spec: {serviceName: a, replicas: 8, " + pods + "}", "spec: {serviceName: a, replicas: null, " + calm + "}", "",
			"spec.replicas", "8", "8", "spec.template.spec.containers.0.securityContext.privileged"},
		{"replicas of a controller", "v1", "ReplicationController", "spec: {replicas: 8, " + strings.Replace(pods, "matchLabels: {a: b}", "a: b", 1) + "}", "spec: {" + strings.Replace(calm, "matchLabels: {a: b}", "a: b", 1) + "}", "",
			"spec.replicas", "8", "8", ""},
		{"the address and ports of a Service", "v1", "Service", "spec: {type: NodePort, ports: [{name: a, port: 80, nodePort: 30777}]}",
			"spec: {type: NodePort, ports: [{name: a, port: 80}]}", "", "spec.ports.0.nodePort", "30777", "30777", ""},
		{"a claim that a person enlarged", "v1", "PersistentVolumeClaim", "spec: {storageClassName: CLASS, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}",
			"metadata: {labels: {new: label}}\nspec: {storageClassName: CLASS, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}", "spec: {resources: {requests: {storage: 5Gi}}}",
			"spec.resources.requests.storage", "5Gi", "5Gi", ""},
		{"a claim whose class and volume the chart drops", "v1", "PersistentVolumeClaim", "spec: {storageClassName: CLASS, volumeName: NAME, volumeMode: Block, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}",
			"metadata: {labels: {new: label}}\nspec: {storageClassName: null, volumeName: '', accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}", "",
			"spec.volumeMode", "Block", "Block", ""},
		{"claims of a StatefulSet", "apps/v1", "StatefulSet", "spec: {serviceName: a, " + pods + ", volumeClaimTemplates: [{metadata: {name: d}, spec: {storageClassName: CLASS, accessModes: [ReadWriteOnce], resources: {requests: {storage: 5Gi}}}}]}",
			"spec: {serviceName: a, " + calm + ", volumeClaimTemplates: [{metadata: {name: d}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}", "",
			"spec.volumeClaimTemplates.0.spec.storageClassName", "CLASS", "CLASS", "spec.template.spec.containers.0.securityContext.privileged"},
		{"the order of a StatefulSet", "apps/v1", "StatefulSet", "spec: {serviceName: a, podManagementPolicy: Parallel, " + pods + "}", "spec: {" + calm + "}", "",
			"spec.podManagementPolicy", "Parallel", "Parallel", "spec.template.spec.containers.0.securityContext.privileged"},
		{"the account of pods", "apps/v1", "Deployment", "spec: {" + strings.Replace(pods, "nodeSelector", "serviceAccountName: x, nodeSelector", 1) + "}", "spec: {" + calm + "}", "",
			"spec.template.spec.serviceAccountName", "", "x", "spec.template.spec.serviceAccount"},
		{"the account of pods by its old name", "apps/v1", "DaemonSet", "spec: {" + strings.Replace(pods, "nodeSelector", "serviceAccount: x, nodeSelector", 1) + "}",
			"spec: {" + strings.Replace(calm, "nodeSelector", "serviceAccount: z, nodeSelector", 1) + "}", "", "spec.template.spec.serviceAccountName", "z", "x", ""},
		{"the update of a StatefulSet", "apps/v1", "StatefulSet", "spec: {serviceName: a, " + pods + "}", "spec: {serviceName: a, updateStrategy: {type: OnDelete}, " + calm + "}", "",
			"spec.updateStrategy.type", "OnDelete", "RollingUpdate", "spec.updateStrategy.rollingUpdate"},
		{"what becomes of volumes", "storage.k8s.io/v1", "StorageClass", "provisioner: a.example\nreclaimPolicy: Retain\nvolumeBindingMode: WaitForFirstConsumer",
			"metadata: {labels: {new: label}}\nprovisioner: a.example", "", "reclaimPolicy", "Retain", "Retain", ""},
		{"empty parameters of volumes", "storage.k8s.io/v1", "StorageClass", "provisioner: a.example\nparameters: {}",
			"metadata: {labels: {new: label}}\nprovisioner: a.example\nparameters: {}", "", "metadata.labels.new", "label", "", ""},
		{"the preemption of a priority", "scheduling.k8s.io/v1", "PriorityClass", "value: 1\npreemptionPolicy: Never", "metadata: {labels: {new: label}}\nvalue: 1", "",
			"preemptionPolicy", "Never", "Never", ""},
		{"the type of a Secret", "v1", "Secret", "type: a.example/b\nimmutable: true", "metadata: {labels: {new: label}}\n# no type", "", "type", "a.example/b", "a.example/b", ""},
		{"the bundles of webhooks", "admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "webhooks: [{name: a.b.c, " + hook + ", caBundle: Cg==}}, {name: b.b.c, " + hook + "}}]",
			"metadata: {labels: {new: label}}\nwebhooks: [{name: a.b.c, " + hook + ", caBundle: ''}}, {name: b.b.c, " + hook + "}}]",
			"webhooks: [{name: a.b.c, " + hook + ", caBundle: " + bundle + "}}, {name: b.b.c, " + hook + "}}]", "webhooks.0.clientConfig.caBundle", bundle, bundle, ""},
		{"the bundle that the chart drops", "admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "webhooks: [{name: a.b.c, " + hook + ", caBundle: Cg==}}]",
			"webhooks: [{name: a.b.c, " + hook + "}}]", "webhooks: [{name: a.b.c, " + hook + ", caBundle: " + bundle + "}}]", "webhooks.0.clientConfig.caBundle", bundle, bundle, ""},
		{"the bundle of an API", "apiregistration.k8s.io/v1", "APIService", "spec: {group: GROUP, version: v1, groupPriorityMinimum: 1, versionPriority: 1, service: {name: a, namespace: a}, caBundle: Cg==}",
			"spec: {group: GROUP, version: v1, groupPriorityMinimum: 1, versionPriority: 2, service: {name: a, namespace: a}, caBundle: ''}", "spec: {caBundle: " + bundle + "}", "spec.caBundle", bundle, bundle, ""},
		{"endpoints", "v1", "Endpoints", "subsets: []", "metadata: {labels: {new: label}}\nsubsets: []", "subsets: [{addresses: [{ip: 10.1.1.1}]}]", "subsets.0.addresses.0.ip", "10.1.1.1", "10.1.1.1", ""},
		{"endpoints of a slice", "discovery.k8s.io/v1", "EndpointSlice", "addressType: IPv4\nendpoints: []", "metadata: {labels: {new: label}}\naddressType: IPv4\nendpoints: []", "endpoints: [{addresses: [10.1.1.1]}]",
			"endpoints.0.addresses.0", "10.1.1.1", "10.1.1.1", ""},
	})
}

// Helm's patch takes a list or a map that the chart drops as a whole away with all that is in it.
func TestWhatTheChartDropsAsAWholeTakesNothingOfOthersWithIt(t *testing.T) {
	p := begin(t)
	pods := func(more, container string) string {
		return "spec: {replicas: 0, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}" + more + ", containers: [{name: a, image: a" + container + "}]}}}"
	}
	const sidecar = "volumes: [{name: v, emptyDir: {}}, {name: w, emptyDir: {}}], initContainers: [{name: i, image: i}, {name: j, image: j}]"
	p.changes([]change{
		{"volumes of a sidecar", "apps/v1", "Deployment",
			pods("}, spec: {volumes: [{name: v, emptyDir: {}}], initContainers: [{name: i, image: i}]", ", volumeMounts: [{name: v, mountPath: /v}]"), pods("}, spec: {restartPolicy: Always", ""),
			"spec: {template: {spec: {" + sidecar + ", containers: [{name: a, image: a, volumeMounts: [{name: v, mountPath: /v}, {name: w, mountPath: /w}]}, {name: s, image: s, volumeMounts: [{name: w, mountPath: /s}]}]}}}",
			"spec.template.spec.containers.0.volumeMounts.0.name", "w", "v", "spec.template.spec.volumes.1"},
		{"variables and init containers", "apps/v1", "StatefulSet",
			pods("}, spec: {initContainers: [{name: i, image: i}]", ", env: [{name: A, value: a}]"), pods("}, spec: {initContainers: ", ", env: "),
			"spec: {template: {spec: {initContainers: [{name: i, image: i}, {name: j, image: j}], containers: [{name: a, image: a, env: [{name: A, value: a}, {name: B, value: b}]}]}}}",
			"spec.template.spec.initContainers.0.name", "j", "i", "spec.template.spec.containers.0.env.1"},
		{"annotations and nodes of pods", "apps/v1", "DaemonSet",
			strings.Replace(pods(", annotations: {a: x}}, spec: {nodeSelector: {a: x}", ", resources: {requests: {cpu: 1m}}"), "replicas: 0, ", "", 1),
			strings.Replace(pods("}, spec: {restartPolicy: Always", ""), "replicas: 0, ", "", 1),
			"spec: {template: {metadata: {annotations: {b: x}}, spec: {nodeSelector: {b: x}, containers: [{name: a, image: a, resources: {requests: {cpu: 1m, memory: 1Mi}}}]}}}",
			"spec.template.spec.nodeSelector.b", "x", "x", "spec.template.spec.containers.0.resources.requests.cpu"},
		{"texts", "v1", "ConfigMap", "data: {a: x}", "# nothing", "data: {b: x}", "data.b", "x", "x", "data.a"},
		{"texts of a Secret", "v1", "Secret", "stringData: {a: x}", "# nothing", "data: {b: eA==}", "data.b", "eA==", "eA==", "data.a"},
		{"nothing of others", "v1", "ConfigMap", "data: {a: x}", "# nothing", "", "data", "", "map[a:x]", "data"},
	})
}

// The API server has made fields of those that the chart chose before, and does not make them again.
func TestAnUpgradeEndsAsAnInstallationWould(t *testing.T) {
	begin(t).changes([]change{
		{"a policy with another type", "networking.k8s.io/v1", "NetworkPolicy", "spec: {podSelector: {}, ingress: [{}]}", "spec: {podSelector: {}, ingress: [{}], egress: [{}]}", "",
			"spec.policyTypes", "[Ingress Egress]", "[Ingress]", ""},
		{"a policy with types of its own", "networking.k8s.io/v1", "NetworkPolicy", "spec: {podSelector: {}, policyTypes: [Ingress], egress: []}", "spec: {podSelector: {}, policyTypes: [Ingress], egress: [{}]}", "",
			"spec.policyTypes", "[Ingress]", "[Ingress]", ""},
	})
}

// Helm's patch deletes both of two such items, or the API server cannot apply it (kubernetes/kubernetes issue 105610, helm/helm issue 13161).
func TestChangesItemsThatShareTheirKey(t *testing.T) {
	const both, one = "{name: t, port: 53, protocol: TCP}, {name: u, port: 53, protocol: UDP}", "{name: t, port: 53, protocol: TCP}"
	pods := func(container string) string {
		return "spec: {replicas: 0, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, " + container + "}]}}}"
	}
	begin(t).changes([]change{
		{"one port less", "v1", "Service", "spec: {ports: [" + both + "]}", "spec: {ports: [" + one + "]}", "", "spec.ports.0.protocol", "TCP", "TCP", "spec.ports.1"},
		{"one port more", "v1", "Service", "spec: {ports: [" + one + "]}", "spec: {ports: [" + both + "]}", "", "spec.ports.1.protocol", "UDP", "", ""},
		{"a port of others", "v1", "Service", "spec: {ports: [" + both + "]}", "spec: {ports: [" + one + "]}", "spec: {ports: [" + both + ", {name: o, port: 99}]}",
			"spec.ports.1.name", "o", "o", "spec.ports.2"}, // the port that comes back stands behind it
		{"node ports", "v1", "Service", "spec: {type: NodePort, ports: [{name: t, port: 53, protocol: TCP, nodePort: 30753}, {name: u, port: 53, protocol: UDP}]}", "spec: {type: NodePort, ports: [" + one + "]}", "",
			"spec.ports.0.nodePort", "30753", "30753", "spec.ports.1"},
		{"ports of pods", "apps/v1", "Deployment", pods("image: a, ports: [{containerPort: 53, protocol: TCP}, {containerPort: 53, protocol: UDP}]"),
			pods("image: b, ports: [{containerPort: 53, protocol: UDP}]"), "", "spec.template.spec.containers.0.ports.0.protocol", "UDP", "TCP", "spec.template.spec.containers.0.ports.1"},
		{"a variable twice", "apps/v1", "StatefulSet", pods("image: a, env: [{name: A, value: a}]"), pods("image: b, env: [{name: A, value: a}, {name: B}, {name: A, value: b}]"), "",
			"spec.template.spec.containers.0.env.2.value", "b", "", ""},
		{"beside another change", "apps/v1", "DaemonSet", strings.Replace(pods("image: a, env: [{name: A, value: a}, {name: A, value: b}]"), "replicas: 0, ", "", 1),
			strings.Replace(pods("image: b, env: [{name: A, value: b}]"), "replicas: 0, ", "", 1), "metadata: {labels: {x: others}}",
			"spec.template.spec.containers.0.image", "b", "a", "spec.template.spec.containers.0.env.1"},
	})
}

// A change of a chart, and what becomes of it.
type change struct {
	name, apiVersion, kind, first, second string // without apiVersion, kind and metadata
	edit, path, then, back                string // what others write; the value after an upgrade, and after a rollback
	dropped                               string // a path that is empty after the upgrade
}

// changes installs, upgrades and rolls back a release for each row.
func (p *place) changes(rows []change) {
	p.Helper()
	group := p.namespace + ".example"
	for number, row := range rows {
		p.Run(row.name, func(t *testing.T) {
			name := strings.ReplaceAll(p.namespace+"-"+strings.ToLower(row.name), " ", "-")
			fill := strings.NewReplacer("CLASS", p.namespace, "GROUP", group, "NAME", name)
			if row.kind == "APIService" {
				name = "v1." + group
			}
			p := p.fresh(t)
			head := "apiVersion: " + row.apiVersion + "\nkind: " + row.kind + "\nmetadata: {name: " + name
			template := func(body string) string {
				if labels, rest, has := strings.Cut(body, "\n"); has && strings.HasPrefix(labels, "metadata: {") {
					return head + ", " + strings.TrimPrefix(labels, "metadata: {") + "\n" + fill.Replace(rest) + "\n"
				}
				return head + "}\n" + fill.Replace(body) + "\n"
			}
			release := params{"release": fmt.Sprint("r", number), "leaveShared": true,
				"chart": p.chart(map[string]string{"templates/a.yaml": "{{ if eq (int .Values.n) 1 }}" + template(row.first) + "{{ else }}" + template(row.second) + "{{ end }}"})}
			with := func(more params) params {
				maps.Copy(more, release)
				return more
			}
			object := p.object(row.apiVersion, row.kind, name)
			if row.kind == "PersistentVolumeClaim" {
				p.volume(name, strings.Contains(row.first, "Block"))
			}
			p.made((*Releases).Install, with(params{"values": params{"n": 1}}))
			if row.kind == "PersistentVolumeClaim" {
				testcluster.Eventually(t, func() string { return strings.ReplaceAll(object.at("status.phase"), "Bound", "") })
			}
			if row.edit != "" {
				object.patch(fill.Replace(row.edit))
			}
			p.made((*Releases).Upgrade, with(params{"values": params{"n": 2}}))
			assert.Equal(t, fill.Replace(row.then), object.at(row.path))
			assert.True(t, row.dropped == "" || object.at(row.dropped) == "", row.dropped)
			delete(release, "chart")
			p.made((*Releases).Rollback, with(params{"revision": 1}))
			assert.Equal(t, fill.Replace(row.back), object.at(row.path))
		})
	}
}

// Helm fails at each of these upgrades: such an item has no merge key (helm/helm issue 9259).
func TestUpgradesAnObjectThatHasAPullSecretWithoutAName(t *testing.T) {
	p := begin(t)
	chart := func(image, secrets string) map[string]string {
		return p.chart(map[string]string{"templates/a.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  replicas: 0\n  selector: {matchLabels: {a: b}}\n" +
			"  template:\n    metadata: {labels: {a: b}}\n    spec: {imagePullSecrets: " + secrets + ", containers: [{name: a, image: " + image + "}]}\n"})
	}
	p.made((*Releases).Install, params{"chart": chart("one", "[{}]")})
	for _, row := range [][3]string{{"two", "[{}]", ""}, {"three", "[{name: }, {name: b}]", "b"}, {"four", "[{name: c}]", "c"}} {
		p.made((*Releases).Upgrade, params{"chart": chart(row[0], row[1])})
		pods := p.object("apps/v1", "Deployment", "a")
		assert.Equal(t, row[0]+" "+row[2], pods.at("spec.template.spec.containers.0.image")+" "+pods.at("spec.template.spec.imagePullSecrets.0.name"))
	}
}

// volume makes a volume for a claim of the same name, in a class whose claims may grow.
func (p *place) volume(name string, isBlock bool) {
	p.Helper()
	class := map[string]any{"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": map[string]any{"name": p.namespace},
		"provisioner": "nobody.example/none", "allowVolumeExpansion": true}
	_, _ = p.object("storage.k8s.io/v1", "StorageClass", p.namespace).Create(p.Context(), &unstructured.Unstructured{Object: class}, metav1.CreateOptions{})
	mode := "Filesystem"
	if isBlock {
		mode = "Block"
	}
	volume := map[string]any{"apiVersion": "v1", "kind": "PersistentVolume", "metadata": map[string]any{"name": name}, "spec": map[string]any{
		"storageClassName": p.namespace, "volumeMode": mode, "accessModes": []any{"ReadWriteOnce"}, "capacity": map[string]any{"storage": "1Gi"},
		"csi":      map[string]any{"driver": "nobody.example", "volumeHandle": name},
		"claimRef": map[string]any{"namespace": p.namespace, "name": name}}}
	require.NoError(p, testcluster.Err(p.object("v1", "PersistentVolume", name).Create(p.Context(), &unstructured.Unstructured{Object: volume}, metav1.CreateOptions{})))
}

func TestADefinitionKeepsTheBundleOfItsConversion(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	crd := strings.Replace(definition(group), "spec:\n", "spec:\n  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {service: {name: a, namespace: a}, caBundle: Cg==}}}\n", 1)
	chart := p.chart(map[string]string{"templates/a.yaml": strings.Replace(crd, "metadata: {", "metadata: {labels: {of: \"{{ .Values.n }}\"}, ", 1)})
	p.made((*Releases).Install, params{"chart": chart, "values": params{"n": 1}, "leaveShared": true})
	object := p.object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "as."+group)
	object.patch("spec: {conversion: {webhook: {clientConfig: {caBundle: " + base64.StdEncoding.EncodeToString(testcluster.Config(t).CAData) + "}}}}")
	p.made((*Releases).Upgrade, params{"chart": chart, "values": params{"n": 2}, "leaveShared": true})
	p.made((*Releases).Rollback, params{"revision": 1, "leaveShared": true})
	assert.Greater(t, len(object.at("spec.conversion.webhook.clientConfig.caBundle")), 100)
	assert.Equal(t, "1", object.at("metadata.labels.of"))
}

func TestAKeptObjectThatComesBackIsKeptNoLonger(t *testing.T) {
	p := begin(t)
	template := func(metadata string) map[string]string {
		return p.chart(map[string]string{"templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a" + metadata + "}\ndata: {of: chart}\n"})
	}
	kept := template(", annotations: {helm.sh/resource-policy: keep, chart: first}")
	p.made((*Releases).Install, params{"chart": kept, "leaveShared": true})
	p.made((*Releases).Upgrade, params{"chart": p.chart(map[string]string{"templates/b.yaml": ""}), "leaveShared": true})
	object := p.object("v1", "ConfigMap", "a")
	object.patch("metadata: {annotations: {of: others}}")
	keep := func() string {
		found, err := object.Get(t.Context(), "a", metav1.GetOptions{})
		require.NoError(t, err)
		return found.GetAnnotations()["helm.sh/resource-policy"] + " " + found.GetAnnotations()["of"]
	}
	assert.Equal(t, "keep others", keep(), "without the object")
	p.made((*Releases).Upgrade, params{"chart": template(""), "leaveShared": true})
	assert.Equal(t, " others", keep(), "with the object")
	p.made((*Releases).Upgrade, params{"chart": p.chart(map[string]string{"templates/b.yaml": ""}), "leaveShared": true})
	p.made((*Releases).Rollback, params{"revision": 1, "leaveShared": true})
	assert.Equal(t, "keep ", keep(), "after the rollback")
}

func TestAPersonKeepsAnObjectThatComesBack(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"})
	p.made((*Releases).Install, params{"chart": chart, "leaveShared": true})
	object := p.object("v1", "ConfigMap", "a")
	object.patch("metadata: {annotations: {helm.sh/resource-policy: keep}}")
	p.uninstalls(params{})
	p.made((*Releases).Install, params{"chart": chart, "leaveShared": true})
	found, err := object.Get(t.Context(), "a", metav1.GetOptions{})
	require.NoError(t, err)
	assert.Equal(t, "keep", found.GetAnnotations()["helm.sh/resource-policy"])
}

// Helm's uninstall leaves an object with any word, its upgrade with one.
func TestAPolicyKeepsWhateverItsWord(t *testing.T) {
	p := begin(t)
	with := func(policies ...string) params {
		templates := map[string]string{"templates/b.yaml": ""}
		for i, policy := range policies {
			templates[fmt.Sprintf("templates/%d.yaml", i)] = fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a%d, annotations: {helm.sh/resource-policy: %q}}\n", i, policy)
		}
		return params{"chart": p.chart(templates), "changes": params{"kinds": []string{"v1 Pod"}}}
	}
	left := func() (found string) {
		for i := range 4 {
			if _, err := p.object("v1", "ConfigMap", "a").Get(t.Context(), fmt.Sprintf("a%d", i), metav1.GetOptions{}); err == nil {
				found += fmt.Sprint(i)
			}
		}
		return found
	}
	p.made((*Releases).Install, with("keep", " Keep", "Retain", ""))
	p.made((*Releases).Upgrade, with())
	assert.Equal(t, "012", left(), "after an upgrade without them")
	p.made((*Releases).Upgrade, with("keep", " Keep", "Retain", ""))
	p.uninstalls(nil)
	assert.Equal(t, "012", left(), "after an uninstall")
}

// The person who moves an object to another release writes the annotation. Helm deletes the object with the next upgrade of the former one
// (helm/helm issues 12683, 32218).
func TestAnUpgradeLeavesWhatBelongsToAnotherRelease(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n"})})
	moved := p.object("v1", "ConfigMap", "a")
	moved.patch("metadata: {annotations: {meta.helm.sh/release-name: other}}")
	p.made((*Releases).Upgrade, params{"chart": p.chart(map[string]string{"templates/b.yaml": ""})})
	assert.Equal(t, "", moved.at("metadata.deletionTimestamp"))
	assert.False(t, p.has("b"))
}

func TestAnUninstallLeavesWhatBelongsToAnotherRelease(t *testing.T) {
	p := begin(t)
	p.made((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})})
	moved := p.object("v1", "ConfigMap", "a")
	moved.patch("metadata: {annotations: {meta.helm.sh/release-name: other}}")
	p.uninstalls(nil)
	assert.Equal(t, "", moved.at("metadata.deletionTimestamp"))
}

func TestTellsWhyAnObjectCannotBeTakenOver(t *testing.T) {
	p := begin(t)
	maps := p.client.CoreV1().ConfigMaps(p.namespace)
	former, present, isController := p.create(metav1.ObjectMeta{Name: "former"}), p.create(metav1.ObjectMeta{Name: "present"}), true
	p.create(metav1.ObjectMeta{Name: "a", Finalizers: []string{"a.example/hold"}, Labels: map[string]string{"app.kubernetes.io/managed-by": "Helm"},
		Annotations:     map[string]string{"meta.helm.sh/release-name": "r", "meta.helm.sh/release-namespace": p.namespace},
		OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "ConfigMap", Name: "former", UID: former, Controller: &isController}}})
	t.Cleanup(func() {
		_, _ = maps.Patch(context.Background(), "a", types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{})
	})
	owner := params{"apiVersion": "v1", "kind": "ConfigMap", "name": "present", "uid": present, "controller": true}
	given := params{"chart": p.chart(map[string]string{"templates/a.yaml": configMap("a", "")}),
		"changes": params{"owned": params{"ownerReference": owner}, "kinds": []any{"v1 ConfigMap"}}}
	tells := func(words string) {
		t.Helper()
		p.refuses((*Releases).Install, given, fault.Foreign, words)
		require.NoError(t, p.client.CoreV1().Secrets(p.namespace).DeleteCollection(t.Context(), metav1.DeleteOptions{}, metav1.ListOptions{}))
	}
	tells(`its controller is ConfigMap "former" with the uid ` + string(former))
	require.NoError(t, maps.Delete(t.Context(), "a", metav1.DeleteOptions{}))
	tells("it is being deleted, and waits for its finalizers a.example/hold")
}

func TestNamesTheHookThatDoesNotGo(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "  finalizers: [a.example/hold]\n  annotations: {helm.sh/hook: pre-upgrade}\n")})
	t.Cleanup(func() {
		_, _ = p.client.CoreV1().ConfigMaps(p.namespace).Patch(context.Background(), "a", types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{})
	})
	p.made((*Releases).Install, params{"chart": chart})
	p.made((*Releases).Upgrade, params{"chart": chart})
	found := p.fails((*Releases).Upgrade, params{"chart": chart, "timeoutMillis": 1000})
	assert.True(t, strings.HasSuffix(found.Message, "ConfigMap/a (finalizers: a.example/hold) was deleted, and not gone within 1s"), found.Message)
}

func TestNamesTheSecretInThePlaceOfARevision(t *testing.T) {
	p := begin(t)
	given := params{"chart": p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})}
	p.made((*Releases).Install, given)
	p.object("v1", "Secret", "sh.helm.release.v1.r.v1").patch("metadata: {labels: null}")
	assert.Equal(t, "sh.helm.release.v1.r.v1", p.refuses((*Releases).Install, given, fault.Foreign, "lacks the labels").Object.Name)
}

// Helm applies what remains first, and the API server refuses it.
func TestAnUpgradeDropsABrokenWebhookFirst(t *testing.T) {
	p := begin(t)
	webhook := "---\napiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: " + p.namespace + "}\n" +
		"webhooks: [{name: a.b.c, admissionReviewVersions: [v1], sideEffects: None, timeoutSeconds: 1, namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: " + p.namespace +
		"}}, rules: [{apiGroups: [''], apiVersions: [v1], operations: [UPDATE], resources: [configmaps]}], clientConfig: {service: {name: nobody, namespace: " + p.namespace + "}}}]\n"
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "data: {step: \"{{ .Values.step }}\"}\n") + "{{ if .Values.webhook }}\n" + webhook + "{{ end }}"})
	p.made((*Releases).Install, params{"chart": chart, "values": params{"step": 1, "webhook": true}})
	step := 1
	testcluster.Eventually(t, func() string {
		step++
		_, err := p.call(t.Context(), (*Releases).Upgrade, params{"chart": chart, "values": params{"step": step, "webhook": true}})
		if found := (*fault.Fault)(nil); !errors.As(err, &found) || found.Reason != fault.Unavailable {
			return fmt.Sprint("not refused yet: ", err)
		}
		return ""
	})
	// For a moment, the API server may still know the webhook.
	testcluster.Eventually(t, func() string {
		if _, err := p.call(t.Context(), (*Releases).Upgrade, params{"chart": chart, "values": params{"step": "last"}}); err != nil {
			return err.Error()
		}
		return ""
	})
	assert.Equal(t, "last", p.data("a")["step"])
}

// An installation and an upgrade take over a custom resource that exists, as they do with other objects: with the content of the chart.
func TestGivesACustomResourceThatExistsTheContentOfTheChart(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	p.establish(group)
	chart := p.chart(map[string]string{"templates/a.yaml": "{{ range .Values.names }}\n---\napiVersion: " + group + "/v1\nkind: A\n" +
		"metadata: {name: {{ . }}, labels: {a: new}, finalizers: [example.com/chart]}\nspec: {a: new, c: {d: 1}, list: [1]}\n{{ end }}"})
	names := []string{"first"}
	for _, method := range []method{(*Releases).Install, (*Releases).Upgrade} {
		object := p.object(group+"/v1", "A", names[len(names)-1])
		existing := &unstructured.Unstructured{}
		require.NoError(t, yaml.Unmarshal([]byte("apiVersion: "+group+"/v1\nkind: A\nmetadata: {name: "+object.name+", labels: {a: old, app.kubernetes.io/managed-by: Helm}, "+
			"finalizers: [example.com/others], annotations: {meta.helm.sh/release-name: r, meta.helm.sh/release-namespace: "+p.namespace+"}}\n"+
			"spec: {a: old, b: kept, c: {d: 2, e: kept}, list: [2, 3]}"), &existing.Object))
		require.NoError(t, testcluster.Err(object.Create(t.Context(), existing, metav1.CreateOptions{})))
		p.made(method, params{"chart": chart, "values": params{"names": names}})
		for path, wanted := range map[string]string{"metadata.labels.a": "new", "spec": "map[a:new b:kept c:map[d:1 e:kept] list:[1]]", "metadata.finalizers.0": "example.com/others"} {
			assert.Equal(t, wanted, object.at(path), path)
		}
		object.patch("metadata: {finalizers: null}")
		names = append(names, "second")
	}
}
