package release

import "testing"

func TestAnInstallationTakesAHistoryThatIsAsNewAsAsked(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
	if made := p.made((*Releases).Install, params{"chart": chart, "seen": "1"}); made.Number != 1 {
		t.Errorf("%+v", made)
	}
	if found := p.fails((*Releases).Install, params{"chart": chart, "seen": "1"}); found.Revision != nil {
		t.Errorf("%+v", found)
	}
}

// TestAVersionOfAnotherTimeHindersNoOperation: a cluster that was restored from a backup has earlier versions.
func TestAVersionOfAnotherTimeHindersNoOperation(t *testing.T) {
	p := begin(t)
	chart := p.chart(map[string]string{"templates/a.yaml": configMap("a", "")})
	later := params{"chart": chart, "seen": "9000000000000000"}
	if made := p.made((*Releases).Install, later); made.Number != 1 {
		t.Errorf("%+v", made)
	}
	delete(later, "chart")
	if _, err := p.call(t.Context(), (*Releases).Uninstall, later); err != nil || p.has("a") {
		t.Errorf("%v", err)
	}
}
