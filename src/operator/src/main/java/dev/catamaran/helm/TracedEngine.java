package dev.catamaran.helm;

import dev.catamaran.chart.Chart;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.telemetry.Step;
import dev.catamaran.telemetry.Steps;
import java.util.Locale;

/** Traces the calls of an engine as steps of the current pass. */
public record TracedEngine(HelmEngine engine) implements HelmEngine {
  @Override
  public HelmCall.Result run(HelmCall call) {
    return Steps.run(
        "helm " + MeteredEngine.operation(call).name().toLowerCase(Locale.ROOT),
        step -> {
          describe(call, step);
          try {
            return engine.run(call);
          } catch (EngineException e) {
            step.attribute("catamaran.failure", e.failure().getClass().getSimpleName());
            throw e;
          }
        });
  }

  private static void describe(HelmCall call, Step step) {
    step.attribute("catamaran.release.name", call.release().name())
        .attribute("catamaran.release.namespace", call.release().namespace());
    switch (call) {
      case HelmCall.Rollback rollback ->
          step.attribute("catamaran.release.target", rollback.target().number());
      case HelmCall.OfDesired making -> describe(making.desired().chart(), step);
      case HelmCall.Test ignored -> {}
      case HelmCall.Uninstall ignored -> {}
    }
  }

  private static void describe(Chart chart, Step step) {
    step.attribute("catamaran.chart.name", chart.name())
        .attribute("catamaran.chart.version", chart.version());
  }
}
