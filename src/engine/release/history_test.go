package release

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAnInstallationTakesAHistoryThatIsAsNewAsAsked(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
	assert.EqualValues(t, 1, p.made((*Releases).Install, params{"chart": chart, "seen": "1"}).Number)
	assert.Nil(t, p.fails((*Releases).Install, params{"chart": chart, "seen": "1"}).Revision)
}

// TestAVersionOfAnotherTimeHindersNoOperation: a cluster that was restored from a backup has earlier versions.
func TestAVersionOfAnotherTimeHindersNoOperation(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
	later := params{"chart": chart, "seen": "9000000000000000"}
	assert.EqualValues(t, 1, p.made((*Releases).Install, later).Number)
	delete(later, "chart")
	if _, err := p.call(t.Context(), (*Releases).Uninstall, later); err != nil || p.has("a") {
		t.Errorf("%v", err)
	}
}
