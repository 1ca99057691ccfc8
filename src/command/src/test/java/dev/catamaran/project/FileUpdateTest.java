package dev.catamaran.project;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.project.FileUpdate.Effect;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileUpdateTest {

  /**
   * The file in the copied version, in the project, in the new version, and what becomes of it. A
   * slash ends a line, R stands for a carriage return and 0 for a byte of no text.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // Nobody edited it.
        "a/ | a/ | a/ | SAME | a/",
        "a/ | a/ | b/ | CHANGED | b/",
        "a/ | a/ | -  | REMOVED | -",
        "-  | -  | b/ | ADDED | b/",
        "a0 | a0 | b0 | CHANGED | b0",
        // A person edited it, and the new version did not.
        "a/ | m/ | a/ | KEPT | m/",
        "a/ | -  | a/ | KEPT | -",
        "-  | m/ | -  | KEPT | m/",
        "a0 | m0 | a0 | KEPT | m0",
        // Both did the same.
        "a/ | b/ | b/ | SAME | b/",
        "a/ | -  | -  | SAME | -",
        "-  | b/ | b/ | SAME | b/",
        // Both did something else.
        "a/x/b/ | m/x/b/ | a/x/n/ | MERGED | m/x/n/",
        "a/x/b/ | m/x/b/ | a/x/n  | MERGED | m/x/n",
        "a/ | m/ | n/ | CONFLICT | <<<<<<< yours/m/=======/n/>>>>>>> new version/",
        "a/ | m/ | -  | CONFLICT | m/",
        "a/ | -  | n/ | CONFLICT | -",
        "-  | m/ | n/ | CONFLICT | <<<<<<< yours/m/=======/n/>>>>>>> new version/",
        "a0 | m0 | n0 | CONFLICT | m0",
        "a/ | m0 | n/ | CONFLICT | m0",
        // Git checked it out with other ends of lines.
        "a/b/ | aR/bR/ | a/b/ | SAME | aR/bR/",
        "a/b/ | aR/bR/ | a/n/ | CHANGED | aR/nR/",
        "a/b/ | aR/bR/ | -    | REMOVED | -",
        "a/x/b/ | mR/xR/bR/ | a/x/n/ | MERGED | mR/xR/nR/",
        "aR/bR/ | a/b/ | aR/nR/ | CHANGED | a/n/",
        "a/b/ | aR/bR/ | aR/bR/ | SAME | aR/bR/",
        "a/b/ | a/b/ | aR/bR/ | CHANGED | aR/bR/",
      })
  void decidesFromThreeSides(String old, String mine, String next, Effect effect, String content) {
    var update = FileUpdate.of(bytes(old), bytes(mine), bytes(next));
    assertEquals(effect, update.effect());
    assertEquals(
        Optional.ofNullable(content),
        update
            .content()
            .map(
                bytes ->
                    new String(bytes, ISO_8859_1)
                        .replace('\n', '/')
                        .replace('\r', 'R')
                        .replace('\0', '0')));
    assertEquals(effect == Effect.CONFLICT, !update.problem().isEmpty());
  }

  private static Optional<byte[]> bytes(String text) {
    return Optional.ofNullable(text)
        .map(
            it -> it.replace('/', '\n').replace('R', '\r').replace('0', '\0').getBytes(ISO_8859_1));
  }
}
