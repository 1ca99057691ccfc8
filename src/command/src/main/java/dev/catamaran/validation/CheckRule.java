package dev.catamaran.validation;

import static dev.catamaran.validation.Severity.ERROR;
import static dev.catamaran.validation.Severity.WARNING;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The rules of {@code catamaran validate}. docs/reference/validate.md says what each means. */
public enum CheckRule {
  WATCHES_INVALID(ERROR, "see watches.md"),
  CLASS_MISSING(
      ERROR, "correct the name, or run `make build`, and name the jar in `CATAMARAN_CLASSPATH`"),
  PROJECT_INVALID(ERROR, "correct PROJECT"),
  YAML_INVALID(ERROR, "correct the file"),
  CHART_INVALID(ERROR, "correct the file of the chart"),
  CHART_LINT(ERROR, "see Helm's sentence"),
  CHART_LINT_ADVICE(WARNING, "see the sentence"),
  CHART_VALUES_SCHEMA(ERROR, "correct values.yaml or the schema"),
  OVERRIDE_SCHEMA(ERROR, "correct the value in watches.yaml"),
  CHART_KUBE_VERSION(ERROR, "allow the version in Chart.yaml"),
  CHART_RENDER(ERROR, "correct the template or values"),
  CHART_NEEDS_VALUES(WARNING, "add a default, or set the value in every primary"),
  CHART_DUPLICATE(ERROR, "remove one, or give it another name"),
  CHART_UNKNOWN_KIND(WARNING, "install its CRD before, or add it to the chart's directory crds"),
  CRD_MISSING(ERROR, "run `make manifests`"),
  CRD_VERSION(ERROR, "serve it, or correct the version in watches.yaml"),
  CRD_STORAGE(WARNING, "store the watched version"),
  CRD_STATUS(ERROR, "add `subresources: {status: {}}`"),
  CRD_STATUS_SCHEMA(
      WARNING,
      "add them to the schema, or `x-kubernetes-preserve-unknown-fields: true` to the status"),
  CRD_STRUCTURE(ERROR, "correct the CRD"),
  CRD_UNLISTED(ERROR, "add it to resources"),
  SAMPLE_SCHEMA(ERROR, "correct the sample, or run `make manifests`"),
  SAMPLE_VALUE(WARNING, "correct the name, or add the value to values.yaml"),
  KUSTOMIZATION_INVALID(ERROR, "correct the kustomization, or add the file"),
  RBAC_MISSING(ERROR, "run `make manifests`"),
  RBAC_UNRENDERED(WARNING, "run `make manifests`, or leave it if no primary enables the template"),
  RBAC_UNLISTED(WARNING, "add it to resources, or remove the file"),
  GENERATED_OUTDATED(WARNING, "run `make manifests`, and commit the files");

  private final Severity severity;
  private final String remedy;

  CheckRule(Severity severity, String remedy) {
    this.severity = severity;
    this.remedy = remedy;
  }

  /** Returns the rule with a name. */
  static CheckRule of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the stable name: words in lower case with dashes. */
  @JsonValue
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the severity of all its findings. */
  public Severity severity() {
    return severity;
  }

  /** Returns what to do about a finding. */
  public String remedy() {
    return remedy;
  }
}
