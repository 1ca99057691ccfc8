package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lays what changed between two objects over a third. An author's class need not know every field
 * that an object has, and writes some that it has not: a change of its form must be brought to the
 * object as it really is.
 */
final class Overlay {
  private Overlay() {}

  /** A copy of {@code onto} in which is changed what differs between the two; lists are wholes. */
  static ObjectNode lay(ObjectNode before, ObjectNode after, ObjectNode onto) {
    var result = onto.deepCopy();
    var names = new TreeSet<String>();
    before.fieldNames().forEachRemaining(names::add);
    after.fieldNames().forEachRemaining(names::add);
    for (var name : names) {
      var was = before.get(name);
      var is = after.get(name);
      if (is == null) {
        result.remove(name);
      } else if (!is.equals(was)) {
        result.set(name, changed(was, is, onto.get(name)));
      }
    }
    return result;
  }

  private static JsonNode changed(@Nullable JsonNode was, JsonNode is, @Nullable JsonNode onto) {
    return was instanceof ObjectNode before
            && is instanceof ObjectNode after
            && onto instanceof ObjectNode real
        ? lay(before, after, real)
        : is;
  }
}
