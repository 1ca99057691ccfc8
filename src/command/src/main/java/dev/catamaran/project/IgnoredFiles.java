package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The files of a chart's folder that do not belong to the chart: those of a version control, and
 * what its .helmignore names, by the rules of Helm (helm.sh/helm, pkg/ignore). Values for tests in
 * ci/ belong to it, although Helm packs them not: its rights follow from them.
 */
record IgnoredFiles(List<Rule> rules) {
  private static final String FILE = ".helmignore";

  /** A nested .git makes a link of the folder, and a .gitignore keeps its files out of a commit. */
  private static final Set<String> OF_VERSION_CONTROL =
      Set.of(".git", ".gitignore", ".gitmodules", ".hg", ".svn", ".bzr");

  private static final Pattern CI = Pattern.compile("ci/[^/]*-values\\.yaml");

  /**
   * A line of .helmignore.
   *
   * @param isOfName whether the pattern is for the name, and not for the path
   */
  record Rule(Pattern pattern, boolean isOfName, boolean isOfFolder, boolean isNegative) {

    /** Reads a line; empty for one without a rule. */
    static Optional<Rule> read(String line) {
      var text = line.strip();
      if (text.isEmpty() || text.startsWith("#")) {
        return Optional.empty();
      }
      boolean isNegative = text.startsWith("!");
      var rest = isNegative ? text.substring(1) : text;
      boolean isOfFolder = rest.endsWith("/");
      rest = isOfFolder ? rest.substring(0, rest.length() - 1) : rest;
      var rooted = rest.startsWith("/") ? rest.substring(1) : rest;
      return Optional.of(new Rule(pattern(rooted), !rest.contains("/"), isOfFolder, isNegative));
    }

    /** A pattern of Go's path.Match. */
    private static Pattern pattern(String glob) {
      var regex = new StringBuilder();
      for (int i = 0; i < glob.length(); i++) {
        char next = glob.charAt(i);
        int end = next == '[' ? glob.indexOf(']', i + 2) : -1;
        if (end > 0) {
          regex.append(glob, i, end + 1);
          i = end;
        } else if (next == '*') {
          regex.append("[^/]*");
        } else if (next == '?') {
          regex.append("[^/]");
        } else {
          i = next == '\\' && i + 1 < glob.length() ? i + 1 : i;
          regex.append(Pattern.quote(glob.substring(i, i + 1)));
        }
      }
      return Pattern.compile(regex.toString());
    }

    boolean names(Path path, boolean isFolder) {
      var name = isOfName ? path.getFileName() : path;
      boolean isMatch = pattern.matcher(name.toString()).matches();
      return isNegative
          ? (isOfFolder && !isFolder) || !isMatch
          : (!isOfFolder || isFolder) && isMatch;
    }
  }

  /** Copies the list. */
  IgnoredFiles {
    rules = List.copyOf(rules);
  }

  /**
   * Reads the rules of a chart.
   *
   * @throws ManagerException if its .helmignore cannot be read
   */
  static IgnoredFiles of(Path folder) {
    var file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return new IgnoredFiles(List.of());
    }
    try {
      return new IgnoredFiles(
          Files.readAllLines(file).stream().flatMap(line -> Rule.read(line).stream()).toList());
    } catch (IOException | IllegalArgumentException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }

  /** Whether a file is not of the chart. Its path begins in the chart's folder. */
  boolean has(Path file) {
    if (CI.matcher(file.toString()).matches()) {
      return false;
    }
    for (int length = 1; length <= file.getNameCount(); length++) {
      var part = file.subpath(0, length);
      boolean isFolder = length < file.getNameCount();
      if (OF_VERSION_CONTROL.contains(part.getFileName().toString())
          || rules.stream().anyMatch(rule -> rule.names(part, isFolder))) {
        return true;
      }
    }
    return false;
  }
}
