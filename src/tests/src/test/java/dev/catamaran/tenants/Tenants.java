package dev.catamaran.tenants;

import static org.junit.jupiter.api.Assertions.fail;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bad actions of tenants, and a neighbour under the same operator. Each action has a separate
 * namespace. All actions of a class share one operator. In the end the operator restarts with all
 * objects of the bad tenants.
 *
 * <p>{@code -Dtenants.only=PART} runs only the actions with this text in the sentence.
 */
@Tag("nightly")
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // JUnit sets them before the tests.
abstract class Tenants {
  /** The regular expressions of Java would backtrack over a code for hours. */
  private static final String SCHEMA =
      "{\"properties\": {\"code\": {\"type\": \"string\", \"pattern\": \"^([a-z]+)*$\"}}}";

  private final Map<Misbehaviour, TestNamespace> tenants = new LinkedHashMap<>();
  private TestNamespace home;
  private SharedOperator operator;
  private Neighbour neighbour;

  /** The bad actions of this class. */
  abstract List<Misbehaviour> misbehaviours();

  /** The watched kinds. */
  static Watching watching() {
    return Watching.chart(
        "Widget",
        widgets(),
        "allowServiceAccountOverride: true",
        "allowAdoption: true",
        "manifestValues: [raw]",
        "places: [ClusterRole.rbac.authorization.k8s.io]");
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
    operator = new SharedOperator(home, namespaces, watching());
    neighbour = new Neighbour(home);
    neighbour.live(5);
    System.out.println("The neighbour alone " + neighbour.medians());
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
    var tenant = Objects.requireNonNull(tenants.get(misbehaviour));
    beside(
        neighbour,
        () -> {
          misbehaviour.deed().accept(tenant);
          misbehaviour.reaction().accept(tenant);
        },
        operator);
    System.out.println(
        "While one %s, the neighbour %s".formatted(misbehaviour.sentence(), neighbour.medians()));
    operator.assertWell();
  }

  /** Does something while the neighbour lives. Fails if the neighbour is affected. */
  static void beside(Neighbour neighbour, Runnable deed, SharedOperator operator) {
    var over = new AtomicBoolean();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var lives = CompletableFuture.runAsync(() -> neighbour.liveUntil(over::get), threads);
      try {
        deed.run();
      } finally {
        over.set(true);
        try {
          lives.join();
        } catch (CompletionException e) {
          fail("the neighbour was affected; the operator's log:\n" + operator.log(), e.getCause());
        }
      }
    }
  }

  @Order(2)
  @Test
  void theOperatorRestartsWithTheObjectsOfBadTenants() {
    operator.restart();
    neighbour.liveUntil(() -> true);
    operator.assertWell();
  }
}
