package gateway

import (
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/json"
)

// A place is where an object is, in all versions of its API.
type place struct {
	schema.GroupResource
	Namespace string
	Name      string
}

// stored tells whether it is a revision (Helm, pkg/storage/storage.go).
func (p place) stored() bool {
	return p.Group == "" && p.Resource == "secrets" && strings.HasPrefix(p.Name, "sh.helm.release.v1.")
}

// definition returns the place of the definition of its kind.
func (p place) definition() place {
	return place{apiextensions.Resource("customresourcedefinitions"), "", p.GroupResource.String()}
}

// A kept object was written. Neither form is changed any more.
type kept struct {
	at     place
	Before map[string]any `json:"before,omitempty"` // as the cluster has it; nil if it does not exist
	Now    map[string]any `json:"now,omitempty"`    // nil if it is deleted
}

// A turn is the passes over one custom resource. The API server gets the first write to an object as a dry run, so that its defaults and refusals
// are true; later writes are applied to the kept object.
type turn struct {
	gateway *gateway
	primary place
	read    sync.Map // a pass reads the revisions of a release a dozen times
	mutex   sync.Mutex
	kept    []kept // in the order of the first writes
	hooks   []map[string]any
}

// written is what a turn wrote, in the order of the first writes, without the custom resource and the revisions.
type written struct {
	URL     string           `json:"url"`
	Objects []kept           `json:"objects"`
	Hooks   []map[string]any `json:"hooks"` // the created ones; they may be deleted since
	Kinds   bool             `json:"kinds"` // whether the API server would serve other kinds
}

func (t *turn) written(url string) written {
	all := written{URL: url}
	if t == nil {
		return all
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	all.Hooks = t.hooks
	for _, one := range t.kept {
		all.Kinds = all.Kinds || one.at.Resource == "customresourcedefinitions" || one.at.Resource == "apiservices"
		last := one.Now
		if last == nil {
			last = one.Before
		}
		if last != nil && one.at != t.primary && !one.at.stored() && !isHook(last) {
			all.Objects = append(all.Objects, one)
		}
	}
	return all
}

func isHook(object map[string]any) bool {
	_, is, _ := unstructured.NestedFieldNoCopy(object, "metadata", "annotations", "helm.sh/hook")
	return is
}

// find returns a copy; nil for what is as in the cluster.
func (t *turn) find(at place) *kept {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, one := range t.kept {
		if one.at == at {
			return &one
		}
	}
	return nil
}

// has tells whether an object was made, or changed.
func (t *turn) has(at place) bool {
	found := t.find(at)
	return found != nil && found.Now != nil
}

// keep keeps a write, unless the client asks for a dry run; the options of a deletion are in its content. The live object counts at the first one.
func (t *turn) keep(c *call, at place, live, now map[string]any) {
	if c.URL.Query().Has("dryRun") || c.Method == http.MethodDelete && strings.Contains(string(c.body), `"dryRun"`) {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	i := slices.IndexFunc(t.kept, func(one kept) bool { return one.at == at })
	if i < 0 {
		i, t.kept = len(t.kept), append(t.kept, kept{at, live, live})
	}
	if isHook(now) && t.kept[i].Now == nil {
		t.hooks = append(t.hooks, now)
	}
	t.kept[i].Now = now
}

func (t *turn) answer(c *call) *reply {
	switch c.info.Verb {
	case "get":
		if found := t.find(c.at); found != nil {
			return answer(http.StatusOK, found.Now, c.at)
		}
		return t.once(c)
	case "list":
		return t.list(c)
	case "create", "update", "patch":
		return t.write(c)
	case "delete":
		live, now := t.state(c, c.at)
		if now == nil {
			return answer(http.StatusNotFound, nil, c.at)
		}
		t.keep(c, c.at, live, nil)
		return answer(http.StatusOK, map[string]any{"kind": "Status", "apiVersion": "v1", "status": "Success"}, c.at)
	}
	return refusal(apierrors.NewMethodNotSupported(c.at.GroupResource, c.info.Verb))
}

// once forwards a read, the first time.
func (t *turn) once(c *call) *reply {
	if c.Method != http.MethodGet {
		return refusal(apierrors.NewMethodNotSupported(c.at.GroupResource, c.Method))
	}
	user, target := c.Header.Get(impersonate), c.URL.RequestURI()
	key := user + " " + c.accept() + " " + target
	if known, ok := t.read.Load(key); ok {
		return known.(*reply)
	}
	read := t.gateway.send(c, http.MethodGet, target, user)
	t.read.Store(key, read)
	return read
}

// state returns an object as the cluster has it, and as it is now. Both are nil if it does not exist, or if the API server will say so of a creation.
func (t *turn) state(c *call, at place) (live, now map[string]any) {
	if found := t.find(at); found != nil {
		return found.Before, found.Now
	}
	if c.info.Verb == "create" {
		return nil, nil
	}
	path := c.URL.EscapedPath()
	if c.info.Subresource != "" {
		path = strings.TrimSuffix(path, "/"+c.info.Subresource)
	}
	if read := t.gateway.send(c, http.MethodGet, path, ""); read.ok() {
		return read.object(), read.object()
	}
	return nil, nil
}

// made returns what was made in a collection, as far as the client selects it: by labels or a name.
func (t *turn) made(c *call) (found []any) {
	wanted := must(labels.Parse(c.URL.Query().Get("labelSelector")))
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, one := range t.kept {
		at, object := one.at, unstructured.Unstructured{Object: one.Now}
		if one.Now != nil && at.GroupResource == c.at.GroupResource && (c.at.Namespace == "" || at.Namespace == c.at.Namespace) &&
			(c.at.Name == "" || at.Name == c.at.Name) && wanted.Matches(labels.Set(object.GetLabels())) {
			found = append(found, one.Now)
		}
	}
	return found
}

func (t *turn) list(c *call) *reply {
	made, read := t.made(c), t.once(c)
	list := read.object()
	if read.code == http.StatusNotFound && len(made) > 0 {
		list = map[string]any{"kind": "List", "apiVersion": "v1", "metadata": map[string]any{"resourceVersion": "1"}}
	} else if !read.ok() {
		return read
	}
	items, _ := list["items"].([]any)
	items = slices.DeleteFunc(items, func(item any) bool {
		one := unstructured.Unstructured{Object: item.(map[string]any)}
		return t.find(place{c.at.GroupResource, one.GetNamespace(), one.GetName()}) != nil
	})
	// Once: a client may read a list in pages.
	if next, _, _ := unstructured.NestedString(list, "metadata", "continue"); next == "" {
		items = append(items, made...)
	}
	list["items"] = items
	return answer(http.StatusOK, list, c.at)
}

// write creates or changes an object. The API server tries that out if it knows the object and its kind as they are now.
func (t *turn) write(c *call) *reply {
	at, isCreation := c.at, c.info.Verb == "create"
	if isCreation && (at.Name != "" || at.Group == "authorization.k8s.io") {
		return t.gateway.try(c) // Nothing stores questions for rights.
	}
	object := c.object()
	if isCreation {
		at.Name = (&unstructured.Unstructured{Object: object}).GetName()
	}
	live, now := t.state(c, at)
	redefines := t.redefines(at)
	switch {
	case isCreation && now != nil && live != nil && !redefines:
		return t.gateway.try(c) // It says what is wrong with an object before it says that it exists.
	case isCreation && now != nil:
		return refusal(apierrors.NewAlreadyExists(at.GroupResource, at.Name))
	case !isCreation && now == nil && !c.is(types.ApplyYAMLPatchType):
		return answer(http.StatusNotFound, nil, at)
	}
	// With a person's own rights, nobody knows who may store a revision.
	isUnasked := at.stored() && c.Header.Get(impersonate) == ""
	isTried := false
	if reflect.DeepEqual(live, now) && at != t.primary && !redefines && !isUnasked {
		tried := t.gateway.try(c)
		isInNewPlace := tried.code == http.StatusNotFound && (t.has(place{corev1.Resource("namespaces"), "", at.Namespace}) || t.has(at.definition()))
		if isTried = tried.ok(); isTried {
			object = tried.object()
			at.Name = (&unstructured.Unstructured{Object: object}).GetName() // may be generated
		} else if !tried.untried(c) && !isInNewPlace {
			return tried
		}
	}
	code := http.StatusOK
	switch {
	case now == nil:
		object, code = completed(at, object), http.StatusCreated
		finish(object)
	case !isTried:
		object = completed(at, c.onto(now, object))
	}
	t.keep(c, at, live, object)
	return answer(code, object, at)
}

// redefines tells whether this turn changes the kind: the API server would try out a write by the old schema.
func (t *turn) redefines(at place) bool {
	found := t.find(at.definition())
	return found != nil && found.Before != nil && found.Now != nil && !reflect.DeepEqual(found.Before["spec"], found.Now["spec"])
}

// noRight is the API server's message for a missing right (apiserver, handlers/responsewriters).
var noRight = regexp.MustCompile(`cannot \w+ resource `)

func (r *reply) ok() bool { return r.code/100 == 2 }

// untried tells whether a dry run was refused, while the write itself need not be: a right that the person lacks is one of the release's account,
// unless the person acts as that. A webhook with side effects refuses each dry run (apiserver, admission/plugin/webhook).
func (r *reply) untried(c *call) bool {
	if r.ok() {
		return false
	}
	var status metav1.Status
	_ = json.Unmarshal(r.body, &status)
	return c.Header.Get(impersonate) == "" && r.code == http.StatusForbidden && noRight.MatchString(status.Message) ||
		strings.Contains(status.Message, "does not support dry run")
}

// object returns the content; nothing if it is no JSON object.
func (r *reply) object() (object map[string]any) {
	_ = json.Unmarshal(r.body, &object)
	return object
}

// answer answers with an object, or that it does not exist.
func answer(code int, object map[string]any, at place) *reply {
	if object == nil {
		return refusal(apierrors.NewNotFound(at.GroupResource, at.Name))
	}
	return &reply{code, plain, must(json.Marshal(object))}
}

// refusal answers as the API server writes an error.
func refusal(err *apierrors.StatusError) *reply {
	status := err.Status()
	status.Kind, status.APIVersion = "Status", "v1"
	return &reply{int(status.Code), plain, must(json.Marshal(status))}
}
