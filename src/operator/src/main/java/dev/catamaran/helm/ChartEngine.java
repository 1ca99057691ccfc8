package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.EngineRequest.Rendered;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.engine.ReleaseRequest.Target;
import dev.catamaran.engine.SharedEngine;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.release.ValuesCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Helm's answers about charts and stored revisions. Its process starts with the first request. Safe
 * for concurrent use.
 */
public final class ChartEngine implements ValuesCheck, HelmSyntax, AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Engine engine;
  private final Runnable end;

  private ChartEngine(Engine engine, Runnable end) {
    this.engine = engine;
    this.end = end;
  }

  /**
   * Returns one that shares a process with all others for charts.
   *
   * @throws ManagerException if there is no program for it
   */
  public static ChartEngine start() {
    var shared = SharedEngine.use();
    return new ChartEngine(checked(shared.engine()), shared::close);
  }

  public static ChartEngine of(Engine engine) {
    return new ChartEngine(engine, engine::close);
  }

  /**
   * Returns the engine if there is a program for it.
   *
   * @throws ManagerException if there is none; says what to do
   */
  public static Engine checked(Engine engine) {
    try {
      engine.check();
      return engine;
    } catch (IOException e) {
      throw new ManagerException("cannot run Helm: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    end.run();
  }

  /**
   * Renders a chart. The answer is that of {@link EngineRequest.Render}.
   *
   * @param isUpgrade what templates see
   * @param world what templates see of the cluster
   * @throws EngineFaultException with Helm's sentence, if it cannot be rendered
   */
  public JsonNode render(
      Chart chart, ReleaseKey release, Values values, boolean isUpgrade, World world)
      throws EngineFaultException {
    var target =
        new Target(release.name(), release.namespace(), "", 0, false, "", List.of(), 0, null);
    return call(
        new EngineRequest.Render(
            target, new Rendered(reference(chart), values.toTree()), isUpgrade, world));
  }

  /**
   * Creates Helm's starter chart, as {@code helm create} does.
   *
   * @param name name of the chart
   * @param folder where its folder is created
   * @return the chart's folder
   * @throws EngineException if the name is not valid, or the folder cannot be written
   */
  public Path create(String name, Path folder) {
    return Path.of(
        orRejected(new EngineRequest.Create(name, folder.toString())).path("path").asText());
  }

  /**
   * Returns the files that belong to a chart, as paths in its folder with slashes.
   *
   * @throws ManagerException if Helm cannot load it
   */
  public List<String> files(Path folder) {
    var chart = new EngineRequest.Chart(folder.toString(), "", Map.of());
    try {
      var answer = call(new EngineRequest.Show(chart));
      return answer.path("files").valueStream().map(JsonNode::asText).toList();
    } catch (EngineFaultException e) {
      throw new ManagerException("%s: %s".formatted(folder, e.fault().message()));
    }
  }

  /** Leaves it to the rendering to tell what Helm cannot load. */
  @Override
  public Optional<List<String>> violations(
      ReleaseKey release, Chart chart, Values values, SecretTexts secrets) {
    try {
      var answer =
          call(
              new EngineRequest.Check(
                  release.toString(), reference(chart), values.toTree(), secrets.texts()));
      return answer.path("schemas").asBoolean()
          ? Optional.of(
              answer.path("violations").valueStream().map(ChartEngine::violation).toList())
          : Optional.empty();
    } catch (EngineFaultException e) {
      var failure = EngineFaults.stored(e.fault());
      if (failure.blamesTheInput()) {
        return Optional.of(List.of());
      }
      throw new EngineException(failure);
    }
  }

  private static String violation(JsonNode violation) {
    var path = violation.path("path").asText();
    return (path.isEmpty() ? "the values" : path) + ": " + violation.path("message").asText();
  }

  @Override
  public String evaluate(String template) throws FailedException {
    try {
      return call(new EngineRequest.Evaluate(template)).path("text").asText();
    } catch (EngineFaultException e) {
      throw new FailedException(e.fault().message().strip().replaceAll("\\s*\\R\\s*", " "));
    }
  }

  @Override
  public boolean isVersion(String text) {
    try {
      call(new EngineRequest.Versions(text, List.of()));
      return true;
    } catch (EngineFaultException e) {
      if (e.fault().reason() == Reason.BAD_REQUEST) {
        return false;
      }
      throw new ManagerException("cannot run Helm: " + e.getMessage());
    }
  }

  /**
   * Tells whether a revision was made from a {@code chart} and with {@code values}, as {@link
   * EngineRequest.Same} answers.
   *
   * @param stored the chart of the revision
   * @param config the values of the revision
   * @throws EngineException if Helm cannot load the chart, or combine the values
   */
  public JsonNode same(Chart chart, Values values, JsonNode stored, Values config) {
    return orFailed(
        new EngineRequest.Same(
            reference(chart), List.of(values.toTree()), stored, config.toTree()));
  }

  /** Returns the answer to a request that only a mistake of its parameters can fail. */
  public JsonNode orRejected(EngineRequest request) {
    try {
      return call(request);
    } catch (EngineFaultException e) {
      throw new EngineException(Kind.REJECTED.of(String.valueOf(e.getMessage())));
    }
  }

  /** Returns the answer to a request, whose fault is a failure. */
  JsonNode orFailed(EngineRequest request) {
    try {
      return call(request);
    } catch (EngineFaultException e) {
      throw new EngineException(EngineFaults.stored(e.fault()));
    }
  }

  static EngineRequest.Chart reference(Chart chart) {
    return new EngineRequest.Chart(chart.path().toString(), chart.digest(), Map.of());
  }

  private JsonNode call(EngineRequest request) throws EngineFaultException {
    try {
      return engine.call(request, LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(Kind.UNFINISHED.of("stopped while Helm was at work"));
    }
  }
}
