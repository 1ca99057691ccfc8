package release

import (
	"slices"
	"testing"

	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRunsHooksOfOneWeightInTheOrderOfTheirKinds(t *testing.T) {
	p := begin(t)
	hook := func(apiVersion, kind, name, weight string) string {
		return "---\napiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata:\n  name: " + name +
			"\n  annotations: {helm.sh/hook: \"pre-install,pre-delete\", helm.sh/hook-weight: \"" + weight + "\"}\n"
	}
	chart := p.chart(map[string]string{"templates/a.yaml": hook("v1", "ConfigMap", "a-last", "5") + hook("v1", "ConfigMap", "b", "0") +
		hook("v1", "ConfigMap", "a", "0") + hook("rbac.authorization.k8s.io/v1", "Role", "a-role", "0") + hook("v1", "ServiceAccount", "z", "0") +
		hook("rbac.authorization.k8s.io/v1", "Role", "first", "-1")})
	wanted := []string{"Role first began", "ServiceAccount z began", "ConfigMap a began", "ConfigMap b began", "Role a-role began", "ConfigMap a-last began"}
	began := func() []string {
		return slices.DeleteFunc(p.told(), func(event string) bool { return !slices.Contains(wanted, event) })
	}
	p.made((*Releases).Install, params{"chart": chart})
	assert.Equal(t, wanted, began())
	require.NoError(t, testcluster.Err(p.call(t.Context(), (*Releases).Uninstall, nil)))
	assert.Equal(t, slices.Concat(wanted, wanted), began())
}
