package pull

import (
	"bytes"
	"catamaran.dev/engine/testcluster"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	forEver = 0
	oneDay  = 24 * 60 * 60
	digest0 = "0000000000000000000000000000000000000000000000000000000000000000"
	signed0 = "name: boat\nversion: 1.0.0\n\n...\nfiles:\n  boat-1.0.0.tgz: sha256:" + digest0 + "\n"
)

// entity makes a key with a subkey for signatures, both older than a day.
func entity(t *testing.T, life, lifeOfSubkey uint32) *openpgp.Entity {
	settings := func(life uint32) *packet.Config {
		return &packet.Config{Algorithm: packet.PubKeyAlgoEdDSA, KeyLifetimeSecs: life, Time: func() time.Time { return time.Now().Add(-48 * time.Hour) }}
	}
	made, err := openpgp.NewEntity("signer", "", "signer@example.com", settings(life))
	require.NoError(t, errors.Join(err, made.AddSigningSubkey(settings(lifeOfSubkey))))
	return made
}

func subkey(of *openpgp.Entity) *openpgp.Subkey { return &of.Subkeys[len(of.Subkeys)-1] }

// clearSigned signs as "helm package --sign" does.
func clearSigned(t *testing.T, text string, key *packet.PrivateKey) []byte {
	var signed bytes.Buffer
	writer, err := clearsign.Encode(&signed, key, nil)
	require.NoError(t, err)
	require.NoError(t, errors.Join(testcluster.Err(io.WriteString(writer, text)), writer.Close()))
	return signed.Bytes()
}

// keyring writes the public keys, as "gpg --export" does, or with --armor.
func keyring(t *testing.T, armored bool, of ...*openpgp.Entity) string {
	var content bytes.Buffer
	to := io.WriteCloser(nil)
	if armored {
		to, _ = armor.Encode(&content, openpgp.PublicKeyType, nil)
	}
	for _, one := range of {
		var err error
		if armored {
			err = one.Serialize(to)
		} else {
			err = one.Serialize(&content)
		}
		require.NoError(t, err)
	}
	if armored {
		to.Close()
	}
	file := filepath.Join(t.TempDir(), "keyring.gpg")
	require.NoError(t, os.WriteFile(file, content.Bytes(), 0o600))
	return file
}

func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestTrustsTheKeysThatAreAlive(t *testing.T) {
	const bad = "no good signature of a key of the keyring is on its provenance file; it is not used"
	for name, row := range map[string]struct {
		life, lifeOfSubkey uint32
		revoke             func(*openpgp.Entity) error
		byPrimary, strange bool
		want               string
	}{
		"a subkey":                    {forEver, 20_000 * oneDay, nil, false, false, ""},
		"a primary key":               {forEver, forEver, nil, true, false, ""},
		"a key of somebody else":      {forEver, forEver, nil, true, true, bad},
		"a subkey of somebody else":   {forEver, forEver, nil, false, true, bad},
		"an expired key":              {oneDay, forEver, nil, true, false, bad},
		"a subkey of an expired key":  {oneDay, forEver, nil, false, false, bad},
		"an expired subkey":           {forEver, oneDay, nil, false, false, bad},
		"a revoked key":               {forEver, forEver, revoked, true, false, bad},
		"a subkey of a revoked key":   {forEver, forEver, revoked, false, false, bad},
		"a revoked subkey":            {forEver, forEver, revokedSubkey, false, false, bad},
		"the key of a revoked subkey": {forEver, forEver, revokedSubkey, true, false, ""},
	} {
		signer := entity(t, row.life, row.lifeOfSubkey)
		key := subkey(signer).PrivateKey
		if row.byPrimary {
			key = signer.PrivateKey
		}
		text := clearSigned(t, signed0, key)
		if row.revoke != nil {
			require.NoError(t, row.revoke(signer))
		}
		known := []*openpgp.Entity{entity(t, forEver, forEver), signer}
		if row.strange {
			known = known[:1]
		}
		for _, armored := range []bool{false, true} {
			err := (&Answer{name: "boat", Version: "1.0.0", Digest: digest0, provenance: text}).verify(keyring(t, armored, known...))
			assert.Equal(t, row.want, words(err), name)
		}
	}
}

// The library makes no signature with a weak hash. These are by gpg.
func TestTrustsNoWeakHash(t *testing.T) {
	for file, want := range map[string]bool{"SHA256.prov": true, "SHA1.prov": false} {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		require.NoError(t, err)
		err = (&Answer{name: "boat", Version: "1.0.0", Digest: digest0, provenance: text}).verify("testdata/gpg.asc")
		assert.Equal(t, want, (err == nil), file)
	}
}

func revoked(one *openpgp.Entity) error { return one.RevokeKey(packet.NoReason, "", nil) }

func revokedSubkey(one *openpgp.Entity) error {
	return one.RevokeSubkey(subkey(one), packet.NoReason, "", nil)
}

func TestTrustsASignatureForThisVersionAlone(t *testing.T) {
	signer := entity(t, forEver, forEver)
	keys := keyring(t, false, signer)
	house := bytes.ReplaceAll([]byte(signed0), []byte("boat"), []byte("boat-house"))
	for name, row := range map[string]struct {
		text, chart, version, digest, want string
	}{
		"the version":              {signed0, "boat", "1.0.0", digest0, ""},
		"a leading v":              {signed0, "boat", "v1.0.0", digest0, ""},
		"a chart without version":  {signed0, "boat", "", digest0, ""},
		"a newer version":          {signed0, "boat", "2.0.0", digest0, "its provenance file is signed for boat 1.0.0, and not for boat 2.0.0; it is not used"},
		"another build":            {signed0, "boat", "1.0.0+b2", digest0, "its provenance file is signed for boat 1.0.0, and not for boat 1.0.0+b2; it is not used"},
		"a name that begins alike": {string(house), "boat", "1.0.0", digest0, "its provenance file is signed for boat-house 1.0.0, and not for boat 1.0.0; it is not used"},
		"another archive": {signed0, "boat", "1.0.0", sum("x"),
			"its provenance file is signed for boat-1.0.0.tgz sha256:" + digest0 + ", and not for what came, sha256:" + sum("x") + "; it is not used"},
		"another chart": {signed0, "raft", "1.0.0", digest0,
			"its provenance file is signed for boat-1.0.0.tgz sha256:" + digest0 + ", and not for what came, sha256:" + digest0 + "; it is not used"},
		"no digests": {"name: boat\n", "boat", "1.0.0", digest0, "its provenance file does not have a Chart.yaml and digests; it is not used"},
	} {
		signed := clearSigned(t, row.text, signer.PrivateKey)
		err := (&Answer{name: row.chart, Version: row.version, Digest: row.digest, provenance: signed}).verify(keys)
		assert.Equal(t, row.want, words(err), name)
	}
	signed := clearSigned(t, signed0, signer.PrivateKey)
	for text, provenance := range map[string][]byte{
		"it has no provenance file; make one with helm package --sign; it is not used":        nil,
		"its provenance file is not a signed text; it is not used":                            []byte(signed0),
		"no good signature of a key of the keyring is on its provenance file; it is not used": bytes.Replace(signed, []byte("1.0.0\n"), []byte("1.0.1\n"), 1),
	} {
		assert.EqualError(t, (&Answer{name: "boat", Version: "1.0.0", Digest: digest0, provenance: provenance}).verify(keys), text)
	}
	for _, file := range []string{filepath.Join(t.TempDir(), "missing"), config(t, "no keys")} {
		assert.EqualError(t, (&Answer{provenance: signed}).verify(file), "keyring "+file+" cannot be read; write it with gpg --export")
	}
}

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
