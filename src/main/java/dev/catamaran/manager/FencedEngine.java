package dev.catamaran.manager;

import dev.catamaran.election.Hold;
import dev.catamaran.election.LeaseLostException;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UninstallOptions;
import java.time.Duration;

/**
 * Refuses new calls after the end of the hold on the lease. A running call continues: only the end
 * of the process stops it.
 *
 * @param engine does the work
 * @param hold hold of this process on the lease
 */
record FencedEngine(HelmEngine engine, Hold hold) implements HelmEngine {

  @Override
  public void install(DesiredRelease desired) {
    check();
    engine.install(desired);
  }

  @Override
  public void upgrade(DesiredRelease desired) {
    check();
    engine.upgrade(desired);
  }

  @Override
  public void rollback(DesiredRelease desired, Revision target) {
    check();
    engine.rollback(desired, target);
  }

  @Override
  public void test(ReleaseKey release, Duration timeout) {
    check();
    engine.test(release, timeout);
  }

  @Override
  public boolean uninstall(ReleaseKey release, UninstallOptions options) {
    check();
    return engine.uninstall(release, options);
  }

  private void check() {
    if (hold.isOver()) {
      throw new LeaseLostException();
    }
  }
}
