package dev.catamaran.controller;

import dev.catamaran.telemetry.WatchMeters;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;

/** An SDK Operator that removes its meters when it stops. */
final class MeteredOperator extends Operator {
  private final WatchMeters meters;

  MeteredOperator(ConfigurationService service, WatchMeters meters) {
    super(service);
    this.meters = meters;
  }

  @Override
  public void stop() {
    super.stop();
    meters.close();
  }
}
