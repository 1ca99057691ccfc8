package dev.catamaran.trial;

import dev.catamaran.fixture.TestChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A chart under test. Its value {@code step} is {@code one} by default, and at least one object has
 * it in a field of this name.
 *
 * @param name of the folder and of the primary
 * @param folder of the chart
 */
public record TrialChart(String name, Path folder) {
  private static final Path WRITTEN = Path.of("src/tests/src/test/charts");

  /** The handwritten charts, a generated large chart, and the chart of {@code helm create}. */
  public static List<TrialChart> all() {
    try (var folders = Files.list(WRITTEN)) {
      return Stream.concat(
              folders.map(f -> new TrialChart(f.getFileName().toString(), f.toAbsolutePath())),
              Stream.of(halfAMegabyte(), created()))
          .sorted(java.util.Comparator.comparing(TrialChart::name))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The kind of its primary: {@code three-deep} is {@code ThreeDeep}. */
  public String kind() {
    return Arrays.stream(name.split("-"))
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** What its entry must allow: the name of a release of this chart chooses a namespace. */
  public String places(String namespace) {
    return name.endsWith("elsewhere") ? "[ConfigMap/%s-%s]".formatted(namespace, name) : "[]";
  }

  /** The plural name of the kind. */
  public String plural() {
    return kind().toLowerCase(java.util.Locale.ROOT) + "s";
  }

  /** A chart with twenty templates of 25 KB. Each renders an object of 4 KB. */
  private static TrialChart halfAMegabyte() {
    var chart = TestChart.named("half-a-megabyte").values("step: one\n");
    for (int i = 0; i < 20; i++) {
      var remarks = new StringBuilder("{{/*\n");
      for (int line = 0; remarks.length() < 21_000; line++) {
        remarks.append("Remark %d of %d: %x\n".formatted(line, i, line * 2_654_435_761L * (i + 1)));
      }
      var text = new StringBuilder();
      for (int line = 0; text.length() < 4_000; line++) {
        text.append("    setting-%d = {{ $.Values.step | repeat 2 }}\n".formatted(line));
      }
      chart.template(
          "part-%d.yaml".formatted(i),
          remarks
              + "*/}}\napiVersion: v1\nkind: ConfigMap\n"
              + "metadata: {name: \"{{ .Release.Name }}-%d\"}\n".formatted(i)
              + "data:\n  step: \"{{ .Values.step }}\"\n  text: |\n"
              + text);
    }
    return new TrialChart("half-a-megabyte", chart.path());
  }

  private static TrialChart created() {
    try {
      var parent = Files.createTempDirectory("created-");
      com.marcnuri.helm.Helm.create().withName("created").withDir(parent).call();
      var folder = parent.resolve("created");
      Files.writeString(
          folder.resolve("values.yaml"),
          Files.readString(folder.resolve("values.yaml"))
              .replace("podAnnotations: {}", "podAnnotations: {step: one}"));
      return new TrialChart("created", folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
