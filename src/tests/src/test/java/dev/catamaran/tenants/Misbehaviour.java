package dev.catamaran.tenants;

import dev.catamaran.testcluster.TestNamespace;
import java.util.function.Consumer;

/**
 * What a tenant does that must harm nobody else.
 *
 * @param sentence says what he does, without a subject: "writes a tab before a number"
 * @param beside what the neighbour has meanwhile
 * @param deed done in the tenant's namespace; what it leaves stays there until the class is over,
 *     so that the operator also has to start among it
 * @param told waits until the tenant is told, or until what he did is dealt with
 */
record Misbehaviour(
    String sentence,
    Livelihood beside,
    Consumer<TestNamespace> deed,
    Consumer<TestNamespace> told) {

  /** One beside which the neighbour has Widgets. */
  static Misbehaviour of(
      String sentence, Consumer<TestNamespace> deed, Consumer<TestNamespace> told) {
    return new Misbehaviour(sentence, Livelihood.WIDGET, deed, told);
  }

  /** The same beside a neighbour who has Memcacheds. */
  Misbehaviour besideMemcached() {
    return new Misbehaviour(sentence, Livelihood.MEMCACHED, deed, told);
  }

  /** By which JUnit names the test. */
  @Override
  public String toString() {
    return sentence;
  }
}
