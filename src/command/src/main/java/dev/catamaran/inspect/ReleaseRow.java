package dev.catamaran.inspect;

import dev.catamaran.release.Revision;

/**
 * The current revision of a release.
 *
 * @param status Helm's word
 * @param chart name and version
 * @param lastDeployed RFC 3339
 */
public record ReleaseRow(
    String namespace,
    String name,
    int revision,
    String chart,
    String appVersion,
    String status,
    String lastDeployed) {

  static ReleaseRow of(Revision revision) {
    return new ReleaseRow(
        revision.release().namespace(),
        revision.release().name(),
        revision.number(),
        revision.chart().name() + "-" + revision.chart().version(),
        revision.chart().appVersion(),
        revision.status().helmName(),
        revision.writtenAt().toString());
  }
}
