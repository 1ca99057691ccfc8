package dev.catamaran;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.status.Reasons;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each type of a condition, each reason and each Event is explained to people. */
class TroubleshootingPageTest {
  private static final String PAGE = Sources.read(Path.of("docs/how-to/troubleshooting.md"));

  @Test
  void hasAnEntryForEachReasonAndNoOther() {
    var entries =
        Pattern.compile("(?m)^### `(\\w+)`$")
            .matcher(PAGE)
            .results()
            .map(found -> found.group(1))
            .toList();
    assertEquals(List.copyOf(new TreeSet<>(entries)), entries.stream().sorted().toList());
    assertEquals(reasons(), new TreeSet<>(entries));
  }

  @Test
  void eachEntrySaysWhatItMeansWhatToLookAtAndWhatToDo() {
    var wrong = new ArrayList<String>();
    for (var entry : PAGE.split("(?m)^### ", -1)) {
      if (entry.startsWith("`")
          && !entry.matches(
              "(?s).*\n\n- \\*\\*Meaning:\\*\\* .*\n- \\*\\*Look at:\\*\\* .*\n- \\*\\*Do:\\*\\* .*")) {
        wrong.add(entry);
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void theReferenceHasEachReason() {
    var page = Sources.read(Path.of("docs/reference/status.md"));
    assertEquals(
        List.of(),
        reasons().stream().filter(reason -> !page.contains("`" + reason + "`")).toList());
  }

  /** Else a reason without an entry would escape this test. */
  @Test
  void everyReasonOfAReportIsOneOfReasons() {
    var literal =
        Pattern.compile("new (?:Always|OnChange|Refused|Hindered)\\([^;]*?\"[A-Z]\\w+\"[,)]");
    assertEquals(
        List.of(),
        Sources.files("main").stream()
            .filter(file -> file.startsWith("src/operator"))
            .flatMap(file -> literal.matcher(Sources.read(file)).results())
            .map(found -> found.group())
            .toList());
  }

  private static Set<String> reasons() {
    var found =
        Stream.of(Reasons.class.getDeclaredFields())
            .filter(field -> Modifier.isPublic(field.getModifiers()))
            .map(TroubleshootingPageTest::value)
            .collect(toCollection(TreeSet::new));
    assertTrue(found.size() > 60, found::toString);
    return found;
  }

  private static String value(Field field) {
    try {
      return (String) field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
