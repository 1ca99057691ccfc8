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
	"k8s.io/apimachinery/pkg/util/validation/field"
	strict "sigs.k8s.io/json"
)

// A definition is a CustomResourceDefinition in a file.
type definition struct {
	File    string   `json:"file"`
	Group   string   `json:"group"`
	Kind    string   `json:"kind"`
	Plural  string   `json:"plural"`
	Serves  []string `json:"serves"` // versions
	schemas map[string]*apiextensions.JSONSchemaProps
}

// define reports what the API server refuses of a document with a definition, and what does not suit the watched version.
func (p *project) define(from document) {
	if from.text("kind") != "CustomResourceDefinition" {
		return
	}
	var written v1.CustomResourceDefinition
	unknown, err := strict.UnmarshalStrict(from.json, &written)
	if err != nil {
		p.report("crd-structure", from.file, from.first+1, "%v", err)
		return
	}
	for _, problem := range unknown {
		path := ""
		if found := quoted.FindStringSubmatch(problem.Error()); found != nil {
			path = found[1]
		}
		p.report("crd-structure", from.file, from.line(path), "%v", problem)
	}
	v1.SetDefaults_CustomResourceDefinition(&written)
	var crd apiextensions.CustomResourceDefinition
	if err := v1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&written, &crd, nil); err != nil {
		p.report("crd-structure", from.file, from.first+1, "%v", err)
		return
	}
	one := &definition{from.file, crd.Spec.Group, crd.Spec.Names.Kind, crd.Spec.Names.Plural, []string{}, map[string]*apiextensions.JSONSchemaProps{}}
	p.definitions = append(p.definitions, one)
	for _, problem := range validation.ValidateCustomResourceDefinition(context.Background(), &crd) {
		// It follows from spec.versions.
		if !strings.HasPrefix(problem.Field, "status.") {
			if schema, one := strings.CutPrefix(problem.Field, "spec.validation."); one { // That of all versions.
				problem.Field = "spec.versions[0].schema." + schema
			}
			p.report("crd-structure", from.file, from.line(problem.Field), "%s", sentence(problem))
		}
	}
	// A definition with one version has its schema for all.
	for i, version := range written.Spec.Versions {
		if of, err := apiextensions.GetSchemaForVersion(&crd, version.Name); err == nil && of != nil {
			one.schemas[version.Name] = of.OpenAPIV3Schema
		}
		if version.Served {
			one.Serves = append(one.Serves, version.Name)
			p.suit(from, one, i, &written)
		}
	}
}

// quoted is the path in a message of strict decoding.
var quoted = regexp.MustCompile(`"(.*)"`)

// suit reports what hinders the operator at a served version that it watches.
func (p *project) suit(from document, one *definition, index int, crd *v1.CustomResourceDefinition) {
	version := crd.Spec.Versions[index]
	at := slices.IndexFunc(p.Watched, func(of watched) bool {
		return of.Group == one.Group && of.Kind == one.Kind && of.Version == version.Name
	})
	if at < 0 {
		return
	}
	line := from.line(fmt.Sprintf("spec.versions[%d]", index))
	if !version.Storage && len(crd.Status.StoredVersions) > 0 && crd.Spec.Conversion.Strategy == v1.NoneConverter {
		p.report("crd-storage", from.file, line, "the watched version %s is not the stored one", version.Name)
	}
	if version.Subresources == nil || version.Subresources.Status == nil {
		p.report("crd-status", from.file, line, "version %s has no status subresource", version.Name)
	}
	if structural := one.structural(version.Name); structural != nil && p.Watched[at].HasChart {
		object := map[string]any{"status": example(&p.Status)}
		if dropped := pruned(object, structural); len(dropped) > 0 {
			p.report("crd-status-schema", from.file, line, "the schema of version %s drops %s", version.Name, strings.Join(dropped, ", "))
		}
	}
}

// structural returns the schema of a version, with which the API server prunes and sets defaults; nil if it refuses it.
func (d *definition) structural(version string) *schema.Structural {
	of := d.schemas[version]
	if of == nil {
		return nil
	}
	structural, err := schema.NewStructural(of)
	if err != nil || len(schema.ValidateStructural(nil, structural)) > 0 {
		return nil
	}
	structural = structural.DeepCopy()
	if defaulting.PruneDefaults(structural) != nil {
		return nil
	}
	return structural
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
