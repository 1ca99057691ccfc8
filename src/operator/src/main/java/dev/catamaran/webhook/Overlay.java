package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Applies the difference of two objects to a third. An author's class may lack fields of an object,
 * and may write fields that the object lacks. So a change of the class's form is transferred to the
 * real object.
 */
final class Overlay {
  private Overlay() {}

  /**
   * Returns a copy of {@code onto} with the differences between the two; treats lists as a whole.
   */
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
