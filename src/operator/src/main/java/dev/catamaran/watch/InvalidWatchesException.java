package dev.catamaran.watch;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A watches.yaml cannot be used. The message has a headline and one line for each problem. */
public final class InvalidWatchesException extends Exception {

  private final transient List<Problem> problems;

  public InvalidWatchesException(Path file, List<Problem> problems) {
    super(
        problems.stream()
            .map(problem -> "  " + problem.message())
            .collect(Collectors.joining("\n", headline(file, problems.size()), "")));
    this.problems = List.copyOf(problems);
  }

  private static String headline(Path file, int count) {
    return file + " has " + (count == 1 ? "1 problem" : count + " problems") + ":\n";
  }

  /** Returns all problems, in the order of the lines; never empty. */
  public List<Problem> problems() {
    return problems;
  }
}
