package release

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/fields"
	"catamaran.dev/engine/serve"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/util/retry"
)

// A deed is what to do with one object.
type deed struct {
	// Object is as the revision has it, with its place in the cluster.
	Object exact `json:"object"`
	Do     act   `json:"do"`
	// Outlives says that the manifest wants the object to outlive its owner.
	Outlives bool `json:"outlives,omitempty"`
	// Named leaves all but the marks as it is.
	Named bool `json:"named,omitempty"`
	// Left are JSON pointers to fields that are left as they are.
	Left []string `json:"left,omitempty"`
	// Create makes an object that is missing.
	Create bool `json:"create,omitempty"`
	// If says which objects are meant. Since is the second in which the Secret of an attempt was made.
	If    which `json:"if,omitempty"`
	Since int64 `json:"since,omitempty"`
}

type act string

const (
	marking   act = "mark"   // write whose it is, and end the ownership of what outlives its owner or is another release's
	parting   act = "part"   // the latter alone
	claiming  act = "claim"  // the same as mark, and refuse an object of another release
	repairing act = "repair" // make it as it is wanted
	trying    act = "try"    // write whose it is, and tell what a repair would do
	removing  act = "delete"
)

type which string

const (
	ofRelease which = "release"  // it has the marks of the release, is not kept and not being deleted
	ofAttempt which = "attempt"  // such a one that an attempt made, without data
	ofLost    which = "lost"     // the same, over a release that is lost
	withoutIt which = "dataless" // such a one without data
	owned     which = "owned"    // it names the owner, and does not outlive it
	asStray   which = "stray"    // both, made by Helm, without data
	asHook    which = "hook"     // a hook that Helm has run here
	asAnyHook which = "any_hook" // the same, whatever program ran Helm
	ofHook    which = "ran"      // a hook that an operation made
)

// settled is what became of an object.
type settled struct {
	Live    map[string]any `json:"live,omitempty"`    // as it is now; none if it does not exist
	Deleted string         `json:"deleted,omitempty"` // the resource version in which it was deleted
	Made    bool           `json:"made,omitempty"`
	Adopted bool           `json:"adopted,omitempty"`
	// Before, After, Patch and Fields are of a patch; after trying, After is what the API server would store.
	Before map[string]any  `json:"before,omitempty"`
	After  map[string]any  `json:"after,omitempty"`
	Patch  json.RawMessage `json:"patch,omitempty"`
	Fields []string        `json:"fields,omitempty"`
	// Fault is why the API server refused it.
	Fault *fault.Fault `json:"fault,omitempty"`
}

type settlement struct {
	*objects
	owner
}

// managers of fields, so that people see who wrote what.
const (
	byOwner  = "catamaran-owner"
	byRepair = "catamaran-repair"
)

// longestAdmission is how long after a request an object may be entered: each webhook may take 30 s.
const longestAdmission = 2 * time.Minute

// Settle does deeds with objects of a release, in order: it marks, repairs and deletes. It reads each object first, and writes or deletes only the version
// that it has judged. A refusal, or another server that does not answer, stops no other deed; an API server that does not answer ends the request.
func (r *Releases) Settle(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Target
		Owner owner  `json:"owner,omitzero"`
		Deeds []deed `json:"deeds"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	s, err := r.settlement(ctx, params.Target, params.Owner, call)
	if err != nil {
		return nil, err
	}
	all := make([]settled, len(params.Deeds))
	for i, each := range params.Deeds {
		if err := s.do(each, &all[i]); err != nil {
			return nil, err
		}
	}
	return map[string]any{"objects": all}, nil
}

func (r *Releases) settlement(ctx context.Context, target Target, of owner, call serve.Call) (*settlement, error) {
	o, _, err := r.begin(ctx, settles, target, Written{}, call)
	if err != nil {
		return nil, err
	}
	o.at(applying)
	return &settlement{o.config.KubeClient.(*objects), of}, nil
}

// do does a deed; a refusal is no error.
func (s *settlement) do(each deed, into *settled) error {
	err := s.settle(each, into)
	if err == nil {
		return nil
	}
	found := fault.Of(err, s.call.Locate)
	if !isRefusal(found, isCustomKind((&unstructured.Unstructured{Object: each.Object}).GroupVersionKind())) {
		return s.fault(err)
	}
	s.inquire(found)
	if len(found.Refusals) > 0 {
		found.Message = found.Refusals[0].Message
	}
	into.Fault = found
	return nil
}

// isRefusal tells whether a failure says something about its object only: the same request for another one may succeed. A custom kind may have a server
// or a conversion of its own.
func isRefusal(found *fault.Fault, isCustom bool) bool {
	if len(found.Refusals) == 0 {
		return found.Reason == fault.Foreign || found.Reason == fault.Unavailable
	}
	return !slices.ContainsFunc(found.Refusals, func(refusal fault.Refusal) bool {
		return refusal.Status < 400 || refusal.Status >= 500 && !isCustom ||
			slices.Contains([]int{http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooManyRequests}, refusal.Status)
	})
}

func (s *settlement) settle(each deed, into *settled) error {
	content, err := json.Marshal(bare(each.Object))
	if err != nil {
		return err
	}
	list, err := s.served(string(content))
	if err != nil || len(list) != 1 {
		return err
	}
	info := list[0]
	if each.Do == removing {
		return s.remove(each, info, into)
	}
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		*into = settled{}
		found, err := live(info)
		into.Live = found
		switch object := (&unstructured.Unstructured{Object: found}); {
		case err != nil:
			return err
		case found == nil && each.Do == repairing && each.Create:
			return s.make(each, info, into)
		case found == nil:
			return nil
		case each.Do == parting, each.Do == marking:
			return s.mark(each, info, object, into)
		default:
			return s.repair(each, info, object, into)
		}
	})
}

func (s *settlement) remove(each deed, info *resource.Info, into *settled) error {
	deleted, err := deleteIf(info, metav1.DeletePropagationBackground, func(found *unstructured.Unstructured) bool { return s.is(each, found) })
	switch {
	case deleted != nil:
		into.Deleted = deleted.GetResourceVersion()
	case err == nil:
		into.Live, err = live(info)
	}
	return err
}

// is tells whether an object is such a one.
func (s *settlement) is(each deed, found *unstructured.Unstructured) bool {
	began := attempt{began: time.Unix(each.Since, 0)}
	isRest := s.isMarked(found) && !isKept(found) && found.GetDeletionTimestamp() == nil
	switch each.If {
	case ofRelease:
		return isRest
	case ofAttempt:
		return isRest && began.isAlone(found)
	case ofLost:
		return isRest && began.isAlone(found) && !holdsAny(found) && found.GetCreationTimestamp().Time.After(began.began)
	case withoutIt:
		return isRest && !holdsAny(found)
	case owned:
		return s.isNamed(found) && !outlives(found)
	case asStray:
		return isRest && s.isNamed(found) && !holdsAny(found) && isMadeByHelm(found, found.GetCreationTimestamp().Add(-longestAdmission))
	case asHook, asAnyHook:
		return (len(found.GetOwnerReferences()) == 0 && found.GetAnnotations()[primaryType] == "" || s.isNamed(found)) &&
			slices.ContainsFunc(found.GetManagedFields(), func(entry metav1.ManagedFieldsEntry) bool {
				isOurs := slices.Contains(helms[:2], entry.Manager)
				return (isOurs || each.If == asAnyHook && !strings.HasPrefix(entry.Manager, "kubectl")) &&
					entry.FieldsV1 != nil && strings.Contains(string(entry.FieldsV1.Raw), `"f:helm.sh/hook"`)
			})
	case ofHook:
		owner, isMarked := found.GetAnnotations()[hookOf]
		wanted := &unstructured.Unstructured{Object: each.Object}
		return found.GetDeletionTimestamp() == nil && !found.GetCreationTimestamp().Time.Before(began.began) && (!isMarked || owner == s.operation.owner()) &&
			has(found.GetLabels(), wanted.GetLabels()) && has(found.GetAnnotations(), wanted.GetAnnotations())
	default:
		return true
	}
}

func has(found, wanted map[string]string) bool {
	for name, value := range wanted {
		if now, has := found[name]; !has || now != value {
			return false
		}
	}
	return true
}

// mark writes whose an object is. Of another release's object, it ends the ownership.
func (s *settlement) mark(each deed, info *resource.Info, found *unstructured.Unstructured, into *settled) error {
	isLasting := each.Outlives || outlives(found)
	isParting := (isLasting || s.isMoved(found)) && len(s.unwanted(found, true)) > 0
	if !s.is(each, found) || each.Do == parting && !isParting || s.isMoved(found) && !isParting {
		return nil
	}
	wanted := bare(found.Object)
	if !s.isMoved(found) {
		s.owner.mark(metadataOf(wanted), found.GetNamespace(), isLasting)
	}
	difference, err := compared{Wanted: wanted, Live: exactly(found.Object)}.settled(s.unwanted(found, isLasting || s.isMoved(found)))
	if err != nil || difference.Patch == nil {
		return err
	}
	into.Adopted = true
	into.Live, err = patch(info, found, difference.Patch, byOwner, false)
	return err
}

// exactly returns a copy of a live object, to be compared.
func exactly(found map[string]any) exact {
	copied, _ := integers(runtime.DeepCopyJSON(found)).(map[string]any)
	return copied
}

// make makes a missing object again, in the name of Helm: it counts as made by Helm, which deletes it once no manifest has it.
func (s *settlement) make(each deed, info *resource.Info, into *settled) error {
	info.Object = &unstructured.Unstructured{Object: s.complete(each.Object, info.Namespace, s.Target, each.Outlives)}
	if err := create(info); err != nil {
		return err
	}
	into.Made = true
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(info.Object)
	into.Live = content
	return err
}

// repair makes an object as it is wanted, or tells what that would change. An object under the name of a missing one can be another release's, as in an
// upgrade. One that names the owner is its own, whatever a person has edited.
func (s *settlement) repair(each deed, info *resource.Info, found *unstructured.Unstructured, into *settled) error {
	isNamed := s.isNamed(found)
	if !isNamed && s.isMoved(found) {
		has := found.GetAnnotations()
		return fault.New(fault.Cluster, fault.Foreign,
			"%s belongs to release %s/%s by its annotations meta.helm.sh/release-*, and is not repaired; uninstall that release, or remove the annotations",
			titleOf(info), has[releaseIn], has[releaseName])
	}
	if each.Do == claiming || each.Do == trying {
		if err := s.mark(each, info, found, into); err != nil || each.Do == claiming {
			return err
		}
		found = &unstructured.Unstructured{Object: into.Live}
	}
	what := compared{Wanted: runtime.DeepCopyJSON(each.Object), Live: exactly(found.Object), Named: each.Named, Outlives: each.Outlives, Left: append(each.Left, autoscaled(found)...)}
	difference, err := what.difference(s.owner, s.Target)
	if err != nil || difference.Patch == nil {
		return err
	}
	into.Adopted = !isNamed
	into.Before, into.Patch, into.Fields = found.Object, difference.Patch, difference.Fields
	into.After, err = patch(info, found, difference.Patch, byRepair, each.Do == trying)
	if apierrors.IsInvalid(err) {
		if each.Do == trying {
			return nil
		}
		into.After, err = s.makeRoom(what, info, found, err, func(what compared) (fields.Difference, error) { return what.difference(s.owner, s.Target) })
	}
	if each.Do == repairing && err == nil {
		into.Live, into.After = into.After, nil
	}
	return err
}

// patch changes an object in its version, if the patch has a list whole, and returns it as it is then.
func patch(info *resource.Info, found *unstructured.Unstructured, content json.RawMessage, manager string, dryRun bool) (map[string]any, error) {
	var whole map[string]any
	if err := json.Unmarshal(content, &whole); err != nil {
		return nil, err
	}
	kind, metadata := types.StrategicMergePatchType, mapIn(whole, "metadata")
	metadata["uid"] = string(found.GetUID())
	if schemaOf(info) == nil {
		kind, metadata["resourceVersion"] = types.MergePatchType, found.GetResourceVersion()
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return nil, err
	}
	after, err := resource.NewHelper(info.Client, info.Mapping).WithFieldManager(manager).DryRun(dryRun).Patch(info.Namespace, info.Name, kind, text, nil)
	if err != nil {
		return nil, err
	}
	return runtime.DefaultUnstructuredConverter.ToUnstructured(after)
}
