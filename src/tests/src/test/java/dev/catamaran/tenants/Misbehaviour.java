package dev.catamaran.tenants;

import dev.catamaran.testcluster.TestNamespace;
import java.util.function.Consumer;

/**
 * A bad action of one tenant that must not harm other tenants.
 *
 * @param sentence describes the action without a subject: "writes a tab before a word"
 * @param beside the kind of the neighbour's primaries
 * @param deed the action in the tenant's namespace; its objects stay until the end of the class, so
 *     that the operator also starts with them
 * @param reaction waits until the operator reports the action to the tenant or has dealt with it
 * @param slack looks that each step of the neighbour may take beyond twice the usual number
 */
record Misbehaviour(
    String sentence,
    Livelihood beside,
    Consumer<TestNamespace> deed,
    Consumer<TestNamespace> reaction,
    int slack) {

  /** The usual slack. */
  static final int SLACK = 25;

  /** An action beside a neighbour with Widgets. */
  static Misbehaviour of(
      String sentence, Consumer<TestNamespace> deed, Consumer<TestNamespace> reaction) {
    return new Misbehaviour(sentence, Livelihood.WIDGET, deed, reaction, SLACK);
  }

  /** The same action beside a neighbour with Memcacheds. */
  Misbehaviour besideMemcached() {
    return new Misbehaviour(sentence, Livelihood.MEMCACHED, deed, reaction, slack);
  }

  /** The same action, for which the operator needs many requests: a neighbour shares their cost. */
  Misbehaviour manyRequests() {
    return new Misbehaviour(sentence, beside, deed, reaction, 4 * SLACK);
  }

  /** The name of the test in JUnit. */
  @Override
  public String toString() {
    return sentence;
  }
}
