package dev.catamaran.validation;

import dev.catamaran.watch.Watch;
import dev.catamaran.yaml.Marked;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The classes of watches.yaml.
 *
 * @param classPath the entries of the class path
 */
record ClassesCheck(List<Path> classPath) implements Check {
  ClassesCheck {
    classPath = List.copyOf(classPath);
  }

  static ClassesCheck ofProcess() {
    var entries = System.getProperty("java.class.path", "").split(File.pathSeparator, -1);
    return new ClassesCheck(Stream.of(entries).map(Path::of).map(Path::toAbsolutePath).toList());
  }

  @Override
  public List<Finding> findings(CheckedProject project) {
    var rule = isUnbuilt(project.folder()) ? CheckRule.CLASS_NOT_BUILT : CheckRule.CLASS_MISSING;
    return project.watches().stream().flatMap(watch -> findings(project, watch, rule)).toList();
  }

  private static Stream<Finding> findings(CheckedProject project, Watch watch, CheckRule rule) {
    return ClassesOfWatch.of(watch)
        .flatMap(
            named ->
                named.problem().stream()
                    .map(
                        problem ->
                            Finding.of(
                                rule,
                                project.watchesFile().path(),
                                line(project, watch, named),
                                problem)));
  }

  /** A project that Maven builds, and no jar of it is here: the classes cannot be known. */
  private boolean isUnbuilt(Path folder) {
    return Files.isRegularFile(folder.resolve("pom.xml"))
        && classPath.stream().noneMatch(entry -> entry.startsWith(folder) && Files.exists(entry));
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
