package release

import (
	"context"
	"testing"

	"catamaran.dev/engine/fault"
	"github.com/stretchr/testify/assert"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestAnUpgradeBringsDefinitionsThatItsTemplatesAskFor(t *testing.T) {
	p := begin(t)
	group := p.namespace + ".example"
	a := p.object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "as."+group)
	t.Cleanup(func() { _ = a.Delete(context.Background(), a.name, metav1.DeleteOptions{}) })
	files := map[string]string{"templates/x.yaml": configMap("x", "data: {served: \"{{ .Capabilities.APIVersions.Has \""+group+"/v1/A\" }}\"}\n")}
	without := p.chart(files)
	files["crds/a.yaml"] = definition(group)
	files["templates/a.yaml"] = "apiVersion: " + group + "/v1\nkind: A\nmetadata: {name: a}\n"
	with := p.chart(files)

	p.made((*Releases).Install, params{"chart": without})
	p.refuses((*Releases).Upgrade, params{"chart": with}, fault.NotServed)
	result, err := p.call(t.Context(), (*Releases).Upgrade, params{"chart": with, "crds": "create"})
	assert.NoError(t, err)
	assert.True(t, result.(Made).Defines)
	assert.Equal(t, "true", p.data("x")["served"])
	made, err := a.Get(t.Context(), a.name, metav1.GetOptions{})
	assert.NoError(t, err)
	assert.Equal(t, "c 1.0.0", made.GetAnnotations()[definedBy])
	result, err = p.call(t.Context(), (*Releases).Upgrade, params{"chart": with, "crds": "create"})
	assert.NoError(t, err)
	assert.False(t, result.(Made).Defines)
}
