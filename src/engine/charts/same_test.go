package charts

import (
	"maps"
	"path/filepath"
	"testing"

	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	chart "helm.sh/helm/v4/pkg/chart/v2"
)

// shop is a chart, and storedShop what a release has of it. The data are "a" and "b" in Base64.
var shop = map[string]string{
	"Chart.yaml":       "apiVersion: v2\nname: shop\nversion: 1.0.0\nappVersion: \"7\"\n",
	"values.yaml":      "replicas: 1\nactive: yes\nratio: 1.0\ntls: {active: false, port: 443}\n",
	"templates/a.yaml": "a",
	"conf/b.txt":       "b",
	".helmignore":      "*.bak\n",
	"conf/old.bak":     "left out",
}

const storedShop = `{
	"metadata": {"apiVersion": "v2", "name": "shop", "version": "1.0.0", "appVersion": "7"}, "lock": null,
	"templates": [{"name": "templates/a.yaml", "data": "YQ=="}],
	"files": [{"name": "conf/b.txt", "data": "Yg=="}, {"name": ".helmignore", "data": "Ki5iYWsK"}],
	"values": {"replicas": 1, "active": true, "ratio": 1, "tls": {"active": false, "port": 443}}}`

func sameAs(t *testing.T, stored *chart.Chart, config string, files map[string]string, candidates ...string) Sameness {
	t.Helper()
	var given map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(config), &given))
	var inputs []Input
	for _, each := range candidates {
		var input Input
		require.NoError(t, yaml.Unmarshal([]byte(each), &input))
		inputs = append(inputs, input)
	}
	all := maps.Clone(shop)
	maps.Copy(all, files)
	same, err := NewCache(1<<20).Compare(stored, given, Reference{Path: testcluster.Write(t, filepath.Join(t.TempDir(), "shop"), all)}, inputs)
	require.NoError(t, err)
	return same
}

func storedChart(t *testing.T) *chart.Chart {
	t.Helper()
	var stored chart.Chart
	require.NoError(t, yaml.Unmarshal([]byte(storedShop), &stored))
	return &stored
}

func TestARevisionHasTheSameValuesInWhateverFormTheyAreStored(t *testing.T) {
	for _, row := range []struct {
		config, wanted string
		same           bool
	}{
		{`{replicas: 3, tls: {active: "true"}}`, `{replicas: 3, tls: {active: "true"}}`, true},
		{`{replicas: 3, tls: {active: "true"}}`, `{replicas: 3, tls: {active: true}}`, false},
		{`{replicas: 3, active: true, ratio: 1, tls: {active: true, port: 443}}`, `{replicas: 3, tls: {active: true}}`, true},
		{`{replicas: 3, tls: {active: "true"}}`, `{replicas: 4, tls: {active: "true"}}`, false},
		{`{replicas: 3, tls: {active: "true"}}`, `{replicas: 3, tls: {active: "true", port: 444}}`, false},
		{`{replicas: 3, tls: {active: "true"}}`, `{replicas: 3, tls: {active: "true", port: null}}`, false},
	} {
		assert.Equal(t, Sameness{Chart: true, Values: row.same}, sameAs(t, storedChart(t), row.config, nil, "{}", row.wanted), row.wanted)
	}
}

func TestAnotherFileMakesAnotherChart(t *testing.T) {
	for name, content := range map[string]string{
		"templates/a.yaml":   "other",
		"templates/new.yaml": "other",
		"conf/new.txt":       "other",
		"crds/new.yaml":      "other",
		".helmignore":        "other",
		"Chart.yaml":         "{apiVersion: v2, name: shop, version: 1.0.1, appVersion: '7'}",
		"values.yaml":        "{replicas: 1, active: yes, ratio: 1.0, tls: {active: false, port: 8443}}",
	} {
		assert.False(t, sameAs(t, storedChart(t), "{}", map[string]string{name: content}, "{}").Chart, name)
	}
}

func TestComparesSubchartsByNameAndVersion(t *testing.T) {
	files := map[string]string{
		"Chart.yaml": shop["Chart.yaml"] + "dependencies:\n" +
			"- {name: cache, version: 2.x.x, repository: \"file://x\", condition: cache.enabled}\n" +
			"- {name: mail, version: 1.x.x, repository: \"file://y\", condition: mail.enabled}\n",
		"charts/cache/Chart.yaml":  "apiVersion: v2\nname: cache\nversion: 2.1.0\n",
		"charts/cache/values.yaml": "size: 64\n",
		"charts/mail/Chart.yaml":   "apiVersion: v2\nname: mail\nversion: 1.1.0\n",
	}
	stored := storedChart(t)
	stored.Values["cache"] = map[string]any{"size": 64}
	stored.Metadata.Dependencies = []*chart.Dependency{{Name: "cache", Version: "2.x.x", Enabled: true}}
	without := "{mail: {enabled: false}}"
	assert.Equal(t, Sameness{Chart: true, Values: true}, sameAs(t, stored, without, files, without))
	stored.Metadata.Dependencies[0].Version = "1.x.x"
	assert.False(t, sameAs(t, stored, without, files, without).Chart)
}
