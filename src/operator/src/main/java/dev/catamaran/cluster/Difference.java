package dev.catamaran.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.engine.EngineRequest.Compared;
import dev.catamaran.manifest.Exemptions;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.NormalForm;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The differences between live objects and their desired state, from the manifest and its owner.
 */
record Difference(Differ differ, Exemptions exemptions, Ownership ownership) {
  /**
   * Returns what a repair would change of each object. It leaves exempt fields, but never the marks
   * of ownership.
   */
  List<Optional<Differ.Found>> of(List<Map.Entry<ManifestObject, Descendant>> objects) {
    return differ.of(
        objects.stream().map(each -> compared(each.getKey(), each.getValue(), 0)).toList());
  }

  /** Returns the same of one object; empty if nothing differs. */
  Optional<Differ.Found> of(ManifestObject wanted, Descendant live) {
    return of(wanted, live, 0);
  }

  /**
   * Returns the same, with parts that are as in the manifest, without what others added.
   *
   * @param levels how far above a change
   */
  Optional<Differ.Found> of(ManifestObject wanted, Descendant live, int levels) {
    return differ.of(List.of(compared(wanted, live, levels))).getFirst();
  }

  private Compared compared(ManifestObject wanted, Descendant live, int levels) {
    var key = live.key();
    var content = live.content();
    boolean outlives = Ownership.outlives(wanted) || live.outlives();
    var settled =
        ownership.complete(
            exemptions.isExempt(wanted) ? nameOnly(wanted) : NormalForm.of(wanted, key),
            key,
            outlives);
    if (live.isBeingDeleted()) {
      // The API server accepts no new finalizer then: a controller has removed it.
      settled.withObjectProperty("metadata").remove("finalizers");
    }
    return new Compared(
        settled,
        content,
        new OwnerReferences(ownership, key).unwanted(outlives, content),
        left(exemptions, wanted, live),
        levels);
  }

  private static List<String> left(Exemptions exemptions, ManifestObject wanted, Descendant live) {
    var left = exemptions.fields(wanted);
    live.autoscaledField().ifPresent(left::add);
    return left.stream().map(JsonPointer::toString).toList();
  }

  private static ObjectNode nameOnly(ManifestObject wanted) {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", wanted.key().apiVersion()).put("kind", wanted.key().kind());
    object.putObject("metadata").put("name", wanted.key().name());
    return object;
  }
}
