package dev.catamaran.helm;

import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.telemetry.ReleaseMeters.Operation;

/**
 * Measures the calls of an engine.
 *
 * @param engine executes the calls
 * @param meters of one watch
 */
public record MeteredEngine(HelmEngine engine, ReleaseMeters meters) implements HelmEngine {

  @Override
  public HelmCall.Result run(HelmCall call) {
    return meters.call(operation(call), () -> engine.run(call));
  }

  static Operation operation(HelmCall call) {
    return switch (call) {
      case HelmCall.Install ignored -> Operation.INSTALL;
      case HelmCall.Upgrade ignored -> Operation.UPGRADE;
      case HelmCall.Rollback ignored -> Operation.ROLLBACK;
      case HelmCall.Compare ignored -> Operation.COMPARE;
      case HelmCall.Test ignored -> Operation.TEST;
      case HelmCall.Uninstall ignored -> Operation.UNINSTALL;
    };
  }
}
