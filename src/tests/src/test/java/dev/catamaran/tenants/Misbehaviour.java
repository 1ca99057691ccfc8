package dev.catamaran.tenants;

import dev.catamaran.testcluster.TestNamespace;
import java.util.function.Consumer;

/**
 * A bad action of one tenant that must not harm other tenants.
 *
 * @param sentence describes the action without a subject: "writes a tab before a word"
 * @param isQuick whether it also belongs to {@link TenantsIT}, without a neighbour
 * @param deed the action in the tenant's namespace; its objects stay until the end of the class, so
 *     that the operator also starts with them
 * @param reaction waits until the operator reports the action to the tenant or has dealt with it
 */
record Misbehaviour(
    String sentence,
    boolean isQuick,
    Consumer<TestNamespace> deed,
    Consumer<TestNamespace> reaction) {

  static Misbehaviour of(
      String sentence, Consumer<TestNamespace> deed, Consumer<TestNamespace> reaction) {
    return new Misbehaviour(sentence, false, deed, reaction);
  }

  /** An action that {@link TenantsIT} tries too. */
  static Misbehaviour quick(
      String sentence, Consumer<TestNamespace> deed, Consumer<TestNamespace> reaction) {
    return new Misbehaviour(sentence, true, deed, reaction);
  }

  /** The name of the test in JUnit. */
  @Override
  public String toString() {
    return sentence;
  }
}
