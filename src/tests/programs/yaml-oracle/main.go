// Command yaml-oracle answers how Helm reads a text. Each request on its input is a line, "manifest LENGTH" or "values LENGTH",
// and as many bytes of text. Each answer is a line of JSON: {"objects":[...]} or {"error":"..."}.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/resource"
	"sigs.k8s.io/yaml"
)

type answer struct {
	Objects []json.RawMessage `json:"objects"`
	Error   string            `json:"error,omitempty"`
}

// What Helm's kube.Client does with a manifest, without the cluster (helm.sh/helm/v3, pkg/kube/client.go, Build).
func manifest(text []byte) ([]json.RawMessage, error) {
	infos, err := resource.NewLocalBuilder().
		Unstructured().
		ContinueOnError().
		Flatten().
		Stream(bytes.NewReader(text), "").
		Do().
		Infos()
	if err != nil {
		return nil, err
	}
	var objects []json.RawMessage
	for _, info := range infos {
		object, err := runtime.Encode(unstructuredJSON{}, info.Object)
		if err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
	return objects, nil
}

// What Helm does with a values file (helm.sh/helm/v3, pkg/chart/loader/load.go).
func values(text []byte) ([]json.RawMessage, error) {
	read := map[string]interface{}{}
	if err := yaml.Unmarshal(text, &read); err != nil {
		return nil, err
	}
	object, err := json.Marshal(read)
	return []json.RawMessage{object}, err
}

// unstructuredJSON encodes without the newline that a client sends.
type unstructuredJSON struct{ runtime.Encoder }

func (unstructuredJSON) Identifier() runtime.Identifier { return "json" }

func (unstructuredJSON) Encode(object runtime.Object, out io.Writer) error {
	return json.NewEncoder(out).Encode(object)
}

func read(kind string, text []byte) (objects []json.RawMessage, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			objects, err = nil, fmt.Errorf("panic: %v", panicked)
		}
	}()
	switch kind {
	case "manifest":
		return manifest(text)
	case "values":
		return values(text)
	default:
		return nil, fmt.Errorf("no such request: %s", kind)
	}
}

func serve(in *bufio.Reader, out *bufio.Writer) error {
	for {
		var kind string
		var length int
		if _, err := fmt.Fscanf(in, "%s %d\n", &kind, &length); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		text := make([]byte, length)
		if _, err := io.ReadFull(in, text); err != nil {
			return err
		}
		objects, err := read(kind, text)
		reply := answer{Objects: objects}
		if err != nil {
			reply.Error = err.Error()
		}
		line, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

func main() {
	if err := serve(bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}
