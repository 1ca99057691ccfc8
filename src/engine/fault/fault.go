// Package fault tells what stopped a request: where, at which object, and whose fault it is. It looks at the kinds of errors of Helm, of
// apimachinery and of Go, never at their words.
package fault

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"helm.sh/helm/v4/pkg/storage/driver"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A Side is where the fault lies.
type Side string

// The sides. What the cluster refuses for a reason that may go away is the cluster's; what it calls invalid is the chart's.
const (
	Request Side = "request" // the parent asked for what the engine does not know
	Chart   Side = "chart"   // chart, values, or an object that they make
	Release Side = "release" // the stored revisions do not allow the operation
	Cluster Side = "cluster" // the API server, the network, a right, another's object
	Engine  Side = "engine"  // the engine itself, or its parent's order to stop
)

// A Reason says what happened, in one word for programs.
type Reason string

// The reasons.
const (
	BadRequest   Reason = "bad-request"
	Unloadable   Reason = "unloadable"     // the chart or the stored revision cannot be read
	Template     Reason = "template"       // the chart cannot be rendered
	Values       Reason = "values"         // the values do not meet the chart's schema
	NotServed    Reason = "not-served"     // no API serves the kind of an object
	Foreign      Reason = "foreign-object" // an object exists and belongs to nobody, or to another release
	Pending      Reason = "pending"        // another operation holds the release
	NameTaken    Reason = "name-taken"     // the release exists already
	NoRelease    Reason = "no-release"     // the release, or the revision, does not exist
	Refused      Reason = "refused"        // the API server refused a request: see status and statusReason
	Unreachable  Reason = "unreachable"    // the API server did not answer
	HookFailed   Reason = "hook-failed"    // a hook ended without success
	NotReady     Reason = "not-ready"      // the objects did not become ready in time
	HookDeadline Reason = "hook-deadline"  // a hook did not end in time
	Deadline     Reason = "deadline"       // the request's own deadline
	Cancelled    Reason = "cancelled"
	Fenced       Reason = "fenced" // the lease of the parent has ended
	Panic        Reason = "panic"
	Stuck        Reason = "stuck"  // the request did not end after its deadline; it cannot write any more
	Memory       Reason = "memory" // the engine ends itself
	Other        Reason = "other"
)

// An Object is one object of the cluster, as far as it is known.
type Object struct {
	Group     string `json:"group,omitempty"`
	Version   string `json:"version,omitempty"`
	Kind      string `json:"kind,omitempty"`
	Resource  string `json:"resource,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
}

// A Refusal is one answer of the API server that stopped the request.
type Refusal struct {
	Object       *Object              `json:"object,omitempty"`
	Verb         string               `json:"verb,omitempty"`
	Status       int                  `json:"status,omitempty"`
	StatusReason string               `json:"statusReason,omitempty"`
	Message      string               `json:"message"`
	Causes       []metav1.StatusCause `json:"causes,omitempty"`
	RetryAfter   int32                `json:"retryAfterSeconds,omitempty"`
}

// A Fault is why a request failed.
type Fault struct {
	Fault   Side   `json:"fault"`
	Reason  Reason `json:"reason"`
	Step    string `json:"step,omitempty"`
	Message string `json:"message"`
	// Refusals has an entry for each refused object, if Helm went on after the first.
	Refusals []Refusal `json:"refusals,omitempty"`
	// Object is where it failed, if no answer of the API server says it.
	Object *Object `json:"object,omitempty"`
	// Violations says which values do not meet the chart's schema.
	Violations any `json:"violations,omitempty"`
	// Revision is the stored revision that the request leaves, if it made one.
	Revision any `json:"revision,omitempty"`
}

// Error returns the message.
func (f *Fault) Error() string { return f.Message }

// New returns a fault.
func New(side Side, reason Reason, format string, args ...any) *Fault {
	return &Fault{Fault: side, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// ErrFenced is the error of a write that the transport refused.
var ErrFenced = New(Engine, Fenced, "the lease of the parent has ended; nothing is written")

// Locate finds the object and the verb of an answer of the API server. It may be nil.
type Locate func(status metav1.Status) (*Object, string)

// Of returns the fault behind an error of Helm.
func Of(err error, locate Locate) *Fault {
	// An error of our own, from inside or outside of Helm.
	if own := (*Fault)(nil); errors.As(err, &own) {
		located := *own
		located.Message = err.Error()
		return &located
	}
	fault := &Fault{Message: err.Error()}
	for _, status := range statuses(err) {
		fault.Refusals = append(fault.Refusals, refusal(status, locate))
	}
	fault.Fault, fault.Reason = judge(err, fault.Refusals)
	return fault
}

func judge(err error, refusals []Refusal) (Side, Reason) {
	switch network := net.Error(nil); {
	case errors.Is(err, context.Canceled):
		return Engine, Cancelled
	case len(refusals) > 0:
		return Blame(refusals), Refused
	case errors.Is(err, context.DeadlineExceeded):
		return Engine, Deadline
	case errors.Is(err, driver.ErrReleaseNotFound), errors.Is(err, driver.ErrNoDeployedReleases):
		return Release, NoRelease
	case errors.Is(err, driver.ErrReleaseExists):
		return Release, Pending
	case meta.IsNoMatchError(err):
		return Cluster, NotServed
	case errors.As(err, &network):
		return Cluster, Unreachable
	default:
		return Chart, Other
	}
}

// Blame returns the side of refusals: the chart's if the API server calls at least one of the objects wrong.
func Blame(refusals []Refusal) Side {
	for _, each := range refusals {
		switch {
		case each.StatusReason == string(metav1.StatusReasonAlreadyExists):
			return Chart
		case each.Status == http.StatusBadRequest, each.Status == http.StatusUnprocessableEntity,
			each.Status == http.StatusRequestEntityTooLarge, each.Status == http.StatusUnsupportedMediaType:
			return Chart
		}
	}
	return Cluster
}

func refusal(status metav1.Status, locate Locate) Refusal {
	found := Refusal{Status: int(status.Code), StatusReason: string(status.Reason), Message: status.Message}
	if status.Details != nil {
		found.Causes, found.RetryAfter = status.Details.Causes, status.Details.RetryAfterSeconds
		found.Object = &Object{Group: status.Details.Group, Resource: status.Details.Kind, Name: status.Details.Name}
	}
	if locate != nil {
		if object, verb := locate(status); object != nil {
			found.Object, found.Verb = object, verb
		}
	}
	return found
}

// statuses returns all answers of the API server in a tree of errors.
func statuses(err error) []metav1.Status {
	var found []metav1.Status
	switch tree := err.(type) {
	case apierrors.APIStatus:
		found = append(found, tree.Status())
	case interface{ Unwrap() []error }:
		for _, branch := range tree.Unwrap() {
			found = append(found, statuses(branch)...)
		}
	case interface{ Unwrap() error }:
		if inner := tree.Unwrap(); inner != nil {
			found = statuses(inner)
		}
	}
	return found
}
