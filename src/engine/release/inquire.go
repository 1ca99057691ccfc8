package release

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"catamaran.dev/engine/fault"
	authorization "k8s.io/api/authorization/v1"
	rbac "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/cli-runtime/pkg/resource"
	authorizationv1 "k8s.io/client-go/kubernetes/typed/authorization/v1"
)

// inquiring is how long the questions about one failure may take.
const inquiring = 5 * time.Second

// inquire asks the API server what its refusals do not say: whether the account has the right, and whether the object could be created as it
// is wanted. Without an answer the reasons stay as they are.
func (o *operation) inquire(found *fault.Fault) {
	if o.ctx.Err() != nil || o.call == nil || len(found.Refusals) == 0 {
		return
	}
	if _, reason := fault.Judge(found.Refusals); reason != found.Reason {
		return // The refusals are not why the request failed.
	}
	o.call.Aside(func() { o.explain(found) })
}

func (o *operation) explain(found *fault.Fault) {
	ctx, cancel := context.WithTimeout(o.ctx, inquiring)
	defer cancel()
	for i := range found.Refusals {
		refusal := &found.Refusals[i]
		switch {
		case refusal.Reason == fault.Forbidden && refusal.Object != nil:
			allowed, err := o.allowed(ctx, refusal)
			switch {
			case err != nil:
			case !allowed:
				refusal.Reason = fault.NoRight
			case refusal.Object.Group == rbac.GroupName:
				// Nobody may grant rights that he does not have, but for these verbs.
				refusal.Reason, refusal.Verb = fault.NoRight, granting(refusal.Object)
			default:
				refusal.Reason = fault.Denied
			}
		case refusal.Status == http.StatusUnprocessableEntity && refusal.Reason == fault.Refused && o.immutable(refusal.Object):
			refusal.Reason = fault.Immutable
		}
	}
	found.Fault, found.Reason = fault.Judge(found.Refusals)
}

// granting returns the verb that allows to grant any rights (Kubernetes, plugin/pkg/auth/authorizer/rbac).
func granting(object *fault.Object) string {
	if object.Resource == "roles" || object.Resource == "clusterroles" {
		return "escalate"
	}
	return "bind"
}

// allowed asks whether the account has the right for a request that was refused.
func (o *operation) allowed(ctx context.Context, refusal *fault.Refusal) (bool, error) {
	client, err := authorizationv1.NewForConfig(o.call.Records())
	if err != nil {
		return false, err
	}
	object, verbs := refusal.Object, []string{refusal.Verb}
	if refusal.Verb == "list" {
		verbs = append(verbs, "watch")
	}
	for _, verb := range verbs {
		review := &authorization.SelfSubjectAccessReview{Spec: authorization.SelfSubjectAccessReviewSpec{ResourceAttributes: &authorization.ResourceAttributes{
			Verb: verb, Group: object.Group, Version: object.Version, Resource: object.Resource, Namespace: object.Namespace, Name: object.Name}}}
		answer, err := client.SelfSubjectAccessReviews().Create(ctx, review, metav1.CreateOptions{})
		if err != nil || !answer.Status.Allowed {
			return false, err
		}
	}
	return true, nil
}

// immutable asks whether an object that cannot be patched could be created as it is wanted, but for the one that exists, and cannot take the
// place of that. If it can, the patch is wrong, for which the items of a list that others wrote are enough. Nothing is written: these are dry
// runs, and the object exists. They need no other right than an upgrade: not the verb update.
func (o *operation) immutable(object *fault.Object) bool {
	wanted := o.desired(object)
	if wanted == nil {
		return false
	}
	helper := resource.NewHelper(wanted.Client, wanted.Mapping).DryRun(true)
	if _, err := helper.Create(wanted.Namespace, true, wanted.Object); !apierrors.IsAlreadyExists(err) {
		return false
	}
	live, err := helper.Get(wanted.Namespace, wanted.Name)
	if err != nil {
		return false
	}
	patch, err := replacing(live, wanted.Object)
	if err != nil {
		return false
	}
	_, err = helper.Patch(wanted.Namespace, wanted.Name, types.JSONPatchType, patch, nil)
	return apierrors.IsInvalid(err)
}

// replacing returns the JSON patch (RFC 6902) that gives an object the content of another, without its metadata and status.
func replacing(live, wanted runtime.Object) ([]byte, error) {
	before, err := runtime.DefaultUnstructuredConverter.ToUnstructured(live)
	if err != nil {
		return nil, err
	}
	after, err := runtime.DefaultUnstructuredConverter.ToUnstructured(wanted)
	if err != nil {
		return nil, err
	}
	type step struct {
		Op    string `json:"op"`
		Path  string `json:"path"`
		Value any    `json:"value"`
	}
	patch := []step{}
	for field := range before {
		if _, isKept := after[field]; !isKept && field != "status" {
			patch = append(patch, step{Op: "remove", Path: "/" + field})
		}
	}
	for field, value := range after {
		if field != "metadata" && field != "status" {
			patch = append(patch, step{Op: "add", Path: "/" + field, Value: value})
		}
	}
	return json.Marshal(patch)
}

// desired returns what the operation applies of an object; nil if it does not.
func (o *operation) desired(object *fault.Object) *resource.Info {
	i := slices.IndexFunc(o.applied, func(wanted *resource.Info) bool {
		return object != nil && wanted.Name == object.Name && wanted.Namespace == object.Namespace &&
			wanted.Mapping.Resource.Group == object.Group && wanted.Mapping.Resource.Resource == object.Resource
	})
	if i < 0 {
		return nil
	}
	return o.applied[i]
}
