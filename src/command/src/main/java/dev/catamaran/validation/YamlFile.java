package dev.catamaran.validation;

import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.MarkedYaml;
import dev.catamaran.yaml.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A YAML file of a project.
 *
 * @param path from the project's folder
 * @param problem why there are no documents
 */
record YamlFile(String path, List<YamlDocument> documents, Optional<Finding> problem) {
  static YamlFile read(Path folder, String path) {
    try {
      var documents = MarkedYaml.documents(TextFile.read(folder.resolve(path)));
      return new YamlFile(
          path, documents.stream().map(YamlDocument::new).toList(), Optional.empty());
    } catch (InvalidYamlException e) {
      return invalid(path, e.line(), e.problem(), "look at column " + e.column());
    } catch (IOException e) {
      return invalid(path, 0, "cannot be read: " + e, "");
    }
  }

  private static YamlFile invalid(String path, int line, String message, String hint) {
    var problem = new Finding(CheckRule.YAML_INVALID, path, line, message, hint);
    return new YamlFile(path, List.of(), Optional.of(problem));
  }
}
