// Package release makes, changes and removes Helm's releases, and tells what Helm stored.
//
// A method of Releases is one request. It begins an operation with the rights of one account, and runs Helm's action over our client of objects
// (objects.go) and our storage (revisions.go), which are where we look at what Helm does. Requests share caches alone, so any process of the
// engine may get any request. No request is repeated here.
//
// What holds:
//   - A new revision is complete in its first write: marks, order of hooks, questions of the chart, signature. Before that write nothing is
//     changed but the definitions that the request brings, and what can be refused is refused: what a text of the values makes, places and accounts,
//     objects of others, for an upgrade also what the API server calls invalid of Kubernetes' own kinds. Until then the deadline ends the rendering.
//     Afterwards it ends the requests of Helm, and for five seconds more the failure can be stored; else the revision stays pending.
//   - Objects are written by objects.go and what that calls, but for the namespace that helm-java may ask for. An object of another release is
//     never taken over, replaced or deleted. Where the request confines a release, nothing is made elsewhere, also by no hook.
//   - Stored revisions are written by Helm's driver alone, and edited under the resource version that the parent has seen.
//
// A failure is a *fault.Fault: whose fault it is, the step, and what the API server refused, with its objects. Helm's words are passed on and
// decide nothing. The fault has what a failed operation left, and the stored revision has the reason. A panic is a fault like others.
//
// The parent owes one operation at a time for a release: a pending revision stops a second one that makes another, and nothing stops an
// uninstallation or a test. It sees to it that the newest stored revision is one that it believes, since Helm compares with that, deletes what
// it names and runs its hooks. It says where objects may be and which texts the log must hide, and by its lease until when may be written. It
// settles what is pending after a crash.
package release

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/cluster"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/fields"
	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/marks"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/action"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/kube"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage"
	"helm.sh/helm/v4/pkg/storage/driver"
	v1core "k8s.io/api/core/v1"
	"k8s.io/cli-runtime/pkg/resource"
	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

func init() {
	// Another one than that of Helm's command: what a person made with that is not the operator's.
	kube.ManagedFieldsManager = "catamaran-helm"
}

// Releases has what the requests share.
type Releases struct {
	// Cluster connects at the first request that needs a cluster.
	Cluster func() (*cluster.Cluster, error)
	Charts  *charts.Cache
	Secrets *logs.Secrets
	own     ownPlaces
	once    sync.Once
	memory  *marks.Memory // of renderings without a cluster
}

// Target is in the parameters of each request about a release.
type Target struct {
	Release   string `json:"release"`
	Namespace string `json:"namespace"`
	// As is the service account that acts, NAMESPACE/NAME; empty for the engine's own rights.
	As string `json:"as,omitempty"`
	// TimeoutMillis limits each wait: for one hook, or for readiness. The deadline of the request limits the whole.
	TimeoutMillis int64 `json:"timeoutMillis,omitempty"`
	DisableHooks  bool  `json:"disableHooks,omitempty"`
	// Wait waits for the objects as Helm 3 does with --wait; without it only hooks are waited for.
	Wait        bool   `json:"wait,omitempty"`
	Description string `json:"description,omitempty"`
	// Secrets are texts that the log must not show while the request runs.
	Secrets []string `json:"secrets,omitempty"`
	// CatalogMillis is how old the list of served kinds may be; 0 for any age.
	CatalogMillis int64 `json:"catalogMillis,omitempty"`
	// Confine says where objects may be; without it anywhere.
	Confine *Confinement `json:"confine,omitempty"`
}

// Forgotten is a deleted revision.
type Forgotten struct {
	Manifest string `json:"manifest"`
	Began    int64  `json:"began"` // second in which its Secret was made, since 1970
}

// Written is in the parameters of each request that makes a revision.
type Written struct {
	// Force replaces objects instead of patching them.
	Force bool `json:"force,omitempty"`
	// Changes are what to write into the objects.
	Changes marks.Changes `json:"changes,omitzero"`
	// LeaveShared leaves the fields of existing objects to others that are theirs in every cluster.
	LeaveShared bool `json:"leaveShared,omitempty"`
	// Left are more fields of existing objects that are left to others.
	Left []fields.Rule `json:"left,omitempty"`
	// Seal signs the revision.
	Seal *Seal `json:"seal,omitempty"`
	// FailureAnnotation of the stored chart gets why the operation failed, but for its words, which Helm stores.
	FailureAnnotation string `json:"failureAnnotation,omitempty"`
	// Remake deletes an object of the release that cannot be changed, and makes it again.
	Remake bool `json:"remake,omitempty"`
	// Forgotten are revisions that are deleted for this one: what only they made goes.
	Forgotten []Forgotten `json:"forgotten,omitempty"`
	// AskedAnnotation of the stored chart gets what the templates asked of .Capabilities, with the answers.
	AskedAnnotation string `json:"askedAnnotation,omitempty"`
}

func (t Target) timeout() time.Duration {
	if t.TimeoutMillis <= 0 {
		return 5 * time.Minute // Helm's default
	}
	return time.Duration(t.TimeoutMillis) * time.Millisecond
}

// Steps of an operation, in their usual order.
const (
	preparing = "prepare"
	building  = "build"
	owning    = "own"
	storing   = "store"
	hooking   = "hook"
	applying  = "apply"
	waiting   = "wait"
	deleting  = "delete"
)

type kind int

const (
	installs kind = iota
	upgrades
	rollsBack
	removes
	renders
	tests
	revises
	settles
)

// operation is one request in Helm's hands.
type operation struct {
	Target
	written  Written
	ctx      context.Context
	detach   func() bool // ends that ctx ends a rendering
	began    time.Time
	call     *cluster.Call
	config   *action.Configuration
	parent   serve.Call
	asks     int // of templates, in the cluster
	clock    stopwatch
	rendered func() // ends the measurement of Helm's own rendering; nil if there is none
	// annotations go into the stored chart, if the chart of the operation is a stored one.
	annotations map[string]string
	application string // of Argo CD, whose objects an installation takes over; none if empty
	takesOver   func() // is called once there is such an object
	kind        kind
	seen        string       // the resource version that a history must have
	chart       *chart.Chart // that of the request
	defines     bool         // has made a definition: there are new kinds
	reference   charts.Reference
	values      map[string]any
	world       *World // in place of the cluster
	releases    *Releases
	fresh       *chart.Chart // that of the request, as Helm has not changed it; only if it is confined
	mayAsk      asks
	doubts      []Doubt       // about the texts in the values; none if it is not confined
	asked       *asked        // of .Capabilities; nil if nobody wants to know
	tables      charts.Tables // in the values for Helm, and not in those of the request

	mutex    sync.Mutex
	step     string
	failedAt string
	failure  error
	// unrecorded is why the last write of the new revision failed.
	unrecorded error
	violations []charts.Violation
	lookups    []Lookup
	hook       *v1.Hook
	kept       string // objects that an uninstall left
	parting    owner  // ends to own what a person keeps in an uninstall
	made       *v1.Release
	stored     *v1core.Secret              // that Helm wrote at last
	newest     *v1.Release                 // of the stored revisions that Helm read
	deployed   *v1.Release                 // the newest deployed one of them
	failures   []*v1.Release               // the failed ones
	succeeded  int                         // the newest number of those that are or were deployed, or are uninstalled
	begun      map[string]time.Time        // when their Secrets were made, by name
	deleted    []string                    // sentences about objects that were deleted without a request for just that
	applied    kube.ResourceList           // what an upgrade or rollback wants
	target     *v1.Release                 // that a rollback restores
	ownPlaces  map[string][]func() []Place // the chart's own places, by the namespace of the release
	looked     map[Lookup]map[string]any
	changed    map[string]string // manifests as Helm rendered them, and with our changes
}

// begin returns the operation and the context for Helm, which ends a rendering and nothing else: Helm leaves an operation running in the
// background when its context ends. What runs then ends through its transport.
func (r *Releases) begin(ctx context.Context, kind kind, target Target, written Written, parent serve.Call) (*operation, context.Context, error) {
	if target.Release == "" || target.Namespace == "" {
		return nil, nil, fault.New(fault.Request, fault.BadRequest, "the request names no release, or no namespace")
	}
	began := time.Now()
	serve.Enter(ctx, preparing)
	whole, err := r.Cluster()
	if err != nil {
		return nil, nil, err
	}
	client, err := whole.Client(target.As)
	if err != nil {
		return nil, nil, err
	}
	if target.CatalogMillis > 0 {
		if _, err := whole.Catalogs.ReplaceIfOlder(ctx, time.Duration(target.CatalogMillis)*time.Millisecond); err != nil {
			return nil, nil, fault.Of(err, nil)
		}
	}
	o := &operation{
		Target: target, written: written, ctx: ctx, parent: parent, step: preparing,
		call:    client.Call(ctx, target.Namespace),
		changed: map[string]string{}, begun: map[string]time.Time{}, began: began, kind: kind, releases: r, looked: map[Lookup]map[string]any{}, ownPlaces: map[string][]func() []Place{},
	}
	o.clock.over = parent.GiveUp
	context.AfterFunc(ctx, func() { o.clock.stop() })
	catalog, err := whole.Catalogs.Current(ctx)
	if err != nil {
		return nil, nil, o.fault(err)
	}
	secrets, err := corev1.NewForConfig(o.call.Records())
	if err != nil {
		return nil, nil, err
	}
	// What Helm says of a failure is in the answer.
	log := logs.From(slog.LevelError + 1)
	o.config = action.NewConfiguration(action.ConfigurationSetLogger(log))
	o.config.RESTClientGetter = o.call
	o.config.Capabilities = catalog.Capabilities
	client4 := kube.New(o.call)
	client4.Namespace, client4.WaitContext = target.Namespace, ctx
	client4.SetLogger(log)
	o.config.KubeClient = &objects{Client: client4, operation: o, clients: map[fault.Object]resource.RESTClient{}, built: map[string]kube.ResourceList{}}
	revisions := driver.NewSecrets(&histories{secrets.Secrets(target.Namespace), o})
	revisions.SetLogger(log)
	o.config.Releases = storage.Init(&revisionsDriver{revisions, o, secrets.Secrets(target.Namespace)})
	o.config.Releases.SetLogger(log)
	o.config.CustomTemplateFuncs = map[string]any{"lookup": o.lookup}
	rendering, cancel := context.WithCancel(context.Background())
	o.detach = context.AfterFunc(ctx, cancel)
	return o, rendering, nil
}

// at notes the step that begins.
func (o *operation) at(step string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.enter(step)
}

// enter does so within the lock.
func (o *operation) enter(step string) {
	o.step = step
	serve.Enter(o.ctx, step)
	if o.rendered != nil {
		o.rendered()
	}
}

// failed notes the first failure of a step: Helm goes on after some, and hides others in a sentence.
func (o *operation) failed(step string, err error) error {
	if err != nil {
		o.mutex.Lock()
		defer o.mutex.Unlock()
		if o.failure == nil {
			o.failedAt, o.failure = step, err
		}
	}
	return err
}

// fault returns why the operation failed, and what it left.
func (o *operation) fault(err error) *fault.Fault {
	found := o.found(err)
	o.inquire(found)
	if found.Step == storing && len(found.Refusals) > 0 && found.Fault == fault.Chart {
		// Of what the parent gave, a revision's Secret shows nothing but the size.
		found.Fault = fault.Cluster
		if slices.ContainsFunc(found.Refusals, fault.Refusal.IsTooLarge) {
			found.Fault, found.Reason = fault.Chart, fault.TooLarge
		}
	}
	return found
}

func (o *operation) found(err error) *fault.Fault {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	whole := err
	if o.failure != nil && !strings.Contains(err.Error(), o.failure.Error()) {
		whole = errors.Join(err, o.failure)
	}
	var locate fault.Locate
	if o.call != nil {
		locate = o.call.Locate
	}
	found := fault.Of(whole, locate)
	if found.Step = o.failedAt; found.Step == "" {
		found.Step = o.step
	}
	if found.Reason == fault.Other {
		o.guess(found)
	}
	if o.ctx.Err() != nil && found.Fault != fault.Engine {
		// What failed failed because its requests were ended.
		found.Fault, found.Reason = fault.Engine, fault.Of(o.ctx.Err(), nil).Reason
	}
	if o.hook != nil && found.Step == hooking {
		found.Object = hookObject(o.hook, o.Namespace)
	}
	if o.made != nil {
		found.Revision = describe(o.made)
	}
	found.Asked = o.told()
	found.Message = strings.Join(append([]string{found.Message}, o.deleted...), "; ")
	return found
}

// guess says what an error of Helm without a kind is about: by where Helm was and by what it had read, not by its words.
func (o *operation) guess(found *fault.Fault) {
	switch found.Step {
	case preparing:
		switch {
		case o.newest != nil && o.newest.Info.Status.IsPending():
			found.Fault, found.Reason = fault.Release, fault.Pending
		case o.newest != nil && o.kind == installs:
			found.Fault, found.Reason = fault.Release, fault.NameTaken
		case o.kind == rollsBack:
			found.Fault, found.Reason = fault.Release, fault.NoRelease
		case len(o.violations) > 0:
			found.Reason, found.Violations = fault.Values, o.violations
		default:
			found.Reason = fault.Template
		}
	case owning:
		found.Fault, found.Reason, found.Object = fault.Cluster, fault.Foreign, o.call.Last()
	case building:
		found.Reason = fault.Template
	case waiting:
		found.Fault, found.Reason = fault.Cluster, fault.NotReady
	case hooking:
		found.Reason = fault.HookFailed
	}
}
