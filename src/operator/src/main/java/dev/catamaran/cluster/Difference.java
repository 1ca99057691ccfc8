package dev.catamaran.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.Exemptions;
import dev.catamaran.manifest.IgnoredFields;
import dev.catamaran.manifest.ManifestDiff;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.NormalForm;
import dev.catamaran.manifest.SharedFields;
import java.util.Optional;
import java.util.Set;

/**
 * The difference between a live object and its desired state, from the manifest and its owner.
 * Pure.
 */
record Difference(Exemptions exemptions, Ownership ownership) {
  /**
   * Returns the patch that removes the difference. The patch omits exempt fields, but never the
   * marks of ownership.
   *
   * @return empty if nothing differs
   */
  Optional<ObjectNode> of(ManifestObject wanted, Descendant live) {
    return of(wanted, live, 0);
  }

  /**
   * Returns the fields of a live object that no repair changes.
   *
   * @param before the manifest that had the fields to be removed; missing if none are
   * @param content that of {@code live}
   */
  static Set<JsonPointer> exemptFields(
      Exemptions exemptions,
      JsonNode before,
      ManifestObject wanted,
      Descendant live,
      JsonNode content) {
    var fields = exemptions.fields(wanted);
    live.autoscaledField().ifPresent(fields::add);
    fields.addAll(
        new SharedFields(ApiResources.mergeKeys(live.key().apiVersion()))
            .of(before, NormalForm.of(wanted, live.key()), content));
    return fields;
  }

  /**
   * Returns the same patch with parts that are as in the manifest, without what others added.
   *
   * @param levels how far above a change, see {@link ManifestDiff}
   */
  Optional<ObjectNode> of(ManifestObject wanted, Descendant live, int levels) {
    var key = live.key();
    var content = live.content();
    var settled = exemptions.isExempt(wanted) ? nameOnly(wanted) : settled(wanted, live, content);
    if (live.isBeingDeleted()) {
      removeFinalizers(settled);
    }
    boolean outlives = Ownership.outlives(wanted) || live.outlives();
    var complete = ownership.complete(settled, key, outlives);
    var patch =
        new ManifestDiff(ApiResources.mergeKeys(key.apiVersion()), levels).patch(complete, content);
    return new OwnerReferences(ownership, key).inPatch(patch, outlives, content);
  }

  private ObjectNode settled(ManifestObject wanted, Descendant live, JsonNode content) {
    return new IgnoredFields(ApiResources.mergeKeys(live.key().apiVersion()))
        .settle(
            NormalForm.of(wanted, live.key()),
            content,
            exemptFields(exemptions, MissingNode.getInstance(), wanted, live, content));
  }

  /**
   * The API server accepts no new finalizer then: a controller has done its work and removed it.
   */
  private static void removeFinalizers(ObjectNode wanted) {
    if (wanted.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove("finalizers");
    }
  }

  private static ObjectNode nameOnly(ManifestObject wanted) {
    var object = JsonNodeFactory.instance.objectNode();
    object.putObject("metadata").put("name", wanted.key().name());
    return object;
  }
}
