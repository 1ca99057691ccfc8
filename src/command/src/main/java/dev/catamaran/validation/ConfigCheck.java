package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.EngineRequest.Watched;
import dev.catamaran.watch.Watch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What kustomize and the API server refuse of the folder config. */
final class ConfigCheck {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private ConfigCheck() {}

  /** Asks the program that has their code. */
  static List<Finding> of(Path folder, List<Watch> watches) {
    var watched = watches.stream().map(ConfigCheck::watched).toList();
    try (var checker = Engine.checker()) {
      var answer =
          checker.call(
              new EngineRequest.Config(folder.toString(), watched, ChartDefinition.status()),
              LIMIT);
      return answer.path("findings").valueStream().map(ConfigCheck::finding).toList();
    } catch (EngineFaultException e) {
      throw new ManagerException("config cannot be checked: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ManagerException("config is not checked: the command was interrupted");
    }
  }

  private static Watched watched(Watch watch) {
    var gvk = watch.gvk();
    return new Watched(
        gvk.group(), gvk.version(), gvk.kind(), watch.chart().isPresent(), watch.line());
  }

  private static Finding finding(JsonNode json) {
    return Finding.of(
        CheckRule.of(json.path("rule").asText()),
        json.path("file").asText(),
        json.path("line").asInt(),
        json.path("message").asText());
  }
}
