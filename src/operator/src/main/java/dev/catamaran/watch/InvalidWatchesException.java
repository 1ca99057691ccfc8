package dev.catamaran.watch;

import java.nio.file.Path;
import java.util.ArrayList;
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

  /**
   * One problem of a watches.yaml.
   *
   * @param file path of the file as given
   * @param line counted from 1; 0 for the file as a whole
   * @param path such as {@code watches[2].reconcilePeriod}; empty if it concerns no single entry
   * @param gvk the entry's API as far as it is known; may be empty
   * @param problem description of the problem
   * @param hint advice; may be empty
   */
  public record Problem(Path file, int line, String path, String gvk, String problem, String hint) {

    /**
     * Returns {@code watches.yaml:<line> watches[i] <GVK>: <problem>; <hint>}, without unknown
     * parts.
     */
    public String message() {
      var place = new ArrayList<String>();
      place.add(line > 0 ? file + ":" + line : file.toString());
      if (!path.isEmpty()) {
        place.add(path.split("\\.", 2)[0]);
      }
      if (!gvk.isEmpty()) {
        place.add(gvk);
      }
      return String.join(" ", place) + ": " + problem + (hint.isEmpty() ? "" : "; " + hint);
    }
  }
}
