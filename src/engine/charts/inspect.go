package charts

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/action"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/chart/v2/util"
	v1 "helm.sh/helm/v4/pkg/release/v1"
)

// ofOthers is a part of a path that is no part of a chart: a version control's (a nested .git makes a link of the folder, and a .gitignore keeps its
// files out of a commit), and the second copy that a mounted ConfigMap has of its files.
var ofOthers = regexp.MustCompile(`(^|/)(\.git|\.gitignore|\.gitmodules|\.hg|\.svn|\.bzr|\.\.[^/]*)(/|$)`)

// Show answers the names of the files that belong to a chart: those that Helm loads, which heeds .helmignore, and values in ci.
func (c *Cache) Show(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Chart Reference `json:"chart"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	shown, _, err := c.Get(params.Chart)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Files []string `json:"files"`
	}
	for _, file := range shown.Raw {
		if !ofOthers.MatchString(file.Name) {
			answer.Files = append(answer.Files, file.Name)
		}
	}
	return answer, nil
}

// Create writes Helm's starter chart into a new folder with the chart's name, and answers its path.
func Create(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Name   string `json:"name"`
		Folder string `json:"folder"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	path, err := util.Create(params.Name, params.Folder)
	if err != nil {
		return nil, fault.New(fault.Request, fault.BadRequest, "the chart cannot be created: %v", err)
	}
	return struct {
		Path string `json:"path"`
	}{path}, nil
}

// A Finding is one of Helm's remarks on a chart.
type Finding struct {
	Severity string `json:"severity"` // info, warning, error
	Path     string `json:"path"`
	Message  string `json:"message"`
}

// Lint answers what Helm remarks on a chart, and which objects Helm leaves out without a word.
func Lint(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Path string `json:"path"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	result := action.NewLint().Run([]string{params.Path}, nil)
	if result.TotalChartsLinted == 0 && len(result.Errors) > 0 {
		return nil, unloadable(result.Errors[0])
	}
	answer := struct {
		Findings []Finding `json:"findings"`
	}{[]Finding{}}
	for _, message := range result.Messages {
		severity := []string{"info", "info", "warning", "error"}[min(max(message.Severity, 0), 3)]
		answer.Findings = append(answer.Findings, Finding{severity, message.Path, message.Err.Error()})
	}
	if whole, err := loader.Load(params.Path); err == nil {
		answer.Findings = append(answer.Findings, leftOut(whole, "")...)
	}
	return answer, nil
}

var (
	hook   = regexp.MustCompile(`["']?helm\.sh/hook["']?[ \t]*:[ \t]*(?:"([^"{]*)"|'([^'{]*)'|([^"'{}#\n]*))`)
	events = []v1.HookEvent{v1.HookPreInstall, v1.HookPostInstall, v1.HookPreDelete, v1.HookPostDelete, v1.HookPreUpgrade, v1.HookPostUpgrade,
		v1.HookPreRollback, v1.HookPostRollback, v1.HookTest, "test-success"}
)

// leftOut finds hooks with an event that Helm does not know, as far as the template says it: it makes nothing of them
// (pkg/release/v1/util/manifest_sorter.go).
func leftOut(one *chart.Chart, folder string) (found []Finding) {
	for _, template := range one.Templates {
		for _, match := range hook.FindAllSubmatch(template.Data, -1) {
			written := string(bytes.Join(match[1:], nil))
			for event := range strings.SplitSeq(written, ",") {
				event = strings.TrimSpace(event)
				if strings.Contains(event, ":") {
					break // the next entry of a mapping in braces
				}
				if event != "" && !slices.Contains(events, v1.HookEvent(strings.ToLower(event))) {
					found = append(found, Finding{"warning", folder + template.Name,
						fmt.Sprintf("helm.sh/hook: %s is no event that Helm knows, so Helm leaves the object out", event)})
				}
			}
		}
	}
	for _, dependency := range one.Dependencies() {
		found = append(found, leftOut(dependency, folder+"charts/"+dependency.Name()+"/")...)
	}
	return found
}
