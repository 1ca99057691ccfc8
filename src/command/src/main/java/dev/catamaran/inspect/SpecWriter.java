package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * A client that wrote fields of a primary's spec, by the API server's own record
 * (metadata.managedFields). It names programs; the audit log of the API server names people. Pure.
 *
 * @param client its field manager, such as {@code kubectl-edit}
 * @param at time of its last write, RFC 3339; empty if unknown
 * @param fields those that it wrote last, such as {@code image.tag}
 */
public record SpecWriter(String client, String at, List<String> fields) {
  /** A page or a terminal has no place for hundreds. */
  private static final int MOST_FIELDS = 20;

  private static final String FIELD = "f:";
  private static final String MORE = "…";

  /** Copies the list. */
  public SpecWriter {
    fields = List.copyOf(fields);
  }

  /** Returns the writers of a primary, the last one first. */
  public static List<SpecWriter> of(PrimaryObject primary) {
    var managed = primary.content().path("metadata").path("managedFields");
    return StreamSupport.stream(managed.spliterator(), /* parallel= */ false)
        .filter(entry -> entry.path("subresource").asText("").isEmpty())
        .filter(entry -> entry.path("fieldsV1").has(FIELD + "spec"))
        .map(SpecWriter::of)
        .sorted(Comparator.comparing(SpecWriter::at).reversed())
        .toList();
  }

  private static SpecWriter of(JsonNode entry) {
    var fields = new ArrayList<String>();
    collect("", entry.path("fieldsV1").path(FIELD + "spec"), fields);
    return new SpecWriter(entry.path("manager").asText(""), entry.path("time").asText(""), fields);
  }

  /** An entry without entries is a written field; a key begins with its kind (f:, k:, v:, i:). */
  private static void collect(String path, JsonNode fields, List<String> into) {
    if (into.size() > MOST_FIELDS) {
      return;
    }
    if (fields.isEmpty() && !path.isEmpty()) {
      into.add(into.size() == MOST_FIELDS ? MORE : path);
      return;
    }
    for (var field : fields.properties()) {
      var key = field.getKey();
      if (key.startsWith(FIELD)) {
        var name = key.substring(FIELD.length());
        collect(path.isEmpty() ? name : path + "." + name, field.getValue(), into);
      } else if (!key.equals(".")) {
        collect(path + "[" + key.replaceFirst("^.:", "") + "]", field.getValue(), into);
      }
    }
  }
}
