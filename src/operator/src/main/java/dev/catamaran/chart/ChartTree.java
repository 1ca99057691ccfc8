package dev.catamaran.chart;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.Marked;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A chart and its subcharts, reduced to the parts that concern values. Subcharts have the names
 * that their parent's values use: the alias where there is one.
 *
 * @param defaults contents of its values.yaml; must not be modified
 * @param schema text of its values.schema.json
 * @param definitions documents of its crds/ folder
 * @param dependencies entries of its Chart.yaml for subcharts
 */
record ChartTree(
    String name,
    ObjectNode defaults,
    Optional<String> schema,
    String definitions,
    List<Dependency> dependencies,
    List<ChartTree> subcharts) {

  /**
   * A parent's entry for a subchart.
   *
   * @param chart name of the subchart
   * @param name alias; without one, the subchart's name
   * @param conditions paths within the parent's values; the first existing one decides
   * @param imports values of the subchart that the parent imports
   */
  record Dependency(
      String chart, String name, List<String> conditions, List<String> tags, List<Import> imports) {

    /** Path of a map in the subchart, and path of its fields in the parent. */
    record Import(String child, String parent) {

      static Import of(Marked item) {
        return switch (item) {
          case Marked.Mapping fields -> new Import(text(fields, "child"), text(fields, "parent"));
          case Marked.Scalar name -> new Import("exports." + name.text(), ".");
          case Marked.Sequence ignored -> new Import("", ".");
        };
      }

      private static String text(Marked.Mapping fields, String name) {
        return fields
            .entry(name)
            .map(found -> found.value() instanceof Marked.Scalar scalar ? scalar.text() : "")
            .orElse("");
      }
    }

    static Dependency of(ChartYaml yaml) {
      var chart = yaml.text("name").orElse("");
      return new Dependency(
          chart,
          yaml.text("alias").filter(alias -> !alias.isEmpty()).orElse(chart),
          Stream.of(yaml.text("condition").orElse("").strip().split(","))
              .filter(path -> !path.isEmpty())
              .toList(),
          yaml.texts("tags"),
          yaml.items("import-values").stream().map(Import::of).toList());
    }
  }

  /** Reads a valid chart. */
  static ChartTree read(ChartFiles chart) {
    var ignored = new ArrayList<ChartProblem>();
    var yaml =
        ChartYaml.read(ChartMetadata.FILE, chart.text(ChartMetadata.FILE).orElse(""), ignored);
    var requirements =
        chart
            .text("requirements.yaml")
            .flatMap(text -> ChartYaml.read("requirements.yaml", text, ignored));
    var dependencies =
        Stream.concat(yaml.stream(), requirements.stream())
            .flatMap(file -> file.list("dependencies").stream())
            .map(Dependency::of)
            .toList();
    return new ChartTree(
        yaml.flatMap(found -> found.text("name")).orElse(""),
        chart.text("values.yaml").map(ChartTree::defaults).orElseGet(ChartTree::nothing),
        chart.text("values.schema.json"),
        definitions(chart.within("crds")),
        dependencies,
        named(Subcharts.of(chart).stream().map(ChartTree::read).toList(), dependencies));
  }

  boolean hasSchema() {
    return schema.isPresent() || subcharts.stream().anyMatch(ChartTree::hasSchema);
  }

  /** Returns a copy with only these dependencies and subcharts. */
  ChartTree with(List<Dependency> dependencies, List<ChartTree> subcharts) {
    return new ChartTree(name, defaults, schema, definitions, dependencies, subcharts);
  }

  ChartTree withDefaults(ObjectNode defaults) {
    return new ChartTree(name, defaults, schema, definitions, dependencies, subcharts);
  }

  /** Returns the subcharts without a dependency, then one for each dependency. */
  private static List<ChartTree> named(List<ChartTree> present, List<Dependency> dependencies) {
    var spokenOf = new HashSet<String>();
    dependencies.forEach(dependency -> spokenOf.add(dependency.chart()));
    var named = new ArrayList<ChartTree>();
    present.stream().filter(chart -> !spokenOf.contains(chart.name())).forEach(named::add);
    for (var dependency : dependencies) {
      present.stream()
          .filter(chart -> chart.name().equals(dependency.chart()))
          .findFirst()
          .map(chart -> chart.named(dependency.name()))
          .ifPresent(named::add);
    }
    return List.copyOf(named);
  }

  private ChartTree named(String alias) {
    return new ChartTree(alias, defaults, schema, definitions, dependencies, subcharts);
  }

  /**
   * Returns the documents of files with the extensions that Helm accepts
   * (chart.hasManifestExtension).
   */
  private static String definitions(ChartFiles folder) {
    return folder.contents().keySet().stream()
        .filter(name -> name.matches(".*\\.(yaml|yml|json)"))
        .flatMap(name -> folder.text(name).stream())
        .collect(Collectors.joining("\n---\n"));
  }

  private static ObjectNode defaults(String text) {
    try {
      return YamlValues.tree(text);
    } catch (InvalidYamlException e) {
      throw new IllegalStateException("the loader let a values.yaml pass", e);
    }
  }

  private static ObjectNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }
}
