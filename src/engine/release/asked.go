package release

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"catamaran.dev/engine/fault"
	"github.com/Masterminds/sprig/v3"
	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/kubernetes/scheme"
)

const (
	// askedVersion is the question for the version of Kubernetes, and askedList for all APIs; the others are names of APIs.
	askedVersion = "KubeVersion"
	askedList    = "APIVersions"
	// mostAnswers bounds what a revision stores. Who asks for more asks for the list.
	mostAnswers = 100
	// watching is a function of one template alone, the deepest, which Helm renders before all others.
	watching      = "watchCapabilities"
	watchTemplate = "templates/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/" + watching
)

// capabilities are Helm's for templates, and note what is asked. Templates prefer methods to fields.
type capabilities struct {
	*common.Capabilities
	asked *asked
}

// asked has the questions of one rendering, with the answers.
type asked struct {
	mutex   sync.Mutex
	answers map[string]string
	lists   []*list
	served  func(api string) (bool, error)
	values  common.Values // of the templates, which can change them
}

// A list is one use of .Capabilities.APIVersions.
type list struct {
	asked  *asked
	byName bool
}

// versions are strings with their *list behind the end: functions of templates need a slice.
type versions []any

// KubeVersion is asked.
func (c *capabilities) KubeVersion() *common.KubeVersion {
	c.asked.note(askedVersion, c.Capabilities.KubeVersion.Version)
	return &c.Capabilities.KubeVersion
}

// APIVersions are asked by name, or else as a whole.
func (c *capabilities) APIVersions() versions {
	use := &list{asked: c.asked}
	if c.asked != nil {
		c.asked.mutex.Lock()
		c.asked.lists = append(c.asked.lists, use)
		c.asked.mutex.Unlock()
	}
	all := make(versions, 0, len(c.Capabilities.APIVersions)+1)
	for _, api := range c.Capabilities.APIVersions {
		all = append(all, api)
	}
	return append(all, use)[:len(all)]
}

// MarshalJSON asks for all.
func (c *capabilities) MarshalJSON() ([]byte, error) {
	c.KubeVersion()
	c.APIVersions()
	return json.Marshal(c.Capabilities)
}

// Has tells whether an API is served.
func (v versions) Has(api string) (bool, error) {
	whole := v[:cap(v)]
	use, _ := whole[len(whole)-1].(*list)
	if use == nil || use.asked == nil {
		return slices.Contains(v, any(api)), nil // a copy that a function of templates made
	}
	use.asked.mutex.Lock()
	use.byName = true
	use.asked.mutex.Unlock()
	found, err := slices.Contains(v, any(api)), error(nil)
	if use.asked.served != nil {
		found, err = use.asked.served(api)
	}
	use.asked.note(api, strconv.FormatBool(found))
	return found, err
}

var plainHas = sprig.TxtFuncMap()["has"].(func(any, any) bool)

// inList is the function has of templates. Whether an API is in the list is a question for it: the digest of the list tells no kinds.
func inList(needle, list any) (bool, error) {
	if all, isAsked := list.(versions); isAsked {
		return all.Has(fmt.Sprint(needle))
	}
	return plainHas(needle, list), nil
}

func (a *asked) note(question, answer string) {
	if a == nil {
		return
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.answers[question] = answer
}

// told returns the questions of the templates with the answers.
func (o *operation) told() map[string]string {
	if o.asked == nil {
		return nil
	}
	o.asked.mutex.Lock()
	defer o.asked.mutex.Unlock()
	told := map[string]string{}
	whole := len(o.asked.answers) > mostAnswers || slices.ContainsFunc(o.asked.lists, func(use *list) bool { return !use.byName })
	for question, answer := range o.asked.answers {
		if question == askedVersion || len(o.asked.answers) <= mostAnswers && served(question) != "" {
			told[question] = answer
		}
	}
	if whole {
		told[askedList] = listed(o.config.Capabilities.APIVersions)
	}
	return told
}

// listed is the answer to the question for all APIs: their groups and versions, which can be had in one request.
func listed(all common.VersionSet) string {
	groups := slices.DeleteFunc(slices.Clone(all), func(api string) bool {
		_, version, found := strings.Cut(api, "/")
		return !found || strings.Contains(version, "/") || unicode.IsUpper([]rune(version + " ")[0])
	})
	slices.Sort(groups)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(groups, "\n"))))
}

// served returns the group and version of which a question is; empty if there is no such API.
func served(api string) string {
	parts := strings.Split(api, "/")
	if last := parts[len(parts)-1]; len(parts) > 1 && last != "" && unicode.IsUpper([]rune(last)[0]) {
		parts = parts[:len(parts)-1]
	}
	version := parts[len(parts)-1]
	if len(validation.IsDNS1123Label(version)) > 0 || len(parts) > 2 || len(parts) == 2 && len(validation.IsDNS1123Subdomain(parts[0])) > 0 {
		return ""
	}
	return strings.Join(parts, "/")
}

// serves asks for the APIs that another server or a definition may serve: the API server's list of all APIs lags behind what it serves, and one
// whose server is away is not one that does not exist.
func (o *operation) serves(known common.VersionSet) func(api string) (bool, error) {
	answers := map[string]*metav1.APIResourceList{}
	return func(api string) (bool, error) {
		version := served(api)
		parsed, err := schema.ParseGroupVersion(version)
		if version == "" || err != nil || scheme.Scheme.IsGroupRegistered(parsed.Group) {
			return known.Has(api), nil
		}
		found, asked := answers[version]
		if !asked {
			if found, err = o.resources(version); err != nil {
				return false, o.failed(preparing, err)
			}
			answers[version] = found
		}
		return version == api && len(found.APIResources) > 0 ||
			slices.ContainsFunc(found.APIResources, func(each metav1.APIResource) bool { return version+"/"+each.Kind == api }), nil
	}
}

func (o *operation) resources(version string) (*metav1.APIResourceList, error) {
	defer o.clock.pause()()
	none := &metav1.APIResourceList{}
	if o.asks++; o.asks > mostAsked {
		return none, fault.New(fault.Chart, fault.Template, "the templates ask for more than %d APIs and objects, with these values", mostAsked)
	}
	config, err := o.call.ToRESTConfig()
	if err != nil {
		return none, err
	}
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return none, err
	}
	found, err := client.ServerResourcesForGroupVersion(version)
	if apierrors.IsNotFound(err) {
		return none, nil
	}
	return found, err
}

// listen lets the templates of a chart ask through us. Helm gives all templates of a chart the same values, and those of its subcharts are
// below them.
func (o *operation) listen(whole *chart.Chart) {
	if o.written.AskedAnnotation == "" {
		return
	}
	o.asked = &asked{answers: map[string]string{}}
	whole.Templates = append(slices.Clip(whole.Templates), &common.File{Name: watchTemplate, Data: []byte("{{ " + watching + " . }}")})
	o.config.CustomTemplateFuncs["has"] = inList
	o.config.CustomTemplateFuncs[watching] = func(values common.Values) string {
		if helms, ok := values["Capabilities"].(*common.Capabilities); ok {
			o.asked.served, o.asked.values = o.serves(helms.APIVersions), values["Values"].(common.Values)
			listenBelow(values, &capabilities{helms, o.asked})
		}
		return ""
	}
}

func listenBelow(values map[string]any, ours *capabilities) {
	values["Capabilities"] = ours
	below, _ := values["Subcharts"].(map[string]any)
	for _, each := range below {
		if child, ok := each.(map[string]any); ok {
			listenBelow(child, ours)
		}
	}
}

// record writes what was asked into the stored chart, which is as it was given.
func (o *operation) record(made *v1.Release) error {
	if o.asked == nil {
		return nil
	}
	made.Chart.Templates = slices.DeleteFunc(made.Chart.Templates, func(file *common.File) bool { return file.Name == watchTemplate })
	text, err := json.Marshal(o.told())
	if err != nil {
		return err
	}
	if made.Chart.Metadata.Annotations == nil {
		made.Chart.Metadata.Annotations = map[string]string{}
	}
	made.Chart.Metadata.Annotations[o.written.AskedAnnotation] = string(text)
	return nil
}
