package charts

import (
	"bytes"
	"encoding/json"
)

// Input is values from outside. An integer is an int64, as from --set and from the Go operators, so that templates print and compare it as
// written; as Helm reads files, it would be a float64, of which Go prints a million as 1e+06. All other numbers are float64.
type Input map[string]any

// UnmarshalJSON reads an object.
func (v *Input) UnmarshalJSON(content []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	var values map[string]any
	if err := decoder.Decode(&values); err != nil {
		return err
	}
	_, err := exact(values)
	*v = values
	return err
}

// exact replaces the numbers within a value.
func exact(value any) (_ any, err error) {
	switch value := value.(type) {
	case json.Number:
		if whole, err := value.Int64(); err == nil {
			return whole, nil
		}
		return value.Float64()
	case map[string]any:
		for key, inner := range value {
			if value[key], err = exact(inner); err != nil {
				return nil, err
			}
		}
	case []any:
		for i, inner := range value {
			if value[i], err = exact(inner); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}
