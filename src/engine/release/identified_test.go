package release

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
)

func TestTellsThatTheTemplatesDefineAMissingKind(t *testing.T) {
	definition := "kind: CustomResourceDefinition\nspec: {group: a.example, names: {kind: %s}}\n---\nkind: Foo\n"
	missing := utilerrors.NewAggregate([]error{errors.New("other"), fmt.Errorf("not found: %w", &meta.NoKindMatchError{GroupKind: schema.GroupKind{Group: "a.example", Kind: "Foo"}, SearchedVersions: []string{"v1"}})})
	for kind, tells := range map[string]bool{"Foo": true, "Bar": false} {
		err := identified(nil, missing, fmt.Sprintf(definition, kind), "")
		if !meta.IsNoMatchError(err) || strings.Contains(err.Error(), "crds/") != tells {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
