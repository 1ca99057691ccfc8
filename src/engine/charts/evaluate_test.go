package charts

import (
	"fmt"
	"testing"

	"catamaran.dev/engine/fault"
	"github.com/stretchr/testify/assert"
)

func TestEvaluatesATemplateAsTheGoOperatorsDo(t *testing.T) {
	for written, want := range map[string]string{
		`{{ "a" | upper }}b`: "Ab", `{{ add 1 2 }}`: "3", `{{/* {{ */}}{{ printf "%03d" 7 }}`: "007", `x{{ "{{ now }}" }}`: "x{{ now }}",
		`{{ define "t" }}x{{ . }}{{ end }}{{ template "t" 4 }}`: "x4", `{{ $d := dict "now" 5 }}{{ $d.now }}`: "5", `{{ "" }}`: "",
	} {
		got, err := answer(t, Evaluate, map[string]any{"template": written})
		assert.Equal(t, fmt.Sprintf(`{"text":%q}`, want), got, written)
		assert.NoError(t, err, written)
	}
}

func TestSaysWhyATemplateCannotBeEvaluated(t *testing.T) {
	for written, want := range map[string]string{
		`{{ upper`: "unclosed action", `{{ fail "sorry" }}`: `at <fail "sorry">: error calling fail: sorry`,
		`{{ env "A" }}`: `function "env" not defined`, `{{ now | unixEpoch }}`: `function "now" not defined`,
		`{{ ago now }}`: `function "ago" not defined`, `{{ randInt 1 2 }}`: `function "randInt" not defined`,
		`{{ lookup "v1" "" "" "" }}`: `function "lookup" not defined`, `{{ .Values.a }}`: "a field has no value: there is no data",
	} {
		_, err := answer(t, Evaluate, map[string]any{"template": written})
		if assert.Error(t, err, written) {
			assert.Equal(t, fault.BadRequest, fault.Of(err, nil).Reason, written)
			assert.Equal(t, want, fault.Of(err, nil).Message, written)
		}
	}
}
