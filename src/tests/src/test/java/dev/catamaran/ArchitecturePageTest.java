package dev.catamaran;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.RemovalAction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/contributing/architecture.md agrees with the code. */
class ArchitecturePageTest {
  private static final int CLASSES_ON_THE_PATH = 20;
  private static final String PAGE = Sources.read(Path.of("docs/contributing/architecture.md"));
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| `(?<state>\\w+)` \\|[^|]*\\|(?<action>[^|]*)\\|(?<removal>[^|]*)\\|$");

  @Test
  void listsEachClassOnThePathOnceAndOnlyAFew() {
    assertEquals(path(), List.copyOf(new LinkedHashSet<>(path())));
    assertTrue(path().size() <= CLASSES_ON_THE_PATH, () -> path().size() + " classes");
    assertTrue(path().size() > CLASSES_ON_THE_PATH / 2, () -> path().size() + " classes");
  }

  /** Except the first two: the SDK calls them. */
  @Test
  void eachClassOnThePathHasAnEarlierUser() {
    var classes = path().stream().map(ArchitecturePageTest::type).toList();
    var unused = new ArrayList<String>();
    for (int i = 2; i < classes.size(); i++) {
      var used = classes.get(i);
      if (classes.subList(0, i).stream().noneMatch(user -> uses(user, used))) {
        unused.add(used.getSimpleName());
      }
    }
    assertEquals(List.of(), unused);
  }

  @Test
  void hasEachStateOnce() {
    assertEquals(
        leaves(ReleaseState.class).sorted().toList(),
        ROW.matcher(PAGE).results().map(row -> row.group("state")).sorted().toList());
  }

  @Test
  void namesActionsThatExist() {
    var known =
        Stream.of(ReleaseAction.class, RemovalAction.class)
            .flatMap(ArchitecturePageTest::leaves)
            .collect(toCollection(TreeSet::new));
    // Conditions of a primary without an action.
    known.addAll(Set.of("Waiting", "Stalled", "Progressing", "Contested"));
    var named =
        ROW.matcher(PAGE)
            .results()
            .flatMap(row -> Stream.of(row.group("action"), row.group("removal")))
            .flatMap(ArchitecturePageTest::names)
            .collect(toCollection(TreeSet::new));
    assertTrue(named.size() > 10, named::toString);
    named.removeAll(known);
    assertEquals(Set.of(), named);
  }

  @Test
  void drawsOnlyAllowedArrowsBetweenPackages() {
    var drawn = new TreeSet<String>();
    var forbidden = new ArrayList<String>();
    for (var line : between("```mermaid", "```").lines().filter(l -> l.contains("-->")).toList()) {
      var groups = Stream.of(line.split("-->")).map(ArchitecturePageTest::packages).toList();
      groups.forEach(drawn::addAll);
      for (int i = 1; i < groups.size(); i++) {
        for (var from : groups.get(i - 1)) {
          for (var to : groups.get(i)) {
            if (!ArchitectureTest.ARROWS.getOrDefault(from, Set.of()).contains(to)) {
              forbidden.add(from + " --> " + to);
            }
          }
        }
      }
    }
    assertEquals(List.of(), forbidden);
    assertEquals(new TreeSet<>(ArchitectureTest.PACKAGES), drawn);
  }

  /** The classes of the numbered list, in order. */
  private static List<String> path() {
    return Pattern.compile("(?m)^\\d+\\. `(\\w+/\\w+)`")
        .matcher(between("## The path of an event", "## States"))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static boolean uses(JavaClass user, JavaClass used) {
    return user.getDirectDependenciesFromSelf().stream()
        .map(dependency -> dependency.getTargetClass())
        .anyMatch(
            target ->
                target.equals(used)
                    || (used.getAllRawInterfaces().contains(target)
                        && target.getPackageName().startsWith("dev.catamaran.")));
  }

  private static JavaClass type(String place) {
    return ArchitectureTest.CODE.get("dev.catamaran." + place.replace('/', '.'));
  }

  private static Stream<String> leaves(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(ArchitecturePageTest::leaves)
        : Stream.of(type.getSimpleName());
  }

  private static Stream<String> names(String cell) {
    return Pattern.compile("`([A-Z]\\w+)`").matcher(cell).results().map(found -> found.group(1));
  }

  private static List<String> packages(String group) {
    return Stream.of(group.split("&")).map(String::strip).toList();
  }

  private static String between(String start, String end) {
    int from = PAGE.indexOf(start) + start.length();
    return PAGE.substring(from, PAGE.indexOf(end, from));
  }
}
