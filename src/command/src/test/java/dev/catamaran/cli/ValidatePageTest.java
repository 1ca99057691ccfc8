package dev.catamaran.cli;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.validation.CheckRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/reference/validate.md has each rule of {@code catamaran validate}. */
class ValidatePageTest {
  @Test
  void listsEachRule() throws IOException {
    var rows =
        Stream.of(CheckRule.values())
            .map(
                rule ->
                    "| `%s` | %s | %s | %s |"
                        .formatted(
                            rule.id(), rule.severity().word(), rule.meaning(), rule.remedy()))
            .collect(joining("\n"));
    var page = Files.readString(Path.of("docs/reference/validate.md"));
    assertEquals(rows, page.lines().filter(line -> line.startsWith("| `")).collect(joining("\n")));
  }
}
