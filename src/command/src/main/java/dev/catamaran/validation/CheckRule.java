package dev.catamaran.validation;

import static dev.catamaran.validation.Severity.ERROR;
import static dev.catamaran.validation.Severity.WARNING;

import java.util.Locale;

/** The rules of {@code catamaran validate}. docs/reference/validate.md lists them. */
public enum CheckRule {
  WATCHES_INVALID(ERROR, "watches.yaml has a problem", "see watches.md"),
  CLASS_MISSING(
      ERROR,
      "a class of watches.yaml is not on the class path, or has another type",
      "correct the name, or add the jar to the class path"),
  CLASS_NOT_BUILT(
      WARNING,
      "the project has a pom.xml, but none of its jars is on the class path: its classes are not checked",
      "run `make build`, and name the jar in `CATAMARAN_CLASSPATH`"),
  PROJECT_INVALID(ERROR, "PROJECT, or a chart that it names, cannot be read", "correct PROJECT"),
  YAML_INVALID(ERROR, "a file in config is not YAML, or cannot be read", "correct the file"),
  CHART_INVALID(
      ERROR, "a chart cannot be installed with any values", "correct the file of the chart"),
  CHART_LINT(ERROR, "`helm lint` reports an error", "see Helm's sentence"),
  CHART_LINT_ADVICE(
      WARNING,
      "`helm lint` reports a warning, or Helm leaves a hook out, as it does not know its event",
      "see the sentence"),
  CHART_VALUES_SCHEMA(
      ERROR,
      "values.yaml of a chart violates its values.schema.json",
      "correct values.yaml or the schema"),
  OVERRIDE_SCHEMA(
      ERROR,
      "overrideValues violates the chart's values.schema.json",
      "correct the value in watches.yaml"),
  CHART_KUBE_VERSION(
      ERROR,
      "`kubeVersion` of Chart.yaml excludes the Kubernetes version of Catamaran",
      "allow the version in Chart.yaml"),
  CHART_RENDER(
      ERROR, "Helm cannot render the chart with its defaults", "correct the template or values"),
  CHART_NEEDS_VALUES(
      WARNING,
      "a template refuses the defaults with `required` or `fail`",
      "add a default, or set the value in every primary"),
  CHART_DUPLICATE(
      ERROR, "two templates render the same object", "remove one, or give it another name"),
  CHART_UNKNOWN_KIND(
      WARNING,
      "a template makes an object of a kind that no new cluster has",
      "install its CRD before, or add it to the chart's directory crds"),
  CRD_MISSING(ERROR, "config/crd/bases has no CRD of a watched kind", "run `make manifests`"),
  CRD_VERSION(
      ERROR,
      "the CRD does not serve the watched version",
      "serve it, or correct the version in watches.yaml"),
  CRD_STORAGE(
      WARNING,
      "the CRD stores another version than the watched one, without a conversion webhook",
      "store the watched version"),
  CRD_STATUS(
      ERROR, "the watched version has no status subresource", "add `subresources: {status: {}}`"),
  CRD_STATUS_SCHEMA(
      WARNING,
      "the API server would drop fields of the status that the operator writes",
      "add them to the schema, or `x-kubernetes-preserve-unknown-fields: true` to the status"),
  CRD_STRUCTURE(
      ERROR,
      "the API server refuses the CRD: its schema is not structural, or not exactly one version is stored",
      "correct the CRD"),
  CRD_UNLISTED(
      ERROR,
      "config/crd/kustomization.yaml does not list a CRD, so `make install` omits it",
      "add it to resources"),
  CRD_UNWATCHED(WARNING, "watches.yaml has no entry for a CRD", "add the entry, or remove the CRD"),
  SAMPLE_SCHEMA(
      ERROR,
      "a sample violates the CRD of its kind",
      "correct the sample, or run `make manifests`"),
  SAMPLE_KIND(
      WARNING,
      "a sample has a kind that neither the project nor a new cluster has",
      "correct apiVersion and kind"),
  KUSTOMIZATION_FILE(
      ERROR,
      "a kustomization lists a file that does not exist",
      "remove the line, or add the file"),
  RBAC_MISSING(
      ERROR,
      "config/rbac/role.yaml does not grant what a chart or a class needs",
      "run `make manifests`"),
  RBAC_UNRENDERED(
      WARNING,
      "the role does not grant what a template needs that the defaults do not render",
      "run `make manifests`, or leave it if no primary enables the template"),
  RBAC_WILDCARD(WARNING, "the role grants `*`", "name the groups, resources and verbs"),
  RBAC_UNLISTED(
      WARNING,
      "config/rbac/kustomization.yaml does not list a file of its directory",
      "add it to resources, or remove the file"),
  GENERATED_OUTDATED(
      WARNING,
      "a generated file is missing or out of date",
      "run `make manifests`, and commit the files"),
  VERSION_DIFFERS(
      WARNING,
      "a file of the project names another version of Catamaran than PROJECT",
      "run `catamaran upgrade`, or name the version of PROJECT"),
  IGNORE_UNKNOWN(
      WARNING, "a comment in watches.yaml ignores a rule that does not exist", "correct the name");

  private final Severity severity;
  private final String meaning;
  private final String remedy;

  CheckRule(Severity severity, String meaning, String remedy) {
    this.severity = severity;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  /** Returns the stable name: words in lower case with dashes. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the severity of all its findings. */
  public Severity severity() {
    return severity;
  }

  /** Returns what a finding means. */
  public String meaning() {
    return meaning;
  }

  /** Returns what to do about a finding. */
  public String remedy() {
    return remedy;
  }
}
