package dev.catamaran.project;

import java.util.List;

/**
 * What a command will write.
 *
 * @param api the new API
 * @param notes sentences for people: what the generated files leave open
 */
public record Plan(ProjectApi api, Changes changes, List<String> notes) {
  /** Copies the notes. */
  public Plan {
    notes = List.copyOf(notes);
  }
}
