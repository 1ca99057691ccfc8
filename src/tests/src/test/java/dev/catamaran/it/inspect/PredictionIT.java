package dev.catamaran.it.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.prediction.ChangedChart;
import dev.catamaran.prediction.ChangedChart.Row;
import dev.catamaran.prediction.ChangedCharts;
import dev.catamaran.prediction.PlannedEffects;
import dev.catamaran.prediction.Round;
import dev.catamaran.prediction.Scenario;
import dev.catamaran.prediction.Scenarios;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.trial.Volumes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Compares {@code diff} and {@code plan} for rows of {@link ChangedCharts} with what the operator
 * then does. Each round has one change of each chart. A round starts from the final state of the
 * previous round.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PredictionIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int AT_ONCE = 3;
  private static final int VOLUMES = 4;

  /** The charts of each run: an autoscaler, hooks, kept and refused changes, questions. */
  private static final Set<String> SMALL =
      Set.of("web", "hooks", "kept", "looks-up", "constrained");

  private final ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
  private List<ChangedChart> table;
  private TestNamespace namespace;
  private Volumes volumes;
  private Scenarios scenarios;

  boolean takes(String chart) {
    return SMALL.contains(chart);
  }

  @BeforeAll
  void prepare(TestNamespace classNamespace) {
    namespace = classNamespace;
    table = ChangedCharts.all().stream().filter(chart -> takes(chart.chart())).toList();
    volumes = Volumes.make(VOLUMES, namespace);
    scenarios = new Scenarios(table, namespace);
  }

  @AfterAll
  void tidyUp() {
    workers.shutdownNow();
    scenarios.close();
    volumes.close();
  }

  @TestFactory
  @Order(1)
  Stream<DynamicTest> installations() {
    return round(chart -> ChangedChart.INSTALLATION, this::diffs);
  }

  @TestFactory
  @Order(2)
  Stream<DynamicTest> firstChanges() {
    return round(chart -> chart.rows().get(0), this::diffsAndPlan);
  }

  @TestFactory
  @Order(3)
  Stream<DynamicTest> secondChanges() {
    return round(chart -> chart.rows().get(1), this::diffsAndPlan);
  }

  @TestFactory
  @Order(4)
  Stream<DynamicTest> thirdChanges() {
    return round(chart -> chart.rows().get(2), this::diffsAndPlan);
  }

  @TestFactory
  @Order(5)
  Stream<DynamicTest> withoutAChange() {
    return round(chart -> ChangedChart.NO_CHANGE, this::diffs);
  }

  private Stream<DynamicTest> round(
      Function<ChangedChart, Row> choice, Function<Shell, Round.Forecast> forecast) {
    var rows = table.stream().map(choice).toList();
    for (int i = 0; i < rows.size(); i++) {
      rows.get(i).change().accept(scenarios.all().get(i));
    }
    var watching = scenarios.watching();
    var shell = Shell.in(namespace, watching.write());
    var round =
        Round.run(
            scenarios.all(),
            namespace,
            () -> forecast.apply(shell),
            () -> namespace.operate(watching));
    var tests =
        IntStream.range(0, rows.size())
            .mapToObj(
                i ->
                    dynamicTest(
                        table.get(i).chart() + ": " + rows.get(i).title(),
                        () -> check(round, scenarios.all().get(i), rows.get(i))));
    return Stream.concat(tests, Stream.of(dynamicTest("nothing else", round::assertNothingElse)));
  }

  private static void check(Round round, Scenario scenario, Row row) {
    var effects = round.assertPredicted(scenario);
    row.expectation().accept(effects);
    round
        .forecast()
        .plan()
        .map(PlannedEffects::of)
        .ifPresent(
            plan ->
                assertEquals(
                    effects,
                    plan.getOrDefault(scenario.trial().name(), List.of()),
                    "actual effects, and the plan"));
  }

  private Round.Forecast diffsAndPlan(Shell shell) {
    var plan = CompletableFuture.supplyAsync(() -> json(shell, "plan"), workers);
    return new Round.Forecast(diffs(shell).diffs(), Optional.of(plan.join()));
  }

  private Round.Forecast diffs(Shell shell) {
    var running = new TreeMap<String, CompletableFuture<JsonNode>>();
    for (var scenario : scenarios.all()) {
      running.put(
          scenario.trial().name(),
          CompletableFuture.supplyAsync(() -> diff(shell, scenario), workers));
    }
    var previews = new TreeMap<String, JsonNode>();
    running.forEach((name, preview) -> previews.put(name, preview.join()));
    return new Round.Forecast(previews, Optional.empty());
  }

  private JsonNode diff(Shell shell, Scenario scenario) {
    var primary = scenario.trial().chart().kind() + "/" + scenario.trial().name();
    return json(shell, "diff", primary);
  }

  private JsonNode json(Shell shell, String... command) {
    var arguments = Stream.concat(Stream.of(command), Stream.of("-o", "json"));
    var run = shell.run(arguments.toArray(String[]::new));
    assertEquals(0, run.code(), run::err);
    try {
      return JSON.readTree(run.out().replace("NAMESPACE", namespace.name()));
    } catch (IOException e) {
      throw new UncheckedIOException(run.out() + run.err(), e);
    }
  }
}
