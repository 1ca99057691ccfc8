package charts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"github.com/stretchr/testify/assert"
)

func TestChoosesTheBestVersionAsHelmDoes(t *testing.T) {
	versions := []string{"1.2.0", "1.10.0", "2.0.0-rc.1", "v1.9.0", "no version", "1.10.0+b", "1.2.3.4", ""}
	for of, want := range map[string]string{
		"*": "1.10.0", "~1.2": "1.2.0", "<1.10.0": "v1.9.0", ">=2.0.0-0": "2.0.0-rc.1", "2.0.0-rc.1": "2.0.0-rc.1", ">3": "",
		"1.10.0+b": "1.10.0+b", "v1.10.0": "1.10.0", "1.9.0": "v1.9.0", "1.2 - 1.4": "1.2.0", "0.3 || 1.2": "1.2.0", " ^1 ": "1.10.0", "1.10.1": "",
	} {
		got, err := answer(t, Versions, map[string]any{"range": of, "versions": versions})
		if got != fmt.Sprintf(`{"best":%q}`, want) || err != nil {
			t.Errorf("%q: %s %v", of, got, err)
		}
	}
	for _, text := range []string{"", "^^", "latest", "newest please", "{}", "1.2.3-01", strings.Repeat("1 ", 300)} {
		if _, err := answer(t, Versions, map[string]any{"range": text}); err == nil || fault.Of(err, nil).Reason != fault.BadRequest {
			t.Errorf("%q is a range: %v", text, err)
		}
	}
	newest := []string{"2.0.0-rc.1", "1.10.0", "1.10.0+b", "v1.9.0", "1.2.0"}
	if got := Newest(versions); !slices.Equal(got[:5], newest) || len(got) != len(versions) {
		t.Error(got)
	}
}

func TestPrefersTheSpellingOfAnExactVersion(t *testing.T) {
	for want, versions := range map[string][]string{
		"1.0.0":    {"1.0.0+b2", "1.0.0"},
		"v1.0.0":   {"1.0.0+b2", "v1.0.0"},
		"1.0.0+b2": {"1.0.0+b2", "1.0.0+b1"},
	} {
		assert.Equal(t, want, Best("1.0.0", versions))
	}
	for text, exact := range map[string]bool{
		"1.2.3": true, "1.2.3-rc.1": true, "1.2.3+b1": true, "0.0.0": true, "v1.2.3": true,
		"20260101": false, "1": false, "1.2": false, "latest": false, "01.2.3": false, "1.2.3-01": false, "^1.2.3": false,
	} {
		assert.Equal(t, exact, IsExact(text), text)
	}
}
