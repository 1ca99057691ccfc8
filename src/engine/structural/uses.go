package structural

import (
	"slices"
	"strings"
	"text/template/parse"

	chart "helm.sh/helm/v4/pkg/chart/v2"
)

// A use is what the templates of a chart do with a value: evidence of its type beside the default.
type use struct {
	asksType  bool // it takes several: a template asks for its type, or makes a text of it
	hasFields bool
	// How many actions name it, and how many of these only ask whether it is true; how many do more than ask, and how many of these write it as YAML or
	// loop over it, as over a list.
	actions, conditions, lists, asLists int
}

var (
	typeQuestions = []string{"kindIs", "kindOf", "typeIs", "typeIsLike", "typeOf", "toString"}
	// comparisons compare or convert a value, so that more than true and false may count.
	comparisons = []string{"eq", "ne", "quote", "squote", "toYaml", "toJson", "default", "get", "hasKey", "contains", "include"}
)

// usesOf returns the uses of values in the templates of a chart, without those of its subcharts, by their paths.
func usesOf(one *chart.Chart) map[string]use {
	found := map[string]use{}
	for _, file := range one.Templates {
		tree, trees := parse.New(file.Name), map[string]*parse.Tree{}
		tree.Mode = parse.SkipFuncCheck
		if _, err := tree.Parse(string(file.Data), "", "", trees); err != nil {
			continue // Helm says so when it renders.
		}
		for _, each := range trees {
			visit(each.Root, found)
		}
	}
	return found
}

// visit adds the uses in a list of nodes and below.
func visit(nodes *parse.ListNode, found map[string]use) {
	if nodes == nil {
		return
	}
	for _, node := range nodes.Nodes {
		pipe, inner := partsOf(node)
		act(pipe, node, found)
		for _, list := range inner {
			visit(list, found)
		}
	}
}

func partsOf(node parse.Node) (*parse.PipeNode, []*parse.ListNode) {
	switch node := node.(type) {
	case *parse.ActionNode:
		return node.Pipe, nil
	case *parse.TemplateNode:
		return node.Pipe, nil
	case *parse.IfNode:
		return node.Pipe, []*parse.ListNode{node.List, node.ElseList}
	case *parse.WithNode:
		return node.Pipe, []*parse.ListNode{node.List, node.ElseList}
	case *parse.RangeNode:
		return node.Pipe, []*parse.ListNode{node.List, node.ElseList}
	}
	return nil, nil
}

// act adds the uses in one action.
func act(pipe *parse.PipeNode, action parse.Node, found map[string]use) {
	values, functions := mentions(pipe)
	asks := func(any []string) bool {
		return slices.ContainsFunc(functions, func(function string) bool { return slices.Contains(any, function) })
	}
	isIf, isWith := action.Type() == parse.NodeIf, action.Type() == parse.NodeWith
	for _, value := range values {
		at := found[value]
		at.actions++
		at.asksType = at.asksType || asks(typeQuestions)
		if (isIf || isWith) && !asks(comparisons) {
			at.conditions++
		}
		if !isIf {
			at.lists++
		}
		if takesList(action) {
			at.asLists++
		}
		found[value] = at
		for dot := strings.LastIndex(value, "."); dot > 0; dot = strings.LastIndex(value[:dot], ".") {
			above := found[value[:dot]]
			above.hasFields = true
			found[value[:dot]] = above
		}
	}
}

// takesList tells an action that writes YAML, or a loop that is not one over a map.
func takesList(action parse.Node) bool {
	switch action := action.(type) {
	case *parse.ActionNode:
		_, functions := mentions(action.Pipe)
		return slices.Contains(functions, "toYaml")
	case *parse.RangeNode:
		return len(action.Pipe.Decl) < 2
	case *parse.WithNode: // It hands the value to the next action.
		next := slices.IndexFunc(action.List.Nodes, func(node parse.Node) bool { return node.Type() != parse.NodeText })
		return next >= 0 && takesList(action.List.Nodes[next])
	}
	return false
}

// mentions returns the paths of values and the functions in a pipeline, the paths once.
func mentions(node parse.Node) (values, functions []string) {
	var fields []string
	inner := func(node parse.Node) {
		of, by := mentions(node)
		values, functions = append(values, of...), append(functions, by...)
	}
	switch node := node.(type) {
	case *parse.PipeNode:
		for i := 0; node != nil && i < len(node.Cmds); i++ {
			for _, argument := range node.Cmds[i].Args {
				inner(argument)
			}
		}
	case *parse.IdentifierNode:
		functions = append(functions, node.Ident)
	case *parse.ChainNode:
		inner(node.Node)
		fields = node.Field
	case *parse.FieldNode:
		fields = node.Ident
	case *parse.VariableNode:
		fields = node.Ident
	}
	if at := slices.Index(fields, "Values"); at >= 0 && at+1 < len(fields) {
		values = append(values, strings.Join(fields[at+1:], "."))
	}
	slices.Sort(values)
	return slices.Compact(values), functions
}
