package dev.catamaran.extension;

import dev.catamaran.api.ChartAction;
import dev.catamaran.api.ReleaseSummary;
import dev.catamaran.api.ReleaseSummary.ReleaseObject;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;

/** A revision that a pass made, in the terms of the extensions' API. */
public record MadeRevision(ReleaseKey release, ReleaseSummary summary) {

  public static MadeRevision of(ChartAction action, Revision revision) {
    return new MadeRevision(
        revision.release(),
        new ReleaseSummary(
            action,
            revision.number(),
            revision.chart().name(),
            revision.chart().version(),
            revision.chart().appVersion(),
            revision.notes(),
            revision.manifest().readable().stream().map(MadeRevision::object).toList()));
  }

  private static ReleaseObject object(ManifestObject object) {
    var key = object.key();
    return new ReleaseObject(key.apiVersion(), key.kind(), key.namespace(), key.name());
  }
}
