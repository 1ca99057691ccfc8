package dev.catamaran.project;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sentences for people about generated files.
 *
 * @param conflicts edits at the place of a change of the generated text: only the run that finds
 *     one reports it
 * @param others what the files leave open: each run reports it again
 */
public record Notes(List<String> conflicts, List<String> others) {
  /** No note. */
  public static final Notes NONE = new Notes(List.of(), List.of());

  /** Returns these notes and those of another command. */
  public Notes and(Notes notes) {
    return new Notes(
        Stream.concat(conflicts.stream(), notes.conflicts.stream()).toList(),
        Stream.concat(others.stream(), notes.others.stream()).toList());
  }

  /**
   * Returns the conflicts, and the others that begin with a subject and a colon.
   *
   * @param subjects kinds, and paths of charts
   */
  Notes about(List<String> subjects) {
    return new Notes(
        conflicts,
        others.stream()
            .filter(note -> subjects.stream().anyMatch(it -> note.startsWith(it + ": ")))
            .toList());
  }

  /** Returns these notes and another one that each run reports again. */
  Notes and(String other) {
    var all = new ArrayList<>(others);
    all.add(other);
    return new Notes(conflicts, all);
  }
}
