package dev.catamaran.validation;

import dev.catamaran.watch.Watch;
import dev.catamaran.yaml.Marked;
import java.util.List;
import java.util.stream.Stream;

/** The classes of watches.yaml. */
record ClassesCheck() implements Check {
  @Override
  public List<Finding> findings(CheckedProject project) {
    return project.watches().stream().flatMap(watch -> findings(project, watch)).toList();
  }

  private static Stream<Finding> findings(CheckedProject project, Watch watch) {
    return ClassesOfWatch.of(watch)
        .flatMap(
            named ->
                named.problem().stream()
                    .map(
                        problem ->
                            Finding.of(
                                CheckRule.CLASS_MISSING,
                                project.watchesFile().path(),
                                line(project, watch, named),
                                problem)));
  }

  private static int line(CheckedProject project, Watch watch, ClassesOfWatch.Named named) {
    return WatchLines.field(project, watch, named.field())
        .map(
            entry ->
                entry.value() instanceof Marked.Sequence list
                    ? list.items().stream()
                        .filter(item -> isText(item, named.name()))
                        .findFirst()
                        .map(Marked::line)
                        .orElse(entry.line())
                    : entry.line())
        .orElse(watch.line());
  }

  private static boolean isText(Marked value, String text) {
    return value instanceof Marked.Scalar scalar && scalar.text().equals(text);
  }
}
