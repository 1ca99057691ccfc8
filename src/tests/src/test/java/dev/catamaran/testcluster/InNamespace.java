package dev.catamaran.testcluster;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test that asks for a {@link TestNamespace} one of its own, and closes it after the test.
 */
public final class InNamespace implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == TestNamespace.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    // JUnit closes what is in the store when the test is over.
    return test.getStore(Namespace.create(InNamespace.class, test.getUniqueId()))
        .computeIfAbsent(TestNamespace.class, type -> TestNamespace.create());
  }
}
