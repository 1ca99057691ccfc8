package release

import (
	"reflect"
	"strings"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/fields"
	"catamaran.dev/engine/marks"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/kube"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/cli-runtime/pkg/resource"
)

// keepDrawn keeps in the Secrets of a first revision what an earlier attempt drew by chance, such as a password: data that outlived the attempt
// may have been made with it. What two renderings of the same values agree in is as these values want it. A release that was deployed draws
// anew, as with Helm.
func (k *objects) keepDrawn(list kube.ResourceList, read func(i int) (map[string]any, error), rendered string) error {
	left := map[fault.Object]map[string]any{}
	for i, info := range list {
		identity := k.identityOfSecret(contentOf(info))
		if identity.Kind == "" {
			continue
		}
		found, err := read(i)
		if err != nil {
			return err
		}
		object := &unstructured.Unstructured{Object: found}
		if data, _ := found["data"].(map[string]any); len(data) > 0 && len(k.foreign(object.GetLabels(), object.GetAnnotations())) == 0 {
			left[identity] = data
		}
	}
	if len(left) == 0 {
		return nil
	}
	again, err := k.secretsAgain()
	if err != nil {
		return err
	}
	for _, info := range list {
		k.keepIn(contentOf(info), again, left)
	}
	k.changed[rendered] = marks.Edit(k.change(rendered), func(object map[string]any) bool { return k.keepIn(object, again, left) })
	return nil
}

// keepIn tells whether an object has got something of what the Secrets of other attempts have.
func (o *operation) keepIn(object map[string]any, again, left map[fault.Object]map[string]any) (kept bool) {
	identity := o.identityOfSecret(object)
	before, isLeft := left[identity]
	if !isLeft {
		return false
	}
	fields.FoldTexts(object)
	wanted, _ := object["data"].(map[string]any)
	for name, value := range wanted {
		other, isMade := again[identity][name]
		if found, isThere := before[name]; isThere && isMade && !reflect.DeepEqual(other, value) {
			wanted[name], kept = found, true
		}
	}
	return kept
}

// secretsAgain returns the data of the Secrets that another rendering of the same values makes.
func (o *operation) secretsAgain() (map[fault.Object]map[string]any, error) {
	whole, _, err := o.releases.Charts.Get(o.reference)
	if err != nil {
		return nil, err
	}
	options := common.ReleaseOptions{Name: o.Release, Namespace: o.Namespace, Revision: 1, IsInstall: o.kind == installs, IsUpgrade: o.kind != installs}
	if o.newest != nil {
		options.Revision += o.newest.Version
	}
	found := map[fault.Object]map[string]any{}
	for _, file := range trial(o.ctx, whole, charts.CopyValues(o.values), options, o.config.Capabilities, o.remember) {
		if strings.Contains(file, "Secret") {
			marks.Edit(file, func(object map[string]any) bool {
				fields.FoldTexts(object)
				found[o.identityOfSecret(object)], _ = object["data"].(map[string]any)
				return false
			})
		}
	}
	return found, nil
}

// identityOfSecret returns an identity that no other object has; the zero value for what is no Secret.
func (o *operation) identityOfSecret(content map[string]any) fault.Object {
	object := unstructured.Unstructured{Object: content}
	if object.GetAPIVersion() != "v1" || object.GetKind() != "Secret" {
		return fault.Object{}
	}
	namespace := object.GetNamespace()
	if namespace == "" {
		namespace = o.Namespace
	}
	return fault.Object{Kind: object.GetKind(), Namespace: namespace, Name: object.GetName()}
}

// contentOf returns the content of an object as Helm builds it.
func contentOf(info *resource.Info) map[string]any {
	object, isObject := info.Object.(*unstructured.Unstructured)
	if !isObject {
		return nil
	}
	return object.Object
}
