package dev.catamaran.validation;

import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.MarkedYaml;
import dev.catamaran.yaml.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A YAML file of a project.
 *
 * @param path from the project's folder
 * @param documents none if it is not YAML or is not there, which another check says
 */
record YamlFile(String path, List<YamlDocument> documents) {
  static YamlFile read(Path folder, String path) {
    try {
      var documents = MarkedYaml.documents(TextFile.read(folder.resolve(path)));
      return new YamlFile(path, documents.stream().map(YamlDocument::new).toList());
    } catch (InvalidYamlException | IOException e) {
      return new YamlFile(path, List.of());
    }
  }
}
