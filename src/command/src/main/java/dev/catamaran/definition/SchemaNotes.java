package dev.catamaran.definition;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what a structural schema leaves open. */
final class SchemaNotes {
  private final Set<String> notes = new LinkedHashSet<>();

  /** Adds a note about a place of values.schema.json. */
  void leftOpen(String pointer, String reason) {
    notes.add(
        "values.schema.json: %s: %s; left open"
            .formatted(pointer.isEmpty() ? "/" : pointer, reason));
  }

  /** Adds a note about a keyword. */
  void unsaid(String pointer, String keyword) {
    leftOpen(pointer, "\"" + keyword + "\" cannot be said in a structural schema");
  }

  List<String> list() {
    return List.copyOf(notes);
  }
}
