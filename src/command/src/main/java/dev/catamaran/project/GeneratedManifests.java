package dev.catamaran.project;

import java.nio.file.Path;
import java.util.List;

record GeneratedManifests(Path folder, ProjectFile project) {
  List<String> addTo(Changes changes) {
    return new GeneratedText("config/x.yaml", folder + project.domain())
        .addTo(changes).stream().toList();
  }
}
