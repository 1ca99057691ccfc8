package marks

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"sigs.k8s.io/yaml"
)

// A Memory has the JSON of documents that it has read before: a chart that is rendered with many values makes nearly the same documents each
// time, and YAML is slow to read. It is safe for concurrent use. The nil Memory remembers nothing.
type Memory struct {
	most  int
	mutex sync.Mutex
	size  int
	known map[string]json.RawMessage
}

// NewMemory returns a memory for most bytes. It forgets all when they are too few.
func NewMemory(most int) *Memory {
	return &Memory{most: most, known: map[string]json.RawMessage{}}
}

// Objects is the function of this name.
func (m *Memory) Objects(manifest string) ([]json.RawMessage, error) {
	objects, _, err := m.Sources(manifest)
	return objects, err
}

// Sources is the function of this name.
func (m *Memory) Sources(manifest string) (objects []json.RawMessage, sources []string, err error) {
	objects = []json.RawMessage{}
	for _, document := range Split(manifest) {
		object, err := m.read(document)
		if err != nil {
			return nil, nil, fmt.Errorf("a document of the manifest is no YAML: %w", err)
		}
		if string(object) == "null" {
			continue
		}
		path := ""
		if found := source.FindStringSubmatch(document); found != nil {
			path = found[1]
		}
		objects, sources = append(objects, object), append(sources, path)
	}
	return objects, sources, nil
}

func (m *Memory) read(document string) (json.RawMessage, error) {
	if m == nil {
		return yaml.YAMLToJSON([]byte(document))
	}
	m.mutex.Lock()
	object, known := m.known[document]
	m.mutex.Unlock()
	if known {
		return object, nil
	}
	object, err := yaml.YAMLToJSON([]byte(document))
	if err == nil {
		m.keep(document, object)
	}
	return object, err
}

func (m *Memory) keep(document string, object json.RawMessage) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	size := len(document) + len(object)
	if m.size+size > m.most {
		m.known, m.size = map[string]json.RawMessage{}, 0
	}
	if _, known := m.known[document]; known || size > m.most {
		return
	}
	// A document is a part of a manifest, which must not stay with it.
	m.known[strings.Clone(document)] = object
	m.size += size
}
