package dev.catamaran.recorder;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the templates of a chart may ask beside values: another rendering makes nothing else if they
 * do not ask for what has changed.
 *
 * @param apiVersions the APIs that they ask for, with or without a kind; empty for any
 * @param asksForRevision whether they may look up objects, or distinguish an upgrade
 */
record TemplateQuestions(Optional<Set<String>> apiVersions, boolean asksForRevision) {
  private static final TemplateQuestions UNKNOWN =
      new TemplateQuestions(Optional.empty(), /* asksForRevision= */ true);

  private static final Pattern ACTION = Pattern.compile("\\{\\{.*?}}", Pattern.DOTALL);
  private static final Pattern CAPABILITIES =
      Pattern.compile("\\bCapabilities\\b(?!\\.\\w)|\\bAPIVersions\\b");
  private static final Pattern ASKED = Pattern.compile("\\bAPIVersions\\.Has\\s+\"([^\"]+)\"");
  private static final Pattern REVISION =
      Pattern.compile("\\b(?:lookup|IsUpgrade|IsInstall|Revision)\\b");

  /** Copies the set. */
  TemplateQuestions {
    apiVersions = apiVersions.map(Set::copyOf);
  }

  /**
   * Reads all files of a chart that templates are or may evaluate.
   *
   * @throws ManagerException if a file cannot be read
   */
  static TemplateQuestions of(Chart chart) {
    try (var files = Files.walk(chart.path())) {
      var found = new TemplateQuestions(Optional.of(Set.of()), /* asksForRevision= */ false);
      for (var file : files.filter(Files::isRegularFile).toList()) {
        found = found.and(ofFile(chart.path().relativize(file), file));
      }
      return found;
    } catch (IOException | UncheckedIOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(chart.path(), e.getMessage()));
    }
  }

  private static TemplateQuestions ofFile(Path name, Path file) throws IOException {
    if (name.toString().endsWith(".tgz")) {
      return UNKNOWN;
    }
    return of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
  }

  /** Returns those of a text with actions. */
  static TemplateQuestions of(String text) {
    var asked = new HashSet<String>();
    boolean isKnown = true;
    boolean asksForRevision = false;
    for (var action : ACTION.matcher(text).results().map(found -> found.group()).toList()) {
      var apis = ASKED.matcher(action).results().map(found -> found.group(1)).toList();
      asked.addAll(apis);
      isKnown &= CAPABILITIES.matcher(action).results().count() == apis.size();
      asksForRevision |= REVISION.matcher(action).find();
    }
    return new TemplateQuestions(isKnown ? Optional.of(asked) : Optional.empty(), asksForRevision);
  }

  /** Returns the same for a rendering with values, which templates may evaluate. */
  TemplateQuestions with(Values values) {
    return and(of(values.toTree().toString()));
  }

  private TemplateQuestions and(TemplateQuestions other) {
    return new TemplateQuestions(
        apiVersions.flatMap(some -> other.apiVersions.map(more -> union(some, more))),
        asksForRevision || other.asksForRevision);
  }

  private static Set<String> union(Set<String> some, Set<String> more) {
    var all = new HashSet<>(some);
    all.addAll(more);
    return all;
  }

  /** Returns whether the templates may ask for one of these APIs. */
  boolean askForAny(Collection<String> served) {
    return apiVersions.map(asked -> served.stream().anyMatch(asked::contains)).orElse(true);
  }
}
