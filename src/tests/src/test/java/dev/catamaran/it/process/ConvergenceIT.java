package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.Account;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random actions change some primaries, their objects and the operator. Afterwards the objects
 * match the last specs. No other object remains. No release has more revisions than causes. {@link
 * Account} defines a cause.
 *
 * <p>The seed is the same in each run, as thousands of seeds are simulated in {@code
 * simulation.SimulationTest}. {@code -Dcatamaran.test.seed=42,43} sets other seeds. The seed
 * determines the actions. It does not determine their times.
 */
class ConvergenceIT {
  private static final int PRIMARIES = 5;
  private static final int ROUNDS = 5;
  private static final int VALUES = 3;
  private static final int LONGEST_RUN_MILLIS = 1500;
  private static final Duration QUIET = Duration.ofSeconds(2);

  private final Map<String, Account> accounts = new TreeMap<>();

  static LongStream seeds() {
    return Arrays.stream(System.getProperty("catamaran.test.seed", "1").split(","))
        .mapToLong(Long::parseLong);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void convergesToTheLastSpecs(long seed, TestNamespace namespace) {
    System.out.println("repeat with -Dcatamaran.test.seed=" + seed);
    var random = new Random(seed);
    var chart = chart();
    for (int i = 0; i < PRIMARIES; i++) {
      accounts.put("ship-" + i, new Account());
    }

    var operator = launch(namespace, chart);
    for (int round = 0; round < ROUNDS; round++) {
      boolean atRest = random.nextBoolean();
      if (atRest) {
        eventually(() -> assertConverged(namespace));
        accounts.values().forEach(Account::settled);
      }
      accounts.forEach((name, account) -> act(namespace, random, atRest, chart, name, account));
      if (random.nextInt(3) == 0) {
        operator = crash(namespace, random, chart, operator);
      }
    }

    eventually(() -> assertConverged(namespace));
    throughout(QUIET, () -> assertConverged(namespace));
  }

  private void act(
      TestNamespace namespace,
      Random random,
      boolean atRest,
      Path chart,
      String name,
      Account account) {
    int value = random.nextInt(VALUES);
    int choice = random.nextInt(atRest ? 8 : 6);
    if (account.step().isEmpty()) {
      specify(namespace, name, account, value);
      return;
    }
    var action =
        switch (choice) {
          case 0 -> "nothing";
          case 1 -> damage(namespace, name, account, false);
          case 2 -> damage(namespace, name, account, true);
          case 3 -> remove(namespace, name, account);
          case 4, 5 -> specify(namespace, name, account, value);
          case 6 -> upgradeByHand(namespace, name, account, chart);
          default -> uninstallByHand(namespace, name, account);
        };
    System.out.printf("%s: %s%s%n", name, action, atRest ? "" : ", not at rest");
  }

  private static String specify(TestNamespace namespace, String name, Account account, int value) {
    if (account.step().isEmpty()) {
      eventually(() -> assertNull(namespace.primary("Widget", name)));
    }
    namespace.apply("Widget", name, "{step: %d}".formatted(value));
    account.specified(value);
    return "spec " + value;
  }

  private static String remove(TestNamespace namespace, String name, Account account) {
    namespace.delete("Widget", name);
    account.removed();
    return "deleted";
  }

  private static String damage(
      TestNamespace namespace, String name, Account account, boolean delete) {
    var object =
        namespace.client().configMaps().inNamespace(namespace.name()).withName(name + "-fixed");
    // Before convergence the object may not exist yet.
    if (delete) {
      object.delete();
    } else if (object.get() != null) {
      object.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"step\":\"broken\"}}");
    }
    account.damaged();
    return delete ? "object deleted" : "object edited";
  }

  private static String upgradeByHand(
      TestNamespace namespace, String name, Account account, Path chart) {
    new Helm(chart)
        .upgrade()
        .withName(name)
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .set("step", "by-hand")
        .call();
    account.upgradedByHand();
    return "helm upgrade";
  }

  private static String uninstallByHand(TestNamespace namespace, String name, Account account) {
    Helm.uninstall(name)
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
    account.uninstalledByHand();
    return "helm uninstall";
  }

  private OperatorProcess crash(
      TestNamespace namespace, Random random, Path chart, OperatorProcess operator) {
    operator.killAfter(Duration.ofMillis(random.nextInt(LONGEST_RUN_MILLIS)));
    accounts.values().forEach(Account::crashed);
    System.out.println("operator killed");
    return launch(namespace, chart);
  }

  private static OperatorProcess launch(TestNamespace namespace, Path chart) {
    var operator = namespace.launch(Watching.chart("Widget", chart));
    operator.awaitLog("Reconciling test.catamaran.dev/v1, Kind=Widget");
    return operator;
  }

  private void assertConverged(TestNamespace namespace) {
    assertEquals(desired(), objects(namespace));
    accounts.forEach((name, account) -> assertRevisions(namespace, name, account));
  }

  private static void assertRevisions(TestNamespace namespace, String name, Account account) {
    var revisions = namespace.revisions(name);
    assertEquals(Optional.empty(), account.problem(revisions), name);
    if (account.step().isEmpty()) {
      assertNull(namespace.primary("Widget", name));
    } else {
      assertReady(namespace, name);
    }
  }

  private static void assertReady(TestNamespace namespace, String name) {
    assertEquals("True", namespace.condition("Widget", name, "Ready").get("status"), name);
    var primary = Objects.requireNonNull(namespace.primary("Widget", name));
    Number observed = primary.get("status", "observedGeneration");
    assertEquals(primary.getMetadata().getGeneration(), observed.longValue(), name);
  }

  private Map<String, Map<String, String>> desired() {
    var desired = new TreeMap<String, Map<String, String>>();
    accounts.forEach(
        (name, account) ->
            account
                .step()
                .ifPresent(
                    step -> {
                      var data = Map.of("step", Integer.toString(step));
                      desired.put(name + "-fixed", data);
                      desired.put(name + "-step-" + step, data);
                    }));
    return desired;
  }

  private static Map<String, Map<String, String>> objects(TestNamespace namespace) {
    var found = new TreeMap<String, Map<String, String>>();
    for (var object : namespace.list(ConfigMap.class)) {
      if (!object.getMetadata().getName().equals("kube-root-ca.crt")) {
        found.put(object.getMetadata().getName(), object.getData());
      }
    }
    return found;
  }

  /** The name of one object contains the value. An incomplete upgrade leaves an orphan. */
  private static Path chart() {
    return TestChart.named("random")
        .configMap("fixed", "step", "\"{{ .Values.step }}\"")
        .configMap("step-{{ .Values.step }}", "step", "\"{{ .Values.step }}\"")
        .path();
  }
}
