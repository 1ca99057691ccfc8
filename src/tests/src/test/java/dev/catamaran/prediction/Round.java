package dev.catamaran.prediction;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testkit.TestedOperator;
import dev.catamaran.trial.Apis;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * One change of each chart: the predictions, and what the operator then did.
 *
 * @param hooks titles of those that ran, by release
 */
public record Round(
    String namespace,
    Forecast forecast,
    LiveObjects before,
    LiveObjects after,
    Map<String, List<String>> hooks) {
  private static final String RESET = "catamaran.dev/reset-at";

  /**
   * The predictions in JSON.
   *
   * @param diffs by primary
   */
  public record Forecast(Map<String, JsonNode> diffs, Optional<JsonNode> plan) {
    JsonNode diff(Scenario scenario) {
      return diffs.getOrDefault(scenario.trial().name(), MissingNode.getInstance());
    }
  }

  /**
   * Predicts the effects of changes that are made. Then starts the operator until it has made its
   * passes.
   */
  public static Round run(
      List<Scenario> scenarios,
      TestNamespace namespace,
      Supplier<Forecast> prophet,
      Supplier<TestedOperator> start) {
    var mark = Instant.now().toString();
    scenarios.forEach(scenario -> scenario.annotate(RESET, mark));
    var apis = new Apis(namespace.client());
    var before = LiveObjects.of(apis, namespace.name());
    var forecast = prophet.get();
    assertEquals(
        Map.of(),
        Effects.between(before, LiveObjects.of(apis, namespace.name())),
        "objects that a prediction wrote");
    var hooks = new TreeMap<String, List<String>>();
    try (var watch = new HookWatch(namespace.client(), namespace.name())) {
      var operator = start.get();
      try {
        scenarios.forEach(scenario -> awaitPass(scenario, mark));
      } finally {
        operator.close();
      }
      watch.catchUp();
      scenarios.forEach(
          scenario -> hooks.put(scenario.trial().name(), watch.of(scenario.trial().name())));
    }
    var after = LiveObjects.of(new Apis(namespace.client()), namespace.name());
    return new Round(namespace.name(), forecast, before, after, hooks);
  }

  /** After a failure, further passes undo it and then report that there is no retry. */
  private static void awaitPass(Scenario scenario, String mark) {
    var trial = scenario.trial();
    eventually(
        () -> {
          assertTrue(trial.hasHandled(mark), trial::status);
          assertTrue(
              trial.problems().isEmpty() || trial.status().contains("type=Stalled"), trial::status);
        });
  }

  /**
   * Fails unless the prediction for a primary is what happened.
   *
   * @return the effects, as the table has them
   */
  public List<String> assertPredicted(Scenario scenario) {
    var name = scenario.trial().name();
    var preview = forecast.diff(scenario);
    var predicted = Effects.predicted(preview, namespace);
    var actual = actual(scenario, predicted);
    var effects = actual.lines(name, namespace);
    assertEquals(
        predicted.lines(name, namespace),
        effects,
        () -> "predicted and actual effects; the prediction is " + preview.toPrettyString());
    assertFields(preview, actual);
    return effects;
  }

  private Effects actual(Scenario scenario, Effects predicted) {
    var all = Effects.between(before, after);
    var actions = new TreeMap<String, String>();
    var mine = new HashSet<>(predicted.actions().keySet());
    all.forEach(
        (title, sign) -> {
          if (mine.contains(title) || isOf(scenario, title)) {
            actions.put(title, sign);
          }
        });
    return new Effects(
        actions,
        hooks.getOrDefault(scenario.trial().name(), List.of()),
        problem(scenario, predicted));
  }

  /** The predicted problem if the primary has it; else its own one. */
  private static String problem(Scenario scenario, Effects predicted) {
    var actual = scenario.trial().problems();
    return actual.stream()
        .filter(text -> !predicted.problem().isEmpty() && text.contains(predicted.problem()))
        .findFirst()
        .or(() -> actual.stream().findFirst())
        .orElse("");
  }

  private boolean isOf(Scenario scenario, String title) {
    var live = after.found().getOrDefault(title, before.found().get(title));
    return live != null
        && live.content()
            .path("metadata")
            .path("annotations")
            .path("meta.helm.sh/release-name")
            .asText()
            .equals(scenario.trial().name());
  }

  private void assertFields(JsonNode preview, Effects actual) {
    for (var object : preview.path("objects")) {
      var title =
          LiveObjects.title(
              object.path("kind").asText(),
              object.path("name").asText(),
              object.path("namespace").asText(),
              namespace);
      if ("~".equals(actual.actions().get(title))) {
        new PredictedFields(object.path("fields"))
            .assertAre(before.content(title), after.content(title));
      }
    }
  }

  /** Fails if an object changed that no prediction names. */
  public void assertNothingElse() {
    var all = Effects.between(before, after);
    forecast
        .diffs()
        .values()
        .forEach(
            preview ->
                Effects.predicted(preview, namespace).actions().keySet().forEach(all::remove));
    assertEquals(Map.of(), all);
  }
}
