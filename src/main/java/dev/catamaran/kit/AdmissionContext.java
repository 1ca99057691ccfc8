package dev.catamaran.kit;

import java.util.List;

/**
 * Who asks for a change, and how.
 *
 * @param user as the API server authenticated them
 * @param groups of the user
 * @param dryRun whether nothing will be stored; a webhook must not leave a trace elsewhere then
 */
public record AdmissionContext(String user, List<String> groups, boolean dryRun) {
  /** Copies the list. */
  public AdmissionContext {
    groups = List.copyOf(groups);
  }
}
