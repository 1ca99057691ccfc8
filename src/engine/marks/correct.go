package marks

import (
	"fmt"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/kube"
)

// correct takes away what no patch can carry, and settles the policy. It tells whether there was any.
func correct(object map[string]any) bool {
	metadata, _ := object["metadata"].(map[string]any)
	corrected := fill(object)
	corrected = DropNameless(object) || corrected
	corrected = settlePolicy(metadata) || corrected
	return DropExported(metadata) || corrected
}

// Keeps tells whether a policy means that the object outlives its release. Whoever writes another word than Helm's wants something of that
// kind, and Helm's uninstall leaves such an object, too (pkg/action/resource_policy.go).
func Keeps(policy string) bool {
	return strings.TrimSpace(policy) != ""
}

// unknownPolicy has a word that Helm does not know, for the status.
const unknownPolicy = "catamaran.dev/resource-policy"

// settlePolicy writes the one word that Helm's upgrade and people understand.
func settlePolicy(metadata map[string]any) bool {
	annotations, _ := metadata["annotations"].(map[string]any)
	policy, has := annotations[kube.ResourcePolicyAnno]
	text, _ := policy.(string)
	if !has || text == kube.KeepPolicy {
		return false
	}
	if delete(annotations, kube.ResourcePolicyAnno); Keeps(text) {
		annotations[kube.ResourcePolicyAnno] = kube.KeepPolicy
		if !strings.EqualFold(strings.TrimSpace(text), kube.KeepPolicy) {
			annotations[unknownPolicy] = text
		}
	}
	return true
}

// fill replaces nulls by empty texts, as the API server does when it creates the object. A patch with a null deletes the key, so a pod that
// needs it would start after an installation, and not after an upgrade.
func fill(object map[string]any) bool {
	if object["apiVersion"] != "v1" || object["kind"] != "ConfigMap" && object["kind"] != "Secret" {
		return false
	}
	filled := false
	for _, field := range []string{"data", "stringData", "binaryData"} {
		texts, _ := object[field].(map[string]any)
		for name, value := range texts {
			if value == nil {
				texts[name], filled = "", true
			}
		}
	}
	return filled
}

// DropNameless removes pull secrets without a name from what makes pods, and tells whether there were any. The kubelet ignores them, and
// Helm could never patch the object again: the name identifies the item.
func DropNameless(object map[string]any) bool {
	spec := podsOf(object)
	secrets, _ := spec["imagePullSecrets"].([]any)
	named := slices.DeleteFunc(slices.Clone(secrets), func(item any) bool {
		secret, isMap := item.(map[string]any)
		return isMap && (secret["name"] == nil || secret["name"] == "")
	})
	if len(named) == len(secrets) {
		return false
	}
	spec["imagePullSecrets"] = named
	return true
}

// exported are the fields of the metadata that the API server alone writes.
var exported = []string{"creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid"}

// ofControllers are annotations that controllers alone write.
var ofControllers = []string{"autoscaling.alpha.kubernetes.io/conditions", "autoscaling.alpha.kubernetes.io/current-metrics",
	"control-plane.alpha.kubernetes.io/leader", "deployment.kubernetes.io/revision", "deprecated.daemonset.template.generation",
	"kubernetes.io/service-account.uid", "pv.kubernetes.io/bind-completed", "pv.kubernetes.io/bound-by-controller"}

// DropExported removes what a manifest has of another object, from which somebody has copied it. The API server refuses a version in a new object,
// and a uid in each patch; a controller undoes another value of its annotation, takes a claim for lost, or deletes a token.
func DropExported(metadata map[string]any) bool {
	dropped := false
	for _, name := range exported {
		// A generator of definitions writes null, which means nothing.
		if metadata[name] != nil {
			delete(metadata, name)
			dropped = true
		}
	}
	annotations, _ := metadata["annotations"].(map[string]any)
	for _, name := range ofControllers {
		if _, has := annotations[name]; has {
			delete(annotations, name)
			dropped = true
		}
	}
	return dropped
}

// NameAccount writes the account of pods under both of its names, as the API server stores it. A patch of one name alone has no effect: the API
// server takes the account from the other (core/v1, PodSpec; kubernetes/kubernetes issue 72519, helm/helm issue 10183).
func NameAccount(object map[string]any) {
	spec := podsOf(object)
	for _, name := range []string{"serviceAccountName", "serviceAccount"} {
		if account, _ := spec[name].(string); account != "" {
			spec["serviceAccountName"], spec["serviceAccount"] = account, account
			return
		}
	}
}

// podsOf returns the spec of the pods that an object makes; nothing if it makes none.
func podsOf(object map[string]any) map[string]any {
	switch fmt.Sprintf("%v %v", object["apiVersion"], object["kind"]) {
	case "batch/v1 CronJob":
		return below(object, "spec", "jobTemplate", "spec", "template", "spec")
	case "apps/v1 Deployment", "apps/v1 StatefulSet", "apps/v1 DaemonSet", "apps/v1 ReplicaSet", "batch/v1 Job", "v1 ReplicationController":
		return below(object, "spec", "template", "spec")
	case "v1 Pod":
		return below(object, "spec")
	default:
		return nil
	}
}

func below(object map[string]any, path ...string) map[string]any {
	for _, name := range path {
		object, _ = object[name].(map[string]any)
	}
	return object
}
