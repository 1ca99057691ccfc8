package charts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	chart "helm.sh/helm/v4/pkg/chart/v2"
)

// place is the address that Helm gives to the schema of a chart (pkg/chart/common/util/jsonschema.go).
const place = "file:///values.schema.json"

// enclose makes the schemas of a chart and its dependencies refer to nothing outside: Helm would ask the host that a schema names, and read any
// file. What a schema takes from a host is open then, with one warning in the log; a file is refused.
func enclose(one *chart.Chart) error {
	var hosts []string
	for failed := outside(one.Schema); failed != nil; failed = outside(one.Schema) {
		if strings.HasPrefix(failed.URL, "file:") {
			return fmt.Errorf("the values.schema.json of chart %s refers to the file %s, which is outside of the chart; write what it says into $defs of the schema",
				one.Name(), strings.TrimPrefix(failed.URL, "file://"))
		}
		hosts = append(hosts, failed.URL)
		one.Schema = without(failed.URL, one.Schema)
	}
	if len(hosts) > 0 {
		slog.Warn("a schema refers to another host, which is not asked; what it says there does not count", "chart", one.Name(), "references", hosts)
	}
	for _, dependency := range one.Dependencies() {
		if err := enclose(dependency); err != nil {
			return err
		}
	}
	return nil
}

// outside returns the first document that a schema needs and does not have; nil if there is none, or if it is no schema, which Helm says.
func outside(schema []byte) *jsonschema.LoadURLError {
	failed := (*jsonschema.LoadURLError)(nil)
	if schema != nil {
		_, err := Compile(schema)
		errors.As(err, &failed)
	}
	return failed
}

// without returns a schema without the references to a document; all of it is open if they are not found.
func without(address string, text []byte) []byte {
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil
	}
	isFound := false
	visit(schema, place, func(part map[string]any, base string) {
		for _, keyword := range []string{"$schema", "$ref", "$dynamicRef", "$recursiveRef"} {
			if reference, isText := part[keyword].(string); isText && resolved(base, reference) == address {
				delete(part, keyword)
				isFound = true
			}
		}
	})
	rest, err := json.Marshal(schema)
	if err != nil || !isFound {
		return nil
	}
	return rest
}

// visit calls a function for all maps of a schema, each with the address against which its references are resolved.
func visit(schema any, base string, each func(part map[string]any, base string)) {
	switch schema := schema.(type) {
	case map[string]any:
		for _, keyword := range []string{"$id", "id"} {
			if id, isText := schema[keyword].(string); isText {
				base = resolved(base, id)
			}
		}
		each(schema, base)
		for _, inner := range schema {
			visit(inner, base, each)
		}
	case []any:
		for _, inner := range schema {
			visit(inner, base, each)
		}
	}
}

// resolved returns an address without its fragment.
func resolved(base, reference string) string {
	from, err := url.Parse(base)
	if err != nil {
		return reference
	}
	to, err := from.Parse(reference)
	if err != nil {
		return reference
	}
	to.Fragment, to.RawFragment = "", ""
	return to.String()
}
