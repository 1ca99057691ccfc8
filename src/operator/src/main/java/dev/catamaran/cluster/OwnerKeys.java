package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The primaries that an object's metadata names, by owner references or by annotations.
 *
 * @param keys keys of the primaries
 */
record OwnerKeys(List<PrimaryKey> keys) {
  /** Limit of owner references that are read. Controllers write one; a tenant can write 60,000. */
  static final int MOST = 100;

  /** Limit of characters that are kept of an owner: no primary has a longer name. */
  private static final int LONGEST = 1_000;

  OwnerKeys {
    keys = keys.stream().filter(key -> key.toString().length() <= LONGEST).toList();
  }

  static OwnerKeys of(JsonNode object) {
    var metadata = object.path("metadata");
    var keys = new ArrayList<PrimaryKey>();
    for (var reference : controllersFirst(metadata.path("ownerReferences"))) {
      // A cluster-scoped owner has no namespace. The reference does not show the scope, so both
      // keys are added.
      var group = groupOf(reference.path("apiVersion").asText());
      var kind = reference.path("kind").asText();
      var name = reference.path("name").asText();
      keys.add(new PrimaryKey(group, kind, metadata.path("namespace").asText(""), name));
      keys.add(new PrimaryKey(group, kind, "", name));
    }
    var type = metadata.path("annotations").path(Ownership.PRIMARY_TYPE).asText("");
    var primary = metadata.path("annotations").path(Ownership.PRIMARY).asText("");
    int dot = type.indexOf('.');
    int slash = primary.indexOf('/');
    if (dot > 0 && slash >= 0) {
      keys.add(
          new PrimaryKey(
              type.substring(dot + 1),
              type.substring(0, dot),
              primary.substring(0, slash),
              primary.substring(slash + 1)));
    }
    return new OwnerKeys(keys);
  }

  /** Returns the owner of the first reference, and the last owner: the one of the annotations. */
  OwnerKeys first() {
    int last = keys.size() - 1;
    return last < 3 ? this : new OwnerKeys(List.of(keys.get(0), keys.get(1), keys.get(last)));
  }

  private static List<JsonNode> controllersFirst(JsonNode references) {
    return StreamSupport.stream(references.spliterator(), false)
        .sorted(Comparator.comparing(reference -> !reference.path("controller").asBoolean()))
        .limit(MOST)
        .toList();
  }

  boolean names(PrimaryKey primary) {
    return keys.contains(primary);
  }

  static String groupOf(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
