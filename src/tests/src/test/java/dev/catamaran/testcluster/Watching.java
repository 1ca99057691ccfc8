package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A watches.yaml that a test writes, of the kinds of test-crds.yaml. */
public final class Watching {
  private final StringBuilder text = new StringBuilder();

  private Watching() {}

  /** With one kind that is backed by a chart. */
  public static Watching chart(String kind, Path chart, String... options) {
    return new Watching().and(kind, chart, options);
  }

  /** With nothing yet but what {@code yaml} says. */
  public static Watching yaml(String yaml) {
    var watching = new Watching();
    watching.text.append(yaml);
    return watching;
  }

  /**
   * With one kind more.
   *
   * @param options further lines of the entry, such as {@code maxHistory: 3}
   */
  public Watching and(String kind, Path chart, String... options) {
    return and(kind, chart.toString(), options);
  }

  /** With one kind more, whose chart may be elsewhere. */
  public Watching and(String kind, String chart, String... options) {
    text.append("- group: test.catamaran.dev\n  version: v1\n  kind: ").append(kind).append('\n');
    text.append("  chart: ").append(chart).append('\n');
    for (var option : options) {
      text.append("  ").append(option).append('\n');
    }
    return this;
  }

  /** Writes the file. */
  public Path write() {
    try {
      var file = Files.createTempDirectory("watches-").resolve("watches.yaml");
      Files.writeString(file, text);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
