package dev.catamaran.project;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
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

  @JsonIgnore
  public String apiGroup() {
    return group.isEmpty() ? domain : group + "." + domain;
  }

  @JsonIgnore
  public GroupVersionKind gvk() {
    return new GroupVersionKind(apiGroup(), version, kind);
  }

  @JsonIgnore
  public String lowerKind() {
    return kind.toLowerCase(Locale.ROOT);
  }

  @JsonIgnore
  public String definitionFile() {
    return "config/crd/bases/%s_%s.yaml".formatted(apiGroup(), plural);
  }

  @JsonIgnore
  public String sampleFile() {
    return "%s_%s_%s.yaml".formatted(group.isEmpty() ? domain : group, version, lowerKind());
  }

  /**
   * From where the copy of a chart in a project was pulled, as the field {@code helmChart} of
   * PROJECT has it. Never has credentials.
   *
   * @param chart name in {@code repository}, {@code oci://host/path}, or the address of a package
   * @param repository address of the repository; empty for none
   * @param digest of the files as they were copied: the unedited copy has the same
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record ProjectChart(String chart, String repository, String version, String digest) {
    private static final String ADDRESS = "://";
    private static final String OCI = "oci://";

    /** Absent parts of the field become empty ones. */
    public ProjectChart {
      chart = Objects.requireNonNullElse(chart, "");
      repository = Objects.requireNonNullElse(repository, "");
      version = Objects.requireNonNullElse(version, "");
      digest = Objects.requireNonNullElse(digest, "");
    }

    /** Whether it is a package at an address of its own, which has one version only. */
    @JsonIgnore
    public boolean isPackage() {
      return chart.contains(ADDRESS) && !chart.startsWith(OCI);
    }

    /**
     * Returns an address without user, password, query and fragment, any of which may be secret.
     */
    public static String withoutCredentials(String address) {
      return address.contains(ADDRESS)
          ? address
              .replaceFirst("[?#].*", "")
              .replaceFirst("^([A-Za-z]+://)[^/]*@", "$1")
              .replaceFirst("/+$", "")
          : address;
    }

    /** Returns a message without the users and passwords of the addresses in it. */
    static String withoutPasswords(String message) {
      return message.replaceAll("://[^/\\s]*@", "://");
    }

    @Override
    public String toString() {
      return repository.isEmpty() ? chart : chart + " of " + repository;
    }
  }
}
