package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.manifest.FieldRule.When;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the fields of an object that are left as they are by the rules of {@link FieldRules}, which
 * the engine applies likewise (src/engine/fields). Pure.
 */
public final class SharedFields {
  private final MergeKeys keys;
  private final ManifestDiff diff;

  /** Identifies the items of lists by these keys. */
  public SharedFields(MergeKeys keys) {
    this.keys = keys;
    this.diff = new ManifestDiff(keys);
  }

  /**
   * Returns the fields that are left. An index refers to {@code wanted}.
   *
   * @param before the manifest until now; missing if it plays no part
   * @param wanted the manifest
   * @param live the object
   */
  public Set<JsonPointer> of(JsonNode before, JsonNode wanted, JsonNode live) {
    var found = new LinkedHashSet<JsonPointer>();
    for (var rule : FieldRules.ALL) {
      if (isOf(rule, wanted)) {
        new Walk(rule.when(), found)
            .in(segments(rule.path()), new Versions(before, wanted, live), "", JsonPointer.empty());
      }
    }
    return found;
  }

  private static boolean isOf(FieldRule rule, JsonNode object) {
    var key = new ManifestObject(object).key();
    return (rule.kinds().isEmpty() || rule.kinds().contains(key.group() + "/" + key.kind()))
        && (rule.where().isEmpty() || !object.at(rule.where()).isMissingNode());
  }

  private static List<String> segments(String pointer) {
    var segments = new ArrayList<String>();
    for (var rest = JsonPointer.compile(pointer); !rest.matches(); rest = rest.tail()) {
      segments.add(rest.getMatchingProperty());
    }
    return segments;
  }

  /** The same part of an object in three forms; each may be missing. */
  private record Versions(JsonNode before, JsonNode wanted, JsonNode live) {
    Versions at(String name) {
      return new Versions(before.path(name), wanted.path(name), live.path(name));
    }

    Set<String> names() {
      var names = new LinkedHashSet<String>();
      List.of(before, wanted, live).forEach(each -> each.fieldNames().forEachRemaining(names::add));
      return names;
    }

    boolean isLeft(When when, ManifestDiff diff) {
      boolean isNamed = !wanted.isMissingNode();
      boolean isWanted = isNamed && !wanted.isNull();
      boolean was = !before.isMissingNode() && !before.isNull();
      return switch (when) {
        case DROPPED -> !isWanted && (was || isNamed) && !before.asText().equals("0");
        case EMPTY ->
            isNamed
                ? isEmpty(wanted) && !isEmpty(live)
                : was && !isEmpty(live) && !before.equals(live);
        case GROWN -> isWanted && (isLarger(live, wanted) || isStricter());
        case UNCHANGED -> isWanted && (!was || before.equals(wanted)) && !isEmpty(live);
        case OWNED -> !isEmpty(live) && (isWanted || was);
        case ADDED ->
            wanted.isArray()
                && live.size() > wanted.size()
                && wanted.valueStream().allMatch(item -> diff.agreesWithOne(item, live))
                && before
                    .valueStream()
                    .filter(item -> !diff.agreesWithOne(item, wanted))
                    .noneMatch(item -> diff.agreesWithOne(item, live));
      };
    }

    /** Of a webhook that lets all pass until its server answers. */
    private boolean isStricter() {
      return wanted.asText().equals("Ignore")
          && live.asText().equals("Fail")
          && !before.equals(live);
    }
  }

  private final class Walk {
    private final When when;
    private final Set<JsonPointer> found;

    Walk(When when, Set<JsonPointer> found) {
      this.when = when;
      this.found = found;
    }

    /** Finds the fields at {@code path} below an object whose own field is {@code name}. */
    void in(List<String> path, Versions object, String name, JsonPointer at) {
      var head = path.getFirst();
      var rest = path.subList(1, path.size());
      if (head.equals("**")) {
        in(rest, object, name, at);
        object.wanted().fieldNames().forEachRemaining(each -> below(path, each, object, name, at));
      } else if (head.equals("*")) {
        object.names().forEach(each -> field(rest, each, object, name, at));
      } else {
        field(rest, head, object, name, at);
      }
    }

    private void field(
        List<String> rest, String field, Versions object, String parent, JsonPointer at) {
      if (!rest.isEmpty()) {
        below(rest, field, object, parent, at);
      } else if (object.at(field).isLeft(when, diff)) {
        found.add(at.appendProperty(field));
      }
    }

    private void below(
        List<String> path, String field, Versions object, String parent, JsonPointer at) {
      var versions = object.at(field);
      var here = at.appendProperty(field);
      switch (versions.wanted()) {
        case ArrayNode list -> items(path, list, versions, parent, field, here);
        case JsonNode wanted when wanted.isObject() -> in(path, versions, field, here);
        case JsonNode none when none.isMissingNode() || none.isNull() -> {
          if (versions.before().isObject()) {
            in(path, versions, field, here);
          }
        }
        default -> {}
      }
    }

    private void items(
        List<String> path,
        ArrayNode wanted,
        Versions list,
        String parent,
        String name,
        JsonPointer at) {
      var key = keys.of(parent, name).filter(k -> k.identifies(wanted));
      var rest = path.getFirst().equals("**") ? path : path.subList(1, path.size());
      for (int i = 0; i < wanted.size(); i++) {
        var item = wanted.get(i);
        if (item.isObject()) {
          var versions =
              new Versions(
                  counterpart(list.before(), item, i, key, name),
                  item,
                  counterpart(list.live(), item, i, key, name));
          in(rest, versions, name, at.appendIndex(i));
        }
      }
    }
  }

  private JsonNode counterpart(
      JsonNode list, JsonNode item, int index, Optional<ItemKey> key, String name) {
    return list instanceof ArrayNode items && key.isPresent()
        ? diff.counterpart(item, items, key.get(), name).orElseGet(MissingNode::getInstance)
        : list.path(index);
  }

  private static boolean isLarger(JsonNode live, JsonNode wanted) {
    try {
      return Quantity.getAmountInBytes(new Quantity(live.asText()))
              .compareTo(Quantity.getAmountInBytes(new Quantity(wanted.asText())))
          > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Whether a value is a place for another: nothing, white space or {}, also as base64, or no
   * items.
   */
  private static boolean isEmpty(JsonNode value) {
    return value.isMissingNode()
        || value.isNull()
        || (value.isContainerNode() && value.isEmpty())
        || (value.isTextual() && isBlank(value.asText().strip()));
  }

  private static boolean isBlank(String text) {
    try {
      return saysNothing(text)
          || (text.length() % 4 == 0
              && saysNothing(new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean saysNothing(String text) {
    return text.isBlank() || text.strip().equals("{}");
  }
}
