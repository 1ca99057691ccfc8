// Package pull downloads the archive of a chart from a registry, a repository or an address. It chooses versions, reads credentials and
// verifies signatures with Helm's libraries. Helm's own downloads know no deadline and no limit of size, and send credentials further than they
// should; these are here.
package pull

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"catamaran.dev/engine/charts"
	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
)

const oci = "oci://"

// The largest answers, in bytes.
const (
	small   = 4 << 20 // Manifests, lists of tags, provenance files: as registries bound manifests.
	indexes = 50 << 20
	archive = 100 << 20 // Helm has the same limit for unpacking.
)

// An order says what to pull, and by which rules.
type order struct {
	// Address is oci://HOST/PATH in a registry; else that of a repository, if there is a name, or of an archive.
	Address string `json:"address"`
	Name    string `json:"name,omitempty"`
	// Version is a version or a range; in a registry also the digest of a manifest.
	Version string `json:"version,omitempty"`
	// PlainHTTP allows http.
	PlainHTTP bool `json:"plainHttp,omitempty"`
	// Keyring is a file of public keys. With it, one of them must have signed the archive.
	Keyring string `json:"keyring,omitempty"`
	// Credentials are files as of "helm registry login" and "docker login". The first with an entry for a host wins.
	Credentials []string `json:"credentials,omitempty"`
	// Folder gets the archive, with its digest as name. One that it has is not downloaded again.
	Folder string `json:"folder"`
}

// An Answer tells where the archive is.
type Answer struct {
	Path   string `json:"path"`
	Digest string `json:"digest"` // SHA-256 of the archive, in hexadecimal digits
	// Version is that of the index or the tag; empty for a chart that is named by its digest.
	Version string `json:"version,omitempty"`
	name    string
	// provenance is a signed text; nil if there is none, or nobody asked for it.
	provenance []byte
}

// Pull downloads one chart and answers where it is. Messages are for people; they have no credentials and no query of an address.
func Pull(ctx context.Context, call serve.Call) (any, error) {
	var wanted order
	if err := call.Into(&wanted); err != nil {
		return nil, err
	}
	from := newWeb(wanted.PlainHTTP, wanted.Credentials)
	defer from.close()
	var answer *Answer
	var err error
	switch {
	case strings.HasPrefix(wanted.Address, oci):
		answer, err = wanted.fromRegistry(ctx, from)
	case wanted.Name != "":
		answer, err = wanted.fromRepository(ctx, from)
	default:
		answer, err = wanted.fromAddress(ctx, from)
	}
	if err == nil && wanted.Keyring != "" {
		err = answer.verify(wanted.Keyring)
	}
	return answer, err
}

func (o order) fromAddress(ctx context.Context, from *web) (*Answer, error) {
	address, err := url.Parse(o.Address)
	if err != nil {
		return nil, problem("%s is no address", o.Address)
	}
	return o.keep("", func(to io.Writer) error {
		got, err := from.get(ctx, address, request{most: archive}, to)
		if err == nil && got.StatusCode != 200 {
			return problem("%s answers with status %d", shown(address), got.StatusCode)
		}
		return err
	})
}

// keep returns the archive with a digest, or downloads it. Without a digest, it downloads any archive.
func (o order) keep(digest string, download func(io.Writer) error) (*Answer, error) {
	if known := o.file(digest); digest != "" && known == nil {
		return &Answer{Path: o.path(digest), Digest: digest}, nil
	}
	part, err := os.CreateTemp(o.Folder, "pulling-")
	if err != nil {
		return nil, unwritable(err)
	}
	// A name that is not complete must not last.
	defer os.Remove(part.Name())
	hash := sha256.New()
	err = errors.Join(download(io.MultiWriter(part, hash)), part.Close())
	if own := (*fault.Fault)(nil); errors.As(err, &own) {
		return nil, own
	}
	actual := hex.EncodeToString(hash.Sum(nil))
	switch {
	case err != nil:
		return nil, err
	case digest != "" && digest != actual:
		return nil, &otherDigest{actual, digest}
	}
	if err := os.Rename(part.Name(), o.path(actual)); err != nil {
		return nil, unwritable(err)
	}
	return &Answer{Path: o.path(actual), Digest: actual}, nil
}

func (o order) path(digest string) string { return filepath.Join(o.Folder, digest+".tgz") }

// file returns nil if the folder has the archive with that digest, unchanged.
func (o order) file(digest string) error {
	file, err := os.Open(o.path(digest))
	if err != nil {
		return err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return err
	}
	if actual := hex.EncodeToString(hash.Sum(nil)); actual != digest {
		return &otherDigest{actual, digest}
	}
	return nil
}

// An otherDigest is a download that is not what it should be.
type otherDigest struct{ actual, wanted string }

func (d *otherDigest) Error() string {
	return fmt.Sprintf("sha256:%s in place of sha256:%s", d.actual, d.wanted)
}

// says tells who named the digest that a download should have.
func says(err error, what, who string) error {
	if other := (*otherDigest)(nil); errors.As(err, &other) {
		return problem("%s has the digest sha256:%s, but %s says sha256:%s; it is not used", what, other.actual, who, other.wanted)
	}
	return err
}

func problem(format string, args ...any) *fault.Fault {
	return fault.New(fault.Chart, fault.Unloadable, format, args...)
}

func unwritable(err error) error { return problem("the chart cache cannot be written: %v", err) }

func refused(host string, status int) error {
	return problem("%s refuses access (%d); check the credentials for it in --registry-config", host, status)
}

const told = 10

func noVersion(wanted string, versions []string) error {
	newest, more := charts.Newest(versions), ""
	if len(newest) > told {
		newest, more = newest[:told], " and older ones"
	}
	if len(newest) == 0 {
		newest = []string{"none"}
	}
	return problem("there is no version %s; there are %s%s", wanted, strings.Join(newest, ", "), more)
}
