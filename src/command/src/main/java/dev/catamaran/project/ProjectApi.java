package dev.catamaran.project;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.catamaran.api.GroupVersionKind;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An API of a project, as the PROJECT file has it.
 *
 * @param group API group without the project's domain; empty for the domain itself
 * @param plural name of the resource in the API
 * @param chart folder of the chart in the project; empty for a kind with Java classes
 * @param reconciler class of the reconciler; empty for a kind with a chart
 * @param helmChart from where the chart was pulled; null if it was not
 * @param others fields of other tools, such as kubebuilder's
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ProjectApi(
    String group,
    String domain,
    String version,
    String kind,
    String plural,
    String chart,
    String reconciler,
    @Nullable ProjectChart helmChart,
    @JsonAnyGetter @JsonAnySetter @JsonInclude Map<String, Object> others) {

  /** Makes a new API. */
  public ProjectApi(
      String group,
      String domain,
      String version,
      String kind,
      String plural,
      String chart,
      String reconciler) {
    this(group, domain, version, kind, plural, chart, reconciler, null, Map.of());
  }

  /** Makes an API. Absent parts of the PROJECT file become empty ones. */
  public ProjectApi {
    group = Objects.requireNonNullElse(group, "");
    chart = Objects.requireNonNullElse(chart, "");
    reconciler = Objects.requireNonNullElse(reconciler, "");
    others = Objects.requireNonNullElse(others, Map.of());
  }

  /** Whether it is the same kind in the same version, from the same source. */
  public boolean isSameAs(ProjectApi other) {
    return gvk().equals(other.gvk())
        && chart.equals(other.chart)
        && reconciler.equals(other.reconciler);
  }

  /** Returns a copy that knows from where its chart was pulled; empty for a chart on disk. */
  public ProjectApi from(Optional<ProjectChart> origin) {
    return new ProjectApi(
        group, domain, version, kind, plural, chart, reconciler, origin.orElse(null), others);
  }

  /** Returns from where its chart was pulled; empty if it was not, or the project is older. */
  @JsonIgnore
  public Optional<ProjectChart> origin() {
    return Optional.ofNullable(helmChart);
  }

  /** Returns the API group with the domain. */
  @JsonIgnore
  public String apiGroup() {
    return group.isEmpty() ? domain : group + "." + domain;
  }

  /** Returns the kind's full name. */
  @JsonIgnore
  public GroupVersionKind gvk() {
    return new GroupVersionKind(apiGroup(), version, kind);
  }

  /** Returns the kind's name in lower case, for file names and object names. */
  @JsonIgnore
  public String lowerKind() {
    return kind.toLowerCase(Locale.ROOT);
  }

  /** Returns the path of the CRD, as kubebuilder names it. */
  @JsonIgnore
  public String definitionFile() {
    return "config/crd/bases/%s_%s.yaml".formatted(apiGroup(), plural);
  }

  /** Returns the file name of the sample. */
  @JsonIgnore
  public String sampleFile() {
    return "%s_%s_%s.yaml".formatted(group.isEmpty() ? domain : group, version, lowerKind());
  }
}
