package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.EngineRequest.Watched;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What kustomize and the API server refuse of the folder config, and the CustomResourceDefinitions
 * in it.
 */
record ConfigCheck(List<Finding> found, List<Definition> definitions) implements Check {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /**
   * A CustomResourceDefinition of a project.
   *
   * @param file path from the project's folder
   * @param serves versions
   */
  record Definition(String file, String group, String kind, String plural, List<String> serves) {
    private static Definition of(JsonNode json) {
      return new Definition(
          json.path("file").asText(),
          json.path("group").asText(),
          json.path("kind").asText(),
          json.path("plural").asText(),
          json.path("serves").valueStream().map(JsonNode::asText).toList());
    }

    boolean defines(GroupVersionKind gvk) {
      return group.equals(gvk.group()) && kind.equals(gvk.kind());
    }
  }

  /**
   * Asks the program that has their code.
   *
   * @param folder of the project, absolute
   * @throws ManagerException if the program cannot be run; says what to do
   */
  static ConfigCheck of(Path folder, List<Watch> watches) {
    var watched = watches.stream().map(ConfigCheck::watched).toList();
    try (var checker = Engine.checker()) {
      var answer =
          checker.call(
              new EngineRequest.Config(folder.toString(), watched, ChartDefinition.status()),
              LIMIT);
      return new ConfigCheck(
          answer.path("findings").valueStream().map(ConfigCheck::finding).toList(),
          answer.path("definitions").valueStream().map(Definition::of).toList());
    } catch (EngineFaultException e) {
      throw new ManagerException("config cannot be checked: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ManagerException("config is not checked: the command was interrupted");
    }
  }

  private static Watched watched(Watch watch) {
    var gvk = watch.gvk();
    return new Watched(gvk.group(), gvk.version(), gvk.kind(), watch.source() instanceof HelmChart);
  }

  private static Finding finding(JsonNode json) {
    return Finding.of(
        CheckRule.of(json.path("rule").asText()),
        json.path("file").asText(),
        json.path("line").asInt(),
        json.path("message").asText());
  }

  @Override
  public List<Finding> findings(CheckedProject project) {
    return found;
  }
}
