package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import java.util.List;

/**
 * What an update will write.
 *
 * @param notes about the generated files
 * @param report Markdown
 * @param conflicts that are written with both sides
 */
public record UpdatePlan(Changes changes, Notes notes, String report, List<String> conflicts) {
  /** Why nothing is written. */
  static final String SAME_PLACE =
      "an edit and a change of the new version are at the same place; nothing is written:";

  /**
   * Returns conflicts that a person wants to have written.
   *
   * @param markers whether she does
   * @throws ManagerException with the problem, if she does not
   */
  static List<String> accepted(List<String> conflicts, boolean markers, String problem) {
    if (!conflicts.isEmpty() && !markers) {
      throw new ManagerException(
          problem
              + "\n  "
              + String.join("\n  ", conflicts)
              + "\nTake your edit back there and repeat the command, or decide in the files: --markers writes both sides"
              + " into texts, and leaves the other files as you have them");
    }
    return conflicts;
  }

  /** Copies the list. */
  public UpdatePlan {
    conflicts = List.copyOf(conflicts);
  }
}
