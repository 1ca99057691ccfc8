package release

import (
	"errors"
	"maps"
	"regexp"
	"slices"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/marks"
	"helm.sh/helm/v4/pkg/kube"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/resource"
)

// An Account is a service account that the objects of a release may not use.
type Account struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// unspecified is the account of a pod that names none.
const unspecified = "default"

// mayUse refuses an object that uses an account which is not for objects: its token would give its rights away. An account that the release
// itself makes has no other rights than those that the chart gives it.
func (k *objects) mayUse(info *resource.Info, list kube.ResourceList) error {
	if k.Confine == nil || len(k.Confine.Accounts) == 0 {
		return nil
	}
	content, readable := info.Object.(runtime.Unstructured)
	if !readable {
		return nil
	}
	object := content.UnstructuredContent()
	used := usedIn(object)
	if isToken(object) {
		used[Account{Name: (&unstructured.Unstructured{Object: object}).GetAnnotations()[corev1.ServiceAccountNameKey]}] = true
	}
	for _, account := range k.Confine.Accounts {
		if account.Namespace+"/"+account.Name != k.As && k.makes(account, list) {
			continue
		}
		if used[account] || account.Namespace == info.Namespace && used[Account{Name: account.Name}] {
			kind := info.Mapping.GroupVersionKind
			refused := fault.New(fault.Chart, fault.AccountInUse, "%s %q uses service account %s/%s", kind.Kind, info.Name, account.Namespace, account.Name)
			refused.Object = &fault.Object{Group: kind.Group, Version: kind.Version, Kind: kind.Kind, Resource: info.Mapping.Resource.Resource, Namespace: info.Namespace, Name: info.Name}
			return refused
		}
	}
	return nil
}

// makes tells whether the release makes an account, beside a list of its objects or in that.
func (k *objects) makes(account Account, list kube.ResourceList) bool {
	isMade := func(info *resource.Info) bool {
		return info.Mapping.GroupVersionKind.Kind == "ServiceAccount" && info.Namespace == account.Namespace && info.Name == account.Name
	}
	for _, built := range k.built {
		if slices.ContainsFunc(built, isMade) {
			return true
		}
	}
	return slices.ContainsFunc(list, isMade)
}

func isToken(object map[string]any) bool {
	return object["apiVersion"] == "v1" && object["kind"] == "Secret" && object["type"] == string(corev1.SecretTypeServiceAccountToken)
}

// usedIn returns the accounts that an object of any kind names: its pods, or its controller, run with them. One without a namespace is in
// that of the object. A projected token is that of its pod's account.
func usedIn(object any) map[Account]bool {
	used := map[Account]bool{}
	switch value := object.(type) {
	case []any:
		for _, each := range value {
			maps.Copy(used, usedIn(each))
		}
	case map[string]any:
		named := accountsOf(value)
		if _, isPod := value["containers"].([]any); isPod && len(named) == 0 {
			named = []Account{{Name: unspecified}}
		}
		for _, each := range named {
			used[each] = true
		}
		for _, each := range value {
			maps.Copy(used, usedIn(each))
		}
	}
	return used
}

// naming are the fields of pods, and those of custom resources that are called alike, such as taskServiceAccountName.
var naming = regexp.MustCompile(`(?i)serviceaccount(?:name|ref)?s?$`)

func accountsOf(fields map[string]any) []Account {
	var named []Account
	for field, value := range fields {
		if !naming.MatchString(field) {
			continue
		}
		all, isList := value.([]any)
		if !isList {
			all = []any{value}
		}
		for _, each := range all {
			switch each := each.(type) {
			case string:
				named = append(named, Account{Name: each})
			case map[string]any:
				name, _ := each["name"].(string)
				namespace, _ := each["namespace"].(string)
				named = append(named, Account{namespace, name})
			}
		}
	}
	return slices.DeleteFunc(named, func(each Account) bool { return each.Name == "" })
}

// located adds to a refusal in which template the object is.
func located(refusal error, manifest, path string) error {
	refused := (*fault.Fault)(nil)
	if !errors.As(refusal, &refused) || refused.Reason != fault.AccountInUse {
		return refusal
	}
	if path == "" {
		path = templateOf(refused.Object, manifest)
	}
	refused.Message += " (" + path + ")"
	return refused
}

// templateOf returns the template of an object of a manifest.
func templateOf(object *fault.Object, manifest string) string {
	templates := templatesOf(object, manifest)
	if len(templates) == 0 {
		return "no template"
	}
	return templates[0]
}

// templatesOf returns the paths of all templates that do.
func templatesOf(object *fault.Object, manifest string) (found []string) {
	for _, document := range marks.Split(manifest) {
		line := source.FindStringSubmatch(document)
		if line == nil {
			continue
		}
		for _, each := range identify(line[1], document, object.Namespace) {
			if each.kind == object.Kind && each.name == object.Name && groupOf(each.apiVersion) == object.Group {
				found = append(found, each.template)
			}
		}
	}
	return found
}
