package release

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/cli/values"
	"helm.sh/helm/v4/pkg/storage/driver"
	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// HelmJava carries out an operation of helm-java, a client in Java that prints and parses texts. Its operations and options have the names of
// its structures in C, and a switch is 1. Files are on this machine. It answers the text that helm-java expects.
func (r *Releases) HelmJava(ctx context.Context, call serve.Call) (any, error) {
	var params struct {
		Operation string  `json:"operation"`
		Options   options `json:"options"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	operations := map[string]func(javaCall) (string, error){
		"Create": javaCall.create, "GetValues": javaCall.getValues, "History": javaCall.history, "Install": javaCall.install, "Lint": javaCall.lint,
		"List": javaCall.list, "Package": javaCall.archive, "Show": javaCall.show, "Status": javaCall.status, "Template": javaCall.template,
		"Test": javaCall.test, "Uninstall": javaCall.uninstall, "Upgrade": javaCall.upgrade,
	}
	operation, known := operations[params.Operation]
	if !known {
		return nil, fault.New(fault.Request, fault.BadRequest, "the operation %q is unknown", params.Operation)
	}
	out, err := operation(javaCall{params.Options, r, ctx, call})
	if err != nil {
		return nil, err
	}
	return struct {
		Out string `json:"out"`
	}{out}, nil
}

// options are those of all operations.
type options struct {
	Name, ReleaseName, Namespace, Description  string
	Chart, Path, Dir, Destination              string
	Values, SetFiles, ValuesFiles              string
	DryRunOption, KubeVersion, OutputFormat    string
	Timeout, Max, Revision                     int
	Install, CreateNamespace, DryRun, SkipCRDs int
	Force, Wait, NoHooks                       int
	ResetValues, ReuseValues                   int
	ResetThenReuseValues                       int
	IgnoreNotFound, KeepHistory, AllValues     int
	All, AllNamespaces, Deployed, Failed       int
	Pending, Superseded, Uninstalled           int
	Uninstalling, Strict, Quiet                int
}

type javaCall struct {
	options
	releases *Releases
	ctx      context.Context
	call     serve.Call
}

// ask carries out another request.
func (c javaCall) ask(method serve.Method, params any) (any, error) {
	content, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	return method(c.ctx, c.call.With(content))
}

func (c javaCall) target() (Target, error) {
	whole, err := c.releases.Cluster()
	if err != nil {
		return Target{}, err
	}
	return Target{
		Release: cmp.Or(c.Name, c.ReleaseName), Namespace: cmp.Or(c.Namespace, whole.Namespace), Description: c.Description,
		TimeoutMillis: int64(c.Timeout) * 1000, Wait: c.Wait == 1, DisableHooks: c.NoHooks == 1,
	}, nil
}

// rendered returns the chart with its values: those of files, then single ones.
func (c javaCall) rendered() (Rendered, error) {
	given := values.Options{}
	if c.ValuesFiles != "" {
		given.ValueFiles = strings.Split(c.ValuesFiles, ",")
	}
	var err error
	if given.Values, err = assignments(c.Values, literally); err != nil {
		return Rendered{}, err
	}
	if given.FileValues, err = assignments(c.SetFiles, literally); err != nil {
		return Rendered{}, err
	}
	merged, err := given.MergeValues(nil)
	if err != nil {
		return Rendered{}, fault.New(fault.Request, fault.Values, "%v", err)
	}
	dryRun := c.DryRun == 1 || c.DryRunOption != "" && c.DryRunOption != "none"
	return Rendered{Chart: charts.Reference{Path: c.Chart}, Values: merged, DryRun: dryRun}, nil
}

// literally takes the meaning from the characters that separate values.
var literally = strings.NewReplacer(`\`, `\\`, `,`, `\,`, `{`, `\{`, `}`, `\}`, `[`, `\[`, `]`, `\]`, `=`, `\=`, `"`, `\"`)

// assignments returns KEY=VALUE of each pair of a query.
func assignments(query string, value *strings.Replacer) ([]string, error) {
	pairs, err := url.ParseQuery(query)
	if err != nil {
		return nil, fault.New(fault.Request, fault.BadRequest, "the values: %v", err)
	}
	var all []string
	for key, texts := range pairs {
		all = append(all, key+"="+value.Replace(texts[0]))
	}
	slices.Sort(all)
	return all, nil
}

func (c javaCall) install() (string, error) {
	target, err := c.target()
	if err != nil {
		return "", err
	}
	rendered, err := c.rendered()
	if err != nil {
		return "", err
	}
	if c.CreateNamespace == 1 && !rendered.DryRun {
		if err := c.createNamespace(target.Namespace); err != nil {
			return "", err
		}
	}
	crds := brought{createsCRDs}
	if c.SkipCRDs == 1 {
		crds = brought{}
	}
	made, err := c.ask(c.releases.Install, struct {
		Target
		Rendered
		brought
	}{target, rendered, crds})
	return c.report(made, err)
}

func (c javaCall) createNamespace(name string) error {
	secrets, err := c.core(name)
	if err != nil {
		return err
	}
	_, err = secrets.Namespaces().Create(c.ctx, &core.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"name": name}}}, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

func (c javaCall) upgrade() (string, error) {
	target, err := c.target()
	if err != nil {
		return "", err
	}
	if c.Install == 1 {
		if _, err := c.stored(); errors.Is(err, driver.ErrReleaseNotFound) {
			return c.install()
		} else if err != nil {
			return "", err
		}
	}
	rendered, err := c.rendered()
	if err != nil {
		return "", err
	}
	reuse := reusesIfNone
	switch {
	case c.ResetValues == 1:
		reuse = reusesNone
	case c.ReuseValues == 1:
		reuse = reusesAll
	case c.ResetThenReuseValues == 1:
		reuse = reusesGiven
	}
	made, err := c.ask(c.releases.Upgrade, struct {
		Target
		Written
		Rendered
		Reuse reuses `json:"reuse,omitempty"`
	}{target, Written{Force: c.Force == 1}, rendered, reuse})
	return c.report(made, err)
}

func (c javaCall) uninstall() (string, error) {
	target, err := c.target()
	if err != nil {
		return "", err
	}
	removed, err := c.ask(c.releases.Uninstall, struct {
		Target
		KeepHistory bool `json:"keepHistory,omitempty"`
	}{target, c.KeepHistory == 1})
	if err != nil {
		return "", err
	}
	if !removed.(Removed).Found && c.IgnoreNotFound != 1 {
		return "", fault.New(fault.Release, fault.NoRelease, "uninstall: Release not loaded: %s: %v", target.Release, driver.ErrReleaseNotFound)
	}
	return fmt.Sprintf("%srelease %q uninstalled\n", removed.(Removed).Kept, target.Release), nil
}

func (c javaCall) test() (string, error) {
	target, err := c.target()
	if err != nil {
		return "", err
	}
	tested, err := c.ask(c.releases.Test, target)
	return c.report(tested, err)
}

// template renders without a cluster.
func (c javaCall) template() (string, error) {
	rendered, err := c.rendered()
	if err != nil {
		return "", err
	}
	out, err := c.ask(c.releases.Render, struct {
		Target
		Rendered
		World World `json:"world"`
	}{Target{Release: cmp.Or(c.Name, "release-name"), Namespace: cmp.Or(c.Namespace, "default")}, rendered, World{KubeVersion: c.KubeVersion}})
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(out.(*Would).Revision.Manifest) + "\n", nil
}

// report tells a revision.
func (c javaCall) report(made any, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return statusOf(made.(Made).Revision), nil
}

func statusOf(made *Revision) string {
	metadata := cmp.Or(made.Chart, &Chart{})
	text := fmt.Sprintf("NAME: %s\nLAST DEPLOYED: %s\nNAMESPACE: %s\nSTATUS: %s\nREVISION: %d\nCHART: %s-%s\nAPP VERSION: %s\n",
		made.Release, made.LastDeployed.Format(time.RFC1123Z), made.Namespace, made.Status, made.Number, metadata.Name, metadata.Version, metadata.AppVersion)
	if made.Notes != "" {
		text += "NOTES:\n" + strings.TrimSpace(made.Notes) + "\n"
	}
	return text
}

func (c javaCall) lint() (string, error) {
	lint := action.NewLint()
	lint.Strict = c.Strict == 1
	result := lint.Run([]string{c.Path}, nil)
	out := ""
	if len(result.Messages) == 0 {
		for _, err := range result.Errors {
			out += fmt.Sprintf("Error %v\n", err)
		}
	}
	for _, message := range result.Messages {
		if c.Quiet != 1 || message.Severity > 1 {
			out += message.Error() + "\n"
		}
	}
	return out + fmt.Sprintf("Failed: %t", len(result.Errors) > 0), nil
}

func (c javaCall) show() (string, error) {
	return action.NewShow(action.ShowOutputFormat(strings.ToLower(c.OutputFormat)), &action.Configuration{}).Run(c.Path)
}

func (c javaCall) create() (string, error) {
	_, err := c.ask(charts.Create, map[string]string{"name": c.Name, "folder": cmp.Or(c.Dir, ".")})
	return "", err
}

func (c javaCall) archive() (string, error) {
	_, err := c.ask(charts.Package, map[string]string{"path": c.Path, "destination": cmp.Or(c.Destination, ".")})
	return "", err
}
