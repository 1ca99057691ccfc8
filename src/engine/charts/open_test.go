package charts

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/testcluster"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const chartYAML = "apiVersion: v2\nname: memcached\nversion: 0.1.0\nappVersion: 1.6.40\n"

func chartOf(t *testing.T, more map[string]string) string {
	files := map[string]string{"Chart.yaml": chartYAML}
	for name, content := range more {
		files[name] = content
	}
	return testcluster.Write(t, filepath.Join(t.TempDir(), "chart"), files)
}

func said(t *testing.T, path string) []string {
	answered, err := open(path, t.TempDir())
	found := answered.Problems
	if problem, ok := err.(*Problem); ok {
		found, err = []Problem{*problem}, nil
	}
	require.NoError(t, err)
	var words []string
	for _, each := range found {
		words = append(words, sentenceOf(each))
	}
	return words
}

func sentenceOf(problem Problem) string {
	text := problem.Problem
	if problem.Line > 0 {
		text = fmt.Sprintf("%d: %s", problem.Line, text)
	}
	return strings.TrimSuffix(strings.TrimPrefix(problem.File+":"+text, ":")+"; "+problem.Hint, "; ")
}

func packed(t *testing.T, name string, content []byte) string {
	var written bytes.Buffer
	to := gzip.NewWriter(&written)
	_, _ = to.Write(content)
	require.NoError(t, to.Close())
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, written.Bytes(), 0o600))
	return path
}

func TestAChartAndItsPackageAreOne(t *testing.T) {
	copies := t.TempDir()
	folder, err := open(chartOf(t, map[string]string{"templates/a.yaml": "a: 1", "NOTES": "\xEF\xBB\xBFmarked"}), copies)
	require.NoError(t, err)
	archived, err := open(packed(t, "c.tgz", tarred("c/Chart.yaml", chartYAML, "c/templates/a.yaml", "a: 1", "c/NOTES", "\xEF\xBB\xBFmarked")), copies)
	require.NoError(t, err)
	assert.Equal(t, folder, archived)
	assert.Equal(t, []string{"memcached", "0.1.0", "1.6.40"}, []string{folder.Name, folder.Version, folder.AppVersion})

	again, err := open(filepath.Join(copies, folder.Digest), copies)
	require.NoError(t, err)
	assert.Equal(t, folder, again)
	kept, err := os.ReadDir(copies)
	require.NoError(t, err)
	assert.Len(t, kept, 1)
	_, digest, err := NewCache(1 << 20).Get(Reference{Path: filepath.Join(copies, folder.Digest), Digest: folder.Digest})
	require.NoError(t, err)
	assert.Equal(t, folder.Digest, digest)
}

// The digest is the input of each release: with another one for the same files, all of them are upgraded.
func TestTheDigestOfFilesStays(t *testing.T) {
	opened, err := open(chartOf(t, map[string]string{"templates/a.yaml": "a: 1\n", "templates-b": "", ".helmignore": "*.bak\n", "a.bak": "x"}), "")
	require.NoError(t, err)
	assert.Equal(t, "1d9c238a71721a38ee30005b035ff898e5eb56aee2562a643aff8668c33ff6ac", opened.Digest)
}

func TestSaysAllThatIsWrongWithAChart(t *testing.T) {
	for _, each := range []struct {
		file, text string
		want       []string
	}{
		{"Chart.yaml", "apiVersion: v2", []string{"Chart.yaml:1: name required; add name: and the chart's name", "Chart.yaml:1: version required; add e.g. version: 0.1.0"}},
		{"Chart.yaml", "name: a\napiVersion: v3\nversion: 1.2.3.4", []string{`Chart.yaml:2: apiVersion "v3" unsupported; use v1 or v2`, `Chart.yaml:3: version "1.2.3.4" is not SemVer; use MAJOR.MINOR.PATCH, e.g. 0.1.0`}},
		{"Chart.yaml", "name: a\nversion: 0.1.0\ntype: library", []string{"Chart.yaml:3: library chart is not installable; name a chart that uses it"}},
		{"Chart.yaml", "name: a\nversion: 0.1.0\ntype: app", []string{`Chart.yaml:3: type "app" unknown; use application or library`}},
		{"Chart.yaml", "name: a/b\nversion: 0.1.0", []string{`Chart.yaml:1: name "a/b" not allowed; use letters, digits and -`}},
		{"Chart.yaml", "- a", []string{"Chart.yaml:1: expected a mapping; write key: value lines"}},
		{"Chart.yaml", "name: a\nversion: 0.1.0\ndependencies:\n  - version: 1.x.x\n    name: redis", []string{"Chart.yaml:5: dependency redis missing from charts/; run helm dependency build"}},
		{"Chart.yaml", "name: a\nversion: 0.1.0\nmaintainers: [{name: \"\"}, ~]", []string{"Helm cannot load it: validation: maintainers must not contain empty or null nodes"}},
		{"charts/README.md", "text", []string{"Helm cannot load it: error unpacking subchart README.md in memcached: Chart.yaml file is missing"}},
		{"requirements.yaml", "dependencies:\n- name: redis", []string{"requirements.yaml:2: dependency redis missing from charts/; run helm dependency build"}},
		{"values.yaml", "a: 1\nb: [", []string{"values.yaml:2: not YAML: did not find expected node content"}},
		{"values.schema.json", "{\"a\":\n oops}", []string{"values.schema.json:2: invalid: invalid character 'o' looking for beginning of value"}},
		{"values.schema.json", "[]", []string{"values.schema.json:1: invalid: / must be an object"}},
		{"charts/x/values.yaml", "a: 1", []string{"charts/x/Chart.yaml missing; name the directory that has Chart.yaml in it"}},
		{"charts/x/Chart.yaml", "name: x\nversion: none", []string{`charts/x/Chart.yaml:2: version "none" is not SemVer; use MAJOR.MINOR.PATCH, e.g. 0.1.0`}},
		{"charts/x.tgz", "text", []string{"charts/x.tgz:corrupt archive: unexpected EOF; package it again"}},
	} {
		assert.Equal(t, each.want, said(t, chartOf(t, map[string]string{each.file: each.text})), each.text)
	}
}

func TestTakesWhatHelmTakes(t *testing.T) {
	assert.Empty(t, said(t, chartOf(t, map[string]string{
		"Chart.yaml":              "name: a\nversion: v1.2\ndependencies:\n- name: redis\n",
		"values.yaml":             "# a tab after a colon\na:\tb\na: twice\nc: \"🛶\"\n",
		"values.schema.json":      `{"type": "object"}`,
		"charts/redis/Chart.yaml": "name: redis\nversion: 1.0.0\ntype: library\n",
		"charts/_ignored/x":       "", "charts/README.md": "text", ".helmignore": "README.md\n",
	})))
}

func TestSaysWhatIsNoChart(t *testing.T) {
	folder := testcluster.Write(t, t.TempDir(), map[string]string{"a.txt": "", "a.tgz": ""})
	assert.Equal(t, []string{"does not exist; check the path"}, said(t, filepath.Join(folder, "nothing")))
	assert.Equal(t, []string{"not a chart directory or .tgz; name the directory that has Chart.yaml in it"}, said(t, filepath.Join(folder, "a.txt")))
	assert.Equal(t, []string{"Chart.yaml missing; name the directory that has Chart.yaml in it"}, said(t, folder))
	assert.Equal(t, []string{"corrupt archive: EOF; package it again"}, said(t, filepath.Join(folder, "a.tgz")))
}

func TestNoLinkLeadsOutOfAChart(t *testing.T) {
	folder := chartOf(t, map[string]string{"files/a.txt": "a", "..2026/x": ""})
	link := filepath.Join(folder, "link")
	for target, want := range map[string]string{
		"nowhere":       "link:a broken link or no regular file; remove it",
		".":             "link:a link that leads in a circle; remove it",
		"/etc/hostname": "link:a link that leads out of the chart; copy the file into the chart",
		"../chart2":     "link/b:a link that leads out of the chart; copy the file into the chart",
		"files/a.txt":   "",
	} {
		testcluster.Write(t, folder+"2", map[string]string{"b": ""})
		require.NoError(t, os.Symlink(target, link))
		// A folder may be a link itself.
		itself := filepath.Join(t.TempDir(), "itself")
		require.NoError(t, os.Symlink(folder, itself))
		assert.Equal(t, want, strings.Join(said(t, itself), ""), target)
		require.NoError(t, os.Remove(link))
	}
}

func TestAMountedVolumeHasItsFilesOnce(t *testing.T) {
	mounted := testcluster.Write(t, t.TempDir(), map[string]string{"..2026_01_01/Chart.yaml": chartYAML})
	require.NoError(t, os.Symlink("..2026_01_01", filepath.Join(mounted, "..data")))
	require.NoError(t, os.Symlink("..data/Chart.yaml", filepath.Join(mounted, "Chart.yaml")))
	opened, err := open(mounted, "")
	require.NoError(t, err)
	plain, err := open(chartOf(t, nil), "")
	require.NoError(t, err)
	assert.Equal(t, plain, opened)
}

func TestACopyIsWholeAndNobodyChangesIt(t *testing.T) {
	copies := t.TempDir()
	_, err := open(packed(t, "a.tgz", tarred("c/Chart.yaml", chartYAML, "c/x", "a", "c/x/below", "b")), copies)
	assert.Equal(t, fault.Engine, fault.Of(err, nil).Fault)
	left, _ := os.ReadDir(copies)
	assert.Empty(t, left)

	path := chartOf(t, nil)
	opened, err := open(path, copies)
	require.NoError(t, err)
	kept := filepath.Join(copies, opened.Digest)
	require.NoError(t, os.WriteFile(filepath.Join(kept, "Chart.yaml"), nil, 0o600))
	_, err = open(path, copies)
	assert.Equal(t, &Problem{Problem: "its copy was changed", Hint: "delete " + kept}, err)
}

func TestAnArchiveWritesNothingOutsideOfItsCopy(t *testing.T) {
	for _, name := range []string{"m/../../x", "m/a/../../../x", `m\..\..\x`, "Chart.yaml", "m/c:/x"} {
		words := said(t, packed(t, "a.tgz", tarred("m/Chart.yaml", chartYAML, name, "")))
		require.Len(t, words, 1, name)
		assert.Contains(t, words[0], "corrupt archive: chart ", name)
	}
	var linked bytes.Buffer
	to := tar.NewWriter(&linked)
	require.NoError(t, to.WriteHeader(&tar.Header{Name: "m/Chart.yaml", Mode: 0o600, Size: int64(len(chartYAML)), Typeflag: tar.TypeReg}))
	_, _ = to.Write([]byte(chartYAML))
	require.NoError(t, to.WriteHeader(&tar.Header{Name: "m/x", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink}))
	require.NoError(t, to.Close())
	copies := t.TempDir()
	opened, err := open(packed(t, "a.tgz", linked.Bytes()), copies)
	require.NoError(t, err)
	content, err := os.ReadFile(filepath.Join(copies, opened.Digest, "x"))
	require.NoError(t, err)
	assert.Empty(t, content)
}
