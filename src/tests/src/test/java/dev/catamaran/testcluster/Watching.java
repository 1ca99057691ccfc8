package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A watches.yaml of a test, with kinds of test-crds.yaml. */
public final class Watching {
  private final StringBuilder text = new StringBuilder();

  private Watching() {}

  /** Begins with one kind and its chart. */
  public static Watching chart(String kind, Path chart, String... options) {
    return new Watching().and(kind, chart, options);
  }

  /** Begins with {@code yaml}. */
  public static Watching yaml(String yaml) {
    var watching = new Watching();
    watching.text.append(yaml);
    return watching;
  }

  /**
   * Adds a kind.
   *
   * @param options further lines of the entry, such as {@code maxHistory: 3}
   */
  public Watching and(String kind, Path chart, String... options) {
    return and(kind, chart.toString(), options);
  }

  /** Adds a kind with a chart of a folder, a repository or a registry. */
  public Watching and(String kind, String chart, String... options) {
    text.append("- group: test.catamaran.dev\n  version: v1\n  kind: ").append(kind).append('\n');
    text.append("  chart: ").append(chart).append('\n');
    for (var option : options) {
      text.append("  ").append(option).append('\n');
    }
    return this;
  }

  /** Takes the place of another file in one step, as in an editor or a mounted ConfigMap. */
  public void replace(Path file) {
    try {
      Files.move(write(), file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
