package dev.catamaran.project;

import java.util.List;

/**
 * What an update of charts will write.
 *
 * @param notes about the generated files
 * @param report Markdown
 * @param conflicts that are written with both sides
 */
public record UpdatePlan(Changes changes, Notes notes, String report, List<String> conflicts) {
  /** Copies the list. */
  public UpdatePlan {
    conflicts = List.copyOf(conflicts);
  }
}
