// Package fault tells what stopped a request: where, at which object, and whose fault it is. It looks at the kinds of errors of Helm, of
// apimachinery and of Go, never at their words.
//
// What decides about an answer of the API server:
//
//   - 401 is a missing identity, 409 with another reason than AlreadyExists, 429 and 5xx are the trouble of the server.
//   - Forbidden with a cause of type NamespaceTerminating is the end of the namespace. NotFound with the details of a namespace, for an
//     object of another kind, says that there is none.
//   - All other answers with Forbidden look alike, whether a right is missing or a quota, a policy or a plugin denies it. Package release asks
//     the API server afterwards whether the account has the right, and so tells no-right from denied. Where it cannot ask, forbidden stays. A role that
//     grants more than its author has is denied, since nobody can be asked about that; the message says it.
//   - An answer without details comes from a webhook, except BadRequest, which the server itself gives without details. A webhook that
//     answers BadRequest as reason is therefore taken for the server. Invalid with causes that all have no type comes from an admission
//     policy: each field that the server finds invalid has a type.
//   - A patch that the API server cannot apply, because two items of a list have one merge key, is answered like its own trouble. Package release
//     looks for such items.
//   - Whether a field is only immutable is nowhere but in the words. Package release asks the API server, as a dry run, to create the same object:
//     if it would, but for the object that exists, the object can be had and only its change is refused.
package fault

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"

	"helm.sh/helm/v4/pkg/storage/driver"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
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
	OutOfPlace   Reason = "out-of-place"   // an object is not in the release's namespace, and nobody allows its place
	Structure    Reason = "structure"      // a text in the values makes or changes an object
	AccountInUse Reason = "account-in-use" // an object uses an account that is not for objects
	NotServed    Reason = "not-served"     // no API serves the kind of an object
	Foreign      Reason = "foreign-object" // an object exists and belongs to nobody, or to another release
	Pending      Reason = "pending"        // another operation holds the release
	NameTaken    Reason = "name-taken"     // the release exists already
	NoRelease    Reason = "no-release"     // the release, or the revision, does not exist
	Refused      Reason = "refused"        // the API server calls an object wrong, or says something that has no reason here
	Invalid      Reason = "invalid"        // the API server refuses the content of an object, by a dry run; nothing was changed
	Unavailable  Reason = "unavailable"    // the API server answered that it cannot do its work now
	Unauthorized Reason = "unauthorized"   // the API server does not know who asks
	NoRight      Reason = "no-right"       // the account may not do this
	Denied       Reason = "denied"         // a quota, a policy, a webhook or a plugin of the API server does not admit an object
	Forbidden    Reason = "forbidden"      // one of the two
	NoNamespace  Reason = "namespace-missing"
	Terminating  Reason = "namespace-terminating"
	Missing      Reason = "missing"       // something that an object needs does not exist, or the object itself
	Immutable    Reason = "immutable"     // the object exists, and cannot become what it shall be; it could be created so
	TooLarge     Reason = "too-large"     // the revision does not fit into its Secret; nothing was changed
	Unreachable  Reason = "unreachable"   // the API server did not answer
	HookFailed   Reason = "hook-failed"   // a hook ended without success
	NotReady     Reason = "not-ready"     // the objects did not become ready in time
	HookDeadline Reason = "hook-deadline" // a hook did not end in time
	Deadline     Reason = "deadline"      // the request's own deadline
	Cancelled    Reason = "cancelled"
	Fenced       Reason = "fenced" // the lease of the parent has ended
	Panic        Reason = "panic"
	Endless      Reason = "endless" // the templates compute without an end; so does the process, which should be replaced
	Stuck        Reason = "stuck"   // the request did not end after its deadline; it cannot write any more
	Memory       Reason = "memory"  // the engine ends itself
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
	// Reason is one of those that are about answers of the API server.
	Reason       Reason               `json:"reason"`
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
	// Texts are the paths of values that make a structure, if they are known.
	Texts []string `json:"texts,omitempty"`
	// Revision is the stored revision that the request leaves, if it made one.
	Revision any `json:"revision,omitempty"`
	// Asked is what the templates asked of .Capabilities, with the answers.
	Asked map[string]string `json:"asked,omitempty"`
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
	network, unanswered := net.Error(nil), (*url.Error)(nil)
	switch {
	case errors.Is(err, context.Canceled):
		return Engine, Cancelled
	case len(refusals) > 0 && errors.As(err, &unanswered):
		return Cluster, Unreachable
	case len(refusals) > 0:
		return Judge(refusals)
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

// decisive are the reasons of refusals, from the one that decides if there are several.
var decisive = []struct {
	Reason
	Side
}{
	{TooLarge, Chart}, {Unavailable, Cluster}, {NoNamespace, Cluster}, {Terminating, Cluster}, {Unauthorized, Cluster}, {NoRight, Cluster},
	{Immutable, Chart}, {Refused, Chart}, {Denied, Cluster}, {Forbidden, Cluster}, {Missing, Cluster},
}

// Judge returns whose fault refusals are, and the reason of the decisive one.
func Judge(refusals []Refusal) (Side, Reason) {
	for _, each := range decisive {
		for _, refusal := range refusals {
			if refusal.Reason == each.Reason {
				return each.Side, each.Reason
			}
		}
	}
	return Cluster, Refused
}

// reasonOf decides as the package says. The object is that of the request.
func reasonOf(status metav1.Status, object *Object) Reason {
	reason, details := status.Reason, status.Details
	switch {
	case status.Code == http.StatusUnauthorized:
		return Unauthorized
	case reason == metav1.StatusReasonAlreadyExists:
		return Refused
	case status.Code == http.StatusConflict, status.Code == http.StatusTooManyRequests, status.Code >= http.StatusInternalServerError:
		return Unavailable
	case details == nil && reason != metav1.StatusReasonBadRequest && status.Code != http.StatusRequestEntityTooLarge:
		return Denied
	case status.Code == http.StatusForbidden && caused(details, func(cause metav1.CauseType) bool { return cause == corev1.NamespaceTerminatingCause }):
		return Terminating
	case status.Code == http.StatusForbidden:
		return Forbidden
	case reason == metav1.StatusReasonNotFound && details.Group == "" && details.Kind == "namespaces" && (object == nil || object.Resource != "namespaces"):
		return NoNamespace
	case status.Code == http.StatusNotFound:
		return Missing
	case reason == metav1.StatusReasonInvalid && len(details.Causes) > 0 && !caused(details, func(cause metav1.CauseType) bool { return cause != "" }):
		return Denied
	default:
		return Refused
	}
}

func caused(details *metav1.StatusDetails, is func(metav1.CauseType) bool) bool {
	return details != nil && slices.ContainsFunc(details.Causes, func(cause metav1.StatusCause) bool { return is(cause.Type) })
}

// IsTooLarge tells whether the API server refused an object for its size.
func (r Refusal) IsTooLarge() bool {
	return r.Status == http.StatusRequestEntityTooLarge ||
		slices.ContainsFunc(r.Causes, func(cause metav1.StatusCause) bool { return cause.Type == metav1.CauseType(field.ErrorTypeTooLong) })
}

func refusal(status metav1.Status, locate Locate) Refusal {
	found := Refusal{Status: int(status.Code), StatusReason: string(status.Reason), Message: status.Message}
	if status.Details != nil {
		found.Causes, found.RetryAfter = status.Details.Causes, status.Details.RetryAfterSeconds
		found.Object = &Object{Group: status.Details.Group, Resource: status.Details.Kind, Name: status.Details.Name}
	}
	var located *Object
	if locate != nil {
		if located, found.Verb = locate(status); located != nil {
			found.Object = located
		}
	}
	found.Reason = reasonOf(status, located)
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
