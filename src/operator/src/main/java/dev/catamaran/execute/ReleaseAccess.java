package dev.catamaran.execute;

import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.release.Account;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.telemetry.ReleaseMeters.Operation;
import java.util.Locale;

/**
 * Write access to releases and their objects, with the rights of one account.
 *
 * @param engine changes releases
 * @param objects changes the objects of releases
 */
public record ReleaseAccess(HelmEngine engine, ReleaseObjects objects) {

  /** Provides the access of each account. */
  public interface ByAccount {
    ReleaseAccess of(Account account);
  }

  /** Returns this access with metrics for its Helm calls. */
  public ReleaseAccess measured(ReleaseMeters meters) {
    return new ReleaseAccess(
        call ->
            meters.call(
                Operation.valueOf(call.word().toUpperCase(Locale.ROOT)), () -> engine.run(call)),
        objects);
  }

  /** Returns this access with the exemptions from drift that {@code rules} define. */
  public ReleaseAccess exempting(DriftRules rules) {
    return new ReleaseAccess(engine, objects.exempting(rules));
  }
}
