package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A chart that a test writes. */
public final class TestChart {
  private final Path folder;

  private TestChart(Path folder) {
    this.folder = folder;
  }

  /** Begins an empty chart, version 0.1.0. */
  public static TestChart named(String name) {
    try {
      var folder = Files.createTempDirectory("test-chart-").resolve(name);
      Files.createDirectories(folder.resolve("templates"));
      var chart = new TestChart(folder);
      return chart.file(
          "Chart.yaml",
          "apiVersion: v2\nname: %s\nversion: 0.1.0\nappVersion: \"1\"\n".formatted(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A chart of which the upgrade fails in the middle while {@code broken} is true: it then adds a
   * ConfigMap and an entry to another one, and a Service that the API server refuses.
   */
  public static Path breakable() {
    return named("breakable")
        .values("{color: blue, broken: false}")
        .template(
            "colors.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-colors"}
            data:
              color: "{{ .Values.color }}"
              {{- if .Values.broken }}
              taste: sour
              {{- end }}
            """)
        .template(
            "extra.yaml",
            """
            {{- if .Values.broken }}
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-extra"}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {ports: [{port: 99999}]}
            {{- end }}
            """)
        .path();
  }

  /** Our memcached chart, as users get it. */
  public static Path memcached() {
    return Path.of("helm-charts/memcached").toAbsolutePath();
  }

  /** With a file of that path and content. */
  public TestChart file(String path, String content) {
    try {
      var file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With a template. */
  public TestChart template(String name, String content) {
    return file("templates/" + name, content);
  }

  /** With a ConfigMap {@code <release>-<suffix>} that has one entry. */
  public TestChart configMap(String suffix, String key, String value) {
    return template(
        suffix + ".yaml",
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "{{ .Release.Name }}-%s"}
        data: {%s: %s}
        """
            .formatted(suffix, key, value));
  }

  /** With default values. */
  public TestChart values(String yaml) {
    return file("values.yaml", yaml);
  }

  /** Where it is. */
  public Path path() {
    return folder;
  }
}
