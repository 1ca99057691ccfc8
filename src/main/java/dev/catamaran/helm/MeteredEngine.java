package dev.catamaran.helm;

import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UninstallOptions;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.telemetry.ReleaseMeters.Operation;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Measures the calls of an engine.
 *
 * @param engine executes the calls
 * @param meters of one watch
 */
public record MeteredEngine(HelmEngine engine, ReleaseMeters meters) implements HelmEngine {

  @Override
  public void install(DesiredRelease desired) {
    meters.call(Operation.INSTALL, () -> engine.install(desired));
  }

  @Override
  public void upgrade(DesiredRelease desired) {
    meters.call(Operation.UPGRADE, () -> engine.upgrade(desired));
  }

  @Override
  public void rollback(DesiredRelease desired, Revision target) {
    meters.call(Operation.ROLLBACK, () -> engine.rollback(desired, target));
  }

  @Override
  public void test(ReleaseKey release, Duration timeout) {
    meters.call(Operation.TEST, () -> engine.test(release, timeout));
  }

  @Override
  public boolean uninstall(ReleaseKey release, UninstallOptions options) {
    var wasThere = new AtomicBoolean();
    meters.call(Operation.UNINSTALL, () -> wasThere.set(engine.uninstall(release, options)));
    return wasThere.get();
  }
}
