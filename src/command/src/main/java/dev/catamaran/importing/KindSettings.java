package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a tool was told for a release, in the fields of an entry of watches.yaml. Pure.
 *
 * @param fields by their names; {@code drift} is the mode
 * @param ignored rules of {@code drift}
 */
record KindSettings(SortedMap<String, JsonNode> fields, List<ObjectNode> ignored) {
  private static final String DRIFT = "drift";

  static final KindSettings NONE = new KindSettings(new TreeMap<>(), List.of());

  /** Returns a rule of {@code drift}: an empty text is left out. */
  static ObjectNode rule(String kind, String name, Collection<String> paths) {
    var rule = JsonNodeFactory.instance.objectNode();
    if (!kind.isEmpty()) {
      rule.put("kind", kind);
    }
    if (!name.isEmpty()) {
      rule.put("name", name);
    }
    paths.forEach(path -> rule.withArray("paths").add(path));
    return rule;
  }

  KindSettings ignoring(List<ObjectNode> more) {
    return new KindSettings(
        fields, Stream.concat(ignored.stream(), more.stream()).distinct().toList());
  }

  /** Returns what all releases of a kind agree on, with the rules of all. */
  static KindSettings common(List<KindSettings> all) {
    var agreed = new TreeMap<>(all.getFirst().fields);
    all.forEach(each -> agreed.entrySet().retainAll(each.fields.entrySet()));
    return new KindSettings(
        agreed, all.stream().flatMap(each -> each.ignored.stream()).distinct().toList());
  }

  /** Returns the fields of the entry. */
  SortedMap<String, JsonNode> entry() {
    var entry = new TreeMap<>(fields);
    if (!ignored.isEmpty()) {
      var drift = JsonNodeFactory.instance.objectNode();
      if (fields.get(DRIFT) instanceof TextNode mode) {
        drift.set("mode", mode);
      }
      ignored.forEach(drift.withArray("ignore")::add);
      entry.put(DRIFT, drift);
    }
    return entry;
  }

  /** Returns a line for each field that the entry does not get. */
  List<String> notes(KindSettings agreed, Collection<String> kept) {
    var notes = new ArrayList<String>();
    entry()
        .forEach(
            (name, value) -> {
              boolean isAgreed = !fields.containsKey(name) || agreed.fields.containsKey(name);
              if (kept.contains(name)) {
                notes.add(
                    "%s: %s is not written: watches.yaml has another %s for the kind already"
                        .formatted(name, value, name));
              } else if (!isAgreed) {
                notes.add(
                    "%s: %s is not written: the other releases of the kind have another, so decide on one for all in watches.yaml"
                        .formatted(name, value));
              }
            });
    return notes;
  }
}
