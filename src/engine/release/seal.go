package release

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"catamaran.dev/engine/fault"
	v1 "helm.sh/helm/v4/pkg/release/v1"
)

// Seal signs a revision in its first write.
type Seal struct {
	// Seed is an Ed25519 key.
	Seed []byte `json:"seed"`
	// Annotation of the stored chart gets the signature, in Base64.
	Annotation string `json:"annotation"`
	// Annotations of the stored chart are signed too.
	Annotations []string `json:"annotations"`
}

// sign writes the signature of all content on which Helm acts into the chart's annotations.
func (s *Seal) sign(namespace string, made *v1.Release) error {
	if len(s.Seed) != ed25519.SeedSize {
		return fault.New(fault.Request, fault.BadRequest, "the key of the seal has %d bytes in place of %d", len(s.Seed), ed25519.SeedSize)
	}
	metadata := made.Chart.Metadata
	parts := []string{namespace, made.Namespace, made.Name, strconv.Itoa(made.Version), metadata.Name, metadata.Version}
	for _, name := range s.Annotations {
		parts = append(parts, metadata.Annotations[name])
	}
	parts = append(parts, made.Info.Notes, made.Manifest)
	for _, hook := range made.Hooks {
		if len(hook.DeletePolicies) == 0 {
			// Helm writes its default later, while it runs the hook.
			hook.DeletePolicies = []v1.HookDeletePolicy{v1.HookBeforeHookCreation}
		}
		parts = append(parts, hook.Manifest, joined(hook.Events), joined(hook.DeletePolicies))
	}
	sha := sha256.New()
	for _, part := range parts {
		// The length before each part: no two lists have the same bytes.
		fmt.Fprintf(sha, "%d:%s", len(part), part)
	}
	text := hex.EncodeToString(sha.Sum(nil))
	if metadata.Annotations == nil {
		metadata.Annotations = map[string]string{}
	}
	metadata.Annotations[s.Annotation] = base64.StdEncoding.EncodeToString(ed25519.Sign(ed25519.NewKeyFromSeed(s.Seed), []byte(text)))
	return nil
}

func joined[T ~string](texts []T) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = string(text)
	}
	return strings.Join(all, ",")
}
