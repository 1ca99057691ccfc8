package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	v3 "go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

// A document is one object of a file.
type document struct {
	unstructured.Unstructured
	file  string
	json  []byte
	lines map[string]int // of the fields, by their paths as normal writes them; that of the object is at ""
}

var (
	// separator is a line between documents.
	separator = regexp.MustCompile(`(?m)^---.*`)
	// atLine is how libraries for YAML name a line in a message.
	atLine = regexp.MustCompile(`(?s)^.*?\bline (\d+):.*$`)
	// aside is what they say beside the problem.
	aside = regexp.MustCompile(`error converting YAML to JSON: |yaml: |unmarshal errors:|line \d+:`)
	// normal writes paths of the API server, such as spec.a[0].properties[b], with a dot before each step.
	normal = strings.NewReplacer("[", ".", "]", "")
)

// read returns the objects in a file, up to what is none, which it reports.
func (p *project) read(file string) (all []document, isValid bool) {
	content, err := os.ReadFile(filepath.Join(p.Folder, file))
	if err != nil {
		p.report("yaml-invalid", file, 0, "cannot be read: %v", err)
		return nil, false
	}
	above := "" // A document is read below as many empty lines as are above it: so all lines are those of the file.
	for _, text := range separator.Split(string(content)+"\n", -1) {
		one, err := parse(above + text)
		if err != nil {
			line, _ := strconv.Atoi(atLine.ReplaceAllString(err.Error(), "$1"))
			p.report("yaml-invalid", file, line, "not YAML: %s", strings.Join(strings.Fields(aside.ReplaceAllString(err.Error(), "")), " "))
			return all, false
		}
		if one.Object != nil {
			one.file = file
			all = append(all, one)
		}
		above += strings.Repeat("\n", strings.Count(text, "\n"))
	}
	return all, true
}

func parse(text string) (one document, err error) {
	if one.json, err = yaml.YAMLToJSONStrict([]byte(text)); err != nil {
		return one, err
	}
	// It makes whole numbers int64, as the API server has them.
	if err = json.Unmarshal(one.json, &one.Object); err != nil {
		return one, errors.New("it is no object")
	}
	var root v3.Node
	err = v3.Unmarshal([]byte(text), &root)
	one.lines = map[string]int{}
	for _, node := range root.Content {
		one.index("", node, node)
	}
	return one, err
}

// index notes the line of a field, which begins with its key or in a list with its value, and the lines below.
func (d document) index(path string, key, value *v3.Node) {
	d.lines[path] = key.Line
	for i, below := range value.Content {
		if value.Kind == v3.SequenceNode {
			d.index(path+"."+strconv.Itoa(i), below, below)
		} else if i%2 == 1 {
			key := value.Content[i-1]
			d.index(path+"."+normal.Replace(key.Value), key, below)
		}
	}
}

// line returns that of a field in the notation of the API server, or of the deepest part that exists.
func (d document) line(path string) int {
	path = "." + normal.Replace(path)
	for path != "" && d.lines[path] == 0 {
		path = path[:strings.LastIndex(path, ".")]
	}
	return d.lines[path]
}
