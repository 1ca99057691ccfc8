package charts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	yamlv3 "go.yaml.in/yaml/v3"
	"helm.sh/helm/v4/pkg/chart/loader/archive"
)

// A Problem of a chart prevents every installation of it.
type Problem struct {
	// File is a path in the chart; empty for the chart itself.
	File string `json:"file,omitempty"`
	// Line counts from 1; 0 if it is no single one.
	Line    int    `json:"line,omitempty"`
	Problem string `json:"problem"`
	Hint    string `json:"hint,omitempty"`
}

// Error returns the place and the problem.
func (p *Problem) Error() string { return strings.TrimPrefix(p.File+": "+p.Problem, ": ") }

// deepest is deeper than any real chart; an archive could contain itself.
const deepest = 16

// inspect finds what Helm would refuse, all of it and with its lines.
func inspect(chart files) Opened {
	var found problems
	metadata, subcharts := found.ofChart("", chart, 0)
	if metadata != nil {
		found.ofUse(metadata)
		found.ofDependencies(metadata, subcharts)
	}
	if text, ok := chart["requirements.yaml"]; ok {
		if requirements := found.mappingIn("requirements.yaml", text); requirements != nil {
			found.ofDependencies(requirements, subcharts)
		}
	}
	opened := Opened{Problems: found}
	if metadata != nil {
		opened.Name, opened.Version, opened.AppVersion = metadata.text("name"), metadata.text("version"), metadata.text("appVersion")
	}
	return opened
}

type problems []Problem

func (p *problems) add(file string, line int, problem, hint string) {
	*p = append(*p, Problem{file, line, problem, hint})
}

// ofChart looks at a chart and its subcharts, of which it returns the names.
func (p *problems) ofChart(folder string, chart files, depth int) (metadata *mapping, subcharts []string) {
	if depth > deepest {
		p.add(folder, 0, "subcharts nested too deep", "flatten them")
		return nil, nil
	}
	if text, ok := chart["Chart.yaml"]; !ok {
		p.add("", 0, folder+"Chart.yaml missing", "name the directory that has Chart.yaml in it")
	} else if metadata = p.mappingIn(folder+"Chart.yaml", text); metadata != nil {
		p.ofMetadata(metadata)
	}
	if text, ok := chart["values.yaml"]; ok {
		p.mappingIn(folder+"values.yaml", text)
	}
	if text, ok := chart["values.schema.json"]; ok {
		p.ofSchema(folder+"values.schema.json", text)
	}
	inner := chart.below("charts")
	var names []string
	for path := range inner {
		name, _, _ := strings.Cut(path, "/")
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		// Helm reads no others.
		if strings.IndexAny(name, "_.") == 0 {
			continue
		}
		place, subchart := folder+"charts/"+name, inner.below(name)
		if packed, isFile := inner[name]; isFile {
			if filepath.Ext(name) != ".tgz" {
				continue
			}
			unpacked, err := archive.LoadArchiveFiles(bytes.NewReader(packed))
			if err != nil {
				p.add(place, 0, "corrupt archive: "+err.Error(), "package it again")
				continue
			}
			for _, file := range unpacked {
				subchart[file.Name] = file.Data
			}
		}
		if below, _ := p.ofChart(place+"/", subchart, depth+1); below != nil {
			subcharts = append(subcharts, below.text("name"))
		}
	}
	return metadata, subcharts
}

func (p *problems) ofMetadata(of *mapping) {
	if version := of.text("apiVersion"); version != "" && version != "v1" && version != "v2" {
		p.at(of, "apiVersion", fmt.Sprintf("apiVersion %q unsupported", version), "use v1 or v2")
	}
	if name := of.text("name"); name == "" {
		p.at(of, "name", "name required", "add name: and the chart's name")
	} else if name == "." || name == ".." || name != filepath.Base(name) {
		p.at(of, "name", fmt.Sprintf("name %q not allowed", name), "use letters, digits and -")
	}
	version := of.text("version")
	if version == "" {
		p.at(of, "version", "version required", "add e.g. version: 0.1.0")
	} else if _, err := semver.NewVersion(version); err != nil {
		p.at(of, "version", fmt.Sprintf("version %q is not SemVer", version), "use MAJOR.MINOR.PATCH, e.g. 0.1.0")
	}
}

// ofUse says if only other charts can use a chart.
func (p *problems) ofUse(of *mapping) {
	switch kind := of.text("type"); kind {
	case "", "application":
	case "library":
		p.at(of, "type", "library chart is not installable", "name a chart that uses it")
	default:
		p.at(of, "type", fmt.Sprintf("type %q unknown", kind), "use application or library")
	}
}

// ofDependencies says which are not there. Helm also needs those that a condition disables.
func (p *problems) ofDependencies(of *mapping, subcharts []string) {
	_, wanted := of.field("dependencies")
	if wanted == nil || wanted.Kind != yamlv3.SequenceNode {
		return
	}
	for _, item := range wanted.Content {
		if item.Kind != yamlv3.MappingNode {
			continue
		}
		one := &mapping{of.file, item}
		if name := one.text("name"); !slices.Contains(subcharts, name) {
			p.at(one, "name", "dependency "+name+" missing from charts/", "run helm dependency build")
		}
	}
}

func (p *problems) ofSchema(file string, text []byte) {
	var schema any
	if err := json.Unmarshal(text, &schema); err != nil {
		line := 1
		if at := (*json.SyntaxError)(nil); errors.As(err, &at) {
			line += bytes.Count(text[:at.Offset], []byte("\n"))
		}
		p.add(file, line, "invalid: "+err.Error(), "")
		return
	}
	switch schema.(type) {
	case map[string]any, bool:
	default:
		p.add(file, 1, "invalid: / must be an object", "")
	}
}

// A mapping is the first document of a YAML file, which is all that Helm reads.
type mapping struct {
	file string
	node *yamlv3.Node
}

// mappingIn returns nil if a text is no mapping, and says why. A text may be empty.
func (p *problems) mappingIn(file string, text []byte) *mapping {
	var document yamlv3.Node
	if err := yamlv3.Unmarshal(text, &document); err != nil {
		line, words := 0, strings.TrimPrefix(err.Error(), "yaml: ")
		if _, err := fmt.Sscanf(words, "line %d:", &line); err == nil {
			_, words, _ = strings.Cut(words, ": ")
		}
		p.add(file, line, "not YAML: "+words, "")
		return nil
	}
	node := &yamlv3.Node{Kind: yamlv3.MappingNode, Line: 1}
	if len(document.Content) > 0 && document.Content[0].Tag != "!!null" {
		node = document.Content[0]
	}
	if node.Kind != yamlv3.MappingNode {
		p.add(file, node.Line, "expected a mapping", "write key: value lines")
		return nil
	}
	return &mapping{file, node}
}

// at adds a problem at a field; at the top if the field is not there.
func (p *problems) at(of *mapping, field, problem, hint string) {
	line := of.node.Line
	if key, _ := of.field(field); key != nil {
		line = key.Line
	}
	p.add(of.file, line, problem, hint)
}

// field returns the last field of a name.
func (m *mapping) field(name string) (key, value *yamlv3.Node) {
	for i := 0; i+1 < len(m.node.Content); i += 2 {
		if m.node.Content[i].Value == name {
			key, value = m.node.Content[i], m.node.Content[i+1]
		}
	}
	return key, value
}

// text returns a field as it is written; empty if it is no scalar.
func (m *mapping) text(field string) string {
	_, value := m.field(field)
	if value == nil || value.Kind != yamlv3.ScalarNode || value.Tag == "!!null" {
		return ""
	}
	return value.Value
}
