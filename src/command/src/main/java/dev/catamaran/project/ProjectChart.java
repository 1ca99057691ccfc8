package dev.catamaran.project;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * From where the copy of a chart in a project was pulled, as the field {@code helmChart} of PROJECT
 * has it. Never has credentials.
 *
 * @param chart name in {@code repository}, {@code oci://host/path}, or the address of a package
 * @param repository address of the repository; empty for none
 * @param version from Chart.yaml
 * @param digest of the files as they were copied: the unedited copy has the same
 */
public record ProjectChart(String chart, String repository, String version, String digest) {
  private static final String ADDRESS = "://";
  private static final String OCI = "oci://";

  /** Reads the field; empty without a chart in it. */
  public static Optional<ProjectChart> of(Map<String, String> fields) {
    return Optional.ofNullable(fields.get("chart"))
        .map(
            chart ->
                new ProjectChart(
                    chart,
                    fields.getOrDefault("repository", ""),
                    fields.getOrDefault("version", ""),
                    fields.getOrDefault("digest", "")));
  }

  Map<String, String> fields() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("chart", chart);
    fields.put("repository", repository);
    fields.put("version", version);
    fields.put("digest", digest);
    fields.values().removeIf(String::isEmpty);
    return fields;
  }

  /** Whether it is a package at an address of its own, which has one version only. */
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
