package pull

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"catamaran.dev/engine/charts"
	"sigs.k8s.io/yaml"
)

// An entry is one version of a chart in an index. Helm's own type also has all metadata, and refuses an index for a field of any chart.
type entry struct {
	Version string   `json:"version"`
	URLs    []string `json:"urls"`
	Digest  string   `json:"digest"`
}

var sha256Digits = regexp.MustCompile("^[0-9a-f]{64}$")

func (o order) fromRepository(ctx context.Context, from *web) (*Answer, error) {
	base, err := url.Parse(o.Address + "/")
	if err != nil {
		return nil, problem("%s is no address", o.Address)
	}
	entries, err := o.entries(ctx, from, base)
	if err != nil {
		return nil, err
	}
	var versions []string
	for _, one := range entries {
		versions = append(versions, one.Version)
	}
	version := charts.Best(o.Version, versions)
	if version == "" {
		return nil, noVersion(o.Version, versions)
	}
	one := entries[slices.Index(versions, version)]
	address, usable := one.address(base)
	if !usable {
		return nil, problem("index.yaml has no usable address for version %s", version)
	}
	digest := strings.TrimPrefix(one.Digest, "sha256:")
	if digest != "" && !sha256Digits.MatchString(digest) {
		return nil, problem("index.yaml has a digest of version %s that is not a SHA-256 digest; it is not used", version)
	}
	answer, err := o.keep(digest, func(to io.Writer) error { return from.copy(ctx, address, "version "+version, archive, to) })
	if err != nil {
		return nil, says(err, "version "+version, "index.yaml")
	}
	answer.name, answer.Version = o.Name, version
	if o.Keyring != "" {
		beside := *address
		beside.Path, beside.RawPath = address.Path+".prov", address.EscapedPath()+".prov"
		var text bytes.Buffer
		err = from.copy(ctx, &beside, fmt.Sprintf("the provenance file of %s-%s.tgz", o.Name, version), small, &text)
		answer.provenance = text.Bytes()
	}
	return answer, err
}

func (o order) entries(ctx context.Context, from *web, base *url.URL) ([]entry, error) {
	var content bytes.Buffer
	if err := from.copy(ctx, base.JoinPath("index.yaml"), "index.yaml", indexes, &content); err != nil {
		return nil, err
	}
	var index struct {
		Entries map[string][]entry `json:"entries"`
	}
	err := yaml.Unmarshal(cut(content.Bytes(), o.Name), &index)
	if err != nil {
		err = yaml.Unmarshal(content.Bytes(), &index)
	}
	if err != nil {
		return nil, problem("its index.yaml is not YAML, or has no list of versions for a chart")
	}
	if len(index.Entries[o.Name]) == 0 {
		names := slices.Sorted(maps.Keys(index.Entries))
		return nil, problem("the repository has no chart of that name; it has %s",
			cmp.Or(strings.Join(names[:min(len(names), told)], ", "), "none"))
	}
	return index.Entries[o.Name], nil
}

// cut leaves the versions of all charts but one out of an index. A large repository has 20 MiB, whose parsing takes 400 MB. Helm writes indexes in
// block style, where the lines of a chart are those that are indented further than its name, or begin with a dash. Another index stays as it is.
func cut(index []byte, name string) []byte {
	var left bytes.Buffer
	depth, inside := -1, false // -1 before the entries, 0 until the first of them
	for line := range bytes.Lines(index) {
		text := bytes.TrimSpace(line)
		indent := len(line) - len(bytes.TrimLeft(line, " "))
		switch {
		case len(text) == 0 || text[0] == '#':
			continue
		case depth < 0:
			if bytes.Equal(bytes.TrimRight(line, " \r\n"), []byte("entries:")) {
				depth = 0
				left.Write(line)
			}
			continue
		case indent == 0:
			return left.Bytes()
		case depth == 0:
			depth = indent
		}
		switch {
		case indent == depth && text[0] != '-':
			if !bytes.HasSuffix(text, []byte(":")) {
				return index
			}
			inside = strings.Trim(string(text[:len(text)-1]), `"'`) == name
			left.Write(bytes.TrimRight(line, " \r\n"))
			if !inside {
				left.WriteString(" []")
			}
			left.WriteByte('\n')
		case inside:
			left.Write(line)
		}
	}
	if depth <= 0 {
		return index
	}
	return left.Bytes()
}

// address returns where the archive is. It may be a file only if the index is one, and only below the folder of the index.
func (e entry) address(base *url.URL) (*url.URL, bool) {
	if len(e.URLs) == 0 || e.URLs[0] == "" {
		return nil, false
	}
	address, err := base.Parse(e.URLs[0])
	if err != nil {
		return nil, false
	}
	if address.Scheme != "file" {
		return address, true
	}
	// The path may have dots and slashes in percent-encoding.
	inside, err := filepath.Rel(filepath.Clean(base.Path), filepath.Clean(address.Path))
	return address, base.Scheme == "file" && err == nil && filepath.IsLocal(inside) && address.Host == "" && address.RawQuery == ""
}

// copy writes what an address has.
func (w *web) copy(ctx context.Context, address *url.URL, what string, most int64, to io.Writer) error {
	if address.Scheme == "file" {
		file, err := os.Open(address.Path)
		if err == nil {
			defer file.Close()
			err = bounded(file, most, to)
		}
		if err != nil {
			return problem("%s cannot be read: %s", what, address)
		}
		return nil
	}
	got, err := w.get(ctx, address, request{most: most, preemptive: true}, to)
	if err != nil {
		return err
	}
	switch got.StatusCode {
	case 200:
		return nil
	case 401, 403:
		return refused(address.Host, got.StatusCode)
	case 404:
		return problem("%s is not there: %s", what, shown(address))
	default:
		return problem("%s answers %d for %s", address.Host, got.StatusCode, what)
	}
}
