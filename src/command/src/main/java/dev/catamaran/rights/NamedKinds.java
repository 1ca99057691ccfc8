package dev.catamaran.rights;

import dev.catamaran.chart.Chart;
import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.recorder.Discovery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Finds the kinds in the text of a template, without rendering: in the lines with the least
 * indentation of each document. A computed kind is not found; a computed version of a widely used
 * one is.
 */
final class NamedKinds {
  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---.*$");
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^(?<indent> *)(?<field>apiVersion|kind): *[\"']?(?<value>[^\"'\\s#]+|\\{\\{.*)");

  private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z0-9]+");
  private static final Pattern VERSION = Pattern.compile("([a-z0-9.-]+/)?v[0-9][a-z0-9]*");

  /** A template that makes objects by itself. */
  private static final Pattern MAKES = Pattern.compile("(?:.*/)?[^_/][^/]*[.]ya?ml");

  /** A whole object in a template of definitions, as library charts have them. */
  private static final Pattern OBJECT =
      Pattern.compile("(?m)^apiVersion: .+\\n(?:.*\\n)*?kind: .+\\n(?:.*\\n)*?metadata:");

  private final Discovery discovery = Discovery.snapshot();

  /** Returns whether a template makes objects, by its path. */
  static boolean makesObjects(String template) {
    return MAKES.matcher(template).matches();
  }

  /**
   * Returns the kinds in the templates of a chart and its subcharts that have whole objects, by
   * their paths as in Helm's comments: a path begins with the name of the chart.
   *
   * @throws UncheckedIOException if a file cannot be read
   */
  SortedMap<String, List<ApiResource>> in(Chart chart, ChartRecorder recorder) {
    var found = new TreeMap<String, List<ApiResource>>();
    try {
      read(chart.path(), chart.name(), recorder, found);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private void read(
      Path folder, String name, ChartRecorder recorder, SortedMap<String, List<ApiResource>> found)
      throws IOException {
    for (var file : below(folder.resolve("templates"), Integer.MAX_VALUE)) {
      var path = name + "/" + folder.relativize(file);
      if (Files.isRegularFile(file)) {
        var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        if (makesObjects(path) || OBJECT.matcher(text).find()) {
          found.put(path, in(text));
        }
      }
    }
    for (var subchart : below(folder.resolve("charts"), 1)) {
      if (Files.isDirectory(subchart)) {
        read(subchart, name + "/charts/" + subchart.getFileName(), recorder, found);
      } else if (subchart.toString().endsWith(".tgz")) {
        var chart = recorder.load(subchart);
        read(chart.path(), name + "/charts/" + chart.name(), recorder, found);
      }
    }
  }

  private static List<Path> below(Path folder, int depth) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.walk(folder, depth)) {
      return files.skip(1).toList();
    }
  }

  List<ApiResource> in(String template) {
    var found = new ArrayList<ApiResource>();
    SEPARATOR.splitAsStream(template).forEach(document -> find(document, found));
    return found;
  }

  private void find(String document, List<ApiResource> found) {
    int least =
        LINE.matcher(document)
            .results()
            .filter(line -> line.group(2).equals("kind"))
            .mapToInt(line -> line.group(1).length())
            .min()
            .orElse(0);
    var apiVersions = new ArrayList<String>();
    for (var line : LINE.matcher(document).results().toList()) {
      if (line.group(1).length() > least) {
        continue;
      }
      if (line.group(2).equals("apiVersion")) {
        apiVersions.add(line.group(3));
      } else if (KIND.matcher(line.group(3)).matches()) {
        resource(version(apiVersions, line.group(3)), line.group(3)).ifPresent(found::add);
        apiVersions.clear();
      }
    }
  }

  /** A template may choose between versions: the one counts that a cluster serves. */
  private String version(List<String> apiVersions, String kind) {
    return apiVersions.stream()
        .filter(version -> discovery.find(version, kind).isPresent())
        .findFirst()
        .orElse(apiVersions.isEmpty() ? "" : apiVersions.getLast());
  }

  /** A computed version of a built-in kind has one group; that of a widely used one is known. */
  private Optional<ApiResource> resource(String apiVersion, String kind) {
    return VERSION.matcher(apiVersion).matches()
        ? discovery.find(apiVersion, kind).or(() -> Optional.of(Discovery.guess(apiVersion, kind)))
        : discovery.findOnly(kind);
  }
}
