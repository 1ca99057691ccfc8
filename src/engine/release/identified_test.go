package release

import (
	"fmt"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func TestTellsThatTheTemplatesDefineAMissingKind(t *testing.T) {
	definition := "kind: CustomResourceDefinition\nspec: {group: a.example, names: {kind: %s}}\n---\nkind: Foo\n"
	missing := fmt.Errorf("not found: %w", &meta.NoKindMatchError{GroupKind: schema.GroupKind{Group: "a.example", Kind: "Foo"}, SearchedVersions: []string{"v1"}})
	for kind, tells := range map[string]bool{"Foo": true, "Bar": false} {
		err := identified(nil, missing, fmt.Sprintf(definition, kind), "")
		if !meta.IsNoMatchError(err) || strings.Contains(err.Error(), "crds/") != tells {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
