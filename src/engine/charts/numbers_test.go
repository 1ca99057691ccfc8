package charts

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnIntegerStaysOne(t *testing.T) {
	for text, want := range map[string]string{
		"3": "int64 3", "1000000": "int64 1000000", "-9223372036854775808": "int64 -9223372036854775808",
		"9223372036854775808": "float64 9.223372036854776e+18", "3.0": "float64 3", "1e6": "float64 1e+06", "0.1": "float64 0.1",
		`"3"`: "string 3", "true": "bool true", "null": "<nil> <nil>",
	} {
		var values Input
		require.NoError(t, json.Unmarshal([]byte(`{"a":{"b":[`+text+`]}}`), &values))
		got := values["a"].(map[string]any)["b"].([]any)[0]
		assert.Equal(t, want, fmt.Sprintf("%T %v", got, got), text)
	}
	var values Input
	assert.Error(t, json.Unmarshal([]byte(`{"a":1e999}`), &values), "a number that no float64 holds is accepted")
}
