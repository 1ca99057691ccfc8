package structural

import (
	"cmp"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// comments are what a values.yaml says of its values. It knows the notations of helm-docs and of Bitnami's generator; otherwise the comment above a
// key counts, or the one behind its value.
type comments struct {
	found  map[string]string // by the text of a path
	floats map[string]bool   // the paths of numbers with a point, such as 1.0
}

// Notations of comments.
var (
	line   = regexp.MustCompile(`(?m)^[ \t]*#+ ?(.*)$`)
	marked = whole(`--(?:\s+\([^)]*\))?(?:\s+(.*))?`)         // helm-docs: # -- (int) Number of pods
	named  = whole(`([\w.\-]+)\s+--\s+(.*)`)                  // helm-docs before 1.4: # image.tag -- Tag
	param  = whole(`@param\s+(\S+)\s+(?:\[[^\]]*\]\s*)?(.*)`) // Bitnami: a tag, the path, options in brackets, the text
	tag    = whole(`@\w+.*`)                                  // other tags of generators: # @default -- 3
	banner = whole(`[^\p{L}\p{N}]*`)
	ofFile = whole(`Default values for .*|This is a YAML-formatted file\.?|Declare .* to be passed into .*`) // by helm create
	// code is YAML that is not in use. Prose may begin with a word and a colon too, but then in upper case.
	code = whole(`\s*(?:-(?:\s.*)?|[a-z0-9"'/][\w.\-/"']*\s*:(?:\s.*)?|[A-Z0-9]*_[A-Z0-9_]*\s*:(?:\s.*)?|[{}\[\]|].*)`)
)

func read(text string) *comments {
	var document yaml.Node
	c := &comments{map[string]string{}, map[string]bool{}}
	if yaml.Unmarshal([]byte(text), &document) != nil || len(document.Content) == 0 {
		return c
	}
	for _, comment := range line.FindAllStringSubmatch(text, -1) {
		for _, notation := range []*regexp.Regexp{param, named} {
			if found := notation.FindStringSubmatch(strings.TrimSpace(comment[1])); found != nil {
				c.found[found[1]] = cmp.Or(c.found[found[1]], strings.TrimSpace(found[2]))
			}
		}
	}
	c.collect(path{}, document.Content[0])
	return c
}

// collect adds the values below a node. Helm has read the file before, so its aliases have bounds.
func (c *comments) collect(at path, node *yaml.Node) {
	switch node.Kind {
	case yaml.ScalarNode:
		c.floats[at.text] = c.floats[at.text] || node.Tag == "!!float"
	case yaml.AliasNode:
		c.collect(at, node.Alias)
	case yaml.SequenceNode:
		for _, item := range node.Content {
			if len(item.Content) > 0 && item.Kind == yaml.MappingNode { // The library gives the comment of the first key to the item.
				item.Content[0].HeadComment = cmp.Or(item.Content[0].HeadComment, item.HeadComment)
			}
			c.collect(at.items(), item)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			key, value, below := node.Content[i], node.Content[i+1], at.below(node.Content[i].Value)
			if key.Tag == "!!merge" {
				below = at
			} else if c.found[below.text] == "" {
				c.found[below.text] = description(key, value)
			}
			c.collect(below, value)
		}
	}
}

// description returns the text of the comment above a key, else of that behind it or its value.
func description(key, value *yaml.Node) string {
	for _, comment := range []string{key.HeadComment, key.LineComment, value.LineComment} {
		if text := prose(texts(comment)); text != "" {
			return text
		}
	}
	return ""
}

// texts returns the lines of a comment, without what an empty line parts from the last ones.
func texts(comment string) (lines []string) {
	for _, found := range line.FindAllStringSubmatch(comment[strings.LastIndex(comment, "\n\n")+1:], -1) {
		lines = append(lines, found[1])
	}
	return lines
}

// prose returns the text of a comment, from the last mark of helm-docs on. If it begins with YAML, that belongs to the key before, and the prose is at
// the end.
func prose(lines []string) string {
	runs, isCode := [][]string{nil}, false
	for _, line := range lines {
		text := strings.TrimSpace(line)
		found := marked.FindStringSubmatch(text)
		isCode = found == nil && (code.MatchString(line) || isCode && strings.HasPrefix(line, "  "))
		switch {
		case found != nil:
			runs = [][]string{found[1:]}
		case isCode:
			runs = append(runs, nil)
		case !tag.MatchString(text) && !banner.MatchString(text) && !ofFile.MatchString(text):
			runs[len(runs)-1] = append(runs[len(runs)-1], line)
		}
	}
	return cmp.Or(words(runs[0]), words(runs[len(runs)-1]))
}

func words(lines []string) string {
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}
