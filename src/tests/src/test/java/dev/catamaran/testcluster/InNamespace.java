package dev.catamaran.testcluster;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test with a parameter {@link TestNamespace} a namespace, and closes it after the test.
 * META-INF/services names it, so that no class needs to.
 */
public final class InNamespace implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == TestNamespace.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    // JUnit closes the objects in the store after the test.
    return test.getStore(Namespace.create(InNamespace.class, test.getUniqueId()))
        .computeIfAbsent(TestNamespace.class, type -> TestNamespace.create());
  }
}
