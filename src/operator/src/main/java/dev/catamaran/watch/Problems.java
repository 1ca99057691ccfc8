package dev.catamaran.watch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the problems and notes of one file. */
final class Problems {

  private final Path file;
  private final List<Problem> problems = new ArrayList<>();
  private final List<Problem> notes = new ArrayList<>();

  Problems(Path file) {
    this.file = file;
  }

  void add(int line, String path, String gvk, String problem, String hint) {
    problems.add(new Problem(file, line, path, gvk, problem, hint));
  }

  void addNote(int line, String path, String gvk, String note, String hint) {
    notes.add(new Problem(file, line, path, gvk, note, hint));
  }

  void throwIfAny() throws InvalidWatchesException {
    if (!problems.isEmpty()) {
      throw new InvalidWatchesException(file, sorted());
    }
  }

  List<Problem> sorted() {
    return problems.stream().sorted(Comparator.comparingInt(Problem::line)).toList();
  }

  List<String> notes() {
    return notes.stream().map(Problem::message).toList();
  }
}
