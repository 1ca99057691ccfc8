package pull

import (
	"bytes"
	"crypto"
	"maps"
	"slices"
	"strings"

	"catamaran.dev/engine/charts"
	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"helm.sh/helm/v4/pkg/provenance"
)

var strong = []crypto.Hash{crypto.SHA224, crypto.SHA256, crypto.SHA384, crypto.SHA512, crypto.SHA3_256, crypto.SHA3_512}

// verify finds out whether a key of the keyring signed exactly this archive, for this version of the chart. Helm asks for the archive alone, so that
// a repository could serve an old signed one as a new version. It also takes signatures with weak hashes.
func (a *Answer) verify(keyring string) error {
	keys, err := provenance.NewFromKeyring(keyring, "")
	if err != nil {
		return problem("keyring %s cannot be read; write it with gpg --export", keyring)
	}
	if a.provenance == nil {
		return problem("it has no provenance file; make one with helm package --sign; it is not used")
	}
	signed, _ := clearsign.Decode(a.provenance)
	if signed == nil {
		return problem("its provenance file is not a signed text; it is not used")
	}
	if _, err := openpgp.CheckDetachedSignatureAndHash(
		keys.KeyRing, bytes.NewReader(signed.Bytes), signed.ArmoredSignature.Body, strong, nil); err != nil {
		return problem("no good signature of a key of the keyring is on its provenance file; it is not used")
	}
	var sums provenance.SumCollection
	var chart struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	if err := provenance.ParseMessageBlock(signed.Plaintext, &chart, &sums); err != nil {
		return problem("its provenance file does not have a Chart.yaml and digests; it is not used")
	}
	var files []string
	found := false
	for _, file := range slices.Sorted(maps.Keys(sums.Files)) {
		files = append(files, file+" "+sums.Files[file])
		found = found || strings.HasPrefix(file, a.name+"-") && sums.Files[file] == "sha256:"+a.Digest
	}
	if !found {
		return problem("its provenance file is signed for %s, and not for what came, sha256:%s; it is not used", strings.Join(files, ", "), a.Digest)
	}
	if chart.Name != a.name || a.Version != "" && !charts.IsSame(chart.Version, a.Version) {
		return problem("its provenance file is signed for %s %s, and not for %s %s; it is not used", chart.Name, chart.Version, a.name, a.Version)
	}
	return nil
}
