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
import java.util.stream.Stream;

/** What kustomize and the API server refuse of the folder config. */
final class ConfigCheck {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private ConfigCheck() {}

  /** Asks the program that has their code. */
  static List<Finding> of(Path folder, String watchesFile, List<Watch> watches) {
    var watched = watches.stream().map(ConfigCheck::watched).toList();
    try (var checker = Engine.checker()) {
      var answer =
          checker.call(
              new EngineRequest.Config(folder.toString(), watched, ChartDefinition.status()),
              LIMIT);
      return Stream.concat(
              answer.path("findings").valueStream().map(ConfigCheck::finding),
              answer
                  .path("definitions")
                  .valueStream()
                  .flatMap(crd -> otherVersions(crd, watchesFile, watches)))
          .toList();
    } catch (EngineFaultException e) {
      throw new ManagerException("config cannot be checked: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ManagerException("config is not checked: the command was interrupted");
    }
  }

  private static Watched watched(Watch watch) {
    var gvk = watch.gvk();
    return new Watched(gvk.group(), gvk.version(), gvk.kind(), watch.chart().isPresent());
  }

  private static Finding finding(JsonNode json) {
    return Finding.of(
        CheckRule.of(json.path("rule").asText()),
        json.path("file").asText(),
        json.path("line").asInt(),
        json.path("message").asText());
  }

  private static Stream<Finding> otherVersions(
      JsonNode crd, String watchesFile, List<Watch> watches) {
    var served = crd.path("serves").valueStream().map(JsonNode::asText).toList();
    return watches.stream()
        .filter(watch -> watch.gvk().group().equals(crd.path("group").asText()))
        .filter(watch -> watch.gvk().kind().equals(crd.path("kind").asText()))
        .filter(watch -> !served.contains(watch.gvk().version()))
        .map(
            watch ->
                Finding.of(
                    CheckRule.CRD_VERSION,
                    watchesFile,
                    watch.line(),
                    "%s does not serve version %s"
                        .formatted(crd.path("file").asText(), watch.gvk().version())));
  }
}
