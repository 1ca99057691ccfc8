package dev.catamaran.testcluster;

import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test with a parameter {@link TestNamespace} a namespace, and closes it after the test.
 * A parameter {@link TestPrimary} is the Widget {@code one} in this namespace, or in a class with
 * {@link OneOperator} a Widget with a fresh name in the namespace of the class; {@link OfKind}
 * makes it a primary of another kind. META-INF/services names this class, so that no class needs
 * to.
 */
public final class InNamespace implements ParameterResolver {
  private static final List<Class<?>> TYPES = List.of(TestNamespace.class, TestPrimary.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return TYPES.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == TestNamespace.class
        ? namespace(test)
        : primary(parameter.findAnnotation(OfKind.class).map(OfKind::value).orElse("Widget"), test);
  }

  private static TestNamespace namespace(ExtensionContext test) {
    // JUnit closes the objects in the store after the test.
    return store(test)
        .computeIfAbsent(TestNamespace.class, type -> TestNamespace.create(), TestNamespace.class);
  }

  /** The same primary for a test and its {@code BeforeEach}. */
  private static TestPrimary primary(String kind, ExtensionContext test) {
    return store(test)
        .computeIfAbsent(
            kind,
            each ->
                OneOperator.of(test)
                    .map(operator -> operator.primary(kind, test.getRequiredTestMethod()))
                    .orElseGet(() -> new TestPrimary(namespace(test), kind, "one")),
            TestPrimary.class);
  }

  private static Store store(ExtensionContext test) {
    return test.getStore(Namespace.create(InNamespace.class, test.getUniqueId()));
  }
}
