package dev.catamaran.chart;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import dev.catamaran.chart.ValueOverride.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The values.schema.json files of a chart and its subcharts. Helm checks them as well, but only
 * during a Helm operation. Supports drafts 4 to 2020-12; the default without {@code $schema} is the
 * newest, as in Helm. Fetches nothing from the network: a schema that refers to another host is
 * left to Helm.
 */
final class ValuesSchemas {
  private static final Logger log = LoggerFactory.getLogger(ValuesSchemas.class);

  /** Messages quote the schema, which may be long, but never a value. */
  private static final int LONGEST_MESSAGE = 200;

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder
                  .schemaCacheEnabled(false)
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder()
                          .locale(Locale.ENGLISH)
                          // 1.0 is an integer, as in Helm.
                          .losslessNarrowing(true)
                          .regularExpressionFactory(LinearExpression::of)
                          .build()));

  private final Map<String, Optional<Schema>> compiled = new ConcurrentHashMap<>();

  /**
   * Returns the values' violations of schemas.
   *
   * @param values coalesced values
   * @return each with its path in {@code --set} syntax; never quotes a value
   */
  List<String> violations(ChartTree chart, ObjectNode values) {
    var found = new ArrayList<String>();
    check(chart, values, List.of(), found);
    return List.copyOf(found);
  }

  private void check(ChartTree chart, ObjectNode values, List<Step> path, List<String> found) {
    chart
        .schema()
        .flatMap(text -> schema(chart, text))
        .ifPresent(schema -> schema.validate(values).forEach(e -> found.add(describe(path, e))));
    for (var subchart : chart.subcharts()) {
      var below = new ArrayList<>(path);
      below.add(new Step.Name(subchart.name()));
      switch (values.get(subchart.name())) {
        case null -> {}
        case ObjectNode own -> check(subchart, own, below, found);
        case NullNode ignored -> {}
        default -> found.add(SetSyntax.format(below) + ": must be a map, since it is a subchart's");
      }
    }
  }

  private Optional<Schema> schema(ChartTree chart, String text) {
    return compiled.computeIfAbsent(text, schema -> compile(chart.name(), schema));
  }

  private static Optional<Schema> compile(String chart, String text) {
    try {
      var schema = REGISTRY.getSchema(text);
      schema.initializeValidators();
      return Optional.of(schema);
    } catch (SchemaException e) {
      log.warn(
          "values.schema.json of chart {} is left to Helm: {}",
          chart,
          String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      return Optional.empty();
    }
  }

  private static String describe(List<Step> chart, Error violation) {
    var path = new ArrayList<>(chart);
    path.addAll(steps(violation.getInstanceLocation()));
    var message = String.valueOf(violation.getMessage());
    int colon = message.indexOf(": ");
    var sentence = message.startsWith("/") && colon > 0 ? message.substring(colon + 2) : message;
    var place = path.isEmpty() ? "the values" : SetSyntax.format(path);
    return place + ": " + shortened(sentence);
  }

  private static List<Step> steps(NodePath location) {
    var steps = new ArrayList<Step>();
    for (int i = 0; i < location.getNameCount(); i++) {
      steps.add(
          location.getElement(i) instanceof Integer index
              ? new Step.Index(index)
              : new Step.Name(location.getName(i)));
    }
    return steps;
  }

  private static String shortened(String sentence) {
    return sentence.length() <= LONGEST_MESSAGE
        ? sentence
        : sentence.substring(0, LONGEST_MESSAGE) + "…";
  }
}
