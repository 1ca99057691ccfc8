package release

import (
	"context"
	"slices"
	"strings"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/marks"
	"catamaran.dev/engine/serve"
	rcommon "helm.sh/helm/v4/pkg/release/common"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage/driver"
	v1core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

// Edit says what changes in a stored revision. All else stays.
type Edit struct {
	Delete      bool           `json:"delete,omitempty"` // also of one that cannot be read
	Status      rcommon.Status `json:"status,omitempty"` // with the description
	Description string         `json:"description,omitempty"`
	// Annotations go into the stored chart; an empty one is removed.
	Annotations map[string]string `json:"annotations,omitempty"`
	// Forget are the objects that the revision has no more, each "apiVersion kind namespace/name". A document goes with its last.
	Forget []string `json:"forget,omitempty"`
	// Noted are annotations of the Secret. Helm writes it without them, and does that only for tests, or when the revision ends.
	Noted map[string]string `json:"noted,omitempty"`
	// Inherited is for a revision of another operator. Its Secrets lose their owner, whose foreground deletion would collect the history before
	// the uninstall that needs it. It was made from this chart with one of these values, or it loses the annotation Digest.
	Inherited *struct {
		Chart  charts.Reference `json:"chart"`
		Values []charts.Input   `json:"values"`
		Digest string           `json:"digest"`
	} `json:"inherited,omitempty"`
}

// Revised is the answer of an edit: whether it was made, and the Secret as it is then. It was not if another client has changed the revision, or made
// a newer one.
type Revised struct {
	Done   bool           `json:"done"`
	Secret *v1core.Secret `json:"secret,omitempty"`
}

// Revise changes a stored revision through Helm's driver, if its Secret still has the version that the parent has seen. A dry run stores nothing.
func (r *Releases) Revise(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		Secret  string `json:"secret"`
		Version string `json:"version"`
		Edit    Edit   `json:"edit"`
		Newest  bool   `json:"newest,omitempty"` // leave it alone if there is a newer one that can be read
		DryRun  bool   `json:"dryRun,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	o, _, err := r.begin(ctx, revises, params.Target, Written{}, call)
	if err != nil {
		return nil, err
	}
	o.at(storing)
	secrets := o.config.Releases.Driver.(*revisionsDriver).secrets
	e := &edited{SecretInterface: secrets}
	if params.Edit.Delete {
		err := e.discard(ctx, params.Secret, params.Version)
		return o.revised(nil, err, err == nil || apierrors.IsNotFound(err))
	}
	all, err := (&histories{secrets, o}).bounded(ctx, metav1.ListOptions{LabelSelector: "owner=helm,name=" + params.Release})
	if err != nil {
		return nil, o.fault(err)
	}
	// The number is in the name, as labels can be edited.
	prefix := strings.TrimRight(params.Secret, "0123456789")
	for i, one := range all.Items {
		if one.Name == params.Secret && one.ResourceVersion == params.Version {
			e.secret = &all.Items[i]
		} else if params.Newest && strings.HasPrefix(one.Name, prefix) &&
			(len(one.Name) > len(params.Secret) || len(one.Name) == len(params.Secret) && one.Name > params.Secret) &&
			readable(&all.Items[i]) {
			return Revised{}, nil
		}
	}
	if e.secret == nil {
		return Revised{}, nil
	}
	if err := r.edit(e, params.Edit); err != nil || params.DryRun {
		return o.revised(e.secret, err, err == nil)
	}
	for _, one := range all.Items {
		if params.Edit.Inherited != nil && len(one.OwnerReferences) > 0 && one.Name != params.Secret {
			if _, err := secrets.Patch(ctx, one.Name, types.MergePatchType, []byte(`{"metadata":{"ownerReferences":null}}`), metav1.PatchOptions{}); err != nil {
				return nil, o.fault(err)
			}
		}
	}
	stored, err := e.store(ctx)
	return o.revised(stored, err, err == nil)
}

func (o *operation) revised(secret *v1core.Secret, err error, done bool) (any, error) {
	if done {
		return Revised{true, secret}, nil
	}
	if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		return Revised{}, nil
	}
	return nil, o.fault(err)
}

// edited is the Secret of one revision, as Helm's driver reads and writes it.
type edited struct {
	corev1.SecretInterface
	secret *v1core.Secret
}

// readable tells whether Helm can read a revision. What nobody can read would be waited for without end.
func readable(secret *v1core.Secret) bool {
	_, err := driver.NewSecrets(&edited{secret: secret}).Get(secret.Name)
	return err == nil
}

// Get returns it.
func (e *edited) Get(context.Context, string, metav1.GetOptions) (*v1core.Secret, error) {
	return e.secret, nil
}

// Update takes over what Helm writes. All else stays: owners, labels, annotations and the version that was read.
func (e *edited) Update(_ context.Context, written *v1core.Secret, _ metav1.UpdateOptions) (*v1core.Secret, error) {
	for name, value := range written.Labels {
		metav1.SetMetaDataLabel(&e.secret.ObjectMeta, name, value)
	}
	e.secret.Data = written.Data
	return e.secret, nil
}

// store writes it under the version that was read. The API server refuses each update of one that somebody made immutable.
func (e *edited) store(ctx context.Context) (*v1core.Secret, error) {
	if e.secret.Immutable == nil || !*e.secret.Immutable {
		stored, err := e.SecretInterface.Update(ctx, e.secret, metav1.UpdateOptions{})
		if err != nil {
			return e.written(ctx, err)
		}
		return stored, nil
	}
	anew := e.secret.DeepCopy()
	anew.Immutable, anew.ResourceVersion, anew.UID, anew.ManagedFields = nil, "", "", nil
	// Without the right to create it, the revision would be lost.
	if _, err := e.Create(ctx, anew, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}); err != nil && !apierrors.IsAlreadyExists(err) {
		return nil, err
	}
	if err := e.discard(ctx, e.secret.Name, e.secret.ResourceVersion); err != nil {
		return nil, err
	}
	return e.Create(ctx, anew, metav1.CreateOptions{})
}

// written returns the Secret if it has what was to be written: the answer may be lost, and a repetition conflicts with the own write.
func (e *edited) written(ctx context.Context, failure error) (*v1core.Secret, error) {
	found, err := e.SecretInterface.Get(ctx, e.secret.Name, metav1.GetOptions{})
	if err != nil || found.UID != e.secret.UID || !equality.Semantic.DeepEqual(found.Data, e.secret.Data) ||
		!equality.Semantic.DeepEqual(found.Labels, e.secret.Labels) || !equality.Semantic.DeepEqual(found.Annotations, e.secret.Annotations) {
		return nil, failure
	}
	return found, nil
}

func (e *edited) discard(ctx context.Context, name, version string) error {
	return e.Delete(ctx, name, metav1.DeleteOptions{Preconditions: &metav1.Preconditions{ResourceVersion: &version}})
}

// edit changes the Secret, and stores nothing.
func (r *Releases) edit(e *edited, edit Edit) error {
	for name, value := range edit.Noted {
		metav1.SetMetaDataAnnotation(&e.secret.ObjectMeta, name, value)
	}
	if len(edit.Noted) > 0 {
		return nil
	}
	revisions := driver.NewSecrets(e)
	found, err := revisions.Get(e.secret.Name)
	if err != nil {
		return err
	}
	stored, err := revision(found)
	if err != nil {
		return err
	}
	if edit.Status != "" {
		stored.Info.Status, stored.Info.Description = edit.Status, edit.Description
	}
	if inherited := edit.Inherited; inherited != nil {
		e.secret.OwnerReferences = nil
		// What cannot be compared is not the same: the upgrade that follows tells why.
		if same, err := r.Charts.Compare(stored.Chart, stored.Config, inherited.Chart, inherited.Values); err != nil || !same.Chart || !same.Values {
			edit.Annotations[inherited.Digest] = ""
		}
	}
	annotate(stored, edit.Annotations)
	stored.Manifest = without(stored.Manifest, edit.Forget)
	stored.Hooks = slices.DeleteFunc(stored.Hooks, func(hook *v1.Hook) bool {
		return hook.Manifest != "" && without(hook.Manifest, edit.Forget) == ""
	})
	return revisions.Update(e.secret.Name, stored)
}

// annotate writes annotations into a stored chart; an empty one is removed.
func annotate(stored *v1.Release, annotations map[string]string) {
	for name, value := range annotations {
		if stored.Chart.Metadata.Annotations == nil {
			stored.Chart.Metadata.Annotations = map[string]string{}
		}
		stored.Chart.Metadata.Annotations[name] = value
		if value == "" {
			delete(stored.Chart.Metadata.Annotations, name)
		}
	}
}

// without returns a manifest without the documents of which nothing is left.
func without(manifest string, names []string) string {
	if len(names) == 0 {
		return manifest
	}
	return strings.Join(slices.DeleteFunc(marks.Split(manifest), func(document string) bool {
		gone, stay := false, false
		marks.Edit(document, func(object map[string]any) bool {
			isNamed := slices.Contains(names, nameOf(object))
			gone, stay = gone || isNamed, stay || !isNamed
			return false
		})
		return gone && !stay
	}), "---\n")
}

func nameOf(content map[string]any) string {
	object := unstructured.Unstructured{Object: content}
	return object.GetAPIVersion() + " " + object.GetKind() + " " + object.GetNamespace() + "/" + object.GetName()
}
