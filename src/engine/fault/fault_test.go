package fault

import (
	"context"
	"errors"
	"fmt"
	"github.com/stretchr/testify/assert"
	"net"
	"net/url"
	"testing"

	"helm.sh/helm/v4/pkg/storage/driver"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

func TestBlamesByTheKindOfTheError(t *testing.T) {
	pods := schema.GroupResource{Resource: "pods"}
	for name, row := range map[string]struct {
		err    error
		side   Side
		reason Reason
	}{
		"a right or a quota": {apierrors.NewForbidden(pods, "a", errors.New("exceeded quota")), Cluster, Forbidden},
		"an invalid field":   {apierrors.NewInvalid(schema.GroupKind{Kind: "Pod"}, "a", field.ErrorList{field.Required(field.NewPath("a"), "")}), Chart, Refused},
		"the same twice":     {apierrors.NewAlreadyExists(pods, "a"), Chart, Refused},
		"a wrong type":       {apierrors.NewBadRequest("cannot be handled"), Chart, Refused},
		"a conflict":         {apierrors.NewConflict(pods, "a", errors.New("changed")), Cluster, Unavailable},
		"a server in need":   {apierrors.NewInternalError(errors.New("etcd")), Cluster, Unavailable},
		"too many requests":  {apierrors.NewTooManyRequests("later", 3), Cluster, Unavailable},
		"no identity":        {apierrors.NewUnauthorized("Unauthorized"), Cluster, Unauthorized},
		"no such class":      {apierrors.NewNotFound(schema.GroupResource{Group: "storage.k8s.io", Resource: "storageclasses"}, "fast"), Cluster, Missing},
		"no namespace":       {apierrors.NewNotFound(schema.GroupResource{Resource: "namespaces"}, "a"), Cluster, NoNamespace},
		"a webhook":          {&apierrors.StatusError{ErrStatus: metav1.Status{Code: 400, Message: "no"}}, Cluster, Denied},
		"a policy": {&apierrors.StatusError{ErrStatus: metav1.Status{Code: 422, Reason: metav1.StatusReasonInvalid,
			Details: &metav1.StatusDetails{Causes: []metav1.StatusCause{{Message: "no"}}}}}, Cluster, Denied},
		"the end of a namespace": {&apierrors.StatusError{ErrStatus: metav1.Status{Code: 403, Reason: metav1.StatusReasonForbidden,
			Details: &metav1.StatusDetails{Causes: []metav1.StatusCause{{Type: corev1.NamespaceTerminatingCause}}}}}, Cluster, Terminating},
		"trouble and a wrong field": {errors.Join(apierrors.NewBadRequest("no"), apierrors.NewTooManyRequests("later", 3)), Cluster, Unavailable},
		"no answer and a refusal": {errors.Join(apierrors.NewBadRequest("no"),
			&url.Error{Op: "Get", URL: "https://a", Err: &net.OpError{Op: "dial", Err: errors.New("refused")}}), Cluster, Unreachable},
		"no server":          {&url.Error{Op: "Get", URL: "https://a", Err: &net.OpError{Op: "dial", Err: errors.New("refused")}}, Cluster, Unreachable},
		"no such kind":       {&meta.NoKindMatchError{GroupKind: schema.GroupKind{Kind: "Crontab"}}, Cluster, NotServed},
		"no release":         {driver.ErrReleaseNotFound, Release, NoRelease},
		"nothing deployed":   {driver.NewErrNoDeployedReleases("a"), Release, NoRelease},
		"an order to stop":   {&url.Error{Op: "Get", URL: "https://a", Err: context.Canceled}, Engine, Cancelled},
		"no time left":       {context.DeadlineExceeded, Engine, Deadline},
		"the end of a lease": {&url.Error{Op: "Post", URL: "https://a", Err: ErrFenced}, Engine, Fenced},
		"anything else":      {errors.New("forbidden"), Chart, Other},
	} {
		for _, err := range []error{row.err, fmt.Errorf("wrapped: %w", row.err), errors.Join(errors.New("first"), row.err)} {
			fault := Of(err, nil)
			assert.Equal(t, fmt.Sprint(row.side, row.reason, err), fmt.Sprint(fault.Fault, fault.Reason, fault.Message), name)
		}
	}
}

func TestNamesEachRefusedObject(t *testing.T) {
	services := schema.GroupResource{Resource: "services"}
	err := fmt.Errorf("two: %w", errors.Join(apierrors.NewForbidden(services, "a", nil), apierrors.NewNotFound(services, "b")))
	fault := Of(err, func(status metav1.Status) (*Object, string) {
		return &Object{Kind: "Service", Name: status.Details.Name}, "create"
	})
	if len(fault.Refusals) != 2 || fault.Refusals[0].Object.Name != "a" || fault.Refusals[1].Object.Name != "b" ||
		fault.Refusals[1].Verb != "create" || fault.Refusals[1].Status != 404 {
		t.Errorf("%+v", fault.Refusals)
	}
}
