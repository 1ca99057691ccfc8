package pull

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzAddress tries addresses of an index that lies in a folder: no archive is outside of it.
func FuzzAddress(f *testing.F) {
	for _, address := range []string{"a.tgz", "../a.tgz", "/etc/passwd", "file:///etc/passwd", "%2e%2e/a.tgz", "b/%2e%2e%2f..%2fa.tgz", "file://host/charts/a.tgz",
		"https://other.example/a.tgz", "?a", "//etc/a", "file:a.tgz", "./b/./../a.tgz"} {
		f.Add(address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		for _, base := range []string{"file:///charts/", "https://charts.example/stable/"} {
			folder, err := url.Parse(base)
			require.NoError(t, err)
			found, usable := entry{URLs: []string{address}}.address(folder)
			if !usable || found.Scheme != "file" {
				continue
			}
			inside, err := filepath.Rel("/charts", filepath.Clean(found.Path))
			if folder.Scheme != "file" || found.Host != "" || err != nil || !filepath.IsLocal(inside) {
				t.Errorf("%q of %s leads to %s", address, base, found)
			}
		}
	})
}

// FuzzIndex cuts indexes, and asks what others can be told of their addresses.
func FuzzIndex(f *testing.F) {
	for _, index := range []string{
		"apiVersion: v1\nentries:\n  c:\n  - version: 1.0.0\n    urls: [c.tgz]\n  other:\n    - version: 2\n",
		"entries:\n  \"c\":\n    # nothing\n\n    - description: |\n        entries:\n      version: 1\ngenerated: now\n",
		"entries: {c: [{version: 1}]}\n",
		"entries:\nc:\n- a\n", "entries:\n\tc:\n", "entries:\r\n  c:\r\n  - version: 1\r\n",
	} {
		f.Add([]byte(index), "c")
	}
	f.Fuzz(func(t *testing.T, index []byte, name string) {
		left := cut(index, name)
		assert.Equal(t, string(left), string(cut(left, name)))
	})
}

// FuzzProvenance changes a signed text: no change makes another archive, chart or version good.
func FuzzProvenance(f *testing.F) {
	for _, file := range []string{"SHA256.prov", "SHA1.prov"} {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, other := range []Answer{
			{name: "boat", Version: "1.0.0", Digest: strings.Repeat("1", 64)}, {name: "boat", Version: "1.0.1", Digest: digest0}, {name: "ship", Version: "1.0.0", Digest: digest0},
		} {
			other.provenance = text
			assert.NotNil(t, other.verify(filepath.Join("testdata", "gpg.asc")), text)
		}
	})
}
