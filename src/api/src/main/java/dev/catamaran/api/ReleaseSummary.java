package dev.catamaran.api;

import java.util.List;

/**
 * A created revision, without its values and without the contents of its objects.
 *
 * @param action the action that created it
 * @param revision counts from 1
 * @param chart name of the chart
 * @param chartVersion the chart's version
 * @param appVersion empty if the chart has none
 * @param notes the rendered NOTES.txt; empty if the chart has none
 * @param objects its objects, except hooks
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
   * @param namespace from the manifest; empty for the release's namespace, or none
   * @param name the name
   */
  public record ReleaseObject(String apiVersion, String kind, String namespace, String name) {}
}
