package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.helm.ChartEngine;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * The files of a chart's folder that belong to the chart: those that Helm loads, which heeds
 * .helmignore, but those of a version control. Values for tests in ci/ belong to it, although Helm
 * packs them not: its permissions follow from them.
 *
 * @param loaded by Helm, as paths in the chart's folder with slashes
 */
public record ChartContent(Set<String> loaded) implements Predicate<Path> {
  /** A nested .git makes a link of the folder, and a .gitignore keeps its files out of a commit. */
  private static final Set<String> OF_VERSION_CONTROL =
      Set.of(".git", ".gitignore", ".gitmodules", ".hg", ".svn", ".bzr");

  private static final Pattern CI = Pattern.compile("ci/[^/]*\\.ya?ml");

  /**
   * Asks Helm.
   *
   * @param folder of the chart
   * @throws ManagerException if Helm cannot load it
   */
  public static ChartContent of(ChartEngine engine, Path folder) {
    try {
      return new ChartContent(engine.files(folder));
    } catch (EngineFaultException e) {
      throw new ManagerException("%s: %s".formatted(folder, e.fault().message()));
    }
  }

  /** Whether a file belongs to the chart. Its path begins in the chart's folder. */
  @Override
  public boolean test(Path file) {
    var name = file.toString();
    return CI.matcher(name).matches()
        || (loaded.contains(name)
            && StreamSupport.stream(file.spliterator(), false)
                .noneMatch(part -> OF_VERSION_CONTROL.contains(part.toString())));
  }
}
