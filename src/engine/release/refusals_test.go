package release

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	admission "k8s.io/api/admission/v1"
	admissionregistration "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
)

func told(found *fault.Fault) string {
	object := found.Object
	if len(found.Refusals) > 0 {
		object = found.Refusals[0].Object
	}
	text := fmt.Sprintf("%s %s %s", found.Fault, found.Reason, found.Step)
	if object != nil {
		text += " " + object.Kind + " " + object.Name
	}
	return text
}

// webhook makes one that the API server asks before it creates objects of a resource in the namespace, if a condition holds. Without a review, it does not answer.
func (p *place) webhook(name, group, resource, condition string, review func(*admission.AdmissionRequest) *admission.AdmissionResponse) {
	p.Helper()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked admission.AdmissionReview
		_ = json.NewDecoder(r.Body).Decode(&asked)
		asked.Response = review(asked.Request)
		asked.Response.UID = asked.Request.UID
		_ = json.NewEncoder(w).Encode(asked)
	}))
	p.Cleanup(server.Close)
	url, none, limit := server.URL, admissionregistration.SideEffectClassNone, int32(30)
	if review == nil {
		url = "https://127.0.0.1:1/"
	}
	hooks := p.client.AdmissionregistrationV1().ValidatingWebhookConfigurations()
	name = name + "-" + p.namespace
	_, err := hooks.Create(p.Context(), &admissionregistration.ValidatingWebhookConfiguration{ObjectMeta: metav1.ObjectMeta{Name: name},
		Webhooks: []admissionregistration.ValidatingWebhook{{Name: name + ".catamaran.dev", SideEffects: &none, AdmissionReviewVersions: []string{"v1"}, TimeoutSeconds: &limit,
			ClientConfig:      admissionregistration.WebhookClientConfig{URL: &url, CABundle: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})},
			NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"kubernetes.io/metadata.name": p.namespace}},
			MatchConditions:   []admissionregistration.MatchCondition{{Name: "c", Expression: condition}},
			Rules:             []admissionregistration.RuleWithOperations{creationsOf(group, resource)}}}}, metav1.CreateOptions{})
	require.NoError(p, err)
	p.Cleanup(func() { assert.NoError(p, hooks.Delete(context.Background(), name, metav1.DeleteOptions{})) })
}

func creationsOf(group, resource string) admissionregistration.RuleWithOperations {
	return admissionregistration.RuleWithOperations{Operations: []admissionregistration.OperationType{"CREATE"},
		Rule: admissionregistration.Rule{APIGroups: []string{group}, APIVersions: []string{"v1"}, Resources: []string{resource}}}
}

// awaitRefusal waits until the API server refuses to create a ConfigMap.
func (p *place) awaitRefusal(name string) {
	testcluster.Eventually(p, func() string {
		object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}}
		if _, err := p.client.CoreV1().ConfigMaps(p.namespace).Create(p.Context(), object, metav1.CreateOptions{DryRun: []string{"All"}}); err == nil {
			return name + " is admitted"
		}
		return ""
	})
}

// admit denies ConfigMaps whose name begins with "by-": by a webhook as the name says, by a policy, by a quota.
func (p *place) admit() {
	p.webhook("live", "", "configmaps", "request.name.startsWith('by-webhook')", func(asked *admission.AdmissionRequest) *admission.AdmissionResponse {
		return &admission.AdmissionResponse{Result: map[string]*metav1.Status{
			"by-webhook-silent":  {Message: "not on a Friday"},
			"by-webhook-right":   {Code: 403, Reason: metav1.StatusReasonForbidden, Message: "connection refused"},
			"by-webhook-invalid": {Code: 422, Reason: metav1.StatusReasonInvalid, Message: "no"},
		}[asked.Name]}
	})
	p.webhook("dead", "", "configmaps", "request.name == 'by-nobody'", nil)
	meta, registration := metav1.ObjectMeta{Name: p.namespace}, p.client.AdmissionregistrationV1()
	_, err := registration.ValidatingAdmissionPolicies().Create(p.Context(), &admissionregistration.ValidatingAdmissionPolicy{ObjectMeta: meta, Spec: admissionregistration.ValidatingAdmissionPolicySpec{
		MatchConstraints: &admissionregistration.MatchResources{ResourceRules: []admissionregistration.NamedRuleWithOperations{{RuleWithOperations: creationsOf("", "configmaps")}}},
		Validations:      []admissionregistration.Validation{{Expression: "object.metadata.name != 'by-policy'", Message: "not on a Friday"}}}}, metav1.CreateOptions{})
	require.NoError(p, err)
	_, err = registration.ValidatingAdmissionPolicyBindings().Create(p.Context(), &admissionregistration.ValidatingAdmissionPolicyBinding{ObjectMeta: meta, Spec: admissionregistration.ValidatingAdmissionPolicyBindingSpec{
		PolicyName: p.namespace, ValidationActions: []admissionregistration.ValidationAction{"Deny"},
		MatchResources: &admissionregistration.MatchResources{NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"kubernetes.io/metadata.name": p.namespace}}}}},
		metav1.CreateOptions{})
	require.NoError(p, err)
	p.Cleanup(func() {
		assert.NoError(p, registration.ValidatingAdmissionPolicyBindings().Delete(context.Background(), p.namespace, metav1.DeleteOptions{}))
		assert.NoError(p, registration.ValidatingAdmissionPolicies().Delete(context.Background(), p.namespace, metav1.DeleteOptions{}))
	})
	_, err = p.client.CoreV1().ResourceQuotas(p.namespace).Create(p.Context(), &corev1.ResourceQuota{ObjectMeta: meta, Spec: corev1.ResourceQuotaSpec{
		Hard: corev1.ResourceList{"services": resource.MustParse("0")}}}, metav1.CreateOptions{})
	require.NoError(p, err)
	for _, name := range []string{"by-policy", "by-webhook", "by-nobody"} {
		p.awaitRefusal(name)
	}
}

// may makes an account with these rights, and with those for the Secrets of releases.
func (p *place) may(name string, rules ...rbacv1.PolicyRule) string {
	meta := metav1.ObjectMeta{Name: name}
	_, err := p.client.RbacV1().Roles(p.namespace).Create(p.Context(), &rbacv1.Role{ObjectMeta: meta, Rules: append(rules,
		rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets"}, Verbs: []string{"*"}})}, metav1.CreateOptions{})
	_, err2 := p.client.RbacV1().RoleBindings(p.namespace).Create(p.Context(), &rbacv1.RoleBinding{ObjectMeta: meta,
		RoleRef:  rbacv1.RoleRef{APIGroup: "rbac.authorization.k8s.io", Kind: "Role", Name: name},
		Subjects: []rbacv1.Subject{{Kind: "ServiceAccount", Name: name, Namespace: p.namespace}}}, metav1.CreateOptions{})
	require.NoError(p, errors.Join(err, err2))
	return p.namespace + "/" + name
}

func TestTellsWhoseFaultItIs(t *testing.T) {
	p := begin(t)
	good := p.chart(map[string]string{"templates/m.yaml": configMap("m", "")})
	of := func(file, content string) params { return params{"chart": p.chart(map[string]string{file: content})} }
	p.made((*Releases).Install, params{"release": "good", "chart": good})
	for name, row := range map[string]struct {
		method method
		params params
		want   string
	}{
		"a template fails":           {(*Releases).Install, of("templates/a.yaml", `{{ fail "no" }}`), "chart template prepare"},
		"no YAML":                    {(*Releases).Install, of("templates/a.yaml", "a: b: c"), "chart template prepare"},
		"no such file":               {(*Releases).Install, params{"chart": params{"path": "/none"}}, "chart unloadable "},
		"no chart":                   {(*Releases).Install, params{}, "request bad-request "},
		"no name":                    {(*Releases).Install, params{"release": "", "chart": good}, "request bad-request "},
		"a foreign object":           {(*Releases).Install, params{"chart": good}, "cluster foreign-object own ConfigMap m"},
		"a name that is taken":       {(*Releases).Install, params{"release": "good", "chart": good}, "release name-taken prepare"},
		"no release":                 {(*Releases).Upgrade, params{"chart": good}, "release no-release prepare"},
		"no revision":                {(*Releases).Rollback, params{"release": "good", "revision": 7}, "release no-release prepare"},
		"a schema":                   {(*Releases).Install, of("values.schema.json", `{"required": ["a"]}`), "chart values prepare"},
		"a schema in a file outside": {(*Releases).Install, of("values.schema.json", `{"$ref": "file:///etc/hostname"}`), "chart unloadable "},
	} {
		assert.Equal(t, row.want, told(p.fails(row.method, row.params)), name)
	}
}

func TestTellsWhyTheApiServerRefuses(t *testing.T) {
	p := begin(t)
	p.admit()
	reader := p.may("reader", rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"get"}})
	granter := p.may("granter", rbacv1.PolicyRule{APIGroups: []string{"rbac.authorization.k8s.io"}, Resources: []string{"roles"}, Verbs: []string{"get", "create", "delete"}})
	random, source := make([]byte, 3<<19), rand.New(rand.NewPCG(1, 2)) // what does not compress
	for i := range random {
		random[i] = "0123456789abcdef"[source.IntN(16)]
	}
	pod := "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: a}], "
	for name, row := range map[string]struct {
		document string
		more     params
		want     string
	}{
		"no such namespace of the release": {configMap("a", ""), params{"namespace": "none"}, "cluster namespace-missing store Secret "},
		"no such namespace of an object":   {configMap("a", "  namespace: none\n"), nil, "cluster namespace-missing apply ConfigMap a"},
		"no right at all":                  {configMap("a", ""), params{"as": p.namespace + "/nobody"}, "cluster no-right own ConfigMap a"},
		"no right to create":               {configMap("a", ""), params{"as": reader}, "cluster no-right apply ConfigMap a"},
		"no right to read":                 {"apiVersion: v1\nkind: Service\nmetadata: {name: a}\n", params{"as": reader}, "cluster no-right own Service a"},
		"a role that grants too much": {"apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules: [{apiGroups: [\"\"], resources: [pods], verbs: [get]}]\n",
			params{"as": granter}, "cluster no-right apply Role a"},
		"a quota":               {"apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 1}]}\n", nil, "cluster denied apply Service a"},
		"a policy":              {configMap("by-policy", ""), nil, "cluster denied apply ConfigMap by-policy"},
		"a webhook":             {configMap("by-webhook", ""), nil, "cluster denied apply ConfigMap by-webhook"},
		"a webhook's words":     {configMap("by-webhook-silent", ""), nil, "cluster denied apply ConfigMap by-webhook-silent"},
		"a webhook like RBAC":   {configMap("by-webhook-right", ""), nil, "cluster denied apply ConfigMap by-webhook-right"},
		"a webhook like itself": {configMap("by-webhook-invalid", ""), nil, "cluster denied apply ConfigMap by-webhook-invalid"},
		"a dead webhook":        {configMap("by-nobody", ""), nil, "cluster unavailable apply ConfigMap by-nobody"},
		"no runtime class":      {pod + "runtimeClassName: none}\n", nil, "cluster denied apply Pod a"},
		"no priority class":     {pod + "priorityClassName: none}\n", nil, "cluster denied apply Pod a"},
		"no service account":    {pod + "serviceAccountName: none}\n", nil, "cluster denied apply Pod a"},
		"a wrong name":          {configMap("A_B", ""), nil, "chart refused apply ConfigMap A_B"},
		"a wrong field":         {"apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {}\n", nil, "chart refused apply PersistentVolumeClaim a"},
		"a wrong type":          {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: [a]\n", nil, "chart refused apply ConfigMap a"},
		"an object twice":       {configMap("a", "") + "---\n" + configMap("a", ""), nil, "chart template build ConfigMap a"},
		"a revision too large":  {configMap("a", ""), params{"values": params{"a": string(random)}}, "chart too-large store Secret sh.helm.release.v1.r.v1"},
		"a kind without an API": {"apiVersion: none.example/v1\nkind: None\nmetadata: {name: a}\n", nil, "cluster not-served build"},
		"no name":               {"apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n", nil, "chart template build ConfigMap "},
		"a number as a label":   {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {b: 1}}\n", nil, "chart template build ConfigMap a"},
		"a number as a name":    {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 1}\n", nil, "chart template build ConfigMap 1"},
		"a number in a hook":    {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {helm.sh/hook: pre-install, helm.sh/hook-weight: 5}}\n", nil, "chart template build ConfigMap a"},
		"a hook without a name": {"apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-, annotations: {helm.sh/hook: pre-install}}\n", nil, "chart template build ConfigMap "},
		"no kind":               {"apiVersion: v1\nmetadata: {name: a}\n", nil, "chart template build  a"},
		"no version of an API":  {"kind: ConfigMap\nmetadata: {name: a}\n", nil, "chart template build ConfigMap a"},
		"an object of others":   {configMap("kube-root-ca.crt", ""), nil, "cluster foreign-object own ConfigMap kube-root-ca.crt"},
	} {
		t.Run(name, func(t *testing.T) {
			q := p.fresh(t)
			all := params{"chart": q.chart(map[string]string{"templates/a.yaml": row.document})}
			maps.Copy(all, row.more)
			found := q.fails((*Releases).Install, all)
			assert.Equal(t, row.want, told(found))
			assert.True(t, found.Step != storing || strings.Contains(q.statusOf(1), "not found"), q.statusOf(1))
			_, _ = q.call(t.Context(), (*Releases).Uninstall, params{})
		})
	}
}

func TestTellsThatANamespaceEnds(t *testing.T) {
	p := begin(t)
	maps := p.client.CoreV1().ConfigMaps(p.namespace)
	_, err := maps.Create(t.Context(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "a", Finalizers: []string{"catamaran.dev/test"}}}, metav1.CreateOptions{})
	require.NoError(t, errors.Join(err, p.client.CoreV1().Namespaces().Delete(t.Context(), p.namespace, metav1.DeleteOptions{})))
	found := p.fails((*Releases).Install, params{"chart": p.chart(map[string]string{"templates/a.yaml": configMap("b", "")})})
	assert.Equal(t, "cluster namespace-terminating store Secret sh.helm.release.v1.r.v1", told(found))
	assert.NoError(t, testcluster.Err(maps.Patch(t.Context(), "a", "application/merge-patch+json", []byte(`{"metadata": {"finalizers": null}}`), metav1.PatchOptions{})))
}

// The words are those of Helm 3, and stored with the failed revision. The account has the verbs of a generated role.
func TestTellsWhatCannotBeChanged(t *testing.T) {
	p := begin(t)
	account := p.may("some", rbacv1.PolicyRule{APIGroups: []string{"*"}, Resources: []string{"*"},
		Verbs: []string{"create", "delete", "get", "list", "patch", "watch", "bind"}})
	deployment := "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  replicas: 0\n  selector: {matchLabels: {x: OLD}}\n" +
		"  template:\n    metadata: {labels: {x: OLD}}\n    spec: {containers: [{name: a, image: a}]}\n"
	set := strings.Replace(strings.Replace(deployment, "kind: Deployment", "kind: StatefulSet", 1), "  replicas: 0\n", "  replicas: 0\n  serviceName: a\n", 1)
	for name, row := range map[string]struct{ before, after, want string }{
		"a selector":          {deployment, strings.ReplaceAll(deployment, "OLD", "NEW"), "chart immutable apply Deployment a"},
		"a name of a service": {set, strings.Replace(set, "serviceName: a", "serviceName: b", 1), "chart immutable apply StatefulSet a"},
		"an immutable map":    {configMap("a", "immutable: true\ndata: {a: b}\n"), configMap("a", "immutable: true\ndata: {a: c}\n"), "chart immutable apply ConfigMap a"},
		"the type of a Secret": {"apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: Opaque\n", "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: other.example/x\n",
			"chart immutable apply Secret a"},
		"a role of a binding": {"apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: a}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: b}\n",
			"apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: a}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: c}\n",
			"chart immutable apply RoleBinding a"},
		"a claim": {"apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n",
			"apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: a}\nspec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}\n",
			"chart immutable apply PersistentVolumeClaim a"},
		"a job": {"apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}\n",
			"apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {suspend: true, completionMode: Indexed, completions: 1, template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}\n",
			"chart immutable apply Job a"},
	} {
		t.Run(name, func(t *testing.T) {
			q := p.fresh(t)
			q.made((*Releases).Install, params{"chart": q.chart(map[string]string{"templates/a.yaml": row.before})})
			found := q.fails((*Releases).Upgrade, params{"failureAnnotation": "why", "as": account, "chart": q.chart(map[string]string{"templates/a.yaml": row.after})})
			words := fmt.Sprintf("cannot patch \"a\" with kind %s: ", found.Refusals[0].Object.Kind)
			assert.Equal(t, row.want, told(found), found.Message)
			assert.Contains(t, found.Message, words)
			assert.Equal(t, "patch", found.Refusals[0].Verb)
			why, told2 := fault.Fault{}, q.stored(2).Chart.Annotations["why"]
			require.NoError(t, json.Unmarshal([]byte(told2), &why))
			assert.Equal(t, row.want+" patch", told(&why)+" "+why.Refusals[0].Verb)
			assert.NotContains(t, told2, "cannot patch")
			assert.Contains(t, q.stored(2).Description, words)
			assert.Contains(t, q.stored(2).Description, `Upgrade "r" failed: `)
			q.uninstalls(params{"wait": true})
		})
	}
}

// Helm's words cite the item, which may have a secret in it, and name no object.
func TestRefusesAnUpgradeWithAnItemWithoutItsKey(t *testing.T) {
	p := begin(t)
	with := func(item string) params {
		return params{"chart": p.chart(map[string]string{"templates/a.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  replicas: 0\n" +
			"  selector: {matchLabels: {a: b}}\n  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a, env: [" + item + "]}]}}\n"})}
	}
	p.made((*Releases).Install, with("{name: A, value: a}"))
	found := p.refuses((*Releases).Upgrade, with("{name: A, value: a}, {nam: B, value: s3cret}"), fault.Template, "templates/a.yaml) has no name in /spec/template/spec/containers/0/env/1")
	assert.Equal(t, "chart template build Deployment a", told(found))
	assert.NotContains(t, found.Message, "s3cret")
	assert.Contains(t, p.statusOf(2), "not found")
}

// An upgrade of Helm alone makes a mixture of both, which differs from the one and the other.
func TestRefusesAChartThatMakesAnObjectTwice(t *testing.T) {
	p := begin(t)
	with := func(files ...string) params {
		templates := map[string]string{"templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n"}
		for _, data := range files {
			templates["templates/b.yaml"] = strings.Replace(templates["templates/a.yaml"], "{a: b}", data, 1)
		}
		return params{"chart": p.chart(templates)}
	}
	refused := func(method method, data string, revision int) {
		found := p.refuses(method, with(data), fault.Template, "templates/a.yaml, ", "templates/b.yaml); remove one")
		assert.Equal(t, "chart template build ConfigMap a", told(found))
		assert.Contains(t, p.statusOf(revision), "not found")
	}
	refused((*Releases).Install, "{a: b}", 1)
	p.made((*Releases).Install, with())
	refused((*Releases).Upgrade, "{a: c}", 2)
	p.made((*Releases).Upgrade, with("{a: b}"))
}

func TestTellsThatTheTemplatesDefineAMissingKind(t *testing.T) {
	definition := "kind: CustomResourceDefinition\nspec: {group: a.example, names: {kind: %s}}\n---\nkind: Foo\n"
	missing := utilerrors.NewAggregate([]error{errors.New("other"), fmt.Errorf("not found: %w", &meta.NoKindMatchError{GroupKind: schema.GroupKind{Group: "a.example", Kind: "Foo"}, SearchedVersions: []string{"v1"}})})
	for kind, tells := range map[string]bool{"Foo": true, "Bar": false} {
		err := identified(nil, missing, fmt.Sprintf(definition, kind), "")
		assert.True(t, meta.IsNoMatchError(err))
		assert.Equal(t, tells, strings.Contains(err.Error(), "crds/"), kind)
	}
}
