package dev.catamaran.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects the problems and notes of one file.
 *
 * @param gvk API of the entry that they are about; may be empty
 */
record Problems(Path file, String gvk, List<Problem> problems, List<Problem> notes) {

  static Problems of(Path file) {
    return new Problems(file, "", new ArrayList<>(), new ArrayList<>());
  }

  /** Returns the same collection, for an entry with that API. */
  Problems about(String api) {
    return new Problems(file, api, problems, notes);
  }

  void add(int line, String path, String problem, String hint) {
    problems.add(new Problem(file, line, path, gvk, problem, hint));
  }

  void addNote(int line, String path, String note, String hint) {
    notes.add(new Problem(file, line, path, gvk, note, hint));
  }

  List<Problem> sorted() {
    return problems.stream().sorted(Comparator.comparingInt(Problem::line)).toList();
  }
}
