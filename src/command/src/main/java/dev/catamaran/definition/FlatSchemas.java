package dev.catamaran.definition;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Resolves the references and combinations of a JSON schema, at one node. Supports drafts 4 to
 * 2020-12.
 */
final class FlatSchemas {
  private static final Pattern OLD_DRAFT = Pattern.compile(".*draft-0[3-7].*");
  private static final Set<String> TEXTS = Set.of("description", "title");

  private final JsonNode root;
  private final SchemaNotes notes;

  FlatSchemas(JsonNode root, SchemaNotes notes) {
    this.root = root;
    this.notes = notes;
  }

  /**
   * A schema without {@code $ref}, {@code allOf} and {@code oneOf} at its top.
   *
   * @param schema with all alternatives in {@code anyOf}, each flat
   * @param references all resolved references
   */
  record Flat(ObjectNode schema, Set<String> references) {}

  /** Flattens a schema. A reference to a schema around the place gives an open object. */
  Flat flat(ObjectNode schema, SchemaPlace place) {
    var references = new HashSet<String>();
    var flat = resolved(schema, place, references);
    references.addAll(place.references());
    return new Flat(flat, references);
  }

  private ObjectNode resolved(ObjectNode schema, SchemaPlace place, Set<String> references) {
    var reference = schema.path("$ref");
    if (!reference.isTextual()) {
      return combined(schema.deepCopy(), place, references);
    }
    var siblings = siblings(schema);
    var uri = reference.asText();
    var target = target(uri);
    if (target.isEmpty()) {
      notes.leftOpen(place.pointer(), "\"$ref\" to " + uri + " is not in the file");
      return combined(siblings, place, references);
    }
    if (place.references().contains(uri)) {
      notes.leftOpen(place.pointer(), "\"$ref\" to " + uri + " contains itself");
      return siblings.put("type", target.get().path("type").asText("object"));
    }
    references.add(uri);
    var own = combined(siblings, place, references);
    return new SchemaMerge(place.pointer(), notes)
        .merge(own, resolved(target.get(), place.behind(uri), references));
  }

  /** Until draft 7, a reference replaces its siblings. Descriptions are harmless. */
  private ObjectNode siblings(ObjectNode schema) {
    var siblings = schema.deepCopy();
    siblings.remove("$ref");
    return OLD_DRAFT.matcher(root.path("$schema").asText()).matches()
        ? siblings.retain(TEXTS)
        : siblings;
  }

  private Optional<ObjectNode> target(String uri) {
    if (!uri.startsWith("#")) {
      return Optional.empty();
    }
    var fragment = fragment(uri);
    if (fragment.isEmpty() || fragment.startsWith("/")) {
      return object(root.at(JsonPointer.compile(fragment)));
    }
    return root.findParents("$anchor").stream()
        .filter(node -> node.get("$anchor").asText().equals(fragment))
        .findFirst()
        .or(() -> byId(uri))
        .flatMap(FlatSchemas::object);
  }

  private static String fragment(String uri) {
    var encoded = uri.substring(1);
    try {
      return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return encoded;
    }
  }

  private Optional<JsonNode> byId(String uri) {
    var nodes = new ArrayList<>(root.findParents("$id"));
    nodes.addAll(root.findParents("id"));
    return nodes.stream()
        .filter(node -> node.path("$id").asText(node.path("id").asText()).equals(uri))
        .findFirst();
  }

  private static Optional<ObjectNode> object(JsonNode node) {
    return node instanceof ObjectNode found ? Optional.of(found) : Optional.empty();
  }

  private ObjectNode combined(ObjectNode schema, SchemaPlace place, Set<String> references) {
    var merge = new SchemaMerge(place.pointer(), notes);
    var parts = schema.remove("allOf");
    var flat = schema;
    if (parts != null) {
      for (var part : flattened(parts, place, references)) {
        flat = merge.merge(flat, part);
      }
    }
    for (var keyword : List.of("anyOf", "oneOf")) {
      var branches = flat.remove(keyword);
      if (branches != null) {
        flat = withAlternatives(flat, flattened(branches, place, references), merge);
      }
    }
    return flat;
  }

  private List<ObjectNode> flattened(JsonNode list, SchemaPlace place, Set<String> references) {
    var flat = new ArrayList<ObjectNode>();
    for (var part : list) {
      flat.add(
          part instanceof ObjectNode schema
              ? resolved(schema, place, references)
              : JsonNodeFactory.instance.objectNode());
    }
    return flat;
  }

  /**
   * Adds alternatives. More than one may match: the API server sees a spec before it is merged over
   * the defaults, and a part of an object matches more alternatives than the whole.
   */
  private static ObjectNode withAlternatives(
      ObjectNode schema, List<ObjectNode> branches, SchemaMerge merge) {
    var real = branches.stream().filter(branch -> !SchemaTypes.isNull(branch)).toList();
    if (real.size() < branches.size()) {
      schema.put("nullable", true);
    }
    if (real.size() == 1) {
      return merge.merge(schema, real.getFirst());
    }
    var alternatives = JsonNodeFactory.instance.objectNode();
    alternatives.putArray("anyOf").addAll(real);
    return merge.merge(schema, alternatives);
  }
}
