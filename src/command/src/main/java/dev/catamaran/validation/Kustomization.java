package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A kustomization.yaml. */
record Kustomization(YamlFile file) {
  private static final List<String> LISTS =
      List.of("resources", "components", "patchesStrategicMerge", "configurations");

  /**
   * Returns whether a file of its folder has an effect: as a resource, a patch, or a settings file.
   */
  boolean lists(String path) {
    return named().anyMatch(name -> name.equals(path) || path.startsWith(name + "/"));
  }

  private Stream<String> named() {
    return file.documents().stream()
        .flatMap(
            document ->
                Stream.concat(
                    LISTS.stream().flatMap(list -> texts(document.json().path(list))),
                    texts(document.json().path("patches"), "path")))
        .map(name -> name.replaceFirst("^\\./", "").replaceFirst("/$", ""));
  }

  private static Stream<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText);
  }

  private static Stream<String> texts(JsonNode list, String field) {
    return list.valueStream().map(item -> item.path(field).asText());
  }

  /** Returns a finding for each resource on disk that does not exist. */
  List<Finding> missing(Path project) {
    var folder = project.resolve(file.path()).resolveSibling("");
    var findings = new ArrayList<Finding>();
    for (var document : file.documents()) {
      var resources = document.json().path("resources");
      for (int i = 0; i < resources.size(); i++) {
        var name = resources.get(i).asText();
        if (!name.contains(":") && !Files.exists(folder.resolve(name))) {
          int line = document.line(List.of("resources", String.valueOf(i)));
          findings.add(
              Finding.of(
                  CheckRule.KUSTOMIZATION_FILE, file.path(), line, name + " does not exist"));
        }
      }
    }
    return findings;
  }
}
