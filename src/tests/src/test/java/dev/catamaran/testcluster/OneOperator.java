package dev.catamaran.testcluster;

import dev.catamaran.testkit.TestedOperator;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * One operator for all tests of a class, in a namespace of the class. Each test gets a primary of
 * its own, with a fresh name after the test's method, so tests neither disturb each other in
 * sequence nor with {@link SideBySide}:
 *
 * <pre>{@code
 * class ColorsIT {
 *   @RegisterExtension
 *   static final OneOperator OPERATOR = OneOperator.of(Watching.chart("Widget", TestChart.breakable()));
 *
 *   @SideBySide
 *   void followsTheSpec(TestPrimary one) {
 *     one.deploy("{color: red}");
 *     assertEquals(Map.of("color", "red"), one.data("colors")); // the ConfigMap <release>-colors
 *   }
 * }
 * }</pre>
 *
 * <p>So a chart must name its objects after the release. Several settings are several kinds of one
 * operator: {@code Watching.chart("Widget", chart).and("Gadget", chart, "drift: warn")}, and a
 * parameter {@code @OfKind("Gadget") TestPrimary one}. A test that needs an operator of its own
 * takes a {@link TestNamespace} in place of the primary, and starts it there. A test that counts
 * passes or changes what all primaries share belongs into a class without {@link SideBySide}.
 */
public final class OneOperator implements BeforeAllCallback, AfterAllCallback {
  private static final Namespace OPERATORS = Namespace.create(OneOperator.class);

  /** A release's name has at most 53 characters, and charts append to it. */
  private static final int LONGEST_NAME = 24;

  private final Function<TestNamespace, TestedOperator> start;
  private final AtomicInteger primaries = new AtomicInteger();
  private @Nullable TestNamespace namespace;
  private @Nullable TestedOperator operator;

  private OneOperator(Function<TestNamespace, TestedOperator> start) {
    this.start = start;
  }

  /** An operator without passes by timer. */
  public static OneOperator of(Watching watching) {
    return started(namespace -> namespace.operate(watching));
  }

  /** An operator with this reconcile period. */
  public static OneOperator of(Watching watching, Duration period) {
    return started(namespace -> namespace.operate(watching, period));
  }

  /** An operator that needs more: an account, or objects that are there before it. */
  public static OneOperator started(Function<TestNamespace, TestedOperator> start) {
    return new OneOperator(start);
  }

  /** The namespace of the class. */
  public TestNamespace namespace() {
    return Objects.requireNonNull(namespace, "the class has not begun");
  }

  /** The operator of the class. */
  public TestedOperator operator() {
    return Objects.requireNonNull(operator, "the class has not begun");
  }

  @Override
  public void beforeAll(ExtensionContext tests) {
    namespace = TestNamespace.create();
    operator = start.apply(namespace);
    tests.getStore(OPERATORS).put(OneOperator.class, this);
  }

  @Override
  public void afterAll(ExtensionContext tests) {
    if (namespace != null) {
      namespace.close();
    }
  }

  /** The operator of a test's class. */
  static Optional<OneOperator> of(ExtensionContext test) {
    return Optional.ofNullable(test.getStore(OPERATORS).get(OneOperator.class, OneOperator.class));
  }

  /** A primary of a test. */
  TestPrimary primary(String kind, Method test) {
    return new TestPrimary(namespace(), kind, name(test.getName()));
  }

  private String name(String method) {
    var words = method.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    var beginning = words.substring(0, Math.min(words.length(), LONGEST_NAME));
    return beginning.replaceAll("-$", "") + "-" + primaries.incrementAndGet();
  }
}
