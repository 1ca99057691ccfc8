package charts

import (
	"context"
	"sort"
	"strings"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	"github.com/Masterminds/semver/v3"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/repo/v1"
)

// Versions answers the best of some versions in a range, as Helm chooses from a repository's index: an equal one, else the highest. Empty
// says that none is in the range. A text that is no range is a mistake of the request.
func Versions(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		Range    string   `json:"range"`
		Versions []string `json:"versions"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	if _, err := semver.NewConstraint(params.Range); err != nil {
		return nil, fault.New(fault.Request, fault.BadRequest, "%q is no version: %v", params.Range, err)
	}
	return struct {
		Best string `json:"best"`
	}{Best(params.Range, params.Versions)}, nil
}

// Best returns the best of some versions in a range; empty if there is none.
func Best(wanted string, versions []string) string {
	// Helm would take another build before the same version with a v.
	for _, version := range versions {
		if IsExact(wanted) && IsSame(version, wanted) {
			return version
		}
	}
	if found, err := index(versions).Get(name, wanted); err == nil {
		return found.Version
	}
	return ""
}

// Newest returns the versions, the newest first. Texts that are no versions come last.
func Newest(versions []string) (sorted []string) {
	for _, version := range index(versions).Entries[name] {
		sorted = append(sorted, version.Version)
	}
	return sorted
}

// IsExact tells whether a text is one version, with three numbers, and not a range.
func IsExact(text string) bool {
	_, err := semver.StrictNewVersion(strings.TrimPrefix(text, "v"))
	return err == nil
}

// IsSame tells whether two versions have the same spelling, but for a leading v.
func IsSame(one, other string) bool {
	return strings.TrimPrefix(one, "v") == strings.TrimPrefix(other, "v")
}

const name = "c"

func index(versions []string) *repo.IndexFile {
	made := repo.NewIndexFile()
	for _, version := range versions {
		made.Entries[name] = append(made.Entries[name], &repo.ChartVersion{Metadata: &chart.Metadata{Name: name, Version: version}})
	}
	// Of equal versions, the first stays the first.
	sort.Stable(sort.Reverse(made.Entries[name]))
	return made
}
