package dev.catamaran.tenants;

import static org.junit.jupiter.api.Assertions.fail;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.tenants.Neighbour.Life;
import dev.catamaran.testcluster.Fleet;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bad actions of tenants, and a neighbour under the same operator. Each action has a separate
 * namespace. All actions of a class share one operator. In the end the operator restarts with all
 * objects of the bad tenants.
 *
 * <p>{@code -Dtenants.only=PART} runs only the actions with this text in the sentence. {@code
 * -Dtenants.times=11} measures the medians of the neighbour's steps with so many primaries, before
 * and beside each action, in place of the bounds.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
abstract class Tenants {
  private static final Logger log = LoggerFactory.getLogger(Tenants.class);
  private static final String WORKERS = "--max-concurrent-reconciles=4";

  /** The regular expressions of Java would backtrack over a code for hours. */
  private static final String SCHEMA =
      "{\"properties\": {\"code\": {\"type\": \"string\", \"pattern\": \"^([a-z]+)*$\"}}}";

  private static final int TIMED = Integer.getInteger("tenants.times", 0);

  private final Map<Misbehaviour, TestNamespace> tenants = new LinkedHashMap<>();
  private final Map<Livelihood, Household> households = new EnumMap<>(Livelihood.class);
  private TestNamespace home;
  private SharedOperator operator;

  /** A neighbour, and its usual life. */
  private record Household(Neighbour neighbour, Life usual) {
    Life liveUntil(BooleanSupplier over, int more) {
      return neighbour.liveUntil(over, usual.bound(more));
    }
  }

  /** The bad actions of this class. */
  abstract List<Misbehaviour> misbehaviours();

  /** The watched kinds. */
  Watching watching() {
    return Fleet.watching()
        .and(
            "Widget",
            widgets(),
            "allowServiceAccountOverride: true",
            "allowAdoption: true",
            "manifestValues: [raw]",
            "places: [ClusterRole.rbac.authorization.k8s.io]");
  }

  /** Additional flags of the operator for this class. */
  List<String> flags() {
    return List.of();
  }

  /** A chart that renders any object from its values. */
  static Path widgets() {
    return TestChart.named("widgets")
        .values("{color: blue, raw: \"\", code: \"\", text: \"\"}")
        .file("values.schema.json", SCHEMA)
        .configMap("colors", "color", "{{ .Values.color | quote }}")
        .template("raw.yaml", "{{ .Values.raw }}")
        .template("text.yaml", "{{ $evaluated := tpl .Values.text . }}")
        .path();
  }

  @BeforeAll
  void begin() {
    home = TestNamespace.create();
    chosen().forEach(misbehaviour -> tenants.put(misbehaviour, TestNamespace.create()));
    var namespaces =
        Stream.concat(Stream.of(home), tenants.values().stream()).map(TestNamespace::name).toList();
    operator = new SharedOperator(home, namespaces, watching(), allFlags());
    for (var livelihood : chosen().map(Misbehaviour::beside).distinct().toList()) {
      var neighbour = new Neighbour(home, livelihood);
      households.put(livelihood, new Household(neighbour, neighbour.measure()));
    }
  }

  @AfterAll
  void end() {
    home.close();
    tenants.values().forEach(TestNamespace::close);
  }

  Stream<Misbehaviour> chosen() {
    var only = System.getProperty("tenants.only", "");
    return misbehaviours().stream().filter(one -> one.sentence().contains(only));
  }

  @Order(1)
  @ParameterizedTest(name = "one {0}")
  @MethodSource("chosen")
  void theNeighbourIsNotAffectedWhen(Misbehaviour misbehaviour) {
    operator.ensureAlive();
    var tenant = Optional.ofNullable(tenants.get(misbehaviour)).orElseThrow();
    var household = Optional.ofNullable(households.get(misbehaviour.beside())).orElseThrow();
    if (TIMED > 0) {
      time(misbehaviour, tenant, household.neighbour());
      return;
    }
    var over = new AtomicBoolean();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var lives =
          CompletableFuture.supplyAsync(
              () -> household.liveUntil(over::get, misbehaviour.looks()), threads);
      try {
        misbehaviour.deed().accept(tenant);
        misbehaviour.reaction().accept(tenant);
      } finally {
        over.set(true);
        report(misbehaviour, household, lives);
      }
    }
    operator.assertWell();
  }

  private static void time(Misbehaviour misbehaviour, TestNamespace tenant, Neighbour neighbour) {
    var before = neighbour.medians(TIMED);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var beside = CompletableFuture.supplyAsync(() -> neighbour.medians(TIMED), threads);
      misbehaviour.deed().accept(tenant);
      misbehaviour.reaction().accept(tenant);
      log.info("MEDIANS one {}: {} ms; before: {} ms", misbehaviour, beside.join(), before);
    }
  }

  @Order(2)
  @Test
  void theOperatorRestartsWithTheObjectsOfBadTenants() {
    operator.restart();
    households
        .values()
        .forEach(
            household -> {
              household.neighbour().warmUp();
              log.info("The neighbour after a restart: {}", household.liveUntil(() -> true, 0));
            });
    operator.assertWell();
  }

  private void report(
      Misbehaviour misbehaviour, Household household, CompletableFuture<Life> lives) {
    try {
      log.info("While one {}: {}; usual: {}", misbehaviour, lives.join(), household.usual());
    } catch (CompletionException e) {
      fail(
          "the neighbour was affected when one %s: %s%nThe operator's log:%n%s"
              .formatted(misbehaviour, e.getCause(), operator.log()));
    }
  }

  private List<String> allFlags() {
    return Stream.concat(Stream.of(WORKERS), flags().stream()).toList();
  }
}
