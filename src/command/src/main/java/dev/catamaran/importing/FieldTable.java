package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Which fields of a tool's objects are not imported, and why. Pure. */
final class FieldTable {
  private final JsonNode table;

  /** Reads a resource of this package: the followed fields, and reasons by the paths of others. */
  FieldTable(String resource) {
    try (var stream = FieldTable.class.getResourceAsStream(resource)) {
      table = new YAMLMapper().readTree(Objects.requireNonNull(stream, resource));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isFollowed(String path) {
    return table.path("followed").valueStream().anyMatch(field -> field.asText().equals(path));
  }

  /**
   * Returns a sentence for each field that is not imported.
   *
   * @param prefix path of the object in the spec, with a point; empty for the spec
   */
  List<String> notes(String prefix, JsonNode object) {
    var notes = new ArrayList<String>();
    for (var field : object.properties()) {
      var path = prefix + field.getKey();
      if (!isFollowed(path)) {
        note(path, field.getValue(), notes);
      }
    }
    return notes;
  }

  /** A part with a reason of its own gets a sentence; the others are in one. */
  private void note(String path, JsonNode value, List<String> notes) {
    var parts = new ArrayList<String>();
    for (var part : value.properties()) {
      var below = path + "." + part.getKey();
      if (table.path("reasons").has(below)) {
        notes.add(sentence(below, below));
      } else {
        parts.add(part.getKey());
      }
    }
    if (!parts.isEmpty()) {
      notes.add(sentence(path + " (" + String.join(", ", parts) + ")", path));
    } else if (value.properties().isEmpty()) {
      notes.add(sentence(path, path));
    }
  }

  private String sentence(String shown, String path) {
    return "spec.%s is not imported: %s"
        .formatted(
            shown,
            table
                .path("reasons")
                .path(path)
                .asText("this version of the command does not know it"));
  }
}
