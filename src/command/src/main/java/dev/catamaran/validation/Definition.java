package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.GroupVersionKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A CustomResourceDefinition of a project. */
record Definition(YamlFile file, YamlDocument document) {
  private static final String KIND = "CustomResourceDefinition";

  /** A version, with its path in the definition. */
  record Version(JsonNode json, List<String> path) {
    String name() {
      return json.path("name").asText();
    }

    boolean isServed() {
      return json.path("served").asBoolean();
    }

    boolean isStored() {
      return json.path("storage").asBoolean();
    }

    JsonNode schema() {
      return json.path("schema").path("openAPIV3Schema");
    }
  }

  /** Returns the definitions in a file. */
  static Stream<Definition> in(YamlFile file) {
    return file.documents().stream()
        .filter(document -> document.text("kind").equals(KIND))
        .map(document -> new Definition(file, document));
  }

  boolean defines(GroupVersionKind gvk) {
    return group().equals(gvk.group()) && kind().equals(gvk.kind());
  }

  String group() {
    return spec().path("group").asText();
  }

  String kind() {
    return spec().path("names").path("kind").asText();
  }

  String plural() {
    return spec().path("names").path("plural").asText();
  }

  JsonNode spec() {
    return document.json().path("spec");
  }

  List<Version> versions() {
    var versions = spec().path("versions");
    return IntStream.range(0, versions.size())
        .mapToObj(i -> new Version(versions.get(i), List.of("spec", "versions", String.valueOf(i))))
        .toList();
  }

  Optional<Version> version(String name) {
    return versions().stream().filter(version -> version.name().equals(name)).findFirst();
  }

  Finding finding(CheckRule rule, List<String> path, String message) {
    return Finding.of(rule, file.path(), document.line(path), message);
  }
}
