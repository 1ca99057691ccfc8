package charts

import (
	"context"
	"regexp"
	"strings"
	"text/template"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"github.com/go-task/slim-sprig/v3"
)

// templatePlace is what precedes the cause in text/template's errors.
var templatePlace = regexp.MustCompile(`^template: override:[0-9:]+ (executing "override" )?`)

// Evaluate answers the text of a template without data, as the Go operators evaluate overrides: with text/template and slim-sprig. Missing are
// the functions whose result depends on time, chance, network or environment: each start would have other values. A template that cannot be
// evaluated is a mistake of the request.
func Evaluate(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Template string `json:"template"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	functions := sprig.HermeticTxtFuncMap()
	for _, name := range []string{"ago", "must_date_modify", "mustDateModify", "randInt"} {
		delete(functions, name)
	}
	var text strings.Builder
	parsed, err := template.New("override").Funcs(functions).Parse(params.Template)
	if err == nil {
		err = parsed.Execute(&text, nil)
	}
	if err != nil {
		return nil, fault.New(fault.Request, fault.BadRequest, "%s", templatePlace.ReplaceAllString(err.Error(), ""))
	}
	if strings.Contains(text.String(), "<no value>") {
		return nil, fault.New(fault.Request, fault.BadRequest, "a field has no value: there is no data")
	}
	return struct {
		Text string `json:"text"`
	}{text.String()}, nil
}
