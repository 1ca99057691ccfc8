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
  /**
   * Returns conflicts of edits and changes, if a person wants to have them written.
   *
   * @param markers whether that is so
   * @throws ManagerException if there are some, and that is not so
   */
  static List<String> accepted(List<String> conflicts, boolean markers) {
    return accepted(
        conflicts,
        markers,
        "an edit and a change of the new version are at the same place",
        "Take your edit back there and repeat the command");
  }

  /** The same with another problem, and what to do about it. */
  static List<String> accepted(
      List<String> conflicts, boolean markers, String problem, String remedy) {
    if (!conflicts.isEmpty() && !markers) {
      throw new ManagerException(
          problem
              + "; nothing is written:\n  "
              + String.join("\n  ", conflicts)
              + "\n"
              + remedy
              + ", or decide in the files: --markers writes both sides"
              + " into texts, and leaves the other files as you have them");
    }
    return conflicts;
  }
}
