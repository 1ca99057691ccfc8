package dev.catamaran.helm;

import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UninstallOptions;
import dev.catamaran.telemetry.Step;
import dev.catamaran.telemetry.Steps;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Traces the calls of an engine as steps of the current pass. */
public final class TracedEngine implements HelmEngine {
  private final HelmEngine engine;

  /** Traces the calls of {@code engine}. */
  public TracedEngine(HelmEngine engine) {
    this.engine = engine;
  }

  @Override
  public void install(DesiredRelease desired) {
    make("helm install", desired, () -> engine.install(desired));
  }

  @Override
  public void upgrade(DesiredRelease desired) {
    make("helm upgrade", desired, () -> engine.upgrade(desired));
  }

  @Override
  public void rollback(DesiredRelease desired, Revision target) {
    call(
        "helm rollback",
        target.release(),
        step -> {
          step.says("catamaran.release.target", target.number());
          engine.rollback(desired, target);
        });
  }

  @Override
  public void test(ReleaseKey release, Duration timeout) {
    call("helm test", release, step -> engine.test(release, timeout));
  }

  @Override
  public boolean uninstall(ReleaseKey release, UninstallOptions options) {
    var wasThere = new AtomicBoolean();
    call("helm uninstall", release, step -> wasThere.set(engine.uninstall(release, options)));
    return wasThere.get();
  }

  private interface Call {
    void in(Step step);
  }

  private static void make(String name, DesiredRelease desired, Runnable call) {
    var chart = desired.chart();
    call(
        name,
        desired.release(),
        step -> {
          step.says("catamaran.chart.name", chart.name())
              .says("catamaran.chart.version", chart.version());
          call.run();
        });
  }

  private static void call(String name, ReleaseKey release, Call call) {
    Steps.run(
        name,
        step -> {
          step.says("catamaran.release.name", release.name())
              .says("catamaran.release.namespace", release.namespace());
          try {
            call.in(step);
          } catch (EngineException e) {
            step.says("catamaran.failure", e.failure().getClass().getSimpleName());
            throw e;
          }
          return step;
        });
  }
}
