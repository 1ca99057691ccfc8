package release

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"catamaran.dev/engine/fields"
	"catamaran.dev/engine/marks"
	"helm.sh/helm/v4/pkg/kube"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/cli-runtime/pkg/resource"
)

// leaving prepares both sides of Helm's patches, so that these leave what others own. An object that exists without being in the present
// revision is treated as if that had made it as it is wanted: Helm 4 may compare it with the live one, and so removes what others wrote, such
// as the volume of a claim. For a custom kind Helm compares only the manifests (helm/helm issue 11638), so there it is what the object has in the
// fields of the manifest. Helm's annotations on it are those of an earlier revision, and go: an object that comes back is no longer kept, unless a
// person keeps it.
func (k *objects) leaving(before, after kube.ResourceList) (kube.ResourceList, error) {
	for _, wanted := range after {
		former := before.Get(wanted)
		isAdded := former == nil
		if isAdded {
			same := *wanted
			former = &same
		}
		if former.Object == wanted.Object {
			former.Object = wanted.Object.DeepCopyObject()
			found, err := live(wanted)
			if err != nil {
				return nil, err
			}
			if isAdded && found != nil {
				before.Append(former)
			}
			if content, isObject := former.Object.(*unstructured.Unstructured); isObject && found != nil && schemaOf(wanted) == nil {
				content.Object = fields.Common(content.Object, found)
			}
			object := &unstructured.Unstructured{Object: found}
			if reason := k.cannotTakeOver(object, wanted); reason != "" {
				return nil, others(wanted, []string{reason})
			}
			inherit(former, object, func(name string) bool {
				return strings.HasPrefix(name, "helm.sh/") && (name != kube.ResourcePolicyAnno || isKeptByChart(object))
			})
		}
		if err := k.undo(former, wanted); err != nil {
			return nil, err
		}
		if err := k.leave(former, wanted); err != nil {
			return nil, err
		}
	}
	return before, nil
}

// cannotTakeOver says why an object that exists can be none of this revision's now; empty if it can. A deletion cannot be undone, and an object has
// one controller. An upgrade or a rollback does not wait for a deletion: the pods that it replaces may hold it up.
func (o *operation) cannotTakeOver(live *unstructured.Unstructured, wanted *resource.Info) string {
	if o.kind == installs && live.GetDeletionTimestamp() != nil {
		reason := "it is being deleted"
		if finalizers := live.GetFinalizers(); len(finalizers) > 0 {
			reason += ", and waits for its finalizers " + strings.Join(finalizers, ", ")
		}
		return reason
	}
	metadata, err := meta.Accessor(wanted.Object)
	// Helm's patch replaces the owners of a custom resource.
	if err != nil || metav1.GetControllerOfNoCopy(metadata) == nil || schemaOf(wanted) == nil {
		return ""
	}
	if other := metav1.GetControllerOfNoCopy(live); other != nil && other.UID != metav1.GetControllerOfNoCopy(metadata).UID {
		return fmt.Sprintf("its controller is %s %q with the uid %s", other.Kind, other.Name, other.UID)
	}
	return ""
}

// isKeptByChart tells whether Helm wrote the policy of an object: a person writes it without Helm's marks.
func isKeptByChart(found *unstructured.Unstructured) bool {
	entries := found.GetManagedFields()
	return len(entries) == 0 || slices.ContainsFunc(entries, func(entry metav1.ManagedFieldsEntry) bool {
		return entry.FieldsV1 != nil && bytes.Contains(entry.FieldsV1.Raw, []byte(`"f:`+kube.ResourcePolicyAnno+`"`)) &&
			bytes.Contains(entry.FieldsV1.Raw, []byte(`"f:`+releaseName+`"`))
	})
}

// inherit adds annotations that an object lacks, so that Helm removes them if they are not wanted.
func inherit(object *resource.Info, from runtime.Object, isInherited func(name string) bool) {
	metadata, err := meta.Accessor(object.Object)
	other, failed := meta.Accessor(from)
	if errors.Join(err, failed) != nil {
		return
	}
	annotations := map[string]string{}
	for name, value := range other.GetAnnotations() {
		if isInherited(name) {
			annotations[name] = value
		}
	}
	if len(annotations) > 0 {
		maps.Copy(annotations, metadata.GetAnnotations())
		metadata.SetAnnotations(annotations)
	}
}

func (k *objects) leave(before, wanted *resource.Info) error {
	former, isObject := before.Object.(*unstructured.Unstructured)
	present, areObjects := wanted.Object.(*unstructured.Unstructured)
	if !isObject || !areObjects {
		return nil
	}
	object := fields.Object{
		Kind: wanted.Mapping.GroupVersionKind, Before: former.Object, Wanted: present.Object,
		Live: func() (map[string]any, error) { return live(wanted) }, Schema: schemaOf(wanted), Replaced: k.written.Force,
	}
	rules := k.written.Left
	if k.written.LeaveShared {
		rules = slices.Concat(fields.Shared(), rules)
	}
	nameless, err := settle(object, rules)
	if nameless && err == nil {
		err = dropNamelessOf(wanted)
	}
	if err != nil {
		return err
	}
	return object.KeepAdded()
}

// settle takes out of both manifests what is left to others, and what no patch can carry. It tells whether the former one had pull secrets
// without a name.
func settle(object fields.Object, rules []fields.Rule) (nameless bool, err error) {
	err = fields.Leave(rules, object)
	marks.NameAccount(object.Before)
	marks.NameAccount(object.Wanted)
	marks.DropNameless(object.Wanted)
	return marks.DropNameless(object.Before), err
}

// dropNamelessOf writes the object without what an earlier revision made. Helm's patch is computed from the live object, and would fail.
func dropNamelessOf(wanted *resource.Info) error {
	_, err := rewrite(wanted, func(found map[string]any) (map[string]any, error) {
		marks.DropNameless(found)
		return found, nil
	})
	return err
}

func live(of *resource.Info) (map[string]any, error) {
	found, err := resource.NewHelper(of.Client, of.Mapping).Get(of.Namespace, of.Name)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("could not get information about the resource: %w", err)
	}
	return runtime.DefaultUnstructuredConverter.ToUnstructured(found)
}

// schemaOf returns the merge keys by which Helm patches an object; nothing for a kind that Helm does not know.
func schemaOf(info *resource.Info) strategicpatch.LookupPatchMeta {
	return fields.SchemaOf(info.Mapping.GroupVersionKind)
}
