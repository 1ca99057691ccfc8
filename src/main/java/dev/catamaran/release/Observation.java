package dev.catamaran.release;

import java.util.List;

/**
 * All that the next step is decided on.
 *
 * @param state what was seen of the release
 * @param budget whether its input may be tried now
 * @param unmet what it has to wait for before anything is deployed, for people; empty for nothing
 */
public record Observation(ReleaseState state, Budget budget, List<String> unmet) {
  /** Copies the list. */
  public Observation {
    unmet = List.copyOf(unmet);
  }
}
