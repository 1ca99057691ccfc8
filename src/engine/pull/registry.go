package pull

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"regexp"
	"strings"

	"catamaran.dev/engine/charts"
	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	helm "helm.sh/helm/v4/pkg/registry"
	"oras.land/oras-go/v2/registry"
	"oras.land/oras-go/v2/registry/remote/auth"
)

// pages bounds a list of tags.
const pages = 100

var nextPage = regexp.MustCompile(`<([^>]+)>.*rel="?next"?`)

// A repository is one of a registry.
type repository struct {
	*web
	name string // of the registry, as people write it
	base *url.URL
}

func (o order) fromRegistry(ctx context.Context, from *web) (*Answer, error) {
	reference, err := registry.ParseReference(strings.TrimPrefix(o.Address, oci))
	if err != nil {
		return nil, problem("%s is no address of a registry", o.Address)
	}
	base := &url.URL{Scheme: "https", Host: reference.Host(), Path: "/v2/" + reference.Repository + "/"}
	if o.PlainHTTP {
		base.Scheme = "http"
	}
	charts := repository{from, reference.Registry, base}
	ctx = auth.AppendRepositoryScope(ctx, reference, auth.ActionPull)
	manifest, version, err := charts.manifest(ctx, o.Version)
	if err != nil {
		return nil, err
	}
	layer := layerOf(manifest, helm.ChartLayerMediaType)
	if layer == "" {
		return nil, problem("it is not a Helm chart; push one with helm package and helm push")
	}
	answer, err := o.keep(layer, func(to io.Writer) error { return charts.blob(ctx, layer, archive, to) })
	if err != nil {
		return nil, says(err, "the download", "the manifest")
	}
	answer.name, answer.Version = reference.Repository[strings.LastIndex(reference.Repository, "/")+1:], version
	if signed := layerOf(manifest, helm.ProvLayerMediaType); signed != "" && o.Keyring != "" {
		var text bytes.Buffer
		if err := charts.blob(ctx, signed, small, &text); err != nil {
			return nil, err
		}
		if err := hasDigest(text.Bytes(), signed, "the manifest"); err != nil {
			return nil, err
		}
		answer.provenance = text.Bytes()
	}
	return answer, nil
}

// manifest returns the manifest of the best version, and the version, which a digest has not.
func (r repository) manifest(ctx context.Context, wanted string) (manifest ocispec.Manifest, version string, err error) {
	digits, byDigest := strings.CutPrefix(wanted, "sha256:")
	version, reference := wanted, wanted
	switch {
	case byDigest:
		version = ""
	case !charts.IsExact(wanted):
		tags, err := r.versions(ctx)
		if err != nil {
			return manifest, "", err
		}
		if version = charts.Best(wanted, complete(tags)); version == "" {
			return manifest, "", noVersion(wanted, tags)
		}
		reference = version
	}
	var content bytes.Buffer
	// A version may have a plus sign, a tag may not.
	status, _, err := r.ask(ctx, "manifests/"+strings.ReplaceAll(reference, "+", "_"), ocispec.MediaTypeImageManifest, small, &content)
	switch {
	case err != nil:
		return manifest, "", err
	case status == 404 && !byDigest:
		tags, err := r.versions(ctx)
		if err != nil {
			return manifest, "", err
		}
		return manifest, "", noVersion(wanted, tags)
	case status != 200:
		return manifest, "", r.answers(status)
	}
	if byDigest {
		if err := hasDigest(content.Bytes(), digits, "the watch"); err != nil {
			return manifest, "", err
		}
	}
	if err := json.Unmarshal(content.Bytes(), &manifest); err != nil {
		return manifest, "", problem("the registry's answer is not JSON")
	}
	return manifest, version, nil
}

// versions returns all tags as versions.
func (r repository) versions(ctx context.Context) ([]string, error) {
	var all []string
	next := "tags/list"
	for range pages {
		var content bytes.Buffer
		status, link, err := r.ask(ctx, next, "", small, &content)
		if err != nil {
			return nil, err
		}
		if status == 404 {
			break
		}
		if status != 200 {
			return nil, r.answers(status)
		}
		var page struct {
			Tags []string `json:"tags"`
		}
		if err := json.Unmarshal(content.Bytes(), &page); err != nil {
			return nil, problem("the registry's answer is not JSON")
		}
		for _, tag := range page.Tags {
			all = append(all, strings.ReplaceAll(tag, "_", "+"))
		}
		found := nextPage.FindStringSubmatch(link)
		if found == nil {
			break
		}
		next = found[1]
	}
	return all, nil
}

// complete returns the versions with three numbers and no v: other tags, such as a date, are not those of charts, as for Helm.
func complete(tags []string) (versions []string) {
	for _, tag := range tags {
		if charts.IsExact(tag) && !strings.HasPrefix(tag, "v") {
			versions = append(versions, tag)
		}
	}
	return versions
}

func (r repository) blob(ctx context.Context, digits string, most int64, to io.Writer) error {
	status, _, err := r.ask(ctx, "blobs/sha256:"+digits, "", most, to)
	if err == nil && status != 200 {
		return r.answers(status)
	}
	return err
}

// ask sends a request to the registry alone, which gets the credentials, and returns status and link of its answer.
func (r repository) ask(ctx context.Context, path, accept string, most int64, to io.Writer) (status int, link string, err error) {
	address, err := r.base.Parse(path)
	if err != nil {
		return 0, "", problem("%s names an address that is none", r.name)
	}
	if !sameOrigin(r.base, address) {
		return 0, "", problem("%s names %s for its own answers; it is not asked", r.name, address.Host)
	}
	got, err := r.get(ctx, address, request{most: most, accept: accept}, to)
	if err != nil {
		return 0, "", err
	}
	return got.StatusCode, got.Header.Get("Link"), nil
}

func (r repository) answers(status int) error {
	if status == 401 || status == 403 {
		return refused(r.name, status)
	}
	return problem("%s answers %d", r.name, status)
}

func hasDigest(content []byte, digits, who string) error {
	sum := sha256.Sum256(content)
	if actual := hex.EncodeToString(sum[:]); actual != digits {
		return says(&otherDigest{actual, digits}, "the download", who)
	}
	return nil
}

// layerOf returns the digits of the SHA-256 digest of the first layer of a type; empty if there is none.
func layerOf(manifest ocispec.Manifest, mediaType string) string {
	for _, layer := range manifest.Layers {
		if layer.MediaType == mediaType && layer.Digest.Validate() == nil && layer.Digest.Algorithm() == digest.SHA256 {
			return layer.Digest.Encoded()
		}
	}
	return ""
}
