package dev.catamaran.validation;

import static dev.catamaran.validation.CheckRule.Severity.ERROR;
import static dev.catamaran.validation.CheckRule.Severity.WARNING;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The rules of {@code catamaran validate}. docs/reference/validate.md says what each means. */
public enum CheckRule {
  WATCHES_INVALID(ERROR, "see watches.md"),
  YAML_INVALID(ERROR, "correct the file"),
  CHART_INVALID(ERROR, "correct the file of the chart"),
  CHART_LINT(ERROR, "see Helm's sentence"),
  CHART_LINT_ADVICE(WARNING, "see the sentence"),
  CHART_RENDER(ERROR, "correct the template, its values, or Chart.yaml"),
  CHART_NEEDS_VALUES(WARNING, "add a default, or set the value in every custom resource"),
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
  KUSTOMIZATION_INVALID(
      ERROR,
      "correct the kustomization, or add the file; make manifests writes those of config/crd/bases"),
  RBAC_UNLISTED(WARNING, "add it to resources, or remove the file");

  /** Effect of a finding. */
  public enum Severity {
    /** The operator, Helm or the API server refuses it. */
    ERROR,
    /** It works, but probably not as intended. */
    WARNING;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Severity severity;
  private final String remedy;

  CheckRule(Severity severity, String remedy) {
    this.severity = severity;
    this.remedy = remedy;
  }

  static CheckRule of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** Returns the stable name: words in lower case with dashes. */
  @JsonValue
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public Severity severity() {
    return severity;
  }

  public String remedy() {
    return remedy;
  }
}
