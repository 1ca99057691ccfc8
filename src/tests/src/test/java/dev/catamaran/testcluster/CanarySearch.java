package dev.catamaran.testcluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Searches the visible output of a test run for the secret, in clear and encoded.
 *
 * @param folder has the file {@code words} and the output
 */
public record CanarySearch(Path folder) {
  private static final String WORDS = "words";

  /** Each place of the secret: file, line number and the beginning of the line. */
  public List<String> hits() throws IOException {
    var forms = forms();
    var hits = new ArrayList<String>();
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        if (!file.equals(folder.resolve(WORDS))) {
          search(file, forms, hits);
        }
      }
    }
    return hits;
  }

  private void search(Path file, Set<String> forms, List<String> hits) throws IOException {
    int number = 0;
    // ISO 8859-1 reads any bytes.
    for (var line : Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList()) {
      number++;
      var lower = line.toLowerCase(Locale.ROOT);
      if (forms.stream().anyMatch(form -> line.contains(form) || lower.contains(form))) {
        hits.add(
            "%s:%d: %s".formatted(file, number, line.substring(0, Math.min(400, line.length()))));
      }
    }
  }

  private Set<String> forms() throws IOException {
    var forms = new LinkedHashSet<String>();
    for (var word : Files.readAllLines(folder.resolve(WORDS))) {
      var bytes = word.getBytes(StandardCharsets.UTF_8);
      forms.add(word);
      forms.add(HexFormat.of().formatHex(bytes));
      // A part is a leak too.
      forms.add(word.substring(0, word.length() / 2));
      for (int before = 0; before < 3; before++) {
        var shifted = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, shifted, before, bytes.length);
        var encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
        forms.add(encoded.substring(4, encoded.length() - 4));
      }
    }
    return forms;
  }
}
