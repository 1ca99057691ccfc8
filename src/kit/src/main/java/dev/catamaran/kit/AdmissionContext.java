package dev.catamaran.kit;

import java.util.List;

/**
 * User and mode of an admission request.
 *
 * @param user as the API server authenticated them
 * @param groups of the user
 * @param dryRun whether the API server will store nothing; a webhook must then leave no trace
 *     elsewhere
 */
public record AdmissionContext(String user, List<String> groups, boolean dryRun) {
  /** Copies the list. */
  public AdmissionContext {
    groups = List.copyOf(groups);
  }
}
