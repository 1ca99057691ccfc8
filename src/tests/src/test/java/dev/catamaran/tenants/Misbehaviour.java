package dev.catamaran.tenants;

import dev.catamaran.testcluster.TestNamespace;
import java.util.function.Consumer;

/**
 * A bad action of one tenant that must not harm other tenants.
 *
 * @param sentence describes the action without a subject: "writes a tab before a word"
 * @param beside the kind of the neighbour's primaries
 * @param looks how many looks more than usual a step of the neighbour may take
 * @param deed the action in the tenant's namespace; its objects stay until the end of the class, so
 *     that the operator also starts with them
 * @param reaction waits until the operator reports the action to the tenant or has dealt with it
 */
record Misbehaviour(
    String sentence,
    Livelihood beside,
    int looks,
    Consumer<TestNamespace> deed,
    Consumer<TestNamespace> reaction) {

  private static final int INTERRUPTION = 40;

  /** An action beside a neighbour with Widgets. */
  static Misbehaviour of(
      String sentence, Consumer<TestNamespace> deed, Consumer<TestNamespace> reaction) {
    return new Misbehaviour(sentence, Livelihood.WIDGET, 0, deed, reaction);
  }

  /** The same action beside a neighbour with Memcacheds. */
  Misbehaviour besideMemcached() {
    return new Misbehaviour(sentence, Livelihood.MEMCACHED, looks, deed, reaction);
  }

  /**
   * The same action, if it ends the engine: the neighbour's upgrade may be cut off with it. Then it
   * is unlocked, and made again in a new engine, which starts on cores that the test shares.
   */
  Misbehaviour endingTheEngine() {
    return new Misbehaviour(sentence, beside, INTERRUPTION, deed, reaction);
  }

  /** The name of the test in JUnit. */
  @Override
  public String toString() {
    return sentence;
  }
}
