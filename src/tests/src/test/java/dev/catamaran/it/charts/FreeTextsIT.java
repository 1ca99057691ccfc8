package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.within;
import static java.util.Objects.requireNonNullElse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.trial.Trial;
import dev.catamaran.trial.TrialChart;
import dev.catamaran.trial.TrialKinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * A text in a value is refused only if Helm renders another kind, place, account or structure with
 * it: Helm's own rendering is the judge here.
 */
@Tag("nightly")
class FreeTextsIT {
  private static final YAMLMapper YAML =
      new YAMLMapper(YAMLFactory.builder().loaderOptions(loaderOptions()).build());

  private static final int MOST_PLACES = 8;

  /** The memory of the engine bounds what a release may have. */
  private static final int MOST_RENDERED = 2 << 20;

  private static final List<String> TEXTS =
      List.of(
          "plain",
          "Welcome to \"field\" [staging]:\n- no warranty {at all}",
          "it's",
          "\"",
          "{",
          "[a]",
          "a: b",
          "a:\n  - b\n  - c\n",
          "---",
          "---\nkind: Secret\n",
          "a\tb",
          "\uD83D\uDD25 caf\u00e9",
          "{{ .Release.Name }}",
          "{{",
          "&a *b !!c",
          "| > %",
          "# none",
          "1e3",
          "\r\n",
          "some words of a long text, ".repeat(4_000));

  private static final Pattern INDEX = Pattern.compile("/\\d+(?=/|$)");

  @Test
  void refusesNoTextThatOnlyFillsItsPlace(TestNamespace namespace) {
    // The name of a release of that chart chooses a namespace, so each needs a place of its own.
    var charts =
        TrialChart.all().stream().filter(chart -> !chart.name().equals("elsewhere")).toList();
    var kinds = TrialKinds.of(charts, namespace);
    // Of some texts, Kubernetes makes no pod, and no hook ends.
    var watching = kinds.watching(", remediation: {retries: 0}, timeout: 20s");
    var operator = namespace.operate(watching, Duration.ofSeconds(30));
    try {
      var trials = kinds.trials(charts.size() * TEXTS.size());
      var refused = new TreeMap<String, String>();
      int places = 0;
      for (int i = 0; i < TEXTS.size(); i++) {
        var tried = new LinkedHashMap<Trial, ObjectNode>();
        for (var trial : trials.subList(i * charts.size(), (i + 1) * charts.size())) {
          harmless(trial.chart(), TEXTS.get(i)).ifPresent(spec -> tried.put(trial, spec));
        }
        places += tried.size();
        tried.forEach((trial, spec) -> trial.apply(spec.toString()));
        tried.forEach(
            (trial, spec) -> {
              within(Duration.ofMinutes(3), () -> assertTrue(trial.isDecided(), trial::status));
              if (trial.status().contains("NotAllowed")) {
                refused.put(trial.name() + " with " + shortened(spec), trial.status());
              }
            });
      }
      System.out.printf("%d of %d texts have a place%n", places, trials.size());
      assertTrue(places > trials.size() / 2, "the texts have no places");
      assertTrue(refused.isEmpty(), () -> refused.size() + " refused: " + refused);
    } finally {
      operator.close();
      kinds.close();
    }
  }

  /** Returns a spec with the text in all values that take it as a text; empty if there are none. */
  private static Optional<ObjectNode> harmless(TrialChart chart, String text) {
    var expected = shape(chart, YAML.createObjectNode());
    var spec = YAML.createObjectNode();
    for (var place :
        texts(values(chart), JsonPointer.empty()).stream().limit(MOST_PLACES).toList()) {
      // An object has a limit of its own.
      if (text.length() * (spec.toString().length() / text.length() + 1) < 500_000) {
        var more = spec.deepCopy();
        more.withObject(place.head()).put(place.last().getMatchingProperty(), text);
        if (expected.isPresent() && shape(chart, more).equals(expected)) {
          spec = more;
        }
      }
    }
    return spec.isEmpty() ? Optional.empty() : Optional.of(spec);
  }

  private static LoaderOptions loaderOptions() {
    var options = new LoaderOptions();
    options.setCodePointLimit(100 << 20);
    return options;
  }

  private static JsonNode values(TrialChart chart) {
    try {
      var file = chart.folder().resolve("values.yaml");
      return Files.exists(file) ? YAML.readTree(file.toFile()) : YAML.createObjectNode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<JsonPointer> texts(JsonNode values, JsonPointer at) {
    var found = new ArrayList<JsonPointer>();
    for (var field : values.properties()) {
      var here = at.appendProperty(field.getKey());
      if (field.getValue().isTextual()) {
        found.add(here);
      } else if (field.getValue().isObject()) {
        found.addAll(texts(field.getValue(), here));
      }
    }
    return found;
  }

  /**
   * Returns what of Helm's rendering must not depend on a text: for each kind in each place, the
   * fields of its objects, and the accounts of pods. Empty if Helm cannot render it.
   */
  private static Optional<Map<String, Integer>> shape(TrialChart chart, ObjectNode values) {
    try {
      var file = Files.createTempFile("values-", ".json");
      Files.writeString(file, values.toString());
      var rendered =
          new Helm(chart.folder())
              .template()
              .withName("one")
              .withNamespace("place")
              .withValuesFile(file)
              .call();
      Files.delete(file);
      if (requireNonNullElse(rendered, "").length() > MOST_RENDERED) {
        return Optional.empty();
      }
      var shape = new TreeMap<String, Integer>();
      try (var documents =
          YAML.readerFor(JsonNode.class).<JsonNode>readValues(requireNonNullElse(rendered, ""))) {
        while (documents.hasNext()) {
          var object = documents.next();
          if (object.isObject()) {
            var prefix =
                object.path("apiVersion").asText()
                    + " "
                    + object.path("kind").asText()
                    + " "
                    + object.at("/metadata/namespace").asText();
            shape.merge(prefix, 1, Integer::sum);
            fields(object, prefix, shape);
          }
        }
      }
      return Optional.of(shape);
    } catch (IOException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  private static void fields(JsonNode value, String path, Map<String, Integer> shape) {
    if (value.isValueNode()) {
      boolean isAccount = path.endsWith("/serviceAccountName") || path.endsWith("/serviceAccount");
      var field = INDEX.matcher(path).replaceAll("/*");
      shape.merge(isAccount ? field + "=" + value.asText() : field, 1, Integer::sum);
    }
    value.properties().forEach(f -> fields(f.getValue(), path + "/" + f.getKey(), shape));
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      fields(value.get(i), path + "/" + i, shape);
    }
  }

  private static String shortened(ObjectNode spec) {
    var text = spec.toString();
    return text.length() < 200 ? text : text.substring(0, 200) + "...";
  }
}
