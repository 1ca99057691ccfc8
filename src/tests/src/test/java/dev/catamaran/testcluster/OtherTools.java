package dev.catamaran.testcluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What kstatus and the rule for Argo CD of the documentation make of a status. */
public final class OtherTools {
  private static final Pattern RULE =
      Pattern.compile("(?s)health\\.cache\\.my\\.domain_Memcached: \\|\n(.*?)```");

  private final Path rule;

  private OtherTools(Path rule) {
    this.rule = rule;
  }

  /** Reads the rule. The first use on a machine builds the program. Skips the test without Go. */
  public static OtherTools in(Path folder) {
    try {
      var page = RULE.matcher(Files.readString(Path.of("docs/how-to/observability.md")));
      assertTrue(page.find(), "the page has no rule");
      return new OtherTools(Files.writeString(folder.resolve("health.lua"), page.group(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What they call a primary, such as {@code Current Healthy}. */
  public String ofHealth(TestPrimary primary) {
    try {
      var process =
          new ProcessBuilder(FromSource.binary("health"), rule.toString())
              .redirectErrorStream(true)
              .start();
      try (var object = process.getOutputStream()) {
        object.write(Serialization.asJson(primary.primary()).getBytes(UTF_8));
      }
      var output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      assertEquals(0, process.waitFor(), output);
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
