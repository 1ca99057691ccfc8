package release

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"catamaran.dev/engine/fields"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	jsonpatch "gopkg.in/evanphx/json-patch.v4"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/yaml"
)

// differenceOf asks for the difference of one object.
func differenceOf(t *testing.T, asked params) fields.Difference {
	t.Helper()
	disowned, _ := asked["disowned"].([]string)
	content, err := json.Marshal(asked)
	require.NoError(t, err)
	var each compared
	require.NoError(t, json.Unmarshal(content, &each))
	found, err := each.settled(disowned)
	require.NoError(t, err)
	return found
}

// patched returns an object as the API server patches it.
func patched(t *testing.T, object map[string]any, patch []byte) (after map[string]any) {
	t.Helper()
	live, err := json.Marshal(object)
	require.NoError(t, err)
	keys := fields.SchemaOf(schema.FromAPIVersionAndKind(fmt.Sprint(object["apiVersion"]), fmt.Sprint(object["kind"])))
	if keys == nil {
		live, err = jsonpatch.MergePatch(live, patch)
	} else {
		live, err = strategicpatch.StrategicMergePatchUsingLookupPatchMeta(live, patch, keys)
	}
	require.NoError(t, err)
	require.NoError(t, utiljson.Unmarshal(live, &after))
	return after
}

func TestTellsWhatAPatchWouldChange(t *testing.T) {
	var rows []struct {
		Name     string         `json:"name"`
		Kind     string         `json:"kind"`
		Wanted   map[string]any `json:"wanted"`
		Live     map[string]any `json:"live"`
		After    map[string]any `json:"after"`
		Left     []string       `json:"left"`
		Disowned []string       `json:"disowned"`
		Fields   []string       `json:"fields"`
		Levels   int            `json:"levels"`
	}
	content, err := os.ReadFile("../fields/testdata/differences.yaml")
	require.NoError(t, err)
	content, err = yaml.YAMLToJSONStrict(content)
	require.NoError(t, err)
	require.NoError(t, utiljson.Unmarshal(content, &rows))
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) {
			if row.Kind == "" {
				row.Kind = "my.domain/v1/Any"
			}
			whole := func(object map[string]any) map[string]any {
				if object == nil {
					return nil
				}
				slash := strings.LastIndex(row.Kind, "/")
				object["apiVersion"], object["kind"] = row.Kind[:slash], row.Kind[slash+1:]
				return object
			}
			asked := params{"wanted": whole(row.Wanted), "live": whole(row.Live), "left": row.Left, "disowned": row.Disowned, "levels": row.Levels}
			found := differenceOf(t, asked)
			assert.ElementsMatch(t, row.Fields, found.Fields, string(found.Patch))
			if found.Patch == nil {
				return
			}
			after := patched(t, row.Live, found.Patch)
			if row.After != nil {
				assert.Equal(t, whole(row.After), after, string(found.Patch))
			}
			asked["live"] = after
			assert.Empty(t, differenceOf(t, asked).Fields, "after %s", found.Patch)
		})
	}
}

func FuzzDiffer(f *testing.F) {
	const workload = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"},"spec":{"replicas":1,"template":{"spec":{"containers":[{"name":"c","ports":[{"containerPort":1}]}]}}}}`
	f.Add(workload, workload, 0)
	f.Add(workload, `{"spec":{"template":{"spec":{"containers":[{"name":"d"},{"name":"c","ports":[{"containerPort":1},{"containerPort":1}]}]}}}}`, 2)
	f.Add(`{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":1},{"name":"x"}]}}`, `{"spec":{"ports":[{"port":1,"nodePort":2}]}}`, 1)
	f.Fuzz(func(t *testing.T, wanted, live string, levels int) {
		var one, other map[string]any
		if utiljson.Unmarshal([]byte(wanted), &one) != nil || utiljson.Unmarshal([]byte(live), &other) != nil || one == nil || other == nil {
			return
		}
		each := compared{Wanted: runtime.DeepCopyJSON(one), Live: runtime.DeepCopyJSON(other), Levels: levels}
		found, err := each.settled(nil)
		if err == nil && found.Patch != nil && len(found.Fields) == 0 {
			t.Errorf("%s changes no field", found.Patch)
		}
	})
}
