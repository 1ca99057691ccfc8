package dev.catamaran.project;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;

/**
 * From where the copy of a chart in a project was pulled, as the field {@code helmChart} of PROJECT
 * has it. Never has credentials.
 *
 * @param chart name in {@code repository}, {@code oci://host/path}, or the address of a package
 * @param repository address of the repository; empty for none
 * @param version from Chart.yaml
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

  /** Returns an address without user, password, query and fragment, any of which may be secret. */
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
