package charts

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestAnIntegerStaysOne(t *testing.T) {
	for text, want := range map[string]string{
		"3": "int64 3", "1000000": "int64 1000000", "-9223372036854775808": "int64 -9223372036854775808",
		"9223372036854775808": "float64 9.223372036854776e+18", "3.0": "float64 3", "1e6": "float64 1e+06", "0.1": "float64 0.1",
		`"3"`: "string 3", "true": "bool true", "null": "<nil> <nil>",
	} {
		var values Input
		if err := json.Unmarshal([]byte(`{"a":{"b":[`+text+`]}}`), &values); err != nil {
			t.Fatal(err)
		}
		got := values["a"].(map[string]any)["b"].([]any)[0]
		if fmt.Sprintf("%T %v", got, got) != want {
			t.Errorf("%s: %T %v", text, got, got)
		}
	}
	var values Input
	if err := json.Unmarshal([]byte(`{"a":1e999}`), &values); err == nil {
		t.Error("a number that no float64 holds is accepted")
	}
}
