package fault

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"testing"

	"helm.sh/helm/v4/pkg/storage/driver"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func TestBlamesByTheKindOfTheError(t *testing.T) {
	pods := schema.GroupResource{Resource: "pods"}
	for name, row := range map[string]struct {
		err    error
		side   Side
		reason Reason
	}{
		"a quota":            {apierrors.NewForbidden(pods, "a", errors.New("exceeded quota")), Cluster, Refused},
		"an invalid field":   {apierrors.NewInvalid(schema.GroupKind{Kind: "Pod"}, "a", nil), Chart, Refused},
		"the same twice":     {apierrors.NewAlreadyExists(pods, "a"), Chart, Refused},
		"a conflict":         {apierrors.NewConflict(pods, "a", errors.New("changed")), Cluster, Refused},
		"a server in need":   {apierrors.NewInternalError(errors.New("etcd")), Cluster, Refused},
		"too many requests":  {apierrors.NewTooManyRequests("later", 3), Cluster, Refused},
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
			if fault := Of(err, nil); fault.Fault != row.side || fault.Reason != row.reason || fault.Message != err.Error() {
				t.Errorf("%s: %+v", name, fault)
			}
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
