package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ChartRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds images on and for a real registry, which has no TLS. No cluster. */
class BuildImageIT {
  private static final ChartRegistry REGISTRY = ChartRegistry.start();
  private static final String PORT = REGISTRY.host().substring("localhost".length());

  private final Path work;
  private final String empty;
  private final String archive;

  BuildImageIT(@TempDir Path work) throws Exception {
    this.work = work;
    this.archive = work.resolve("image.tar").toString();
    var base = work.resolve("base.tar");
    Jib.fromScratch().containerize(Containerizer.to(TarImage.at(base).named("localhost/base:1")));
    this.empty = "tar://" + base;
    Files.writeString(
        work.resolve("watches.yaml"),
        "- {group: g.my.domain, version: v1, kind: Boat, allowOwnRights: true, chart: %s}"
            .formatted(TestChart.named("boat").configMap("a", "b", "c").path()));
  }

  @AfterAll
  static void close() {
    REGISTRY.close();
  }

  /** Returns what the command says if it fails. */
  private String image(String from, String to, String... options) {
    var err = new StringWriter();
    var arguments =
        Stream.concat(
            Stream.of("build", "--project=" + work, "--from=" + from, "--tag=" + to),
            Stream.of(options));
    int code =
        Main.execute(
            new PrintWriter(new StringWriter()),
            new PrintWriter(err),
            arguments.toArray(String[]::new));
    return code == 0 ? "" : err.toString().replace(";\n", "; ");
  }

  @Test
  void needsNoTlsOnTheLoopback() {
    var first = "localhost" + PORT + "/boat:1";
    var second = "127.0.0.1" + PORT + "/boat:2";
    assertEquals("", image(empty, first, "--push"));
    assertEquals("", image(first, second, "--push"));
    assertEquals("", image(second, "localhost/boat:3", "--tar=" + archive));
    assertTrue(Files.exists(Path.of(archive)));
  }

  @Test
  void needsTlsElsewhereUnlessItIsAllowed() {
    var here = "localhost" + PORT + "/boat:4";
    // No name of the loopback, but it leads there.
    var elsewhere = "0.0.0.0" + PORT + "/boat:5";
    var refusal =
        "the registry 0.0.0.0%s has no TLS with a certificate that Java trusts: Unsupported or unrecognized SSL message; allow it with --plain-http (make: IMAGE_FLAGS=--plain-http)\n"
            .formatted(PORT);
    assertEquals("", image(empty, here, "--push"));
    assertEquals(refusal, image(here, elsewhere, "--push"));
    assertEquals("", image(here, elsewhere, "--push", "--plain-http"));
    assertEquals(refusal, image(elsewhere, here, "--push"));
    assertEquals(refusal, image(elsewhere, "localhost/boat:6", "--tar=" + archive));
    assertEquals("", image(elsewhere, "localhost/boat:6", "--tar=" + archive, "--plain-http"));
  }
}
