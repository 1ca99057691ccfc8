package main

import (
	"context"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	limits "k8s.io/apiserver/pkg/apis/cel"
)

// try reports what the API server refuses of an object whose kind the project defines, in the order of its customresource_handler.go and its
// registry/customresource/strategy.go. Unknown fields it refuses for `kubectl apply`.
func (p *project) try(sample document) {
	group, version, hasGroup := strings.Cut(sample.text("apiVersion"), "/")
	at := slices.IndexFunc(p.definitions, func(of *definition) bool {
		return hasGroup && of.Group == group && of.Kind == sample.text("kind")
	})
	if at < 0 {
		return
	}
	of := p.definitions[at]
	if !slices.Contains(of.Serves, version) {
		p.report("sample-schema", sample.file, sample.line("apiVersion"), "%s does not serve version %s", of.File, version)
		return
	}
	structural := of.structural(version)
	if structural == nil {
		return // The definition is refused.
	}
	refuse := func(path, text string) { p.report("sample-schema", sample.file, sample.line(path), "%s", text) }
	_, _, unknown, err := objectmeta.GetObjectMetaWithOptions(sample.object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		refuse("metadata", err.Error())
		return
	}
	unknown = append(unknown, pruned(sample.object, structural)...)
	defaulting.PruneNonNullableNullsWithoutDefaults(sample.object, structural)
	problem, more := objectmeta.CoerceWithOptions(nil, sample.object, structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	for _, path := range append(unknown, more...) {
		refuse(path, path+": unknown field")
	}
	if problem != nil {
		refuse(problem.Field, sentence(problem))
		return
	}
	defaulting.Default(sample.object, structural)
	ctx := context.Background()
	validator, _, err := validation.NewSchemaValidator(of.schemas[version])
	if err != nil {
		refuse("", err.Error())
		return
	}
	problems := slices.Concat(
		validation.ValidateCustomResource(nil, sample.object, validator),
		objectmeta.Validate(ctx, nil, sample.object, structural, false),
		listtype.ValidateListSetsAndMaps(nil, structural, sample.object))
	// Rules are for objects of the right form.
	if rules := cel.NewValidator(structural, true, limits.PerCallLimit); rules != nil && len(problems) == 0 {
		problems, _ = rules.Validate(ctx, nil, structural, sample.object, nil, limits.RuntimeCELCostBudget)
	}
	for _, problem := range problems {
		refuse(strings.TrimPrefix(problem.Field, "<nil>"), sentence(problem))
	}
}
