package dev.catamaran.api;

import java.util.List;

/**
 * A revision that was made. Says nothing of its values, nor of what is in its objects.
 *
 * @param action what made it
 * @param revision counts from 1
 * @param chart name of the chart
 * @param chartVersion the chart's version
 * @param appVersion empty if the chart has none
 * @param notes the rendered NOTES.txt; empty if the chart has none
 * @param objects what it consists of, hooks excepted
 */
public record ReleaseSummary(
    ChartAction action,
    int revision,
    String chart,
    String chartVersion,
    String appVersion,
    String notes,
    List<ReleaseObject> objects) {

  public ReleaseSummary {
    objects = List.copyOf(objects);
  }

  /**
   * One object of a release.
   *
   * @param apiVersion group and version, such as {@code apps/v1}
   * @param kind the kind
   * @param namespace as the manifest names it; empty for that of the release, or none
   * @param name the name
   */
  public record ReleaseObject(String apiVersion, String kind, String namespace, String name) {}
}
