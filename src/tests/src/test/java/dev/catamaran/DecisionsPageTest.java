package dev.catamaran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each decision has a status and a date, and docs/adr/README.md lists all of them. */
class DecisionsPageTest {
  private static final Path FOLDER = Path.of("docs/adr");

  private static final Pattern HEAD =
      Pattern.compile(
          "# (?<number>\\d+)\\. (?<title>.+)\n\nStatus: (?<status>accepted|superseded (?:in part )?by"
              + " \\[\\d{4}]\\(\\S+\\.md\\))\\. Date: (?<date>\\d{4}-\\d\\d-\\d\\d)\\.");

  @Test
  void theTableAgreesWithTheDecisions() {
    var decisions = Documents.files(FOLDER, "\\d{4}-.*\\.md").stream().sorted().toList();
    assertTrue(decisions.size() > 50, decisions::toString);
    var rows =
        Sources.read(FOLDER.resolve("README.md")).lines().filter(l -> l.startsWith("| [")).toList();
    assertEquals(decisions.stream().map(DecisionsPageTest::row).toList(), List.copyOf(rows));
  }

  private static String row(Path decision) {
    var head = HEAD.matcher(Sources.read(decision));
    assertTrue(head.lookingAt(), () -> decision + " has no status and date below its title");
    var name = decision.getFileName().toString();
    assertEquals(Integer.parseInt(name.substring(0, 4)), Integer.parseInt(head.group("number")));
    return "| [%s](%s) | %s | %s | %s |"
        .formatted(
            name.substring(0, 4),
            name,
            head.group("title"),
            head.group("date"),
            head.group("status"));
  }
}
