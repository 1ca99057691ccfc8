package marks

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAMemoryAnswersWhatReadingDoes(t *testing.T) {
	manifest := "---\n# Source: c/templates/a.yaml\nkind: A\nn: 1\n---\n# Source: c/templates/b.yaml\n# nothing\n---\nkind: B\n"
	objects, sources, err := Sources(manifest)
	require.NoError(t, err)
	for _, most := range []int{0, 60, 1 << 20} {
		memory := NewMemory(most)
		for range 3 {
			again, paths, err := memory.Sources(manifest)
			if err != nil || !reflect.DeepEqual(again, objects) || !reflect.DeepEqual(paths, sources) {
				t.Errorf("most %d: %s %v %v, not %s %v", most, again, paths, err, objects, sources)
			}
		}
		if memory.size > most {
			t.Errorf("%d bytes of %d are kept", memory.size, most)
		}
	}
}

func TestAMemoryKeepsNoMistake(t *testing.T) {
	memory := NewMemory(1 << 20)
	for range 2 {
		if _, err := memory.Objects("a: [\n"); err == nil || !strings.Contains(err.Error(), "no YAML") {
			t.Error(err)
		}
	}
}
