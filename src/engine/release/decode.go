package release

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
	v1 "helm.sh/helm/v4/pkg/release/v1"
)

// mostUnpacked bounds a stored revision. A Secret holds 1 MiB, and text shrinks to about a tenth.
const mostUnpacked = 64 << 20

// Decode answers what is in the Secret of a revision. It asks nobody.
func (r *Releases) Decode(_ context.Context, call serve.Call) (any, error) {
	var params struct {
		// Data is the value of data.release as the API server's JSON has it.
		Data   []byte            `json:"data"`
		Labels map[string]string `json:"labels,omitempty"`
	}
	if err := call.Into(&params); err != nil {
		return nil, err
	}
	stored, err := decode(params.Data)
	if err != nil {
		return nil, fault.New(fault.Release, fault.Unloadable, "the stored revision cannot be read: %v", err)
	}
	stored.Labels = params.Labels
	answer := struct {
		Revision    *Revision      `json:"revision"`
		ChartValues map[string]any `json:"chartValues,omitempty"`
	}{Revision: describe(stored)}
	if stored.Chart != nil {
		answer.ChartValues = stored.Chart.Values
	}
	return answer, nil
}

// decode reads what Helm's storage writes: JSON, packed since Helm 3, in base64.
func decode(text []byte) (*v1.Release, error) {
	content, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(content, []byte{0x1f, 0x8b, 0x08}) {
		packed, err := gzip.NewReader(bytes.NewReader(content))
		if err != nil {
			return nil, err
		}
		defer packed.Close()
		if content, err = io.ReadAll(io.LimitReader(packed, mostUnpacked+1)); err != nil {
			return nil, err
		}
		if len(content) > mostUnpacked {
			return nil, fault.New(fault.Release, fault.Unloadable, "it is longer than %d MiB", mostUnpacked>>20)
		}
	}
	stored := &v1.Release{}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	if err := decoder.Decode(stored); err != nil {
		return nil, err
	}
	for _, hook := range stored.Hooks {
		if hook == nil {
			return nil, fault.New(fault.Release, fault.Unloadable, "it has a hook that is null")
		}
	}
	return stored, nil
}
