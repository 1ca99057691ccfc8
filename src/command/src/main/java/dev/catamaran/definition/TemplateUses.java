package dev.catamaran.definition;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How the templates of a chart use its values: evidence of types beside the defaults.
 *
 * @param actions the texts between braces
 */
public record TemplateUses(List<String> actions) {
  /** A chart without templates. */
  public static final TemplateUses NONE = new TemplateUses(List.of());

  private static final String TEMPLATES = "templates";
  private static final Pattern ACTION = Pattern.compile("\\{\\{-?(.*?)-?}}", Pattern.DOTALL);

  /** A chart asks for the type of a value, or makes a text of it, because it takes several. */
  private static final Pattern OF_SEVERAL_TYPES =
      Pattern.compile("\\b(kindIs|kindOf|typeIs|typeIsLike|typeOf|toString)\\b");

  private static final Pattern WRITTEN_AS_YAML = Pattern.compile("\\btoYaml\\b");

  /** A loop with two variables may be one over a map. */
  private static final Pattern LOOP = Pattern.compile("range [^,]*");

  private static final Pattern CONDITION = Pattern.compile("(else )?(if|with)\\b.*");

  /** What compares or converts a value, so that more than true and false may count. */
  private static final Pattern COMPARISON =
      Pattern.compile(
          "\\b(eq|ne|quote|squote|toYaml|toJson|default|get|hasKey|contains|include)\\b");

  /**
   * Reads the templates of a chart, without those of its subcharts.
   *
   * @throws ManagerException if a file cannot be read
   */
  static TemplateUses of(Path chart) {
    var folder = chart.resolve(TEMPLATES);
    if (!Files.isDirectory(folder)) {
      return NONE;
    }
    var actions = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        ACTION
            .matcher(text)
            .results()
            .map(found -> found.group(1).strip())
            .filter(action -> !action.startsWith("/*"))
            .forEach(actions::add);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(folder, e));
    }
    return new TemplateUses(actions);
  }

  /** Whether templates expect values of several types at a path. */
  boolean acceptsSeveralTypes(ValuePath path) {
    return uses(path).anyMatch(action -> OF_SEVERAL_TYPES.matcher(action).find());
  }

  /** Whether templates only ask whether the value at a path is true. */
  boolean isOnlyCondition(ValuePath path) {
    var uses = uses(path).toList();
    return !uses.isEmpty()
        && uses.stream()
            .allMatch(
                action ->
                    CONDITION.matcher(action).matches() && !COMPARISON.matcher(action).find());
  }

  /** Whether templates write the value at a path as YAML, or loop over it, and do nothing else. */
  boolean isOnlyList(ValuePath path) {
    var lists = new ArrayList<Boolean>();
    var use = pattern(path);
    for (int i = 0; i < actions.size(); i++) {
      var action = actions.get(i);
      if (use.matcher(action).find() && !action.startsWith("if ")) {
        // `with` hands the value to the next action.
        var rest =
            action.startsWith("with ") && i + 1 < actions.size() ? actions.get(i + 1) : action;
        lists.add(WRITTEN_AS_YAML.matcher(rest).find() || LOOP.matcher(rest).matches());
      }
    }
    return !lists.isEmpty() && !lists.contains(false);
  }

  /** Whether templates use a field of the value at a path. */
  boolean hasFields(ValuePath path) {
    var field = Pattern.compile("\\.Values\\." + Pattern.quote(path.text()) + "\\.\\w");
    return actions.stream().anyMatch(action -> field.matcher(action).find());
  }

  private Stream<String> uses(ValuePath path) {
    var use = pattern(path);
    return actions.stream().filter(action -> use.matcher(action).find());
  }

  private static Pattern pattern(ValuePath path) {
    return Pattern.compile("\\.Values\\." + Pattern.quote(path.text()) + "(?![\\w.])");
  }
}
