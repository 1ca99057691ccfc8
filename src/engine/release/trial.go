package release

import (
	"context"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"catamaran.dev/engine/charts"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"
)

// lookup is the function of templates.
type lookup func(apiVersion, kind, namespace, name string) (map[string]any, error)

func nothing(string, string, string, string) (map[string]any, error) { return map[string]any{}, nil }

// trial renders what nobody applies. Demands for values are not made. If a template cannot be rendered, the others are.
func trial(ctx context.Context, whole *chart.Chart, values map[string]any, options common.ReleaseOptions, capabilities *common.Capabilities,
	lookup lookup) map[string]string {
	charts.AddTables(whole, values)
	if chartutil.ProcessDependencies(whole, values) != nil {
		return nil
	}
	input, err := util.ToRenderValuesWithSchemaValidation(whole, values, options, capabilities, true)
	if err != nil {
		return nil
	}
	renderer := engine.Engine{CustomTemplateFuncs: chances()}
	renderer.CustomTemplateFuncs["lookup"] = (func(string, string, string, string) (map[string]any, error))(lookup)
	renderer.CustomTemplateFuncs["required"] = func(_ string, value any) any { return value }
	renderer.CustomTemplateFuncs["fail"] = func(string) string { return "" }
	if files, err := renderer.RenderWithContext(ctx, whole, input); err == nil {
		return files
	}
	files := map[string]string{}
	for each := range alone(whole) {
		if rendered, err := renderer.RenderWithContext(ctx, whole, input); err == nil {
			files[each] = rendered[each]
		}
	}
	return files
}

var drawn atomic.Int64

// chances stand for what a chart makes by chance, or slowly, or by the clock. Two trials never have the same, so that a comparison sees what
// depends on chance.
func chances() map[string]any {
	next := func() string { return fmt.Sprintf("secret%d", drawn.Add(1)) }
	found := map[string]any{
		"now": func() time.Time {
			return time.Now().AddDate(int(drawn.Add(1)%1000), 1, 1).Add(time.Hour + time.Minute + time.Second)
		},
		"randInt": func(from, to int) int { return from + int(drawn.Add(1))%max(1, to-from) },
	}
	for _, pair := range []string{"genCA", "genCAWithKey", "genSelfSignedCert", "genSelfSignedCertWithKey", "genSignedCert", "genSignedCertWithKey", "buildCustomCert"} {
		found[pair] = func(...any) any { return struct{ Cert, Key string }{next(), next()} }
	}
	for _, text := range []string{"genPrivateKey", "bcrypt", "htpasswd", "derivePassword"} {
		found[text] = func(...any) string { return next() }
	}
	return found
}

// alone leaves in a chart one template after another, with all partials, and returns its path.
func alone(whole *chart.Chart) iter.Seq[string] {
	return func(yield func(string) bool) {
		others := map[*chart.Chart][]*common.File{}
		var divide func(one *chart.Chart)
		divide = func(one *chart.Chart) {
			var partials []*common.File
			for _, file := range one.Templates {
				if strings.HasPrefix(path.Base(file.Name), "_") {
					partials = append(partials, file)
				} else {
					others[one] = append(others[one], file)
				}
			}
			one.Templates = slices.Clip(partials)
			for _, dependency := range one.Dependencies() {
				divide(dependency)
			}
		}
		divide(whole)
		for one, files := range others {
			partials := one.Templates
			for _, file := range files {
				one.Templates = append(partials, file)
				if !yield(path.Join(one.ChartFullPath(), file.Name)) {
					return
				}
			}
			one.Templates = partials
		}
	}
}
