package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	v3 "go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

// A document is one object of a file.
type document struct {
	file   string
	first  int // the line before it, from 1
	root   *v3.Node
	json   []byte
	object map[string]any
}

// An invalid is a file that is not YAML.
type invalid struct {
	line int
	text string
}

var (
	// atLine is how libraries for YAML name a line.
	atLine = regexp.MustCompile(`\bline (\d+):`)
	// aside is what they say beside the problem.
	aside = regexp.MustCompile(`error converting YAML to JSON: |yaml: |unmarshal errors:|line \d+:`)
)

// read returns the objects in a file, up to the first that is none.
func read(folder, file string) (all []document, _ *invalid) {
	content, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		return nil, &invalid{0, "cannot be read: " + err.Error()}
	}
	var text strings.Builder
	first, lines := 0, strings.SplitAfter(string(content)+"\n---", "\n")
	for number, line := range lines {
		if !strings.HasPrefix(line, "---") {
			text.WriteString(line)
			continue
		}
		one, err := parse(text.String())
		if err != nil {
			line := 0
			if found := atLine.FindStringSubmatch(err.Error()); found != nil {
				line, _ = strconv.Atoi(found[1])
			}
			return all, &invalid{first + line, "not YAML: " + strings.Join(strings.Fields(aside.ReplaceAllString(err.Error(), "")), " ")}
		}
		if one.object != nil {
			one.file, one.first = file, first
			all = append(all, one)
		}
		first = number + 1
		text.Reset()
	}
	return all, nil
}

func parse(text string) (one document, err error) {
	if one.json, err = yaml.YAMLToJSONStrict([]byte(text)); err != nil {
		return one, err
	}
	// It makes whole numbers int64, as the API server has them.
	if err = json.Unmarshal(one.json, &one.object); err != nil {
		return one, errors.New("it is no object")
	}
	one.root = &v3.Node{}
	return one, v3.Unmarshal([]byte(text), one.root)
}

func (d document) text(field string) string {
	text, _ := d.object[field].(string)
	return text
}

// line returns that of a field in the notation of the API server, such as spec.a[0].properties[b], or of the deepest part that exists.
func (d document) line(path string) int {
	if len(d.root.Content) == 0 {
		return d.first + 1
	}
	line, here := d.root.Content[0].Line, d.root.Content[0]
	for path != "" {
		key, value, rest := step(here, path)
		if value == nil {
			break
		}
		line, here, path = key.Line, value, rest
	}
	return d.first + line
}

// step takes the longest key that a path begins with: keys may have dots.
func step(here *v3.Node, path string) (key, value *v3.Node, rest string) {
	path = strings.TrimPrefix(path, ".")
	name, after, bracketed := strings.Cut(strings.TrimPrefix(path, "["), "]")
	bracketed = bracketed && strings.HasPrefix(path, "[")
	if index, err := strconv.Atoi(name); here.Kind == v3.SequenceNode && err == nil && index < len(here.Content) {
		return here.Content[index], here.Content[index], after
	}
	for i := 0; here.Kind == v3.MappingNode && i+1 < len(here.Content); i += 2 {
		text := here.Content[i].Value
		left, begins := strings.CutPrefix(path, text)
		switch {
		case bracketed && text == name:
			return here.Content[i], here.Content[i+1], after
		case begins && (left == "" || strings.ContainsAny(left[:1], ".[")) && (key == nil || len(text) > len(key.Value)):
			key, value, rest = here.Content[i], here.Content[i+1], left
		}
	}
	return key, value, rest
}
