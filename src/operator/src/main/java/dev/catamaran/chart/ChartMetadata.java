package dev.catamaran.chart;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Contents of a Chart.yaml, and its problems by Helm's rules. */
record ChartMetadata(ChartYaml yaml) {

  static final String FILE = "Chart.yaml";

  /** Syntax of Helm's Masterminds/semver: parts may be missing, and a leading v is allowed. */
  private static final Pattern VERSION =
      Pattern.compile(
          "v?[0-9]+(\\.[0-9]+){0,2}"
              + "(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?"
              + "(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?");

  /**
   * Reads a Chart.yaml.
   *
   * @param folder path of the chart in the whole chart, with a trailing slash; empty for the whole
   *     chart
   * @return empty if it cannot be read; the cause is then in {@code problems}
   */
  static Optional<ChartMetadata> read(
      String folder, ChartFiles chart, List<ChartProblem> problems) {
    var text = chart.text(FILE);
    if (text.isEmpty()) {
      problems.add(
          ChartProblem.ofChart(
              folder + FILE + " missing", "name the directory that has Chart.yaml in it"));
      return Optional.empty();
    }
    return ChartYaml.read(folder + FILE, text.get(), problems).map(ChartMetadata::new);
  }

  String name() {
    return yaml.text("name").orElse("");
  }

  String version() {
    return yaml.text("version").orElse("");
  }

  Optional<String> appVersion() {
    return yaml.text("appVersion");
  }

  /** Adds the problems of the fields common to all charts. */
  void check(List<ChartProblem> problems) {
    apiVersionProblem().ifPresent(problems::add);
    nameProblem().ifPresent(problems::add);
    versionProblem().ifPresent(problems::add);
  }

  /** Adds a problem if only other charts can use this chart. */
  void checkInstallable(List<ChartProblem> problems) {
    switch (yaml.text("type").orElse("")) {
      case "", "application" -> {}
      case "library" ->
          problems.add(
              yaml.problem(
                  "type", "library chart is not installable", "name a chart that uses it"));
      case String type ->
          problems.add(
              yaml.problem("type", "type \"" + type + "\" unknown", "use application or library"));
    }
  }

  private Optional<ChartProblem> apiVersionProblem() {
    return yaml.text("apiVersion")
        .filter(version -> !version.isEmpty() && !version.equals("v1") && !version.equals("v2"))
        .map(version -> "apiVersion \"" + version + "\" unsupported")
        .map(problem -> yaml.problem("apiVersion", problem, "use v1 or v2"));
  }

  private Optional<ChartProblem> nameProblem() {
    return switch (name()) {
      case "" ->
          Optional.of(yaml.problem("name", "name required", "add name: and the chart's name"));
      case String name when name.equals(".") || name.equals("..") || name.contains("/") ->
          Optional.of(
              yaml.problem(
                  "name", "name \"" + name + "\" not allowed", "use letters, digits and -"));
      default -> Optional.empty();
    };
  }

  private Optional<ChartProblem> versionProblem() {
    if (version().isEmpty()) {
      return Optional.of(yaml.problem("version", "version required", "add e.g. version: 0.1.0"));
    }
    if (VERSION.matcher(version()).matches()) {
      return Optional.empty();
    }
    var problem = "version \"" + version() + "\" is not SemVer";
    return Optional.of(yaml.problem("version", problem, "use MAJOR.MINOR.PATCH, e.g. 0.1.0"));
  }
}
