package dev.catamaran.inspect;

import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.status.ReleaseStatus.Deployed;

/**
 * The current revision of a release.
 *
 * @param status Helm's word
 * @param chart name and version
 * @param lastDeployed RFC 3339; empty if the release cannot be read
 */
public record ReleaseRow(
    String namespace,
    String name,
    int revision,
    String chart,
    String appVersion,
    String status,
    String lastDeployed) {

  /** Returns what the status of a primary reports. */
  static ReleaseRow of(Deployed deployed, PrimaryObject primary) {
    var key = deployed.release(primary.namespace());
    return new ReleaseRow(
        key.namespace(),
        key.name(),
        deployed.revision(),
        deployed.chart() + "-" + deployed.version(),
        deployed.appVersion(),
        RevisionStatus.DEPLOYED.helmName(),
        "");
  }

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
