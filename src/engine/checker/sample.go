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
	kind := sample.GroupVersionKind()
	at := slices.IndexFunc(p.definitions, func(of *definition) bool { return of.Spec.Group == kind.Group && of.Spec.Names.Kind == kind.Kind })
	if at < 0 {
		return
	}
	of := p.definitions[at]
	if of.served(kind.Version) < 0 {
		p.report("sample-schema", sample.file, sample.line("apiVersion"), "%s does not serve version %s", of.file, kind.Version)
		return
	}
	written, structural := of.schema(kind.Version)
	if structural == nil {
		return // The definition is refused.
	}
	refuse := func(path, text string) { p.report("sample-schema", sample.file, sample.line(path), "%s", text) }
	_, _, unknown, err := objectmeta.GetObjectMetaWithOptions(sample.Object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		refuse("metadata", err.Error())
		return
	}
	unknown = append(unknown, pruned(sample.Object, structural)...)
	defaulting.PruneNonNullableNullsWithoutDefaults(sample.Object, structural)
	problem, more := objectmeta.CoerceWithOptions(nil, sample.Object, structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	for _, path := range append(unknown, more...) {
		refuse(path, path+": unknown field")
	}
	if problem != nil {
		refuse(problem.Field, sentence(problem))
		return
	}
	defaulting.Default(sample.Object, structural)
	ctx := context.Background()
	validator, _, err := validation.NewSchemaValidator(written)
	if err != nil {
		refuse("", err.Error())
		return
	}
	problems := slices.Concat(
		validation.ValidateCustomResource(nil, sample.Object, validator),
		objectmeta.Validate(ctx, nil, sample.Object, structural, false),
		listtype.ValidateListSetsAndMaps(nil, structural, sample.Object))
	// Rules are for objects of the right form.
	if rules := cel.NewValidator(structural, true, limits.PerCallLimit); rules != nil && len(problems) == 0 {
		problems, _ = rules.Validate(ctx, nil, structural, sample.Object, nil, limits.RuntimeCELCostBudget)
	}
	for _, problem := range problems {
		refuse(strings.TrimPrefix(problem.Field, "<nil>"), sentence(problem))
	}
}
