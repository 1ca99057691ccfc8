package release

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"time"

	"catamaran.dev/engine/logs"
	"helm.sh/helm/v4/pkg/action"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/release"
	v1 "helm.sh/helm/v4/pkg/release/v1"
	"helm.sh/helm/v4/pkg/storage"
	"helm.sh/helm/v4/pkg/storage/driver"
	corev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"sigs.k8s.io/yaml"
)

// core returns the client for what Helm stores.
func (c javaCall) core(namespace string) (*corev1.CoreV1Client, error) {
	whole, err := c.releases.Cluster()
	if err != nil {
		return nil, err
	}
	client, err := whole.Client("")
	if err != nil {
		return nil, err
	}
	return corev1.NewForConfig(client.Call(c.ctx, namespace).Records())
}

// reading returns Helm for stored revisions alone.
func (c javaCall) reading() (*action.Configuration, string, error) {
	target, err := c.target()
	if err != nil {
		return nil, "", err
	}
	if c.AllNamespaces == 1 {
		target.Namespace = ""
	}
	client, err := c.core(target.Namespace)
	if err != nil {
		return nil, "", err
	}
	config := action.NewConfiguration(action.ConfigurationSetLogger(logs.From(slog.LevelError + 1)))
	config.KubeClient = &objects{}
	config.Releases = storage.Init(driver.NewSecrets(client.Secrets(target.Namespace)))
	return config, target.Release, nil
}

// stored returns a revision; the newest one, if none is named.
func (c javaCall) stored() (*v1.Release, error) {
	config, name, err := c.reading()
	if err != nil {
		return nil, err
	}
	get := action.NewGet(config)
	get.Version = c.Revision
	found, err := get.Run(name)
	if err != nil {
		return nil, err
	}
	return revision(found)
}

func (c javaCall) status() (string, error) {
	found, err := c.stored()
	if err != nil {
		return "", err
	}
	return statusOf(describe(found)) + fmt.Sprintf("DESCRIPTION: %s\n", found.Info.Description), nil
}

func (c javaCall) getValues() (string, error) {
	config, name, err := c.reading()
	if err != nil {
		return "", err
	}
	get := action.NewGetValues(config)
	get.Version, get.AllValues = c.Revision, c.AllValues == 1
	found, err := get.Run(name)
	if err != nil {
		return "", err
	}
	text, err := yaml.Marshal(orEmpty(found))
	return string(text), err
}

func (c javaCall) list() (string, error) {
	config, _, err := c.reading()
	if err != nil {
		return "", err
	}
	list := action.NewList(config)
	list.All, list.Deployed, list.Failed, list.Pending = c.All == 1, c.Deployed == 1, c.Failed == 1, c.Pending == 1
	list.Superseded, list.Uninstalled, list.Uninstalling = c.Superseded == 1, c.Uninstalled == 1, c.Uninstalling == 1
	list.SetStateMask()
	found, err := list.Run()
	return lines(found, err, func(one *v1.Release) url.Values {
		return url.Values{"name": {one.Name}, "namespace": {one.Namespace}, "revision": {strconv.Itoa(one.Version)}, "lastDeployed": {one.Info.LastDeployed.Format(time.RFC1123Z)}}
	})
}

// history lists the newest revisions in their order.
func (c javaCall) history() (string, error) {
	config, name, err := c.reading()
	if err != nil {
		return "", err
	}
	found, err := action.NewHistory(config).Run(name)
	slices.SortFunc(found, func(a, b release.Releaser) int { return cmp.Compare(a.(*v1.Release).Version, b.(*v1.Release).Version) })
	if c.Max > 0 {
		found = found[max(0, len(found)-c.Max):]
	}
	return lines(found, err, func(one *v1.Release) url.Values {
		return url.Values{"revision": {strconv.Itoa(one.Version)}, "updated": {one.Info.LastDeployed.Format(time.RFC1123Z)}, "description": {one.Info.Description}}
	})
}

func lines(found []release.Releaser, err error, line func(*v1.Release) url.Values) (string, error) {
	out := ""
	for _, each := range found {
		one := each.(*v1.Release)
		pairs := line(one)
		metadata := cmp.Or(one.Chart, &chart.Chart{}).Metadata
		metadata = cmp.Or(metadata, &chart.Metadata{})
		pairs.Set("status", one.Info.Status.String())
		pairs.Set("chart", metadata.Name+"-"+metadata.Version)
		pairs.Set("appVersion", metadata.AppVersion)
		out += pairs.Encode() + "\n"
	}
	return out, err
}
