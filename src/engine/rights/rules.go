package rights

import (
	"fmt"
	"slices"
	"strings"

	rbac "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// A run is two recordings of a chart for two releases in two namespaces, the second one with other texts in the values that name objects.
//
// Who makes the releases creates, adopts, repairs and deletes the objects of the chart. For its operations Helm needs no other verb: it reads an
// object before it creates, patches or deletes it, and watches hooks. The operator itself watches them, and deletes what is left when an account that
// made them is gone. What the chart's roles grant, who makes them needs too: the API server forbids to grant a right that the client lacks
// (Kubernetes, RBAC, privilege escalation prevention).
type run struct {
	*recording
	second *recording
}

var (
	making  = []string{"create", "delete", "get", "list", "patch", "watch"}
	seeing  = []string{"delete", "get", "list", "watch"}
	byNames = []string{"get", "update", "patch", "delete"} // RBAC knows no name for the other verbs
)

// addTo adds the rules of this run, and what it assumes.
func (r *run) addTo(found *Rights) {
	fixed := map[string]bool{}
	for _, rule := range slices.Concat(r.second.making(), r.second.seeing()) {
		for _, name := range rule.ResourceNames {
			fixed[rule.naming(name)] = true
		}
	}
	limited := func(rules []Rule) []Rule {
		for i, rule := range rules {
			if slices.ContainsFunc(rule.ResourceNames, func(name string) bool { return !fixed[rule.naming(name)] }) {
				rules[i].ResourceNames = nil
			}
		}
		return rules
	}
	found.Making = append(found.Making, limited(r.making())...)
	found.Seeing = append(found.Seeing, limited(r.seeing())...)
	for _, made := range r.objects {
		if made.kind.Namespaced && made.GetNamespace() != r.namespace {
			// The same one for each release.
			if slices.ContainsFunc(r.second.objects, func(other object) bool { return other.GetNamespace() == made.GetNamespace() }) {
				found.Places = append(found.Places, made.GetNamespace())
			}
			found.Notes = append(found.Notes, fmt.Sprintf("%s makes an object in namespace %s: an operator with Roles instead of a ClusterRole needs one there",
				made.template, made.GetNamespace()))
		}
	}
	found.Assumed = append(found.Assumed, r.assumed...)
	found.Notes = append(found.Notes, r.notes...)
}

// naming tells apart the names of different kinds.
func (r Rule) naming(name string) string {
	return fmt.Sprint(r.APIGroups, r.Resources, r.Kind, name)
}

// seeing returns the rules of the operator itself.
func (r *recording) seeing() (found []Rule) {
	for _, made := range r.objects {
		if !made.isTest() {
			found = append(append(found, ofObject(made, seen(made.kind))...), ofClass(made.kind)...)
		}
	}
	return found
}

// making returns the rules of who makes the releases: an account, or the operator itself.
func (r *recording) making() []Rule {
	found := r.ofDefinitions()
	for _, asked := range r.lookups {
		found = append(found, r.ofLookup(asked))
	}
	for _, made := range r.objects {
		if made.isTest() && !r.Tests {
			continue
		}
		if made.isHook() {
			found = append(found, r.ofPlace(made)...)
		}
		found = append(found, ofObject(made, making)...)
		if made.kind.Group == rbac.GroupName {
			switch made.kind.Kind {
			case "Role", "ClusterRole":
				found = append(found, grantedBy(made)...)
			case "RoleBinding", "ClusterRoleBinding":
				found = append(found, r.boundBy(made)...)
			}
		}
	}
	return found
}

// rule makes one for a resource.
func rule(reach string, kind Kind, verbs string, names []string, because, reason string) Rule {
	made := Rule{Reach: reach, Because: because, Reason: reason}
	made.APIGroups, made.Verbs, made.ResourceNames = []string{kind.Group}, strings.Split(verbs, ","), names
	if made.Kind = kind.Kind; kind.Plural != "" {
		made.Resources = []string{kind.Plural}
	}
	return made
}

// rules makes those for a kind: names limit the verbs for which RBAC knows them.
func rules(kind Kind, names, verbs []string, because, reason string) (found []Rule) {
	for _, isByName := range []bool{false, true} {
		some := slices.DeleteFunc(slices.Clone(verbs), func(verb string) bool { return slices.Contains(byNames, verb) != isByName })
		if len(some) > 0 {
			limit := names
			if !isByName {
				limit = nil
			}
			found = append(found, rule(reachOf(kind.Namespaced), kind, strings.Join(some, ","), limit, because, reason))
		}
	}
	return found
}

func reachOf(isNamespaced bool) string {
	if isNamespaced {
		return inNamespace
	}
	return inCluster
}

func ofObject(made object, verbs []string) []Rule {
	var names []string
	if !made.kind.Namespaced {
		names = []string{made.GetName()}
	}
	// A test's objects are Helm's alone. Helm deletes a hook before it creates it again, also one that is to be kept.
	isKept := strings.TrimSpace(made.GetAnnotations()["helm.sh/resource-policy"]) != ""
	needed := slices.DeleteFunc(slices.Clone(verbs), func(verb string) bool {
		return verb == "patch" && made.isTest() || verb == "delete" && isKept && !made.isHook()
	})
	return rules(made.kind, names, needed, "", made.template)
}

// seen returns the verbs of the operator itself. Which Secrets it may delete, it knows from the revisions.
func seen(kind Kind) []string {
	if kind.Group == "" && kind.Kind == "Secret" {
		return []string{"list", "watch"}
	}
	return seeing
}

// ofClass is for claims: their class says whether one waits for a pod that needs it.
func ofClass(kind Kind) []Rule {
	if kind.Kind != "PersistentVolumeClaim" {
		return nil
	}
	class := Kind{Group: "storage.k8s.io", Plural: "storageclasses"}
	return []Rule{rule(inCluster, class, "get", nil, "", "to know whether a claim waits for its first pod")}
}

// ofDefinitions is for the folders crds. The API server asks for both verbs if an apply creates an object. Helm lists and watches one name until its
// kind is served, which RBAC can allow by name.
func (r *recording) ofDefinitions() (found []Rule) {
	if names := r.definitions; len(names) > 0 && r.CRDs != "SKIP" {
		kind, reason := Kind{Group: "apiextensions.k8s.io", Plural: "customresourcedefinitions"}, r.whole.Name()+"/crds"
		found = append(found, rule(inCluster, kind, "create", nil, "", reason), rule(inCluster, kind, "get,list,watch", names, "", reason))
		if r.CRDs == "CREATE_REPLACE" {
			found = append(found, rule(inCluster, kind, "patch", names, "", reason))
		}
	}
	return found
}

func (r *recording) ofLookup(asked lookup) Rule {
	reason := "lookups of the chart " + r.whole.Name()
	for _, made := range r.objects {
		if made.kind == asked.kind && made.GetNamespace() == asked.namespace && made.GetName() == asked.name {
			reason = made.template
		}
	}
	verb, names := "get", []string(nil)
	switch {
	case asked.name == "":
		verb = "list"
	case asked.namespace == "":
		names = []string{asked.name}
	}
	return rule(reachOf(asked.namespace != ""), asked.kind, verb, names, "", reason)
}

// ofPlace is for the namespace of a hook: before Helm creates it, it waits until an earlier object of that name is gone. Kubernetes
// (cli-runtime/pkg/resource/visitor.go) asks for any namespace but default.
func (r *recording) ofPlace(hook object) []Rule {
	if hook.GetNamespace() == "" || hook.GetNamespace() == "default" {
		return nil
	}
	reach := reachOf(hook.GetNamespace() == r.namespace)
	return []Rule{rule(reach, Kind{Plural: "namespaces"}, "get", []string{hook.GetNamespace()}, "", "Helm, when an object is missing")}
}

// grantedBy returns the rules of a role: who makes it needs them too.
func grantedBy(role object) (found []Rule) {
	var of rbac.ClusterRole // or a Role, which has these fields too
	_ = runtime.DefaultUnstructuredConverter.FromUnstructured(role.Object, &of)
	for _, policy := range of.Rules {
		found = append(found, Rule{PolicyRule: policy, Reach: reachOf(role.kind.Namespaced), Because: granted, Reason: role.template})
	}
	if isAggregated(role) {
		// It may grant anything; its name is unknown to the check of its creation.
		found = append(found, rule(inCluster, role.kind, "escalate", nil, "", "the aggregated role of "+role.template))
	}
	return found
}

func isAggregated(role object) bool { return role.Object["aggregationRule"] != nil }

func (r *recording) boundBy(binding object) []Rule {
	var of rbac.ClusterRoleBinding // or a RoleBinding
	_ = runtime.DefaultUnstructuredConverter.FromUnstructured(binding.Object, &of)
	kind := r.guess(rbac.SchemeGroupVersion.String(), of.RoleRef.Kind)
	if slices.ContainsFunc(r.objects, func(role object) bool {
		return role.kind.isSame(kind) && role.GetName() == of.RoleRef.Name && !isAggregated(role)
	}) {
		return nil
	}
	return []Rule{rule(reachOf(binding.kind.Namespaced), kind, "bind", []string{of.RoleRef.Name}, bound, binding.template)}
}
