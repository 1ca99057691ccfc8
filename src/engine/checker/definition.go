package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// A definition is a CustomResourceDefinition in a file.
type definition struct {
	*apiextensions.CustomResourceDefinition
	file string
}

// decoder reads a definition as the API server does.
var decoder = func() runtime.Decoder {
	scheme := runtime.NewScheme()
	utilruntime.Must(apiextensions.AddToScheme(scheme))
	utilruntime.Must(v1.AddToScheme(scheme))
	return serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDecoder(apiextensions.SchemeGroupVersion)
}()

// quoted is the path in a message of strict decoding.
var quoted = regexp.MustCompile(`".*"`)

// define reports what the API server refuses of a document with a definition, and what does not suit the watched versions.
func (p *project) define(from document) {
	if from.GetKind() != "CustomResourceDefinition" {
		return
	}
	decoded, _, err := decoder.Decode(from.json, nil, nil)
	if unknown, is := runtime.AsStrictDecodingError(err); is {
		for _, problem := range unknown.Errors() {
			p.report("crd-structure", from.file, from.line(strings.Trim(quoted.FindString(problem.Error()), `"`)), "%v", problem)
		}
	} else if err != nil {
		p.report("crd-structure", from.file, from.line(""), "%v", err)
		return
	}
	one := &definition{decoded.(*apiextensions.CustomResourceDefinition), from.file}
	p.definitions = append(p.definitions, one)
	for _, problem := range validation.ValidateCustomResourceDefinition(context.Background(), one.CustomResourceDefinition) {
		// It follows from spec.versions.
		if !strings.HasPrefix(problem.Field, "status.") {
			if schema, one := strings.CutPrefix(problem.Field, "spec.validation."); one { // That of all versions.
				problem.Field = "spec.versions[0].schema." + schema
			}
			p.report("crd-structure", from.file, from.line(problem.Field), "%s", sentence(problem))
		}
	}
	for _, of := range p.Watched {
		if of.Group == one.Spec.Group && of.Kind == one.Spec.Names.Kind {
			p.suit(from, one, of)
		}
	}
}

// suit reports what hinders the operator at the version that it watches.
func (p *project) suit(from document, one *definition, of watched) {
	at := one.served(of.Version)
	if at < 0 {
		p.report("crd-version", "watches.yaml", of.Line, "%s does not serve version %s", from.file, of.Version)
		return
	}
	line := from.line(fmt.Sprintf("spec.versions[%d]", at))
	if !one.Spec.Versions[at].Storage && len(one.Status.StoredVersions) > 0 && one.Spec.Conversion.Strategy == apiextensions.NoneConverter {
		p.report("crd-storage", from.file, line, "the watched version %s is not the stored one", of.Version)
	}
	if with, _ := apiextensions.GetSubresourcesForVersion(one.CustomResourceDefinition, of.Version); with == nil || with.Status == nil {
		p.report("crd-status", from.file, line, "version %s has no status subresource", of.Version)
	}
	if _, structural := one.schema(of.Version); structural != nil && of.HasChart {
		object := map[string]any{"status": example(&p.Status)}
		if dropped := pruned(object, structural); len(dropped) > 0 {
			p.report("crd-status-schema", from.file, line, "the schema of version %s drops %s", of.Version, strings.Join(dropped, ", "))
		}
	}
}

// served returns the index of a version; -1 if it is not served.
func (d *definition) served(version string) int {
	return slices.IndexFunc(d.Spec.Versions, func(of apiextensions.CustomResourceDefinitionVersion) bool { return of.Served && of.Name == version })
}

// schema returns that of a version, also in the form with which the API server prunes and sets defaults; nil if it refuses it.
func (d *definition) schema(version string) (*apiextensions.JSONSchemaProps, *schema.Structural) {
	of, err := apiextensions.GetSchemaForVersion(d.CustomResourceDefinition, version)
	if err != nil || of == nil || of.OpenAPIV3Schema == nil {
		return nil, nil
	}
	structural, err := schema.NewStructural(of.OpenAPIV3Schema)
	if err != nil || len(schema.ValidateStructural(nil, structural)) > 0 {
		return nil, nil
	}
	structural = structural.DeepCopy()
	if defaulting.PruneDefaults(structural) != nil {
		return nil, nil
	}
	return of.OpenAPIV3Schema, structural
}

// pruned removes what a schema does not have, and returns the paths, sorted.
func pruned(object map[string]any, structural *schema.Structural) []string {
	return pruning.PruneWithOptions(object, structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
}

// example returns an object with all fields of a schema.
func example(of *v1.JSONSchemaProps) any {
	switch of.Type {
	case "object":
		object := map[string]any{}
		for name, property := range of.Properties {
			object[name] = example(&property)
		}
		return object
	case "array":
		return []any{example(of.Items.Schema)}
	case "integer":
		return int64(1)
	case "boolean":
		return true
	default:
		return "text"
	}
}

// sentence returns a problem with its path once.
func sentence(problem *field.Error) string {
	path := strings.TrimPrefix(problem.Field, "<nil>")
	text := problem.ErrorBody()
	if problem.Type == field.ErrorTypeInvalid || problem.Type == field.ErrorTypeTypeInvalid {
		text = strings.TrimPrefix(strings.TrimPrefix(problem.Detail, path), " in body ")
	}
	if path == "" {
		return text
	}
	return path + ": " + text
}
